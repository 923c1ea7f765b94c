// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A subscription to messages of a chat. */
public final class CcDataSubscription extends Subscription {
  /**
   * @param channel The channel it is for.
   * @param resourceId The Altcraft resource that it belongs to.
   * @param ccData What the channel needs, for example a chat id or a phone number.
   */
  public CcDataSubscription(Channel channel, long resourceId, Map<String, ?> ccData) {
    set("channel", channel);
    set("type", "cc_data");
    set("resource_id", resourceId);
    set("cc_data", ccData);
  }

  /** The status of the subscription, for example active or suspended. */
  public CcDataSubscription status(String status) {
    set("status", status);
    return this;
  }

  /** Its priority in delivery. */
  public CcDataSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  /** Its standard and custom fields by name. */
  public CcDataSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  /** The names of its categories. */
  public CcDataSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  /** The names of its categories. */
  public CcDataSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
