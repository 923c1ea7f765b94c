// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The app, as the platform shows it in the profile. */
public final class AppInfo extends JsonRecord {
  /**
   * @param appID The identifier of the app, from its bundle or package; sent as
   *     {@code _app_id}. Example: {@code "com.example.app"}.
   * @param appIID The identifier of this installation, generated once by the host; sent as
   *     {@code _app_iid}. Example: {@code "6f1c2a90"}.
   * @param appVer The version of the app, from its build; sent as {@code _app_ver}. Example:
   *     {@code "1.0.0"}.
   */
  public AppInfo(String appID, String appIID, String appVer) {
    set("appID", appID);
    set("appIID", appIID);
    set("appVer", appVer);
  }
}
