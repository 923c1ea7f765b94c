// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code trace.}. */
public final class TraceMethods {
  private final Caller caller;

  TraceMethods(Caller caller) {
    this.caller = caller;
  }

  /**
   * Subscribes this connection to a trace of all messages and jobs: each item comes as a
   * notification {@code trace}.
   */
  public CompletableFuture<EventPosition> subscribe() {
    return subscribe(new TraceSubscribeOptions());
  }

  /**
   * Subscribes this connection to a trace of all messages and jobs: each item comes as a
   * notification {@code trace}.
   *
   * <p>Replaces this connection's earlier subscription. The answer comes before the first item.
   * Items are recorded from the first subscription to the end of the last one, and cover secrets as
   * {@code --trace-wire} does. A subscriber that does not keep up loses items, never responses, and
   * is told which by {@code trace.gap}.
   */
  public CompletableFuture<EventPosition> subscribe(TraceSubscribeOptions options) {
    return caller.call("trace.subscribe", options.toJson(), EventPosition::new);
  }

  /** Ends this connection's subscription to the trace. */
  public CompletableFuture<Void> unsubscribe() {
    return caller.call("trace.unsubscribe", new JsonObject(), Json::nothing);
  }
}
