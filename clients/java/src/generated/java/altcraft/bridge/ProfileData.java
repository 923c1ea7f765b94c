// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The profile of Response. */
public final class ProfileData extends JsonRecord {
  ProfileData(JsonElement json) {
    super(json);
  }

  /** May be null. */
  public String getId() {
    return get("id", JsonElement::getAsString);
  }

  /** May be null. */
  public String getStatus() {
    return get("status", JsonElement::getAsString);
  }

  /** May be null. */
  public Boolean isTest() {
    return get("isTest", JsonElement::getAsBoolean);
  }

  /** May be null. */
  public SubscriptionData getSubscription() {
    return get("subscription", SubscriptionData::new);
  }
}
