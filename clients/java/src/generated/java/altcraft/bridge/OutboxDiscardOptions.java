// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code outbox.discard}. */
public final class OutboxDiscardOptions extends JsonRecord {
  public OutboxDiscardOptions() {}

  /** The id of the job, from the answer of the durable call. Example: {@code "example-1"}. */
  public OutboxDiscardOptions requestId(String requestId) {
    set("requestId", requestId);
    return this;
  }

  /**
   * A choice of jobs, in place of {@code requestId}. Example: {@code {"method": ["mobileEvent"]}}.
   */
  public OutboxDiscardOptions filter(OutboxFilter filter) {
    set("filter", filter);
    return this;
  }

  /**
   * True to count the jobs that {@code filter} chooses, and change nothing. Example: {@code true}.
   */
  public OutboxDiscardOptions dryRun(boolean dryRun) {
    set("dryRun", dryRun);
    return this;
  }
}
