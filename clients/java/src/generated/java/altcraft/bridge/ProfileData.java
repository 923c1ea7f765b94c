// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The profile that a subscription belongs to. A member the platform left out is null. */
public final class ProfileData extends JsonRecord {
  ProfileData(JsonElement json) {
    super(json);
  }

  /** The platform's id of the profile. May be null. */
  public String getId() {
    return get("id", JsonElement::getAsString);
  }

  /** The status of the profile, for example subscribed. May be null. */
  public String getStatus() {
    return get("status", JsonElement::getAsString);
  }

  /** Whether it is a test profile. May be null. */
  public Boolean isTest() {
    return get("isTest", JsonElement::getAsBoolean);
  }

  /** The push subscription the answer is about; null when there is none. */
  public SubscriptionData getSubscription() {
    return get("subscription", SubscriptionData::new);
  }
}
