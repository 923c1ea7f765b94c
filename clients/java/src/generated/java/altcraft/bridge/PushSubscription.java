// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A form of Subscription. */
public final class PushSubscription extends Subscription {
  public PushSubscription(long resourceId, String provider, String subscriptionId) {
    set("channel", "push");
    set("type", "push");
    set("resource_id", resourceId);
    set("provider", provider);
    set("subscription_id", subscriptionId);
  }

  public PushSubscription status(String status) {
    set("status", status);
    return this;
  }

  public PushSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  public PushSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  public PushSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  public PushSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
