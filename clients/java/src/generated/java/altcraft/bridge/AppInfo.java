// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The app, as the platform shows it in the profile. */
public final class AppInfo extends JsonRecord {
  public AppInfo() {}

  /**
   * The identifier of the app, from its bundle or package; sent as {@code _app_id}. Example:
   * {@code "com.example.app"}.
   */
  public AppInfo appID(String appID) {
    set("appID", appID);
    return this;
  }

  /**
   * The identifier of this installation, generated once by the host; sent as {@code _app_iid}.
   * Example: {@code "6f1c2a90"}.
   */
  public AppInfo appIID(String appIID) {
    set("appIID", appIID);
    return this;
  }

  /** The version of the app, from its build; sent as {@code _app_ver}. Example: {@code "1.0.0"}. */
  public AppInfo appVer(String appVer) {
    set("appVer", appVer);
    return this;
  }
}
