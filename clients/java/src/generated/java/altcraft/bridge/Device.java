// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The device, as the bridge describes it to the platform. */
public final class Device extends JsonRecord {
  public Device() {}

  /**
   * The operating system; sent as {@code _os}. Without it: IOS, which fits the push providers.
   * Example: {@code "IOS"}.
   */
  public Device os(String os) {
    set("os", os);
    return this;
  }

  /**
   * The version of the operating system; sent as {@code _os_ver}. Without it: that of this machine.
   * Example: {@code "18.6.2"}.
   */
  public Device osVersion(String osVersion) {
    set("osVersion", osVersion);
    return this;
  }

  /**
   * The model of the device, as its operating system reports it; sent as {@code _device_model}.
   * Example: {@code "iPhone14,7"}.
   */
  public Device deviceModel(String deviceModel) {
    set("deviceModel", deviceModel);
    return this;
  }

  /**
   * The name of the device, as its user sees it; sent as {@code _device_name}. Example:
   * {@code "iPhone of Ann"}.
   */
  public Device deviceName(String deviceName) {
    set("deviceName", deviceName);
    return this;
  }

  /** The kind of device; sent as {@code _device_type}. Without it: mob. Example: {@code "mob"}. */
  public Device deviceType(String deviceType) {
    set("deviceType", deviceType);
    return this;
  }

  /**
   * The language of the operating system, as an ISO 639 code; sent as {@code _os_language}.
   * Example: {@code "en"}.
   */
  public Device language(String language) {
    set("language", language);
    return this;
  }

  /**
   * The advertising identifier, from the operating system; sent as {@code _ad_id} if
   * {@code adTrack} is true. Example: {@code "6D92078A-8246-4BA4-AE5B-76104861E7DC"}.
   */
  public Device adId(String adId) {
    set("adId", adId);
    return this;
  }

  /**
   * True if the user allows tracking, from the operating system; sent as {@code _ad_track}.
   * Example: {@code true}.
   */
  public Device adTrack(boolean adTrack) {
    set("adTrack", adTrack);
    return this;
  }

  /**
   * The time zone: an IANA name, {@code Z}, {@code ±hhmm} or {@code ±hh:mm}, or such an offset
   * behind UTC or GMT ({@code GMT+3}); sent as {@code _os_tz}. Without it: that of this machine.
   * Example: {@code "Europe/Berlin"}.
   */
  public Device timeZone(String timeZone) {
    set("timeZone", timeZone);
    return this;
  }
}
