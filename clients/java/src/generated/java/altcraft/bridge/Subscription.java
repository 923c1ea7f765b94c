// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/**
 * A subscription of the profile; {@code channel} selects one of four kinds. Members in camel case
 * ({@code resourceId}) are accepted too.
 *
 * <p>One of {@link EmailSubscription}, {@link SmsSubscription}, {@link PushSubscription},
 * {@link CcDataSubscription}.
 */
public abstract class Subscription extends JsonRecord {
  Subscription() {}
}
