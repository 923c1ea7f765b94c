// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The profile that a subscription belongs to. A member that the platform did not send is null. */
public final class ProfileData extends JsonRecord {
  ProfileData(JsonElement json) {
    super(json);
  }

  /** The platform's id of the profile. May be null. */
  public String getId() {
    return get("id", JsonElement::getAsString);
  }

  /** The status of the profile. May be null. */
  public String getStatus() {
    return get("status", JsonElement::getAsString);
  }

  /** True for a test profile. May be null. */
  public Boolean isTest() {
    return get("isTest", JsonElement::getAsBoolean);
  }

  /** The push subscription that the answer describes; null if there is none. */
  public SubscriptionData getSubscription() {
    return get("subscription", SubscriptionData::new);
  }
}
