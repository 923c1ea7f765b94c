// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The app, as the platform shows it. */
public final class AppInfo extends JsonRecord {
  public AppInfo() {}

  /** The id of the app; sent as {@code _app_id}. */
  public AppInfo appID(String appID) {
    set("appID", appID);
    return this;
  }

  /** The id of this installation; sent as {@code _app_iid}. */
  public AppInfo appIID(String appIID) {
    set("appIID", appIID);
    return this;
  }

  /** The version of the app; sent as {@code _app_ver}. */
  public AppInfo appVer(String appVer) {
    set("appVer", appVer);
    return this;
  }
}
