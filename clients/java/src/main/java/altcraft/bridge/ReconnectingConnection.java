package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A connection that is reopened when it is lost. */
final class ReconnectingConnection implements Caller, Connection.Host {
  /** Methods that register something for this connection, to repeat on a new one. */
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "setJWTProvider",
          "setAPNSTokenProvider",
          "setFCMTokenProvider",
          "setHMSTokenProvider",
          "notificationManager.setCustomPushProcessing",
          "notificationManager.setCustomClickProcessing");

  /**
   * Only a restart of the process ends the effect of these. A connection to the same process does
   * not repeat them, because another host may have changed them.
   */
  private static final Set<String> OF_PROCESS =
      Set.of(
          "setAppGroup",
          "notificationManager.setPermission",
          "backgroundTasks.registerBackgroundTask",
          "bridge.setLogLevel");

  private static final Map<String, String> OTHER_NAMES =
      Map.of("nse.setAppGroup", "setAppGroup", "nse.setJWTProvider", "setJWTProvider");

  /** The time limit of the first call on a connection. */
  private static final long HANDSHAKE_SECONDS = 30;

  private static final long FIRST_PAUSE = 100;
  private static final long LONGEST_PAUSE = 10_000;

  private final Supplier<Transport> transports;
  private final Supplier<String> token;
  private final BridgeOptions<?> options;

  private final Map<String, Function<JsonElement, CompletionStage<?>>> handlers =
      new ConcurrentHashMap<>();
  private final List<Consumer<Object>> listeners = new CopyOnWriteArrayList<>();
  private final Executor executor = Threads.inOrder("altcraft-bridge events");

  // The following members change together.
  private Connection connection;
  /** The last connection that was opened, even if calls do not use it yet. */
  private Connection newest;
  private BridgeInfo info;
  private final Map<String, JsonObject> registered = new LinkedHashMap<>();
  private JsonObject subscription;
  /** The run of the last event that was delivered or is known to be missing, and its number. */
  private String epoch = "";
  private long seq;
  /** Reopens the connection; null while it is not needed. */
  private Thread reopening;
  private boolean isClosing;
  /** True if the connection stays closed after a loss: by an option, or because the host stopped the bridge. */
  private boolean staysClosed;

  /** {@code token} returns null if none is required. */
  ReconnectingConnection(
      Supplier<Transport> transports, Supplier<String> token, BridgeOptions<?> options) {
    this.transports = transports;
    this.token = token;
    this.options = options;
    staysClosed = !options.reconnects;
  }

  void open() {
    Connection opened = connect();
    BridgeClosedException end = opened.end();
    if (end != null) throw end;
  }

  synchronized BridgeInfo info() {
    return info;
  }

  @Override
  public <T> CompletableFuture<T> call(
      String method, JsonObject parameters, Function<? super JsonElement, ? extends T> result) {
    return current().call(method, parameters, answer -> {
      // No event after this response has been delivered yet.
      succeeded(method, parameters, answer);
      return result.apply(answer);
    });
  }

  private synchronized Connection current() {
    return connection;
  }

  private synchronized void succeeded(String method, JsonObject parameters, JsonElement answer) {
    String name = OTHER_NAMES.getOrDefault(method, method);
    if (OF_CONNECTION.contains(name) || OF_PROCESS.contains(name)) {
      registered.remove(name);
      registered.put(name, parameters);
    }
    if (method.equals("events.unsubscribe") || method.equals("unsubscribeFromEvent")) {
      subscription = null;
    }
    if (method.equals("bridge.shutdown")) staysClosed = true;
    if (method.equals("events.subscribe") || method.equals("subscribeToEvents")) {
      subscribed(parameters, new EventPosition(answer));
    }
  }

  private void subscribed(JsonObject parameters, EventPosition position) {
    subscription = parameters;
    epoch = position.getEpoch();
    Long since = Json.get(parameters, "since", Json::integer);
    EventGap gap = position.getGap();
    if (since == null) {
      seq = position.getSeq();
    } else if (gap == null) {
      seq = since;
    } else {
      // All kept events of this run follow.
      Long oldest = position.getOldest();
      seq = oldest == null ? position.getSeq() : oldest - 1;
    }
    if (gap != null) emit(gap);
  }

  /** Records that the events up to that one were delivered, or are known to be missing. */
  private synchronized void advance(JsonElement parameters, String last) {
    Long number = Json.get(parameters.getAsJsonObject(), last, Json::integer);
    if (number != null && Json.text(parameters, "epoch").equals(epoch)) seq = Math.max(seq, number);
  }

  void handle(String name, Function<JsonElement, CompletionStage<?>> answer) {
    handlers.put(name, answer);
  }

  /** Calls {@code listener} for each notification of that class. */
  <T> ListenerRegistration listen(Class<T> type, Consumer<? super T> listener) {
    Consumer<Object> filtered = event -> {
      if (type.isInstance(event)) listener.accept(type.cast(event));
    };
    listeners.add(filtered);
    return () -> listeners.remove(filtered);
  }

  private void emit(Object event) {
    executor.execute(() -> {
      for (Consumer<Object> listener : listeners) {
        try {
          listener.accept(event);
        } catch (Throwable error) {
          options.warn("a listener threw: " + error);
        }
      }
    });
  }

  void close() {
    Connection last;
    Thread opening;
    synchronized (this) {
      isClosing = true;
      notifyAll();
      last = newest;
      opening = reopening;
    }
    if (last != null) last.close();
    // A function of the host for the token may close the client on the thread of the opener.
    if (opening == null || opening == Thread.currentThread()) return;
    try {
      opening.join(TimeUnit.SECONDS.toMillis(Transport.EXIT_TIMEOUT_SECONDS));
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void notified(String method, JsonElement parameters) {
    if (method.equals("events.gap")) {
      emit(new EventGap(parameters));
      advance(parameters, "to");
    } else if (method.equals("event")) {
      emit(Event.of(parameters));
      advance(parameters, "seq");
    } else if (method.equals("outcome")) {
      emit(new NumberedOutcome(parameters));
    } else if (method.equals("outcomes.gap")) {
      emit(new OutcomeGap(parameters.getAsJsonObject()));
    }
  }

  @Override
  public CompletionStage<?> requested(String method, JsonElement parameters) {
    Function<JsonElement, CompletionStage<?>> handler = handlers.get(method);
    if (handler == null) throw new IllegalStateException("no handler for " + method);
    return handler.apply(parameters);
  }

  @Override
  public void warn(String message) {
    // Not on the thread that reads: the listener may block, or close the client.
    executor.execute(() -> options.warn(message));
  }

  @Override
  public void closed(Connection ended, BridgeClosedException error) {
    synchronized (this) {
      // The opener handles the end of a connection that is being opened.
      if (isClosing || staysClosed || reopening != null || ended != connection) return;
      emit(new Disconnected(error));
      reopening = Threads.start("altcraft-bridge reconnect", this::reopen);
    }
  }

  /** Retries with growing pauses until it succeeds or is cancelled. */
  private void reopen() {
    for (long pause = FIRST_PAUSE; sleep(pause); pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        Connection opened = connect();
        EventPosition position = resume(opened);
        synchronized (this) {
          if (opened.end() != null) continue;
          reopening = null;
        }
        emit(new Reconnected(position));
        return;
      } catch (BridgeClosedException error) {
        // A bridge that is not running may be started later.
      } catch (RuntimeException error) {
        warn(error.toString());
      }
    }
  }

  /** Waits, and returns whether to continue. */
  private synchronized boolean sleep(long milliseconds) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
    try {
      while (!isClosing) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) return true;
        wait(left);
      }
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  /** Opens a connection, restores the state of the last one, and then uses it for calls. */
  private Connection connect() {
    Connection opened = new Connection(transports.get(), this);
    opened.start();
    try {
      synchronized (this) {
        if (isClosing) throw new BridgeClosedException("the bridge was closed");
        newest = opened;
      }
      String secret = token.get();
      if (secret != null) {
        JsonObject parameters = new JsonObject();
        parameters.addProperty("token", secret);
        await(opened.call("bridge.authenticate", parameters, Json::nothing));
      }
      BridgeInfo received = await(opened.call("bridge.info", new JsonObject(), BridgeInfo::new));
      if (!Schema.DIGEST.equals(received.getSchemaDigest())) {
        warn(
            "the bridge has version " + received.getVersion()
                + " of the interface, this client has " + Schema.VERSION);
      }
      opened.limit(received);
      register(opened, received);
      synchronized (this) {
        if (isClosing) throw new BridgeClosedException("the bridge was closed");
        connection = opened;
        info = received;
      }
      return opened;
    } catch (RuntimeException error) {
      opened.close();
      throw error;
    }
  }

  /** Repeats the registrations before any other call, which may need a provider. */
  private void register(Connection opened, BridgeInfo received) {
    Map<String, JsonObject> repeated;
    synchronized (this) {
      repeated = new LinkedHashMap<>(registered);
      boolean isNewProcess = info != null && !received.getEpoch().equals(info.getEpoch());
      if (!isNewProcess) repeated.keySet().removeAll(OF_PROCESS);
    }
    // The app group is first, because the others may depend on it.
    JsonObject group = repeated.remove("setAppGroup");
    if (group != null) register(opened, "setAppGroup", group);
    repeated.forEach((method, parameters) -> register(opened, method, parameters));
  }

  private void register(Connection opened, String method, JsonObject parameters) {
    try {
      await(opened.call(method, parameters, Json::nothing));
    } catch (BridgeException refusal) {
      warn(method + " could not be registered again: " + refusal.getMessage());
    }
  }

  private EventPosition resume(Connection opened) {
    JsonObject parameters;
    synchronized (this) {
      if (subscription == null) return null;
      parameters = subscription.deepCopy();
      parameters.addProperty("epoch", epoch);
      parameters.addProperty("since", seq);
    }
    try {
      return await(opened.call("events.subscribe", parameters, answer -> {
        succeeded("events.subscribe", parameters, answer);
        return new EventPosition(answer);
      }));
    } catch (RuntimeException error) {
      opened.close();
      throw error;
    }
  }

  private static <T> T await(CompletableFuture<T> answer) {
    answer.orTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
    return Bridge.await(answer);
  }

  /** Outcomes that are no longer kept. */
  static final class OutcomeGap {
    final String epoch;
    final long from;
    final long to;
    final boolean isRolledBack;

    private OutcomeGap(JsonObject parameters) {
      epoch = parameters.has("epoch") ? parameters.get("epoch").getAsString() : null;
      isRolledBack =
          parameters.has("reason") && parameters.get("reason").getAsString().equals("rolledBack");
      from = Json.integer(parameters.get("from"));
      to = Json.integer(parameters.get("to"));
    }
  }

  /** The connection was lost. */
  static final class Disconnected {
    final BridgeClosedException error;

    private Disconnected(BridgeClosedException error) {
      this.error = error;
    }
  }

  /** The connection is open again. */
  static final class Reconnected {
    final EventPosition position;

    private Reconnected(EventPosition position) {
      this.position = position;
    }
  }
}
