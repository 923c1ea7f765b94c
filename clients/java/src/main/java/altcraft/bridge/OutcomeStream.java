package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The outcomes of jobs, in order, over lost connections. */
final class OutcomeStream {
  private final ReconnectingConnection connection;
  private final OutcomeListener listener;
  /** The number of the last outcome that was reported, and if the stream goes on. */
  private long last;

  private boolean isOpen = true;

  private OutcomeStream(ReconnectingConnection connection, OutcomeListener listener) {
    this.connection = connection;
    this.listener = listener;
  }

  static ListenerRegistration open(
      ReconnectingConnection connection, Long after, OutcomeListener listener) {
    OutcomeStream stream = new OutcomeStream(connection, listener);
    // No outcome is reported before the position is known.
    synchronized (stream) {
      ListenerRegistration outcomes = connection.listen(NumberedOutcome.class, stream::received);
      ListenerRegistration gaps =
          connection.listen(ReconnectingConnection.OutcomeGap.class, stream::received);
      ListenerRegistration reconnects =
          connection.listen(ReconnectingConnection.Reconnected.class, event -> stream.resume());
      ListenerRegistration all = () -> {
        synchronized (stream) {
          stream.isOpen = false;
        }
        outcomes.close();
        gaps.close();
        reconnects.close();
      };
      try {
        long position = stream.subscribe(after);
        stream.last = after == null ? position : after;
      } catch (RuntimeException error) {
        all.close();
        throw error;
      }
      return () -> {
        all.close();
        connection.call("outcomes.unsubscribe", new JsonObject(), json -> json);
      };
    }
  }

  private long subscribe(Long after) {
    JsonObject parameters = new JsonObject();
    if (after != null) parameters.addProperty("after", after);
    CompletableFuture<JsonElement> answer =
        connection.call("outcomes.subscribe", parameters, json -> json);
    return Json.integer(Bridge.await(answer).getAsJsonObject().get("last"));
  }

  private synchronized void received(NumberedOutcome outcome) {
    if (!isOpen || outcome.getOutcome() <= last) return;
    last = outcome.getOutcome();
    listener.onOutcome(outcome);
  }

  private synchronized void received(ReconnectingConnection.OutcomeGap gap) {
    if (!isOpen || gap.to <= last) return;
    last = gap.to;
    listener.onGap(gap.from, gap.to);
  }

  private synchronized void resume() {
    if (!isOpen) return;
    try {
      subscribe(last);
    } catch (BridgeClosedException error) {
      // The connection was lost again: the next one follows.
    } catch (RuntimeException error) {
      isOpen = false;
      listener.onFailure(error);
    }
  }
}
