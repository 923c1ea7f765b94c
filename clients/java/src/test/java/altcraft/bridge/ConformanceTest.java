package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.RuleChain;
import org.junit.rules.Timeout;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** The scenarios that every client runs, over each kind of connection to the bridge. */
@RunWith(Parameterized.class)
public final class ConformanceTest {
  /** The members of each step, beside the first one, which names the kind of step. */
  private static final Map<String, Set<String>> STEPS =
      Map.ofEntries(
          Map.entry("call", Set.of("with", "result", "error", "until", "timesOut")),
          Map.entry("begin", Set.of("with", "as")),
          Map.entry("cancel", Set.of()),
          Map.entry("end", Set.of("result", "error", "cancelled", "closed")),
          Map.entry("handle", Set.of("answer", "afterMs", "fails", "never")),
          Map.entry("asked", Set.of("with")),
          Map.entry("subscribe", Set.of()),
          Map.entry("event", Set.of("like")),
          Map.entry("unknown", Set.of("like")),
          Map.entry("gap", Set.of("count")),
          Map.entry("platform", Set.of()),
          Map.entry("sent", Set.of("count", "like")),
          Map.entry("kill", Set.of()),
          Map.entry("reconnected", Set.of()),
          Map.entry("gone", Set.of()),
          Map.entry("says", Set.of()),
          Map.entry("outcomes", Set.of("ends")),
          Map.entry("start", Set.of("status", "log")),
          Map.entry("connect", Set.of("error")));

  private final BridgeFixture fixture = new BridgeFixture();

  @Rule public final RuleChain rules = RuleChain.outerRule(fixture).around(Timeout.seconds(60));

  private final String way;
  private final JsonObject scenario;

  private final List<JsonObject> requests = new CopyOnWriteArrayList<>();
  private final List<JsonObject> events = new CopyOnWriteArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final List<JsonObject> unknown = new CopyOnWriteArrayList<>();
  private final List<JsonObject> gaps = new CopyOnWriteArrayList<>();
  private final AtomicInteger losses = new AtomicInteger();
  private final AtomicInteger reconnections = new AtomicInteger();
  private int seen;
  private final Map<String, CompletableFuture<JsonElement>> calls = new HashMap<>();
  private Bridge bridge;
  private String platform;
  private BridgeFixture.Served served;
  private int port;

  @Parameterized.Parameters(name = "{0}: {1}")
  public static List<Object[]> scenarios() throws Exception {
    Path file = BridgeFixture.ROOT.resolve("clients/conformance/scenarios.json");
    String text = Files.readString(file);
    List<Object[]> scenarios = new ArrayList<>();
    for (String way : List.of("spawn", "socket", "tcp", "websocket")) {
      for (JsonElement json : Json.parse(text).getAsJsonObject().getAsJsonArray("scenarios")) {
        String only = Json.text(json, "only");
        boolean isPort = way.equals("tcp") || way.equals("websocket");
        if (!only.isEmpty() && !only.equals(isPort ? "tcp" : way)) continue;
        scenarios.add(new Object[] {way, Json.text(json, "name"), json.getAsJsonObject()});
      }
    }
    return scenarios;
  }

  public ConformanceTest(String way, String name, JsonObject scenario) {
    this.way = way;
    this.scenario = scenario;
  }

  @Before
  public void open() throws Exception {
    platform = fixture.startPlatform();
    if (!way.equals("spawn")) serve();
    bridge = fixture.closeAfterTest(way.equals("spawn") ? Bridge.spawn(spawned()) : connect(null));
    bridge.on(Event.class, event -> {
      (event instanceof Event.Unknown ? unknown : events).add(event.toJson());
    });
    bridge.onGap(gap -> gaps.add(gap.toJson()));
    bridge.onDisconnected(error -> losses.incrementAndGet());
    bridge.onReconnected(position -> reconnections.incrementAndGet());
  }

  private SpawnOptions spawned() {
    SpawnOptions options = fixture.spawnOptions().args(limits()).onWarning(warnings::add);
    if (steps().noneMatch(step -> step.has("says"))) return options;
    return options
        .command(BridgeFixture.ROOT.resolve("clients/conformance/newer-bridge").toString())
        .env("BRIDGE", BridgeFixture.COMMAND)
        .env("SAYS", fixture.path("says").toString());
  }

  /** With that token; null stands for the token of the bridge. */
  private Bridge connect(String token) {
    ConnectOptions options = new ConnectOptions().onWarning(warnings::add);
    if (way.equals("socket")) return Bridge.connect(options.socket(socket()));
    Path file = fixture.path("data").resolve("rpc.token");
    options = token == null ? options.tokenFile(file) : options.token(token);
    boolean isTcp = way.equals("tcp");
    return Bridge.connect(isTcp ? options.port(port) : options.url("ws://127.0.0.1:" + port));
  }

  private Stream<JsonObject> steps() {
    JsonArray steps = scenario.getAsJsonArray("steps");
    return IntStream.range(0, steps.size()).mapToObj(index -> steps.get(index).getAsJsonObject());
  }

  private String[] limits() {
    List<String> words = new ArrayList<>();
    if (scenario.has("limits")) {
      for (JsonElement limit : scenario.getAsJsonArray("limits")) {
        words.addAll(List.of("--limit", limit.getAsString()));
      }
    }
    return words.toArray(String[]::new);
  }

  private Path socket() {
    return fixture.path("run").resolve("bridge.sock");
  }

  /** Starts the bridge, on its earlier port if it had one. */
  private void serve() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("serve"));
    if (way.equals("tcp")) {
      arguments.addAll(List.of("--listen", "127.0.0.1:" + port, "--require-token"));
    } else if (way.equals("websocket")) {
      arguments.addAll(List.of("--websocket", "127.0.0.1:" + port));
    } else {
      arguments.addAll(List.of("--socket", socket().toString()));
    }
    arguments.addAll(List.of("--data-dir", fixture.path("data").toString()));
    arguments.addAll(List.of(BridgeFixture.LIMITS));
    arguments.addAll(List.of(limits()));
    served = fixture.start(arguments.toArray(String[]::new));
    String address = served.ready.getAsJsonArray("listen").get(0).getAsString();
    if (!way.equals("socket")) {
      port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }
  }

  @Test
  public void plays() throws Exception {
    for (JsonElement step : scenario.getAsJsonArray("steps")) {
      String kind = step.getAsJsonObject().keySet().iterator().next();
      Set<String> members = new HashSet<>(step.getAsJsonObject().keySet());
      members.remove(kind);
      assertTrue("unknown step " + step, STEPS.containsKey(kind));
      assertTrue("unknown member in " + step, STEPS.get(kind).containsAll(members));
      play(kind, step.getAsJsonObject());
    }
    Set<String> named = new HashSet<>();
    steps().filter(step -> step.has("unknown")).forEach(it -> named.add(Json.text(it, "unknown")));
    unknown.removeIf(event -> named.contains(Json.text(event, "name")));
    assertEquals(List.of(), unknown);
    assertEquals(List.of(), warnings);
    BridgeFixture.record("scenario", Json.text(scenario, "name"), "way", way);
  }

  private void play(String kind, JsonObject step) throws Exception {
    switch (kind) {
      case "call":
        call(step);
        break;
      case "begin":
        calls.put(
            Json.text(step, "as"), bridge.call(Json.text(step, "begin"), parameters(step)));
        break;
      case "cancel":
        calls.get(Json.text(step, "cancel")).cancel(true);
        break;
      case "end":
        expect(calls.get(Json.text(step, "end")), step);
        break;
      case "handle":
        handle(step);
        break;
      case "asked":
        awaitAmong(requests, step.get("asked"), "with", step.get("with"));
        break;
      case "subscribe":
        bridge.call("events.subscribe", step.getAsJsonObject("subscribe").asMap()).join();
        break;
      case "event":
        awaitAmong(events, step.get("event"), "like", step.get("like"));
        break;
      case "unknown":
        awaitAmong(unknown, step.get("unknown"), "like", step.get("like"));
        break;
      case "gap":
        BridgeFixture.eventually("a gap", () -> isAmong(gaps, step.getAsJsonObject("gap")));
        if (step.has("count")) expectLastGap(step);
        break;
      case "outcomes":
        readOutcomes(step);
        break;
      case "platform":
        JsonElement answer =
            BridgeFixture.post(platform + "/__script", step.get("platform").toString());
        assertEquals("{\"ok\":true}", answer.toString());
        break;
      case "sent":
        expectSent(step);
        break;
      case "kill":
        kill();
        break;
      case "reconnected":
        BridgeFixture.eventually("reconnected", () -> reconnections.get() > seen);
        break;
      case "gone":
        BridgeFixture.eventually("its end", this::isGone);
        Thread.sleep(300);
        assertEquals(List.of(0, 0), List.of(losses.get(), reconnections.get()));
        break;
      case "says":
        String line = Json.write(step.get("says")) + "\n";
        Files.writeString(fixture.path("says"), line, StandardOpenOption.APPEND);
        break;
      case "start":
        expectNoStart(step);
        break;
      default:
        expect(CompletableFuture.supplyAsync(() -> open(Json.text(step, "connect"))), step);
    }
  }

  private void call(JsonObject step) throws Exception {
    String method = Json.text(step, "call");
    if (step.has("until")) {
      BridgeFixture.eventually(
          method + " answers that",
          () -> BridgeFixture.isLike(
              step.get("until"), bridge.call(method, parameters(step)).join()));
      return;
    }
    CompletableFuture<JsonElement> call = bridge.call(method, parameters(step));
    if (step.has("timesOut")) {
      call.orTimeout(step.get("timesOut").getAsLong(), TimeUnit.MILLISECONDS);
    }
    expect(call, step);
  }

  private void readOutcomes(JsonObject step) throws Exception {
    JsonArray ends = new JsonArray();
    OutcomeListener listener =
        new OutcomeListener() {
          @Override
          public void onOutcome(NumberedOutcome end) {
            ends.add(end.toJson());
          }

          @Override
          public void onGap(long from, long to) {
            fail("a gap");
          }
        };
    JsonArray expected = step.getAsJsonArray("ends");
    ListenerRegistration stream =
        bridge.onOutcomes(step.get("outcomes").getAsLong(), listener);
    BridgeFixture.eventually("the outcomes", () -> ends.size() >= expected.size());
    stream.close();
    assertTrue(ends.toString(), BridgeFixture.isLike(expected, ends));
  }

  private JsonElement open(String token) {
    connect(token).close();
    return JsonNull.INSTANCE;
  }

  private void expectNoStart(JsonObject step) {
    List<String> words = Json.list(JsonElement::getAsString).apply(step.get("start"));
    String[] arguments = words.toArray(String[]::new);
    try {
      Bridge.spawn(new SpawnOptions().command(BridgeFixture.COMMAND).args(arguments)).close();
      fail("it has started: " + step);
    } catch (BridgeClosedException error) {
      assertEquals(step.get("status").getAsInt(), error.getExitCode().intValue());
      assertTrue(error.getStderrTail(), error.getStderrTail().contains(Json.text(step, "log")));
    }
  }

  /** Waits for an event of that name with a member that matches the sample. */
  private static void awaitAmong(
      List<JsonObject> found, JsonElement name, String member, JsonElement like) throws Exception {
    JsonObject sample = new JsonObject();
    if (member.equals("like") && like != null) {
      like.getAsJsonObject().entrySet().forEach(it -> sample.add(it.getKey(), it.getValue()));
    } else if (like != null) {
      sample.add(member, like);
    }
    sample.add("name", name);
    BridgeFixture.eventually(sample.toString(), () -> isAmong(found, sample));
  }

  private static boolean isAmong(List<JsonObject> found, JsonObject sample) {
    return found.stream().anyMatch(value -> BridgeFixture.isLike(sample, value));
  }

  private Map<String, JsonElement> parameters(JsonObject step) {
    String with = step.has("with") ? Json.write(step.get("with")) : "{}";
    String text = with.replace("$PLATFORM", platform).replace("$LONG", "x".repeat(65_536));
    return Json.parse(text).getAsJsonObject().asMap();
  }

  private void handle(JsonObject step) {
    String name = Json.text(step, "handle");
    bridge.handle(name, parameters -> {
      JsonObject request = new JsonObject();
      request.addProperty("name", name);
      request.add("with", parameters);
      requests.add(request);
      if (step.has("never")) return new CompletableFuture<>();
      if (step.has("fails")) throw new IllegalStateException(Json.text(step, "fails"));
      long delay = step.has("afterMs") ? step.get("afterMs").getAsLong() : 0;
      return CompletableFuture.supplyAsync(
          () -> step.get("answer"),
          CompletableFuture.delayedExecutor(delay, TimeUnit.MILLISECONDS));
    });
  }

  private void expectSent(JsonObject step) throws Exception {
    String path = URLEncoder.encode(Json.text(step, "sent"), StandardCharsets.UTF_8);
    int count = step.get("count").getAsInt();
    JsonElement answer =
        BridgeFixture.get(platform + "/__requests?path=" + path + "&count=" + count);
    JsonArray requests = answer.getAsJsonObject().getAsJsonArray("requests");
    assertEquals(count, requests.size());
    JsonElement sample = step.has("like") ? step.get("like") : new JsonObject();
    JsonElement last = requests.get(count - 1);
    assertTrue(last.toString(), BridgeFixture.isLike(sample, last));
  }

  private void expectLastGap(JsonObject step) {
    assertEquals(gaps.toString(), step.get("count").getAsInt(), gaps.size());
    JsonObject last = gaps.get(gaps.size() - 1);
    assertTrue(gaps.toString(), BridgeFixture.isLike(step.get("gap"), last));
  }

  private boolean isGone() {
    try {
      Bridge.await(bridge.call("bridge.ping", Map.of()));
    } catch (BridgeClosedException error) {
      return true;
    } catch (BridgeException error) {
      // It has been sent.
    }
    return false;
  }

  private void kill() throws Exception {
    seen = reconnections.get();
    ProcessHandle.of(bridge.getInfo().getPid()).orElseThrow().destroyForcibly();
    if (way.equals("spawn")) return;
    served.process.waitFor();
    serve();
  }

  private void expect(CompletableFuture<JsonElement> call, JsonObject step) {
    JsonElement result = null;
    RuntimeException failure = null;
    try {
      result = Bridge.await(call);
    } catch (RuntimeException error) {
      failure = error;
    }
    if (step.has("closed")) {
      assertTrue(String.valueOf(failure), failure instanceof BridgeClosedException);
      if (way.equals("spawn")) {
        expectEnd((BridgeClosedException) failure, step.getAsJsonObject("closed"));
      }
    } else if (step.has("cancelled")) {
      assertTrue(String.valueOf(failure), failure instanceof CancellationException);
    } else if (step.has("timesOut")) {
      assertTrue(String.valueOf(failure), failure.getCause() instanceof TimeoutException);
    } else if (step.has("error")) {
      assertTrue(String.valueOf(failure), failure instanceof BridgeException);
      expectError((BridgeException) failure, step.get("error"));
    } else if (failure != null) {
      throw failure;
    } else if (step.has("result")) {
      JsonElement value = result == null ? JsonNull.INSTANCE : result;
      assertTrue(value.toString(), BridgeFixture.isLike(step.get("result"), value));
    }
  }

  private static void expectEnd(BridgeClosedException error, JsonObject sample) {
    assertEquals(128 + sample.get("signal").getAsInt(), error.getExitCode().intValue());
    String log = Json.text(sample, "log");
    assertTrue(error.getStderrTail(), error.getStderrTail().contains(log));
  }

  private static void expectError(BridgeException error, JsonElement sample) {
    JsonObject value = new JsonObject();
    value.addProperty("reason", error.getReason());
    value.addProperty("code", error.getCode());
    value.addProperty("retryable", error.isRetryable());
    value.add("data", error.getData());
    assertTrue(value.toString(), BridgeFixture.isLike(sample, value));
    String name = error.getReason().toLowerCase().replaceAll("error$", "") + "exception";
    assertEquals(name, error.getClass().getSimpleName().toLowerCase());
  }
}
