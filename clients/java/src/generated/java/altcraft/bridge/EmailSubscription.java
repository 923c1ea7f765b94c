// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A form of Subscription. */
public final class EmailSubscription extends Subscription {
  public EmailSubscription(long resourceId, String email) {
    set("channel", "email");
    set("type", "email");
    set("resource_id", resourceId);
    set("email", email);
  }

  public EmailSubscription status(String status) {
    set("status", status);
    return this;
  }

  public EmailSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  public EmailSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  public EmailSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  public EmailSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
