// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * The reason why the job waits: a pause before the next attempt, a JWT of its user, a push token,
 * the permission to notify, a configuration, or other jobs of its user before it (lane). Null if it
 * is being tried or is the next of its user.
 */
public enum WaitingFor implements Choice {
  RETRY("retry"),
  USER("user"),
  TOKEN("token"),
  PERMISSION("permission"),
  CONFIGURATION("configuration"),
  LANE("lane"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  WaitingFor(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static WaitingFor of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
