// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;

/** The configuration of an app group. */
public final class Configuration extends JsonRecord {
  /**
   * @param apiUrl The address of the platform, from the Altcraft account: an https address, or
   *     http on this machine. A missing one is refused with 471. Example:
   *     {@code "https://pxl.example.com"}.
   */
  public Configuration(String apiUrl) {
    set("apiUrl", apiUrl);
  }

  /**
   * The resource token, from the settings of the resource in the Altcraft account: printable ASCII,
   * at most 512 characters. With it no JWT is needed. An empty string means none. Example:
   * {@code "resource-token"}.
   */
  public Configuration rToken(String rToken) {
    set("rToken", rToken);
    return this;
  }

  /**
   * The app, as the platform shows it in the profile. Example:
   * {@code {"appID": "com.example.app", "appIID": "6f1c2a90", "appVer": "1.0.0"}}.
   */
  public Configuration appInfo(AppInfo appInfo) {
    set("appInfo", appInfo);
    return this;
  }

  /**
   * The push providers to ask for a token, the first one first: ios-apns, ios-firebase, ios-huawei.
   * Example: {@code ["ios-firebase", "ios-apns"]}.
   */
  public Configuration providerPriorityList(List<Provider> providerPriorityList) {
    set("providerPriorityList", providerPriorityList);
    return this;
  }

  /**
   * The push providers to ask for a token, the first one first: ios-apns, ios-firebase, ios-huawei.
   * Example: {@code ["ios-firebase", "ios-apns"]}.
   */
  public Configuration providerPriorityList(Provider... providerPriorityList) {
    set("providerPriorityList", providerPriorityList);
    return this;
  }

  /** Sets the log level to info if true, to error if false. Example: {@code true}. */
  public Configuration enableLogging(boolean enableLogging) {
    set("enableLogging", enableLogging);
    return this;
  }

  /**
   * The device that the host stands for. Missing members are taken from this machine. Example:
   * {@code {"osVersion": "18.6.2", "timeZone": "Europe/Berlin"}}.
   */
  public Configuration device(Device device) {
    set("device", device);
    return this;
  }

  /**
   * The numbering of event codes: current, that of today's SDKs, or legacy, that of the older table
   * in the documentation. Example: {@code "current"}.
   */
  public Configuration eventCodes(EventCodes eventCodes) {
    set("eventCodes", eventCodes);
    return this;
  }

  /**
   * The pauses between delivery attempts. They take precedence over the limits retryFirstSeconds,
   * retryMaxSeconds and retryTotalSeconds. Example: {@code {"firstSeconds": 1, "maxSeconds": 60}}.
   */
  public Configuration retry(Retry retry) {
    set("retry", retry);
    return this;
  }

  /**
   * The value of the query parameter matching_mode in requests that use the resource token:
   * push_sub, or rToken for the token itself, as earlier SDKs for iOS send it. Example:
   * {@code "push_sub"}.
   */
  public Configuration rTokenMatchingMode(RTokenMatchingMode rTokenMatchingMode) {
    set("rTokenMatchingMode", rTokenMatchingMode);
    return this;
  }

  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: {@code "icon"}.
   */
  public Configuration androidIcon(Object androidIcon) {
    set("android_icon", androidIcon);
    return this;
  }

  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: {@code "icon"}.
   */
  public Configuration androidUsingService(Object androidUsingService) {
    set("android_usingService", androidUsingService);
    return this;
  }

  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: {@code "icon"}.
   */
  public Configuration androidServiceMessage(Object androidServiceMessage) {
    set("android_serviceMessage", androidServiceMessage);
    return this;
  }

  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: {@code "icon"}.
   */
  public Configuration androidPushReceiverModules(Object androidPushReceiverModules) {
    set("android_pushReceiverModules", androidPushReceiverModules);
    return this;
  }

  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: {@code "icon"}.
   */
  public Configuration androidPushChannelName(Object androidPushChannelName) {
    set("android_pushChannelName", androidPushChannelName);
    return this;
  }

  /**
   * A member of the React Native configuration. It is accepted and has no effect; any value will
   * do. Example: {@code "icon"}.
   */
  public Configuration androidPushChannelDescription(Object androidPushChannelDescription) {
    set("android_pushChannelDescription", androidPushChannelDescription);
    return this;
  }
}
