// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code outbox.}. */
public final class OutboxMethods {
  private final Caller caller;

  OutboxMethods(Caller caller) {
    this.caller = caller;
  }

  /**
   * Returns state and outcome of one job, also after it has ended.
   *
   * <p>The last 10 000 ended jobs are kept, across restarts too.
   *
   * <p>The answer may be null.
   *
   * @param requestId The id of the job, from the answer of the durable call. Example:
   *     {@code "example-1"}.
   */
  public CompletableFuture<Job> get(String requestId) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "requestId", requestId);
    return caller.call("outbox.get", parameters, Job::new);
  }

  /** Returns pending jobs, and rejected ones that can still be retried, in order of acceptance. */
  public CompletableFuture<JobPage> list() {
    return list(new OutboxListOptions());
  }

  /** Returns pending jobs, and rejected ones that can still be retried, in order of acceptance. */
  public CompletableFuture<JobPage> list(OutboxListOptions options) {
    return caller.call("outbox.list", options.toJson(), JobPage::new);
  }

  /** Starts the next attempt of all waiting jobs now. */
  public CompletableFuture<PendingCount> flush() {
    return flush(new OutboxFlushOptions());
  }

  /**
   * Starts the next attempt of all waiting jobs now.
   *
   * <p>Ends all pauses between attempts, including a pause that the platform requested.
   */
  public CompletableFuture<PendingCount> flush(OutboxFlushOptions options) {
    return caller.call("outbox.flush", options.toJson(), PendingCount::new);
  }

  /**
   * Moves a rejected job back to pending, with the same id and a new time to live.
   *
   * <p>A rejected job can be retried while it is among the last 10 000 ended jobs and its body is
   * kept: new jobs displace the oldest rejected body. Needs a configuration.
   *
   * <p>Refused with {@link StorageFailedException}, {@link NotInitializedException},
   * {@link OutboxFullException}.
   *
   * @param requestId The id of the job, from the answer of the durable call. Example:
   *     {@code "example-1"}.
   */
  public CompletableFuture<Void> retry(String requestId) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "requestId", requestId);
    return caller.call("outbox.retry", parameters, Json::nothing);
  }

  /**
   * Ends a pending job, or drops the body of a rejected one: it is never sent.
   *
   * <p>A pending job ends in state cleared, with event 601 whose value has {@code cause}
   * "discarded". One that is being sent is refused with -32602. A rejected job still counts as
   * rejected, and {@code outbox.get} still returns its outcome.
   *
   * <p>Refused with {@link StorageFailedException}.
   *
   * @param requestId The id of the job, from the answer of the durable call. Example:
   *     {@code "example-1"}.
   */
  public CompletableFuture<Void> discard(String requestId) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "requestId", requestId);
    return caller.call("outbox.discard", parameters, Json::nothing);
  }
}
