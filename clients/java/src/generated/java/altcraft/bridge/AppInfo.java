// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** The appInfo of Configuration. */
public final class AppInfo extends JsonRecord {
  public AppInfo() {}

  /** Sent as {@code _app_id}. */
  public AppInfo appID(String appID) {
    set("appID", appID);
    return this;
  }

  /** Sent as {@code _app_iid}. */
  public AppInfo appIID(String appIID) {
    set("appIID", appIID);
    return this;
  }

  /** Sent as {@code _app_ver}. */
  public AppInfo appVer(String appVer) {
    set("appVer", appVer);
    return this;
  }
}
