// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;

/** What the SDK needs to know before it can work. */
public final class Configuration extends JsonRecord {
  public Configuration() {}

  /** Where the platform is: https, or http on this machine. Without it the answer is 471. */
  public Configuration apiUrl(String apiUrl) {
    set("apiUrl", apiUrl);
    return this;
  }

  /** The resource token. An empty one counts as none. */
  public Configuration rToken(String rToken) {
    set("rToken", rToken);
    return this;
  }

  /** The app as the platform shows it. */
  public Configuration appInfo(AppInfo appInfo) {
    set("appInfo", appInfo);
    return this;
  }

  /** Which push providers are asked for a token, in this order. */
  public Configuration providerPriorityList(List<String> providerPriorityList) {
    set("providerPriorityList", providerPriorityList);
    return this;
  }

  /** Which push providers are asked for a token, in this order. */
  public Configuration providerPriorityList(String... providerPriorityList) {
    set("providerPriorityList", providerPriorityList);
    return this;
  }

  /** Log level info when true, error when false. */
  public Configuration enableLogging(boolean enableLogging) {
    set("enableLogging", enableLogging);
    return this;
  }

  /** The device; defaults are taken from this machine. */
  public Configuration device(Device device) {
    set("device", device);
    return this;
  }

  /** The numbering of events: today's, or that of the documentation's older table. */
  public Configuration eventCodes(EventCodes eventCodes) {
    set("eventCodes", eventCodes);
    return this;
  }

  /** The pauses between attempts; stronger than the limits of the same meaning. */
  public Configuration retry(Retry retry) {
    set("retry", retry);
    return this;
  }

  /** What is sent as matching_mode under a resource token. */
  public Configuration rTokenMatchingMode(RTokenMatchingMode rTokenMatchingMode) {
    set("rTokenMatchingMode", rTokenMatchingMode);
    return this;
  }

  /** Accepted from the React Native configuration; has no effect. */
  public Configuration androidIcon(Object androidIcon) {
    set("android_icon", androidIcon);
    return this;
  }

  /** Accepted from the React Native configuration; has no effect. */
  public Configuration androidUsingService(Object androidUsingService) {
    set("android_usingService", androidUsingService);
    return this;
  }

  /** Accepted from the React Native configuration; has no effect. */
  public Configuration androidServiceMessage(Object androidServiceMessage) {
    set("android_serviceMessage", androidServiceMessage);
    return this;
  }

  /** Accepted from the React Native configuration; has no effect. */
  public Configuration androidPushReceiverModules(Object androidPushReceiverModules) {
    set("android_pushReceiverModules", androidPushReceiverModules);
    return this;
  }

  /** Accepted from the React Native configuration; has no effect. */
  public Configuration androidPushChannelName(Object androidPushChannelName) {
    set("android_pushChannelName", androidPushChannelName);
    return this;
  }

  /** Accepted from the React Native configuration; has no effect. */
  public Configuration androidPushChannelDescription(Object androidPushChannelDescription) {
    set("android_pushChannelDescription", androidPushChannelDescription);
    return this;
  }
}
