// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The state: pending until the job ends, then its final state. */
public enum State implements Choice {
  PENDING("pending"),
  DELIVERED("delivered"),
  REJECTED("rejected"),
  EXPIRED("expired"),
  CLEARED("cleared"),
  LOST("lost"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  State(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static State of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
