// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
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
   * <p>The last {@code finishedRecords} (10 000) ended jobs are kept, across restarts too.
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

  /** Moves rejected jobs back to pending, with the same id and a new time to live. */
  public CompletableFuture<JsonElement> retry() {
    return retry(new OutboxRetryOptions());
  }

  /**
   * Moves rejected jobs back to pending, with the same id and a new time to live.
   *
   * <p>A rejected job can be retried while it is among the last {@code finishedRecords} (10 000)
   * ended jobs and its body is kept: new jobs displace the oldest rejected body. Needs a
   * configuration. Takes one {@code requestId}, or a {@code filter}.
   *
   * <p>Refused with {@link StorageFailedException}, {@link NotInitializedException},
   * {@link OutboxFullException}.
   */
  public CompletableFuture<JsonElement> retry(OutboxRetryOptions options) {
    return caller.call("outbox.retry", options.toJson(), json -> json);
  }

  /** Ends pending jobs, or drops the bodies of rejected ones: they are never sent. */
  public CompletableFuture<JsonElement> discard() {
    return discard(new OutboxDiscardOptions());
  }

  /**
   * Ends pending jobs, or drops the bodies of rejected ones: they are never sent.
   *
   * <p>A pending job ends in state cleared, with event 601 whose value has {@code cause}
   * "discarded". One that is being sent is refused with -32602. A rejected job still counts as
   * rejected, and {@code outbox.get} still returns its outcome. Takes one {@code requestId}, or a
   * {@code filter}.
   *
   * <p>Refused with {@link StorageFailedException}.
   */
  public CompletableFuture<JsonElement> discard(OutboxDiscardOptions options) {
    return caller.call("outbox.discard", options.toJson(), json -> json);
  }
}
