// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;
import java.util.Map;

/** A subscription to email. */
public final class EmailSubscription extends Subscription {
  /**
   * @param resourceId The identifier of the resource that the subscription belongs to, from the
   *     Altcraft account. Example: {@code 1}.
   * @param email The recipient's email address, from the user. Example:
   *     {@code "ann@example.com"}.
   */
  public EmailSubscription(long resourceId, String email) {
    set("channel", "email");
    set("type", "email");
    set("resource_id", resourceId);
    set("email", email);
  }

  /** The status of the subscription. Example: {@code "subscribed"}. */
  public EmailSubscription status(String status) {
    set("status", status);
    return this;
  }

  /** The priority of the subscription in delivery. Example: {@code 0}. */
  public EmailSubscription priority(long priority) {
    set("priority", priority);
    return this;
  }

  /** Standard and custom fields of the subscription by name. Example: {@code {"plan": "pro"}}. */
  public EmailSubscription customFields(Map<String, ?> customFields) {
    set("custom_fields", customFields);
    return this;
  }

  /** The names of the categories of the subscription. Example: {@code ["news"]}. */
  public EmailSubscription cats(List<String> cats) {
    set("cats", cats);
    return this;
  }

  /** The names of the categories of the subscription. Example: {@code ["news"]}. */
  public EmailSubscription cats(String... cats) {
    set("cats", cats);
    return this;
  }
}
