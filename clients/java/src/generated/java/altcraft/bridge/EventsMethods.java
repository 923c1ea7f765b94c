// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code events.}. */
public final class EventsMethods {
  private final Caller caller;

  EventsMethods(Caller caller) {
    this.caller = caller;
  }

  /** Subscribes this connection to SDK events: each comes as a notification {@code event}. */
  public CompletableFuture<EventPosition> subscribe() {
    return subscribe(new EventsSubscribeOptions());
  }

  /**
   * Subscribes this connection to SDK events: each comes as a notification {@code event}.
   *
   * <p>Replaces this connection's earlier subscription. The answer comes before the first event. A
   * {@code since} of another epoch is a cursor of an earlier run: {@code gap} says "restart", and
   * all that is kept of this run follows. A subscriber that does not keep up loses events, never
   * responses, and is told which by {@code events.gap}.
   */
  public CompletableFuture<EventPosition> subscribe(EventsSubscribeOptions options) {
    return caller.call("events.subscribe", options.toJson(), EventPosition::new);
  }

  /** Ends this connection's subscription to SDK events. */
  public CompletableFuture<Void> unsubscribe() {
    return caller.call("events.unsubscribe", new JsonObject(), Json::nothing);
  }

  /** Returns the kept SDK events, oldest first. */
  public CompletableFuture<EventPage> list() {
    return list(new EventsListOptions());
  }

  /**
   * Returns the kept SDK events, oldest first.
   *
   * <p>A page has fewer events than {@code limit} if more would exceed the limit outQueueBytes. To
   * read all events, repeat the call with the {@code seq} of the last event as {@code since}, until
   * a page is empty.
   */
  public CompletableFuture<EventPage> list(EventsListOptions options) {
    return caller.call("events.list", options.toJson(), EventPage::new);
  }

  /** Returns every event code with its name, class and meaning, and whether the bridge emits it. */
  public CompletableFuture<List<EventCode>> catalog() {
    return caller.call("events.catalog", new JsonObject(), Json.list(EventCode::new));
  }
}
