// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A subscription to messages of a chat. */
public final class CcDataSubscription extends Subscription {
  /**
   * @param channel The channel of the subscription. Example: {@code "telegram_bot"}.
   * @param resourceId The identifier of the resource that the subscription belongs to, from the
   *     Altcraft account. Example: {@code 1}.
   * @param ccData The address of the recipient in the channel, as the platform expects it: a
   *     chat id or a phone number. Example: {@code {"chat_id": "4711"}}.
   */
  public CcDataSubscription(Channel channel, long resourceId, Map<String, ?> ccData) {
    set("channel", channel);
    set("type", "cc_data");
    set("resource_id", resourceId);
    set("cc_data", ccData);
  }

  /** The status of the subscription. Example: {@code "subscribed"}. */
  public CcDataSubscription status(String status) {
    set("status", status);
    return this;
  }

  /** The priority of the subscription in delivery. Example: {@code 0}. */
  public CcDataSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  /** Standard and custom fields of the subscription by name. Example: {@code {"plan": "pro"}}. */
  public CcDataSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  /** The names of the categories of the subscription. Example: {@code ["news"]}. */
  public CcDataSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  /** The names of the categories of the subscription. Example: {@code ["news"]}. */
  public CcDataSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
