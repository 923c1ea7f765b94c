package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** JSON-RPC over one transport: matches responses to calls, and answers requests. */
final class Connection implements Caller {
  /** Receives all messages of the bridge except responses. */
  interface Host {
    /** A notification. */
    void notified(String method, JsonElement parameters);

    /** A request of the bridge; the result of the future is the answer. May take long. */
    CompletionStage<?> requested(String method, JsonElement parameters);

    /** A message that cannot be used. */
    void warn(String message);

    /** No further message will arrive. */
    void closed(Connection connection, BridgeClosedException error);
  }

  private final Transport transport;
  private final Host host;
  private final Map<Long, Call<?>> calls = new ConcurrentHashMap<>();
  private final AtomicLong lastId = new AtomicLong();
  private volatile BridgeClosedException end;
  private volatile long longest = Long.MAX_VALUE;

  Connection(Transport transport, Host host) {
    this.transport = transport;
    this.host = host;
  }

  void start() {
    transport.start(
        new Transport.Listener() {
          @Override
          public void received(String text) {
            try {
              Connection.this.received(Json.parse(text).getAsJsonObject());
            } catch (RuntimeException error) {
              host.warn("the bridge sent an invalid message: " + error);
            }
          }

          @Override
          public void closed(BridgeClosedException error) {
            Connection.this.closed(error);
          }
        });
  }

  /** The reason for the end; null while the connection is open. */
  BridgeClosedException end() {
    return end;
  }

  /** Takes the maximum size of a message from the information of the bridge. */
  void limit(BridgeInfo info) {
    JsonElement bytes = info.getLimits().get("frameBytes");
    if (bytes != null) longest = bytes.getAsLong();
  }

  /** Completing or cancelling the future early cancels the call. */
  @Override
  public <T> CompletableFuture<T> call(
      String method, JsonObject parameters, Function<? super JsonElement, ? extends T> result) {
    long id = lastId.incrementAndGet();
    JsonObject message = message("method", Json.of(method));
    message.addProperty("id", id);
    message.add("params", parameters);
    byte[] line = line(message);
    if (line.length - 1 > longest) return CompletableFuture.failedFuture(tooLarge());
    Call<T> call = new Call<>(result);
    calls.put(id, call);
    call.future.whenComplete((value, error) -> {
      if (calls.remove(id) != null) Threads.POOL.execute(() -> cancel(id));
    });
    if (end == null) transport.send(line);
    // The connection may have ended before the call was registered.
    if (end != null) fail(id);
    return call.future;
  }

  private void fail(long id) {
    Call<?> call = calls.remove(id);
    if (call != null) call.future.completeExceptionally(end);
  }

  private void cancel(long id) {
    JsonObject parameters = new JsonObject();
    parameters.addProperty("id", id);
    JsonObject message = message("method", Json.of("$/cancelRequest"));
    message.add("params", parameters);
    if (end == null) transport.send(line(message));
  }

  void close() {
    transport.close();
  }

  /** Returns the error for a message over the limit of the bridge, which is not sent at all. */
  private BridgeException tooLarge() {
    JsonObject data = new JsonObject();
    data.addProperty("reason", "tooLarge");
    data.addProperty("retryable", false);
    data.addProperty("limit", "frameBytes");
    data.addProperty("max", longest);
    JsonObject error = new JsonObject();
    error.addProperty("code", -32003);
    error.addProperty("message", "the limit frameBytes of " + longest + " bytes is exceeded");
    error.add("data", data);
    return ErrorCatalogue.of(error);
  }

  private static byte[] line(JsonObject message) {
    return (Json.write(message) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static JsonObject message(String name, JsonElement value) {
    JsonObject message = new JsonObject();
    message.addProperty("jsonrpc", "2.0");
    message.add(name, value);
    return message;
  }

  private void received(JsonObject message) {
    JsonElement parameters = message.has("params") ? message.get("params") : JsonNull.INSTANCE;
    if (!message.has("method")) {
      complete(message);
    } else if (!message.has("id")) {
      host.notified(message.get("method").getAsString(), parameters);
    } else {
      JsonElement id = message.get("id");
      String method = message.get("method").getAsString();
      Threads.POOL.execute(() -> respond(id, method, parameters));
    }
  }

  private void complete(JsonObject message) {
    JsonElement id = message.get("id");
    if (id != null && id.isJsonPrimitive()) {
      // The response to a cancelled call is ignored.
      Call<?> call = calls.remove(id.getAsLong());
      if (call != null) call.complete(message);
    } else {
      host.warn("the bridge refused a message: " + message.get("error"));
    }
  }

  private void respond(JsonElement id, String method, JsonElement parameters) {
    CompletionStage<?> answer;
    try {
      answer =
          Objects.requireNonNull(host.requested(method, parameters), "the handler gave no future");
    } catch (Throwable error) {
      answer = CompletableFuture.failedFuture(error);
    }
    answer
        .thenApply(value -> message("result", Json.of(value)))
        .exceptionally(error -> message("error", errorObject(error)))
        .thenAccept(message -> {
          message.add("id", id);
          if (end == null) transport.send(line(message));
        });
  }

  private static JsonObject errorObject(Throwable error) {
    return errorObject(-32000, String.valueOf(error.getMessage()));
  }

  /** Returns the error of a response, even if it is not an object. */
  private static JsonObject errorObject(JsonElement error) {
    if (error.isJsonObject()) return error.getAsJsonObject();
    return errorObject(-32603, "the bridge sent an invalid error: " + error);
  }

  private static JsonObject errorObject(int code, String message) {
    JsonObject object = new JsonObject();
    object.addProperty("code", code);
    object.addProperty("message", message);
    return object;
  }

  private void closed(BridgeClosedException error) {
    end = error;
    for (Call<?> call : calls.values()) {
      call.future.completeWith(() -> call.future.completeExceptionally(error));
    }
    host.closed(this, error);
  }

  private static final class Call<T> {
    final CallFuture<T> future = new CallFuture<>();
    private final Function<? super JsonElement, ? extends T> result;

    Call(Function<? super JsonElement, ? extends T> result) {
      this.result = result;
    }

    /** Reads the response immediately, and completes the future on another thread. */
    void complete(JsonObject message) {
      try {
        JsonElement error = message.get("error");
        if (error != null && !error.isJsonNull()) {
          BridgeException exception = ErrorCatalogue.of(errorObject(error));
          future.completeWith(() -> future.completeExceptionally(exception));
          return;
        }
        T value = Json.get(message, "result", result::apply);
        future.completeWith(() -> future.complete(value));
      } catch (RuntimeException unreadable) {
        future.completeWith(() -> future.completeExceptionally(unreadable));
      }
    }
  }
}
