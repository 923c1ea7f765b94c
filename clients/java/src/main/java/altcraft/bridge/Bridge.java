package altcraft.bridge;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The bridge: every method of the SDK, its events, and its callbacks.
 *
 * <pre>{@code
 * try (Bridge bridge = Bridge.spawn(new SpawnOptions().dataDir("/var/lib/app/altcraft"))) {
 *   bridge.handle(Callback.GET_TOKEN, question -> token);
 *   bridge.on(Event.PushSubscribeSucceeded.class, event -> System.out.println(event.getValue()));
 *   bridge.events().subscribe().join();
 * }
 * }</pre>
 *
 * <p>Every call can be cancelled: by {@code cancel(true)} of its future, or after a time by
 * {@code orTimeout}. A job that was accepted before continues. Dependent stages
 * ({@code thenApply} and the like), listeners and handlers run on threads of this library, and may
 * make calls and wait for them.
 */
public final class Bridge extends Methods implements AutoCloseable {
  final ReconnectingConnection connection;

  /** Starts a bridge as a child process. It ends with this program. */
  public static Bridge spawn(SpawnOptions options) {
    return open(() -> ProcessTransport.start(options), () -> null, options);
  }

  /** Connects to a bridge on a socket, a WebSocket or a port. */
  public static Bridge connect(ConnectOptions options) {
    return open(() -> transport(options), () -> token(options), options);
  }

  private static Transport transport(ConnectOptions options) {
    return options.url == null
        ? SocketTransport.open(options)
        : WebSocketTransport.open(options.url);
  }

  private static Bridge open(
      Supplier<Transport> transports, Supplier<String> token, BridgeOptions<?> options) {
    ReconnectingConnection connection = new ReconnectingConnection(transports, token, options);
    connection.open();
    return new Bridge(connection);
  }

  private static String token(ConnectOptions options) {
    if (options.tokenFile == null) return options.token;
    try {
      return Files.readString(options.tokenFile).trim();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private Bridge(ReconnectingConnection connection) {
    super(connection);
    this.connection = connection;
  }

  /** Waits for an answer. Throws the error of the call, without a wrapper. */
  public static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof RuntimeException) {
        throw (RuntimeException) failure.getCause();
      }
      throw failure;
    }
  }

  /** The information of the connected bridge about itself. */
  public BridgeInfo getInfo() {
    return connection.info();
  }

  /** Calls a method by name, even one that this version of the interface does not know. */
  public CompletableFuture<JsonElement> call(String method, Map<String, ?> parameters) {
    return connection.call(method, Json.of(parameters).getAsJsonObject(), json -> json);
  }

  /** Registers the handler of a request of the bridge; it replaces an earlier one. */
  public <Q, A> Bridge handle(
      Callback<Q, A> callback, Function<? super Q, ? extends A> answer) {
    return handleAsync(
        callback, question -> CompletableFuture.completedFuture(answer.apply(question)));
  }

  /** Registers an asynchronous handler of a request of the bridge. */
  public <Q, A> Bridge handleAsync(
      Callback<Q, A> callback, Function<? super Q, ? extends CompletionStage<? extends A>> answer) {
    connection.handle(callback.name, json -> answer.apply(callback.question.apply(json)));
    return this;
  }

  /** Registers a handler by name, even of a request that this version does not know. */
  public Bridge handle(String name, Function<JsonElement, ? extends CompletionStage<?>> answer) {
    connection.handle(name, answer::apply);
    return this;
  }

  /**
   * Calls {@code listener} for each event of that class, after {@code events().subscribe()} was
   * called: one of those in {@link Event}, or all of them. Listeners are called one at a time, in
   * the order of the events. After a lost connection events continue after the last one received.
   */
  public <E extends Event> ListenerRegistration on(Class<E> event, Consumer<? super E> listener) {
    return connection.listen(event, listener);
  }

  /** Reports events that were missed; {@code events().list()} may still have them. */
  public ListenerRegistration onGap(Consumer<EventGap> listener) {
    return connection.listen(EventGap.class, listener);
  }

  /** Reports that the connection was lost; the client reopens it. */
  public ListenerRegistration onDisconnected(Consumer<BridgeClosedException> listener) {
    return connection.listen(
        ReconnectingConnection.Disconnected.class, event -> listener.accept(event.error));
  }

  /**
   * Reports that the connection is open again: providers are registered, and events resume. The
   * position is null without a subscription.
   */
  public ListenerRegistration onReconnected(Consumer<EventPosition> listener) {
    return connection.listen(
        ReconnectingConnection.Reconnected.class, event -> listener.accept(event.position));
  }

  /**
   * Reports the outcomes after a number, in order, then new ones, also after a lost connection.
   * With {@code after} null it reports only new outcomes, with 0 all that are kept. One stream at a
   * time.
   *
   * <p>Store the number and the epoch of each outcome that was processed: with them, a later
   * process misses and repeats none. Without the epoch it does not notice that an older copy of the data
   * directory was put back.
   */
  public ListenerRegistration onOutcomes(Long after, String epoch, OutcomeListener listener) {
    return OutcomeStream.open(connection, after, epoch, listener);
  }

  /** Reports the outcomes after a number of an unknown epoch. */
  public ListenerRegistration onOutcomes(Long after, OutcomeListener listener) {
    return onOutcomes(after, null, listener);
  }

  /** Closes the client: calls in flight are answered. A process that it started has exited. */
  @Override
  public void close() {
    connection.close();
  }
}
