// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A form of Subscription. */
public final class SmsSubscription extends Subscription {
  public SmsSubscription(long resourceId, String phone) {
    set("channel", "sms");
    set("type", "sms");
    set("resource_id", resourceId);
    set("phone", phone);
  }

  public SmsSubscription status(String status) {
    set("status", status);
    return this;
  }

  public SmsSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  public SmsSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  public SmsSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  public SmsSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
