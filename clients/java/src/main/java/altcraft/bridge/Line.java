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

/** The connection, opened again when it is lost. */
final class Line implements Caller, Connection.Host {
  /** Register this connection for something, so they are made again after it was lost. */
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "setJWTProvider",
          "setAPNSTokenProvider",
          "setFCMTokenProvider",
          "setHMSTokenProvider",
          "notificationManager.setCustomPushProcessing",
          "notificationManager.setCustomClickProcessing");

  /**
   * These are forgotten only with the process. A connection that comes back to the same process
   * leaves them alone: another host may have changed them.
   */
  private static final Set<String> OF_PROCESS =
      Set.of(
          "setAppGroup",
          "notificationManager.setPermission",
          "backgroundTasks.registerBackgroundTask",
          "bridge.setLogLevel");

  private static final Map<String, String> OTHER_NAMES =
      Map.of("nse.setAppGroup", "setAppGroup", "nse.setJWTProvider", "setJWTProvider");

  /** How long a bridge may take to say who it is. */
  private static final long HANDSHAKE_SECONDS = 30;

  private static final long FIRST_PAUSE = 100;
  private static final long LONGEST_PAUSE = 10_000;

  private final Supplier<Transport> transports;
  private final Supplier<String> token;
  private final BridgeOptions<?> options;

  private final Map<String, Function<JsonElement, CompletionStage<?>>> handlers =
      new ConcurrentHashMap<>();
  private final List<Consumer<Object>> listeners = new CopyOnWriteArrayList<>();
  private final Executor happenings = Threads.inOrder("altcraft-bridge events");

  // All that follows changes together.
  private Connection connection;
  private BridgeInfo info;
  private final Map<String, JsonObject> registered = new LinkedHashMap<>();
  private JsonObject subscription;
  /** The run whose events are told, and the last that was told or is known to be missing. */
  private String epoch = "";
  private long seq;
  /** Opens the connection again; null while there is no need to. */
  private Thread reopening;
  private boolean isClosing;
  /** Once it is lost: the host wants that, or has told the bridge to go. */
  private boolean staysAway;

  /** {@code token} answers null where none is needed. */
  Line(Supplier<Transport> transports, Supplier<String> token, BridgeOptions<?> options) {
    this.transports = transports;
    this.token = token;
    this.options = options;
    staysAway = !options.reconnects;
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
      // Here no event that follows the answer has been told yet.
      answered(method, parameters, answer);
      return result.apply(answer);
    });
  }

  private synchronized Connection current() {
    return connection;
  }

  private synchronized void answered(String method, JsonObject parameters, JsonElement answer) {
    String name = OTHER_NAMES.getOrDefault(method, method);
    if (OF_CONNECTION.contains(name) || OF_PROCESS.contains(name)) {
      registered.remove(name);
      registered.put(name, parameters);
    }
    if (method.equals("events.unsubscribe") || method.equals("unsubscribeFromEvent")) {
      subscription = null;
    }
    if (method.equals("bridge.shutdown")) staysAway = true;
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
      // All that is kept of this run follows.
      Long oldest = position.getOldest();
      seq = oldest == null ? position.getSeq() : oldest - 1;
    }
    if (gap != null) tell(gap);
  }

  /** The events up to that one were told, or are known to be missing. */
  private synchronized void passed(JsonElement parameters, String last) {
    Long number = Json.get(parameters.getAsJsonObject(), last, Json::integer);
    if (number != null && Json.text(parameters, "epoch").equals(epoch)) seq = Math.max(seq, number);
  }

  void handle(String name, Function<JsonElement, CompletionStage<?>> answer) {
    handlers.put(name, answer);
  }

  /** Calls {@code listener} for each happening of that class. */
  <T> Listening listen(Class<T> type, Consumer<? super T> listener) {
    Consumer<Object> listening = happening -> {
      if (type.isInstance(happening)) listener.accept(type.cast(happening));
    };
    listeners.add(listening);
    return () -> listeners.remove(listening);
  }

  private void tell(Object happening) {
    happenings.execute(() -> {
      for (Consumer<Object> listener : listeners) {
        try {
          listener.accept(happening);
        } catch (RuntimeException error) {
          warn("a listener threw: " + error);
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
      last = connection;
      opening = reopening;
    }
    if (last != null) last.close();
    if (opening == null) return;
    try {
      // What is being opened is closed by who opens it.
      opening.join(TimeUnit.SECONDS.toMillis(Transport.PATIENCE_SECONDS));
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void told(String method, JsonElement parameters) {
    if (method.equals("events.gap")) {
      tell(new EventGap(parameters));
      passed(parameters, "to");
    } else if (method.equals("event")) {
      tell(Event.of(parameters));
      passed(parameters, "seq");
    }
  }

  @Override
  public CompletionStage<?> asked(String method, JsonElement parameters) {
    Function<JsonElement, CompletionStage<?>> handler = handlers.get(method);
    if (handler == null) throw new IllegalStateException("nobody answers " + method + " here");
    return handler.apply(parameters);
  }

  @Override
  public void warn(String message) {
    options.onWarning.accept(message);
  }

  @Override
  public void closed(Connection ended, BridgeClosedException error) {
    synchronized (this) {
      // One that ends while it is being opened is the business of who opens it.
      if (isClosing || staysAway || reopening != null || ended != connection) return;
      tell(new Disconnected(error));
      reopening = Threads.start("altcraft-bridge reconnect", this::reopen);
    }
  }

  /** Tries until it succeeds or is given up, less and less often. */
  private void reopen() {
    for (long pause = FIRST_PAUSE; rest(pause); pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        Connection opened = connect();
        EventPosition position = resume(opened);
        synchronized (this) {
          if (opened.end() != null) continue;
          reopening = null;
        }
        tell(new Reconnected(position));
        return;
      } catch (BridgeClosedException error) {
        // It may be there the next time.
      } catch (RuntimeException error) {
        warn(error.toString());
      }
    }
  }

  /** Whether to go on after it. */
  private synchronized boolean rest(long milliseconds) {
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

  /** Opens a connection, makes itself known there, and has calls go that way. */
  private Connection connect() {
    Connection opened = new Connection(transports.get(), this);
    opened.start();
    try {
      String secret = token.get();
      if (secret != null) {
        JsonObject parameters = new JsonObject();
        parameters.addProperty("token", secret);
        await(opened.call("bridge.authenticate", parameters, Json::nothing));
      }
      BridgeInfo told = await(opened.call("bridge.info", new JsonObject(), BridgeInfo::new));
      if (!Schema.DIGEST.equals(told.getSchemaDigest())) {
        warn(
            "the bridge has version " + told.getVersion() + " of the interface, this client "
                + Schema.VERSION);
      }
      opened.limit(told);
      register(opened, told);
      synchronized (this) {
        if (isClosing) throw new BridgeClosedException("the bridge was closed");
        connection = opened;
        info = told;
      }
      return opened;
    } catch (RuntimeException error) {
      opened.close();
      throw error;
    }
  }

  /** Before anything else goes that way: a call may need a provider. */
  private void register(Connection opened, BridgeInfo told) {
    Map<String, JsonObject> again;
    synchronized (this) {
      again = new LinkedHashMap<>(registered);
      boolean isNewProcess = info != null && !told.getEpoch().equals(info.getEpoch());
      if (!isNewProcess) again.keySet().removeAll(OF_PROCESS);
    }
    // The others may go by the app group.
    JsonObject group = again.remove("setAppGroup");
    if (group != null) register(opened, "setAppGroup", group);
    again.forEach((method, parameters) -> register(opened, method, parameters));
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
        answered("events.subscribe", parameters, answer);
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

  /** The connection was lost. */
  static final class Disconnected {
    final BridgeClosedException error;

    private Disconnected(BridgeClosedException error) {
      this.error = error;
    }
  }

  /** It is open again. */
  static final class Reconnected {
    final EventPosition position;

    private Reconnected(EventPosition position) {
      this.position = position;
    }
  }
}
