// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code getStatusOfLatestSubscriptionForProvider} may be given. */
public final class GetStatusOfLatestSubscriptionForProviderOptions extends JsonRecord {
  public GetStatusOfLatestSubscriptionForProviderOptions() {}

  /**
   * ios-apns, ios-firebase or ios-huawei, in any letter case; without one that of the token in use.
   */
  public GetStatusOfLatestSubscriptionForProviderOptions provider(String provider) {
    set("provider", provider);
    return this;
  }
}
