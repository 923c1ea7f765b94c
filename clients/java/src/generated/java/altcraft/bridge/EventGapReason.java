// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * The reason: overflow if the events are no longer kept or were not read in time, restart if the
 * cursor is of an earlier run.
 */
public enum EventGapReason implements Choice {
  OVERFLOW("overflow"),
  RESTART("restart"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  EventGapReason(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static EventGapReason of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
