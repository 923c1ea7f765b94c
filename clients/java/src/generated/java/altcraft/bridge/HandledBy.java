// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * sdk: the bridge has registered the open event. app: the connection that processes clicks has done
 * everything. dismissed: the user dismissed the notification, which is not an open; nothing is
 * sent.
 */
public enum HandledBy implements Choice {
  SDK("sdk"),
  APP("app"),
  DISMISSED("dismissed"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  HandledBy(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static HandledBy of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
