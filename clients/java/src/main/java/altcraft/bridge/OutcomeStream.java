package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The outcomes of jobs, in order, over lost connections. */
final class OutcomeStream {
  private final ReconnectingConnection connection;
  private final OutcomeListener listener;
  /** The number and the epoch of the last outcome that was reported, and if the stream goes on. */
  private long last;

  private String epoch;
  private boolean isOpen = true;

  private OutcomeStream(ReconnectingConnection connection, OutcomeListener listener) {
    this.connection = connection;
    this.listener = listener;
  }

  static ListenerRegistration open(
      ReconnectingConnection connection, Long after, String epoch, OutcomeListener listener) {
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
        JsonObject position = stream.subscribe(after, epoch);
        stream.last = after == null ? Json.integer(position.get("last")) : after;
        stream.epoch = after == null ? position.get("epoch").getAsString() : epoch;
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

  private JsonObject subscribe(Long after, String epoch) {
    JsonObject parameters = new JsonObject();
    if (after != null) parameters.addProperty("after", after);
    if (after != null && epoch != null) parameters.addProperty("epoch", epoch);
    CompletableFuture<JsonElement> answer =
        connection.call("outcomes.subscribe", parameters, json -> json);
    return Bridge.await(answer).getAsJsonObject();
  }

  private synchronized void received(NumberedOutcome outcome) {
    if (!isOpen || outcome.getOutcome() <= last) return;
    last = outcome.getOutcome();
    epoch = outcome.getEpoch();
    listener.onOutcome(outcome);
  }

  private synchronized void received(ReconnectingConnection.OutcomeGap gap) {
    if (!isOpen || gap.to <= last && !gap.isRolledBack) return;
    last = gap.to;
    epoch = gap.epoch;
    if (gap.isRolledBack) listener.onRollback(gap.to, gap.epoch);
    else listener.onGap(gap.from, gap.to);
  }

  private synchronized void resume() {
    if (!isOpen) return;
    try {
      subscribe(last, epoch);
    } catch (BridgeClosedException error) {
      // The connection was lost again: the next one follows.
    } catch (RuntimeException error) {
      isOpen = false;
      listener.onFailure(error);
    }
  }
}
