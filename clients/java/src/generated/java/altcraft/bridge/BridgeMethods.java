// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
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
   * The value that setUserDefaultsValue kept, or null.
   *
   * @param suiteName The suite the value belongs to.
   * @param key Its key.
   */
  public CompletableFuture<JsonElement> getUserDefaultsValue(String suiteName, String key) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "suiteName", suiteName);
    Json.set(parameters, "key", key);
    return caller.call("bridge.getUserDefaultsValue", parameters, json -> json);
  }

  /** What this process is: version, schema, transports, data directory, limits. */
  public CompletableFuture<BridgeInfo> info() {
    return caller.call("bridge.info", new JsonObject(), BridgeInfo::new);
  }

  /**
   * Counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all times.
   *
   * <p>Those of the outbox belong to the app group and survive restarts; all others count from the
   * start of the process.
   */
  public CompletableFuture<BridgeStats> stats() {
    return caller.call("bridge.stats", new JsonObject(), BridgeStats::new);
  }

  /**
   * The figures of bridge.stats in the text format of Prometheus.
   *
   * <p>Those of the outbox carry the app group as a label and survive restarts; all others count
   * from the start of the process.
   */
  public CompletableFuture<BridgeMetrics> metrics() {
    return caller.call("bridge.metrics", new JsonObject(), BridgeMetrics::new);
  }

  /** Answers "pong". */
  public CompletableFuture<String> ping() {
    return caller.call("bridge.ping", new JsonObject(), JsonElement::getAsString);
  }

  /** Checks a call without doing anything: true, or the error the call would get. */
  public CompletableFuture<Void> check(String method) {
    return check(method, new BridgeCheckOptions());
  }

  /**
   * Checks a call without doing anything: true, or the error the call would get.
   *
   * <p>Checks parameters and the rules of the SDK; asks no callback.
   *
   * <p>Refused with {@link MethodNotFoundException}.
   *
   * @param method The name of a method.
   */
  public CompletableFuture<Void> check(String method, BridgeCheckOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "method", method);
    return caller.call("bridge.check", parameters, Json::nothing);
  }

  /**
   * Proves by the token of the data directory who the peer of a TCP port is.
   *
   * <p>What a peer of another user must send first, and everyone under --require-token: alone, not
   * in a batch, in a message of at most 4 KiB. Where it is not needed the token is checked all the
   * same; without a TCP port it answers true.
   *
   * <p>Refused with {@link UnauthorizedException}.
   *
   * @param token The content of {@code rpc.token} in the data directory.
   */
  public CompletableFuture<Void> authenticate(String token) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "token", token);
    return caller.call("bridge.authenticate", parameters, Json::nothing);
  }

  /**
   * Sets what is logged to standard error.
   *
   * @param level error, notice (the default), info or debug.
   */
  public CompletableFuture<Void> setLogLevel(Level level) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "level", level);
    return caller.call("bridge.setLogLevel", parameters, Json::nothing);
  }

  /**
   * Stops the process: answers what is in flight and exits with status 0 within five seconds.
   *
   * <p>Nothing accepted is lost: what is pending goes out at the next start.
   */
  public CompletableFuture<Void> shutdown() {
    return caller.call("bridge.shutdown", new JsonObject(), Json::nothing);
  }
}
