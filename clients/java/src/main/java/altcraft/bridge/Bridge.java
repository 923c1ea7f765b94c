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

/**
 * The bridge: every method of the SDK, its events, and the questions it asks.
 *
 * <pre>{@code
 * try (Bridge bridge = Bridge.spawn(new SpawnOptions().dataDir("/var/lib/app/altcraft"))) {
 *   bridge.handle(Callback.GET_TOKEN, question -> token);
 *   bridge.on(Event.PushSubscribeSucceeded.class, event -> System.out.println(event.getValue()));
 *   bridge.events().subscribe().join();
 * }
 * }</pre>
 *
 * <p>Every call can be given up: by {@code cancel(true)} of its future, or after a time by
 * {@code orTimeout}. Work that was accepted meanwhile goes on. What follows an answer
 * ({@code thenApply} and the like), listeners and handlers run on threads of this library, and may
 * make calls and wait for them.
 */
public final class Bridge extends Methods implements AutoCloseable {
  private final Line line;

  /** Starts a bridge of our own. It ends with this program. */
  public static Bridge spawn(SpawnOptions options) {
    return open(new Line(() -> ProcessTransport.start(options), () -> null, options));
  }

  /** Connects to a bridge that is served on a socket or a port. */
  public static Bridge connect(ConnectOptions options) {
    return open(new Line(() -> SocketTransport.open(options), () -> token(options), options));
  }

  private static Bridge open(Line line) {
    line.open();
    return new Bridge(line);
  }

  private static String token(ConnectOptions options) {
    if (options.tokenFile == null) return options.token;
    try {
      return Files.readString(options.tokenFile).trim();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private Bridge(Line line) {
    super(line);
    this.line = line;
  }

  /** Waits for an answer. Throws what the call failed with, and not a wrapping around it. */
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

  /** What the bridge at the other end says of itself. */
  public BridgeInfo getInfo() {
    return line.info();
  }

  /** Calls a method by name, also one that this version of the interface does not know. */
  public CompletableFuture<JsonElement> call(String method, Map<String, ?> parameters) {
    return line.call(method, Json.of(parameters).getAsJsonObject(), json -> json);
  }

  /** Answers a question of the bridge from now on; the last answer that was given counts. */
  public <Q, A> Bridge handle(
      Callback<Q, A> callback, Function<? super Q, ? extends A> answer) {
    return handleAsync(
        callback, question -> CompletableFuture.completedFuture(answer.apply(question)));
  }

  /** The same for an answer that comes later. */
  public <Q, A> Bridge handleAsync(
      Callback<Q, A> callback, Function<? super Q, ? extends CompletionStage<? extends A>> answer) {
    line.handle(callback.name, json -> answer.apply(callback.question.apply(json)));
    return this;
  }

  /** Answers a question by its name, also one that this version of the interface does not know. */
  public Bridge handle(String name, Function<JsonElement, ? extends CompletionStage<?>> answer) {
    line.handle(name, answer::apply);
    return this;
  }

  /**
   * Calls {@code listener} for each event of that class, once {@code events().subscribe()} was
   * called: one of those in {@link Event}, or all of them. Listeners are called one after the
   * other, in the order of the events. After a lost connection events go on where they ended.
   */
  public <E extends Event> Listening on(Class<E> event, Consumer<? super E> listener) {
    return line.listen(event, listener);
  }

  /** Tells of events that were missed; {@code events().list()} may still have them. */
  public Listening onGap(Consumer<EventGap> listener) {
    return line.listen(EventGap.class, listener);
  }

  /** Tells that the connection was lost; it is being opened again. */
  public Listening onDisconnected(Consumer<BridgeClosedException> listener) {
    return line.listen(Line.Disconnected.class, happening -> listener.accept(happening.error));
  }

  /**
   * Tells that it is open again: providers are registered, and events go on where they ended. The
   * position is null when there was no subscription.
   */
  public Listening onReconnected(Consumer<EventPosition> listener) {
    return line.listen(Line.Reconnected.class, happening -> listener.accept(happening.position));
  }

  /** Ends in an orderly way: what is in flight is answered. A process of our own has ended then. */
  @Override
  public void close() {
    line.close();
  }
}
