// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
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
   * State and outcome of one piece of work, also after it has ended.
   *
   * <p>The last 10 000 that ended are remembered, across restarts too.
   *
   * <p>The answer may be null.
   *
   * @param requestId The id that the durable call answered.
   */
  public CompletableFuture<Work> get(String requestId) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "requestId", requestId);
    return caller.call("outbox.get", parameters, Work::new);
  }

  /** Work that is pending, and rejected work that can still be retried, in order of acceptance. */
  public CompletableFuture<WorkPage> list() {
    return list(new OutboxListOptions());
  }

  /** Work that is pending, and rejected work that can still be retried, in order of acceptance. */
  public CompletableFuture<WorkPage> list(OutboxListOptions options) {
    return caller.call("outbox.list", options.toJson(), WorkPage::new);
  }

  /** Tries now what waits for its next attempt. */
  public CompletableFuture<PendingCount> flush() {
    return flush(new OutboxFlushOptions());
  }

  /**
   * Tries now what waits for its next attempt.
   *
   * <p>Ends all waiting between attempts, a pause asked for by the platform included.
   */
  public CompletableFuture<PendingCount> flush(OutboxFlushOptions options) {
    return caller.call("outbox.flush", options.toJson(), PendingCount::new);
  }

  /**
   * Moves rejected work back to pending, with the same id and a new time to live.
   *
   * <p>Rejected work can be retried while it is among the last 10 000 that ended and its body is
   * kept: new work displaces the oldest rejected. Needs a configuration.
   *
   * <p>Refused with {@link StorageFailedException}, {@link NotInitializedException},
   * {@link OutboxFullException}.
   *
   * @param requestId The id that the durable call answered.
   */
  public CompletableFuture<Void> retry(String requestId) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "requestId", requestId);
    return caller.call("outbox.retry", parameters, Json::nothing);
  }

  /**
   * Drops what is kept of rejected work: it is never sent again.
   *
   * <p>It stays counted as rejected, and its outcome is still told by outbox.get.
   *
   * <p>Refused with {@link StorageFailedException}.
   *
   * @param requestId The id that the durable call answered.
   */
  public CompletableFuture<Void> discard(String requestId) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "requestId", requestId);
    return caller.call("outbox.discard", parameters, Json::nothing);
  }
}
