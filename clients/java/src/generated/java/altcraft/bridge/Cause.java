// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * Of event 601: superseded if a later suspend or unsubscribe of the user has passed the
 * subscription, discarded after {@code outbox.discard}; absent for a change of the resource token,
 * and of other events.
 */
public enum Cause implements Choice {
  SUPERSEDED("superseded"),
  DISCARDED("discarded"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  Cause(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static Cause of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
