// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The final state of the job; pending if the time to wait ended first. */
public enum State implements Choice {
  PENDING("pending"),
  DELIVERED("delivered"),
  REJECTED("rejected"),
  EXPIRED("expired"),
  CLEARED("cleared"),
  LOST("lost"),
  /** One that this version of the interface does not know. */
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
