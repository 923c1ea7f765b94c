// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * The class: event for a success or a notice, error for a final failure, retryError for a failure
 * that is retried.
 */
public enum EventType implements Choice {
  EVENT("event"),
  ERROR("error"),
  RETRY_ERROR("retryError"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  EventType(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static EventType of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
