// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The value of an event that work ended without an answer: expired, cleared or lost. */
public final class EndedWorkValue extends JsonRecord {
  EndedWorkValue(JsonElement json) {
    super(json);
  }

  /** The method that was called. */
  public String getMethod() {
    return get("method", JsonElement::getAsString);
  }

  /** When it was accepted. A time in ISO 8601 and UTC. */
  public String getCreatedAt() {
    return get("createdAt", JsonElement::getAsString);
  }
}
