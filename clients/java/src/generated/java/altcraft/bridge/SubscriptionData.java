// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** The subscription of ProfileData. */
public final class SubscriptionData extends JsonRecord {
  SubscriptionData(JsonElement json) {
    super(json);
  }

  /** May be null. */
  public String getSubscriptionId() {
    return get("subscriptionId", JsonElement::getAsString);
  }

  /** May be null. */
  public String getHashId() {
    return get("hashId", JsonElement::getAsString);
  }

  /** May be null. */
  public String getProvider() {
    return get("provider", JsonElement::getAsString);
  }

  /** May be null. */
  public String getStatus() {
    return get("status", JsonElement::getAsString);
  }

  /** May be null. */
  public JsonObject getFields() {
    return get("fields", JsonElement::getAsJsonObject);
  }

  public List<ResponseCategory> getCats() {
    return list("cats", ResponseCategory::new);
  }
}
