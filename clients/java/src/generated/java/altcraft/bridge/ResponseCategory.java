// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A category of a subscription. A member that the platform did not send is null. */
public final class ResponseCategory extends JsonRecord {
  ResponseCategory(JsonElement json) {
    super(json);
  }

  /** The name of the category, as calls use it. May be null. */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  /** The title of the category, as users see it. Example: {@code "News"}. May be null. */
  public String getTitle() {
    return get("title", JsonElement::getAsString);
  }

  /** True if subscribers cannot turn the category off. May be null. */
  public Boolean isSteady() {
    return get("steady", JsonElement::getAsBoolean);
  }

  /** True if the category is turned on for this subscription. May be null. */
  public Boolean isActive() {
    return get("active", JsonElement::getAsBoolean);
  }
}
