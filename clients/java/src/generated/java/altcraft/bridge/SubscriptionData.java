// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** A push subscription as the platform keeps it. A member it left out is null. */
public final class SubscriptionData extends JsonRecord {
  SubscriptionData(JsonElement json) {
    super(json);
  }

  /** The push token it delivers to. May be null. */
  public String getSubscriptionId() {
    return get("subscriptionId", JsonElement::getAsString);
  }

  /** The platform's short id of it, as hex digits. May be null. */
  public String getHashId() {
    return get("hashId", JsonElement::getAsString);
  }

  /** The push service: ios-apns, ios-firebase or ios-huawei. May be null. */
  public String getProvider() {
    return get("provider", JsonElement::getAsString);
  }

  /** subscribed, suspended or unsubscribed. May be null. */
  public String getStatus() {
    return get("status", JsonElement::getAsString);
  }

  /** Its standard and custom fields by name, as they came. May be null. */
  public JsonObject getFields() {
    return get("fields", JsonElement::getAsJsonObject);
  }

  /** Its categories; empty when it has none. */
  public List<ResponseCategory> getCats() {
    return list("cats", ResponseCategory::new);
  }
}
