// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A subscription to push notifications. */
public final class PushSubscription extends Subscription {
  /**
   * @param resourceId The identifier of the resource that the subscription belongs to, from the
   *     Altcraft account. Example: {@code 1}.
   * @param provider The push service that issued the token. Example: {@code "ios-apns"}.
   * @param subscriptionId The push token that the push service issued. Example:
   *     {@code "apns-token-1"}.
   */
  public PushSubscription(long resourceId, String provider, String subscriptionId) {
    set("channel", "push");
    set("type", "push");
    set("resource_id", resourceId);
    set("provider", provider);
    set("subscription_id", subscriptionId);
  }

  /** The status of the subscription. Example: {@code "subscribed"}. */
  public PushSubscription status(String status) {
    set("status", status);
    return this;
  }

  /** The priority of the subscription in delivery. Example: {@code 0}. */
  public PushSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  /** Standard and custom fields of the subscription by name. Example: {@code {"plan": "pro"}}. */
  public PushSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  /** The names of the categories of the subscription. Example: {@code ["news"]}. */
  public PushSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  /** The names of the categories of the subscription. Example: {@code ["news"]}. */
  public PushSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
