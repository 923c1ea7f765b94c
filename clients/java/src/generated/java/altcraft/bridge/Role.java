// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The role of this connection from now on. */
public enum Role implements Choice {
  CONTROL("control"),
  OBSERVER("observer"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  Role(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static Role of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
