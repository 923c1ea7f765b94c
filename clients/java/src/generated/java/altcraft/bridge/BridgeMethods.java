// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code bridge.}. */
public final class BridgeMethods {
  private final Caller caller;

  BridgeMethods(Caller caller) {
    this.caller = caller;
  }

  /**
   * Returns the value that setUserDefaultsValue stored, or null.
   *
   * @param suiteName The name of the suite that holds the value, chosen by the host. Example:
   *     {@code "app"}.
   * @param key The key of the value in its suite. Example: {@code "theme"}.
   */
  public CompletableFuture<JsonElement> getUserDefaultsValue(String suiteName, String key) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "suiteName", suiteName);
    Json.set(parameters, "key", key);
    return caller.call("bridge.getUserDefaultsValue", parameters, json -> json);
  }

  /** Returns version, schema digest, transports, data directory and limits of this process. */
  public CompletableFuture<BridgeInfo> info() {
    return caller.call("bridge.info", new JsonObject(), BridgeInfo::new);
  }

  /**
   * Returns counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all
   * times.
   *
   * <p>The counters of the outbox belong to the app group and survive restarts; all others count
   * from the start of the process.
   */
  public CompletableFuture<BridgeStats> stats() {
    return caller.call("bridge.stats", new JsonObject(), BridgeStats::new);
  }

  /**
   * Returns the counters of bridge.stats in the text format of Prometheus.
   *
   * <p>The counters of the outbox have the app group as a label and survive restarts; all others
   * count from the start of the process.
   */
  public CompletableFuture<BridgeMetrics> metrics() {
    return caller.call("bridge.metrics", new JsonObject(), BridgeMetrics::new);
  }

  /** Returns "pong". */
  public CompletableFuture<String> ping() {
    return caller.call("bridge.ping", new JsonObject(), JsonElement::getAsString);
  }

  /** Checks a call without executing it: true, or the error that the call would get. */
  public CompletableFuture<Void> check(String method) {
    return check(method, new BridgeCheckOptions());
  }

  /**
   * Checks a call without executing it: true, or the error that the call would get.
   *
   * <p>Checks parameters and the rules of the SDK; calls no callback. It does not check the role of
   * the connection.
   *
   * <p>Refused with {@link MethodNotFoundException}.
   *
   * @param method The name of the method to check. Example: {@code "setPushToken"}.
   */
  public CompletableFuture<Void> check(String method, BridgeCheckOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "method", method);
    return caller.call("bridge.check", parameters, Json::nothing);
  }

  /** Authenticates a connection by a token or a ticket, which also determine its role. */
  public CompletableFuture<JsonElement> authenticate() {
    return authenticate(new BridgeAuthenticateOptions());
  }

  /**
   * Authenticates a connection by a token or a ticket, which also determine its role.
   *
   * <p>Over WebSocket it is the first call, unless the handshake had a token. Over TCP a client of
   * another user must send it first; with {@code --require-token} every TCP client must. It must be
   * sent alone, not in a batch, in a message of at most 4 KiB. If it is not required, the proof is
   * checked all the same, and its role applies from then on; without TCP and WebSocket the answer
   * to a token is true. The answer to a ticket has the role and a token of this role.
   *
   * <p>Refused with {@link UnauthorizedException}.
   */
  public CompletableFuture<JsonElement> authenticate(BridgeAuthenticateOptions options) {
    return caller.call("bridge.authenticate", options.toJson(), json -> json);
  }

  /** Makes a URL with a ticket, which opens one connection of a page. */
  public CompletableFuture<BridgeTicket> ticket() {
    return ticket(new BridgeTicketOptions());
  }

  /**
   * Makes a URL with a ticket, which opens one connection of a page.
   *
   * <p>The page passes the ticket to {@code bridge.authenticate}, once and within 60 seconds. The
   * ticket is in the fragment of the URL, which no browser sends. A limit, {@code tickets}, applies
   * to the unused tickets of each role.
   *
   * <p>Refused with {@link UnauthorizedException}, {@link NoWebSocketException}.
   */
  public CompletableFuture<BridgeTicket> ticket(BridgeTicketOptions options) {
    return caller.call("bridge.ticket", options.toJson(), BridgeTicket::new);
  }

  /**
   * Sets the level of the log on standard error.
   *
   * @param level The least severe level to log; notice at the start.
   */
  public CompletableFuture<Void> setLogLevel(Level level) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "level", level);
    return caller.call("bridge.setLogLevel", parameters, Json::nothing);
  }

  /**
   * Stops the process: answers the calls in flight and exits with status 0 within five seconds.
   *
   * <p>Accepted jobs are kept: pending jobs are delivered after the next start.
   */
  public CompletableFuture<Void> shutdown() {
    return caller.call("bridge.shutdown", new JsonObject(), Json::nothing);
  }
}
