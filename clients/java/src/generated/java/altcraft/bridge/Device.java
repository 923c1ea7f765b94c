// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What the platform is told of the device. */
public final class Device extends JsonRecord {
  public Device() {}

  /** The operating system; sent as {@code _os}, IOS by default. */
  public Device os(String os) {
    set("os", os);
    return this;
  }

  /** Its version; sent as {@code _os_ver}. */
  public Device osVersion(String osVersion) {
    set("osVersion", osVersion);
    return this;
  }

  /** The model, for example iPhone14,7; sent as {@code _device_model}. */
  public Device deviceModel(String deviceModel) {
    set("deviceModel", deviceModel);
    return this;
  }

  /** The name of the device; sent as {@code _device_name}. */
  public Device deviceName(String deviceName) {
    set("deviceName", deviceName);
    return this;
  }

  /** The kind of device; sent as {@code _device_type}, mob by default. */
  public Device deviceType(String deviceType) {
    set("deviceType", deviceType);
    return this;
  }

  /** The language of the system, for example en; sent as {@code _os_language}. */
  public Device language(String language) {
    set("language", language);
    return this;
  }

  /** The advertising id; sent as {@code _ad_id} where adTrack is true. */
  public Device adId(String adId) {
    set("adId", adId);
    return this;
  }

  /** Whether the user allows tracking; sent as {@code _ad_track}. */
  public Device adTrack(boolean adTrack) {
    set("adTrack", adTrack);
    return this;
  }

  /** An IANA name, or an offset as ±hhmm; sent as {@code _os_tz}. */
  public Device timeZone(String timeZone) {
    set("timeZone", timeZone);
    return this;
  }
}
