package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** JSON-RPC over one transport: matches answers to calls, and answers questions. */
final class Connection implements Caller {
  /** What comes from the bridge beside the answers to our calls. */
  interface Host {
    /** A notification. */
    void told(String method, JsonElement parameters);

    /** A question; what this completes with is the answer. May take its time. */
    CompletionStage<?> asked(String method, JsonElement parameters);

    /** What came is nothing we can use. */
    void warn(String message);

    /** No message will come any more. */
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
              host.warn("the bridge sent what cannot be read: " + error);
            }
          }

          @Override
          public void closed(BridgeClosedException error) {
            Connection.this.closed(error);
          }
        });
  }

  /** Why it is over; null while it is not. */
  BridgeClosedException end() {
    return end;
  }

  /** What the bridge says of itself has how long a message may be. */
  void limit(BridgeInfo info) {
    JsonElement bytes = info.getLimits().get("frameBytes");
    if (bytes != null) longest = bytes.getAsLong();
  }

  /** Giving the future up, by whatever means, gives the call up. */
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
    // It may have ended before the call was put among those that fail with it.
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

  /** As the bridge answers it, though without the id of the call: so it is not sent at all. */
  private BridgeException tooLarge() {
    JsonObject data = new JsonObject();
    data.addProperty("reason", "tooLarge");
    data.addProperty("retryable", false);
    data.addProperty("limit", "frameBytes");
    data.addProperty("max", longest);
    JsonObject error = new JsonObject();
    error.addProperty("code", -32003);
    error.addProperty("message", "over the limit frameBytes of " + longest + " bytes");
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
      answered(message);
    } else if (!message.has("id")) {
      host.told(message.get("method").getAsString(), parameters);
    } else {
      JsonElement id = message.get("id");
      String method = message.get("method").getAsString();
      Threads.POOL.execute(() -> answer(id, method, parameters));
    }
  }

  private void answered(JsonObject message) {
    JsonElement id = message.get("id");
    if (id != null && id.isJsonPrimitive()) {
      // An answer to a call that was given up finds nothing.
      Call<?> call = calls.remove(id.getAsLong());
      if (call != null) call.answered(message);
    } else {
      host.warn("the bridge refused a message: " + message.get("error"));
    }
  }

  private void answer(JsonElement id, String method, JsonElement parameters) {
    CompletionStage<?> answer;
    try {
      answer = host.asked(method, parameters);
    } catch (RuntimeException error) {
      answer = CompletableFuture.failedFuture(error);
    }
    answer
        .thenApply(value -> message("result", Json.of(value)))
        .exceptionally(error -> message("error", refusal(error)))
        .thenAccept(message -> {
          message.add("id", id);
          if (end == null) transport.send(line(message));
        });
  }

  private static JsonObject refusal(Throwable error) {
    JsonObject refusal = new JsonObject();
    refusal.addProperty("code", -32000);
    refusal.addProperty("message", String.valueOf(error.getMessage()));
    return refusal;
  }

  private void closed(BridgeClosedException error) {
    end = error;
    for (Call<?> call : calls.values()) {
      call.future.arrived(() -> call.future.completeExceptionally(error));
    }
    host.closed(this, error);
  }

  private static final class Call<T> {
    final Answer<T> future = new Answer<>();
    private final Function<? super JsonElement, ? extends T> result;

    Call(Function<? super JsonElement, ? extends T> result) {
      this.result = result;
    }

    /** The answer is read at once, and completes the future elsewhere. */
    void answered(JsonObject message) {
      JsonElement error = message.get("error");
      if (error != null) {
        BridgeException exception = ErrorCatalogue.of(error.getAsJsonObject());
        future.arrived(() -> future.completeExceptionally(exception));
        return;
      }
      try {
        T value = Json.get(message, "result", result::apply);
        future.arrived(() -> future.complete(value));
      } catch (RuntimeException unreadable) {
        future.arrived(() -> future.completeExceptionally(unreadable));
      }
    }
  }
}
