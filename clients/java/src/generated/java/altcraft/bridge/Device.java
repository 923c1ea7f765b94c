// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The device of Configuration. */
public final class Device extends JsonRecord {
  public Device() {}

  /** Sent as {@code _os}; IOS by default. */
  public Device os(String os) {
    set("os", os);
    return this;
  }

  /** Sent as {@code _os_ver}. */
  public Device osVersion(String osVersion) {
    set("osVersion", osVersion);
    return this;
  }

  /** Sent as {@code _device_model}. */
  public Device deviceModel(String deviceModel) {
    set("deviceModel", deviceModel);
    return this;
  }

  /** Sent as {@code _device_name}. */
  public Device deviceName(String deviceName) {
    set("deviceName", deviceName);
    return this;
  }

  /** Sent as {@code _device_type}; mob by default. */
  public Device deviceType(String deviceType) {
    set("deviceType", deviceType);
    return this;
  }

  /** Sent as {@code _os_language}. */
  public Device language(String language) {
    set("language", language);
    return this;
  }

  /** Sent as {@code _ad_id} where tracking is allowed. */
  public Device adId(String adId) {
    set("adId", adId);
    return this;
  }

  /** Sent as {@code _ad_track}. */
  public Device adTrack(boolean adTrack) {
    set("adTrack", adTrack);
    return this;
  }

  /** An IANA name or ±hhmm; sent as {@code _os_tz}. */
  public Device timeZone(String timeZone) {
    set("timeZone", timeZone);
    return this;
  }
}
