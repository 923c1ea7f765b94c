// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code push.}. */
public final class PushMethods {
  private final Caller caller;

  PushMethods(Caller caller) {
    this.caller = caller;
  }

  /**
   * Asks for the pushes of a simulated platform: each comes as a notification
   * {@code push.simulated}.
   *
   * <p>For tests without a device: {@code apiUrl} must be the address of
   * {@code altcraft-bridge platform} on this machine. The pushes are those for the token of the
   * subscription that was delivered last; pushes that were sent before this call come first. A
   * subscription ends with its connection.
   *
   * <p>Refused with {@link ConfigurationMissingException}, {@link NoSimulatorException}.
   */
  public CompletableFuture<Void> simulatedSubscribe() {
    return caller.call("push.simulated.subscribe", new JsonObject(), Json::nothing);
  }

  /** Ends this connection's subscription to the pushes of a simulated platform. */
  public CompletableFuture<Void> simulatedUnsubscribe() {
    return caller.call("push.simulated.unsubscribe", new JsonObject(), Json::nothing);
  }
}
