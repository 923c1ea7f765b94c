// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A subscription to email. */
public final class EmailSubscription extends Subscription {
  /**
   * @param resourceId The Altcraft resource that it belongs to.
   * @param email The recipient's email address.
   */
  public EmailSubscription(long resourceId, String email) {
    set("channel", "email");
    set("type", "email");
    set("resource_id", resourceId);
    set("email", email);
  }

  /** The status of the subscription, for example active or suspended. */
  public EmailSubscription status(String status) {
    set("status", status);
    return this;
  }

  /** Its priority in delivery. */
  public EmailSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  /** Its standard and custom fields by name. */
  public EmailSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  /** The names of its categories. */
  public EmailSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  /** The names of its categories. */
  public EmailSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
