// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code getStatusOfLatestSubscriptionForProvider}. */
public final class GetStatusOfLatestSubscriptionForProviderOptions extends JsonRecord {
  public GetStatusOfLatestSubscriptionForProviderOptions() {}

  /**
   * The push provider of the subscription: ios-apns, ios-firebase or ios-huawei, in any letter
   * case. Without it: the provider of the token in use. Example: {@code "ios-firebase"}.
   */
  public GetStatusOfLatestSubscriptionForProviderOptions provider(Provider provider) {
    set("provider", provider);
    return this;
  }
}
