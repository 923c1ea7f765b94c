// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/** A push service. The bridge accepts any letter case, and answers in lower case. */
public enum Provider implements Choice {
  IOS_APNS("ios-apns"),
  IOS_FIREBASE("ios-firebase"),
  IOS_HUAWEI("ios-huawei"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  Provider(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static Provider of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
