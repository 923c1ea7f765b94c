// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** One of the cats of SubscriptionData. */
public final class ResponseCategory extends JsonRecord {
  ResponseCategory(JsonElement json) {
    super(json);
  }

  /** May be null. */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  /** May be null. */
  public String getTitle() {
    return get("title", JsonElement::getAsString);
  }

  /** May be null. */
  public Boolean isSteady() {
    return get("steady", JsonElement::getAsBoolean);
  }

  /** May be null. */
  public Boolean isActive() {
    return get("active", JsonElement::getAsBoolean);
  }
}
