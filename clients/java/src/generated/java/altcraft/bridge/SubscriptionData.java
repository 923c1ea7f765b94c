// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/**
 * A push subscription as the platform stores it. A member that the platform did not send is null.
 */
public final class SubscriptionData extends JsonRecord {
  SubscriptionData(JsonElement json) {
    super(json);
  }

  /** The push token that receives the pushes. May be null. */
  public String getSubscriptionId() {
    return get("subscriptionId", JsonElement::getAsString);
  }

  /** The platform's short id of the subscription, in hex digits. May be null. */
  public String getHashId() {
    return get("hashId", JsonElement::getAsString);
  }

  /** The push service. May be null. */
  public String getProvider() {
    return get("provider", JsonElement::getAsString);
  }

  /** The status of the subscription. May be null. */
  public String getStatus() {
    return get("status", JsonElement::getAsString);
  }

  /** Standard and custom fields by name, as the platform sent them. May be null. */
  public JsonObject getFields() {
    return get("fields", JsonElement::getAsJsonObject);
  }

  /** The categories; empty if there is none. */
  public List<ResponseCategory> getCats() {
    return list("cats", ResponseCategory::new);
  }
}
