// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A subscription to push notifications. */
public final class PushSubscription extends Subscription {
  /**
   * @param resourceId The Altcraft resource that it belongs to.
   * @param provider The push service, for example ios-apns.
   * @param subscriptionId What the push service knows it by: the push token.
   */
  public PushSubscription(long resourceId, String provider, String subscriptionId) {
    set("channel", "push");
    set("type", "push");
    set("resource_id", resourceId);
    set("provider", provider);
    set("subscription_id", subscriptionId);
  }

  /** The status of the subscription, for example active or suspended. */
  public PushSubscription status(String status) {
    set("status", status);
    return this;
  }

  /** Its priority in delivery. */
  public PushSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  /** Its standard and custom fields by name. */
  public PushSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  /** The names of its categories. */
  public PushSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  /** The names of its categories. */
  public PushSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
