// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A subscription to text messages. */
public final class SmsSubscription extends Subscription {
  /**
   * @param resourceId The Altcraft resource that it belongs to.
   * @param phone The phone number in international format.
   */
  public SmsSubscription(long resourceId, String phone) {
    set("channel", "sms");
    set("type", "sms");
    set("resource_id", resourceId);
    set("phone", phone);
  }

  /** The status of the subscription, for example active or suspended. */
  public SmsSubscription status(String status) {
    set("status", status);
    return this;
  }

  /** Its priority in delivery. */
  public SmsSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  /** Its standard and custom fields by name. */
  public SmsSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  /** The names of its categories. */
  public SmsSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  /** The names of its categories. */
  public SmsSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
