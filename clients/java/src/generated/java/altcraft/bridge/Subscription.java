// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/**
 * A subscription of the profile, of one of four kinds; channel says which.
 *
 * <p>One of {@link EmailSubscription}, {@link SmsSubscription}, {@link PushSubscription},
 * {@link CcDataSubscription}.
 */
public abstract class Subscription extends JsonRecord {
  Subscription() {}
}
