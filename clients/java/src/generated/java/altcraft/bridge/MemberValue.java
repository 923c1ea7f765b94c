// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of the event for a member that is not a scalar. */
public final class MemberValue extends JsonRecord {
  MemberValue(JsonElement json) {
    super(json);
  }

  /** The path of the member. Example: {@code "payload.items"}. */
  public String getParameter() {
    return get("parameter", JsonElement::getAsString);
  }
}
