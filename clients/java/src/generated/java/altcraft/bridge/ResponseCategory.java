// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A category of a subscription. A member the platform left out is null. */
public final class ResponseCategory extends JsonRecord {
  ResponseCategory(JsonElement json) {
    super(json);
  }

  /** The name that calls know it by. May be null. */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  /** The name that people see. May be null. */
  public String getTitle() {
    return get("title", JsonElement::getAsString);
  }

  /** Whether subscribers cannot switch it off. May be null. */
  public Boolean isSteady() {
    return get("steady", JsonElement::getAsBoolean);
  }

  /** Whether it is switched on for this subscription. May be null. */
  public Boolean isActive() {
    return get("active", JsonElement::getAsBoolean);
  }
}
