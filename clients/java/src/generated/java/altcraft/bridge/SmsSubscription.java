// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A subscription to text messages. */
public final class SmsSubscription extends Subscription {
  /**
   * @param resourceId The identifier of the resource that the subscription belongs to, from the
   *     Altcraft account. Example: {@code 1}.
   * @param phone The phone number in international format, from the user. Example:
   *     {@code "+4915112345678"}.
   */
  public SmsSubscription(long resourceId, String phone) {
    set("channel", "sms");
    set("type", "sms");
    set("resource_id", resourceId);
    set("phone", phone);
  }

  /** The status of the subscription. Example: {@code "subscribed"}. */
  public SmsSubscription status(String status) {
    set("status", status);
    return this;
  }

  /** The priority of the subscription in delivery. Example: {@code 0}. */
  public SmsSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  /** Standard and custom fields of the subscription by name. Example: {@code {"plan": "pro"}}. */
  public SmsSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  /** The names of the categories of the subscription. Example: {@code ["news"]}. */
  public SmsSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  /** The names of the categories of the subscription. Example: {@code ["news"]}. */
  public SmsSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
