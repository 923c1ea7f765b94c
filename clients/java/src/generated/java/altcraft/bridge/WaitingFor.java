// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * The reason why the job waits: a pause before the next attempt, a JWT of its user, a push token,
 * the permission to notify, or a configuration. Null if nothing delays it.
 */
public enum WaitingFor implements Choice {
  RETRY("retry"),
  USER("user"),
  TOKEN("token"),
  PERMISSION("permission"),
  CONFIGURATION("configuration"),
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
