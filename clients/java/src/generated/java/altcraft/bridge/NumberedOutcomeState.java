// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The state in which the job ended. Example: {@code "delivered"}. */
public enum NumberedOutcomeState implements Choice {
  DELIVERED("delivered"),
  REJECTED("rejected"),
  EXPIRED("expired"),
  CLEARED("cleared"),
  LOST("lost"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  NumberedOutcomeState(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static NumberedOutcomeState of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
