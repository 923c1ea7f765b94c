// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** The kind of the push event. */
public enum PushAnswerValueType implements Choice {
  DELIVERY("delivery"),
  OPEN("open"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  PushAnswerValueType(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static PushAnswerValueType of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
