// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A form of Subscription. */
public final class CcDataSubscription extends Subscription {
  public CcDataSubscription(Channel channel, long resourceId, Map<String, ?> ccData) {
    set("channel", channel);
    set("type", "cc_data");
    set("resource_id", resourceId);
    set("cc_data", ccData);
  }

  public CcDataSubscription status(String status) {
    set("status", status);
    return this;
  }

  public CcDataSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  public CcDataSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  public CcDataSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  public CcDataSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
