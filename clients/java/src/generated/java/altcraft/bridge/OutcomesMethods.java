// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code outcomes.}. */
public final class OutcomesMethods {
  private final Caller caller;

  OutcomesMethods(Caller caller) {
    this.caller = caller;
  }

  /** Returns the kept outcomes of jobs after a number, in order. */
  public CompletableFuture<OutcomePage> list() {
    return list(new OutcomesListOptions());
  }

  /**
   * Returns the kept outcomes of jobs after a number, in order.
   *
   * <p>The last {@code finishedRecords} (10 000) outcomes are kept; the outcome of a job that was
   * retried since is not. A page may be short, or empty: repeat the call with its {@code next} as
   * {@code after} and its {@code epoch} until {@code next} is {@code last}.
   */
  public CompletableFuture<OutcomePage> list(OutcomesListOptions options) {
    return caller.call("outcomes.list", options.toJson(), OutcomePage::new);
  }

  /** Subscribes this connection to outcomes: each arrives as a notification {@code outcome}. */
  public CompletableFuture<OutcomePosition> subscribe() {
    return subscribe(new OutcomesSubscribeOptions());
  }

  /**
   * Subscribes this connection to outcomes: each arrives as a notification {@code outcome}.
   *
   * <p>Replaces this connection's earlier subscription. The answer comes before the first
   * notification. Outcomes arrive in order, once they are durable; {@code outcomes.gap} reports
   * numbers that are no longer kept, and a position of another copy of the data directory. A
   * subscriber that does not keep up gets them later. The subscription is to the app group in use:
   * subscribe again after setAppGroup.
   */
  public CompletableFuture<OutcomePosition> subscribe(OutcomesSubscribeOptions options) {
    return caller.call("outcomes.subscribe", options.toJson(), OutcomePosition::new);
  }

  /** Ends this connection's subscription to outcomes. */
  public CompletableFuture<Void> unsubscribe() {
    return caller.call("outcomes.unsubscribe", new JsonObject(), Json::nothing);
  }
}
