// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.List;

/** A choice of jobs: those that match all members. At least one member is needed. */
public final class OutboxFilter extends JsonRecord {
  public OutboxFilter() {}

  /** The state of the jobs. Example: {@code "rejected"}. */
  public OutboxFilter state(OutboxFilterState state) {
    set("state", state);
    return this;
  }

  /**
   * The methods of the jobs. Token updates, which the bridge makes itself, match only if it
   * contains tokenUpdate. Example: {@code ["mobileEvent"]}.
   */
  public OutboxFilter method(List<String> method) {
    set("method", method);
    return this;
  }

  /**
   * The methods of the jobs. Token updates, which the bridge makes itself, match only if it
   * contains tokenUpdate. Example: {@code ["mobileEvent"]}.
   */
  public OutboxFilter method(String... method) {
    set("method", method);
    return this;
  }

  /**
   * The codes of the events that reported the outcomes of the jobs, or the last errors of pending
   * ones. Example: {@code [437]}.
   */
  public OutboxFilter code(List<Long> code) {
    set("code", code);
    return this;
  }

  /**
   * The codes of the events that reported the outcomes of the jobs, or the last errors of pending
   * ones. Example: {@code [437]}.
   */
  public OutboxFilter code(long... code) {
    set("code", code);
    return this;
  }

  /**
   * The time in UTC before which the jobs were accepted. Example: {@code "2026-11-20T12:00:00Z"}.
   */
  public OutboxFilter acceptedBefore(String acceptedBefore) {
    set("acceptedBefore", acceptedBefore);
    return this;
  }

  /** The time in UTC at or after which the jobs were accepted. Example: {@code "2026-11-20"}. */
  public OutboxFilter acceptedAfter(String acceptedAfter) {
    set("acceptedAfter", acceptedAfter);
    return this;
  }
}
