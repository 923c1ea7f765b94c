// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * The structure of the message: that of a provider, sdk for one with the SDK's marker, data for a
 * flat map of the platform; null for a push of another sender.
 */
public enum Structure implements Choice {
  SDK("sdk"),
  APP_METRICA_IOS("appMetricaIOS"),
  APP_METRICA_ANDROID("appMetricaAndroid"),
  HMS_IOS("hmsIOS"),
  FCM_V1_IOS("fcmV1IOS"),
  HMS_ANDROID("hmsAndroid"),
  FCM_V1_ANDROID("fcmV1Android"),
  RU_STORE("ruStore"),
  FCM_LEGACY_IOS("fcmLegacyIOS"),
  FCM_LEGACY_ANDROID("fcmLegacyAndroid"),
  APNS("apns"),
  DATA("data"),
  /** A value that this version of the interface does not know. */
  UNKNOWN("");

  private final String text;

  Structure(String text) {
    this.text = text;
  }

  @Override
  public String text() {
    return text;
  }

  static Structure of(JsonElement json) {
    return Json.choice(json, values(), UNKNOWN);
  }
}
