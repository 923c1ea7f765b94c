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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.RuleChain;
import org.junit.rules.Timeout;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** The scenarios that every client plays, over a process of its own and over a socket. */
@RunWith(Parameterized.class)
public final class ConformanceTest {
  private final World world = new World();

  @Rule public final RuleChain rules = RuleChain.outerRule(world).around(Timeout.seconds(60));

  private final String way;
  private final JsonObject scenario;

  private final List<JsonObject> asked = new CopyOnWriteArrayList<>();
  private final List<JsonObject> events = new CopyOnWriteArrayList<>();
  private final List<String> surprises = new CopyOnWriteArrayList<>();
  private final List<JsonObject> gaps = new CopyOnWriteArrayList<>();
  private final AtomicInteger reconnections = new AtomicInteger();
  private int seen;
  private final Map<String, CompletableFuture<JsonElement>> calls = new HashMap<>();
  private Bridge bridge;
  private String platform;
  private World.Served served;

  @Parameterized.Parameters(name = "{0}: {1}")
  public static List<Object[]> scenarios() throws Exception {
    String text = Files.readString(World.ROOT.resolve("clients/conformance/scenarios.json"));
    List<Object[]> scenarios = new ArrayList<>();
    for (String way : List.of("spawn", "socket")) {
      for (JsonElement json : Json.parse(text).getAsJsonObject().getAsJsonArray("scenarios")) {
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
    platform = world.startPlatform();
    if (way.equals("socket")) {
      serve();
      ConnectOptions options = new ConnectOptions().socket(socket()).onWarning(surprises::add);
      bridge = world.keep(Bridge.connect(options));
    } else {
      bridge = world.keep(Bridge.spawn(world.spawnOptions().onWarning(surprises::add)));
    }
    bridge.on(Event.class, event -> events.add(event.toJson()));
    bridge.on(Event.Unknown.class, event -> surprises.add(event.toString()));
    bridge.onGap(gap -> gaps.add(gap.toJson()));
    bridge.onReconnected(position -> reconnections.incrementAndGet());
  }

  private Path socket() {
    return world.path("run").resolve("bridge.sock");
  }

  private void serve() throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("serve", "--socket", socket().toString()));
    arguments.addAll(List.of("--data-dir", world.path("data").toString()));
    arguments.addAll(List.of(World.LIMITS));
    served = world.start(arguments.toArray(String[]::new));
  }

  @Test
  public void plays() throws Exception {
    for (JsonElement step : scenario.getAsJsonArray("steps")) play(step.getAsJsonObject());
    assertEquals(List.of(), surprises);
  }

  private void play(JsonObject step) throws Exception {
    if (step.has("call")) {
      expect(bridge.call(Json.text(step, "call"), parameters(step)), step);
    } else if (step.has("begin")) {
      calls.put(
          Json.text(step, "as"), bridge.call(Json.text(step, "begin"), parameters(step)));
    } else if (step.has("end")) {
      expect(calls.get(Json.text(step, "end")), step);
    } else if (step.has("handle")) {
      handle(step);
    } else if (step.has("asked")) {
      JsonObject sample = new JsonObject();
      sample.add("name", step.get("asked"));
      sample.add("with", step.has("with") ? step.get("with") : new JsonObject());
      World.eventually(sample + " is asked", () -> isAmong(asked, sample));
    } else if (step.has("subscribe")) {
      bridge.call("events.subscribe", step.getAsJsonObject("subscribe").asMap()).join();
    } else if (step.has("event")) {
      JsonObject sample = step.has("like") ? step.getAsJsonObject("like") : new JsonObject();
      sample.add("name", step.get("event"));
      World.eventually("event " + sample, () -> isAmong(events, sample));
    } else if (step.has("gap")) {
      World.eventually("a gap", () -> isAmong(gaps, step.getAsJsonObject("gap")));
    } else if (step.has("platform")) {
      JsonElement answer = World.post(platform + "/__script", step.get("platform").toString());
      assertEquals("{\"ok\":true}", answer.toString());
    } else if (step.has("sent")) {
      expectSent(step);
    } else if (step.has("kill")) {
      kill();
    } else if (step.has("reconnected")) {
      World.eventually("reconnected", () -> reconnections.get() > seen);
    } else {
      fail("a step nobody knows: " + step);
    }
  }

  private static boolean isAmong(List<JsonObject> found, JsonObject sample) {
    return found.stream().anyMatch(value -> World.isLike(sample, value));
  }

  private Map<String, JsonElement> parameters(JsonObject step) {
    String with = step.has("with") ? Json.write(step.get("with")) : "{}";
    return Json.parse(with.replace("$PLATFORM", platform)).getAsJsonObject().asMap();
  }

  private void handle(JsonObject step) {
    String name = Json.text(step, "handle");
    bridge.handle(name, parameters -> {
      JsonObject question = new JsonObject();
      question.addProperty("name", name);
      question.add("with", parameters);
      asked.add(question);
      if (step.has("never")) return new CompletableFuture<>();
      if (step.has("fails")) throw new IllegalStateException(Json.text(step, "fails"));
      return CompletableFuture.completedFuture(step.get("answer"));
    });
  }

  private void expectSent(JsonObject step) throws Exception {
    String path = URLEncoder.encode(Json.text(step, "sent"), StandardCharsets.UTF_8);
    int count = step.get("count").getAsInt();
    JsonElement answer = World.get(platform + "/__requests?path=" + path + "&count=" + count);
    JsonArray requests = answer.getAsJsonObject().getAsJsonArray("requests");
    assertEquals(count, requests.size());
    JsonElement sample = step.has("like") ? step.get("like") : new JsonObject();
    JsonElement last = requests.get(count - 1);
    assertTrue(last.toString(), World.isLike(sample, last));
  }

  private void kill() throws Exception {
    seen = reconnections.get();
    ProcessHandle.of(bridge.getInfo().getPid()).orElseThrow().destroyForcibly();
    if (way.equals("spawn")) return;
    served.process.waitFor();
    serve();
  }

  private static void expect(CompletableFuture<JsonElement> call, JsonObject step) {
    JsonElement result = null;
    RuntimeException failure = null;
    try {
      result = Bridge.await(call);
    } catch (RuntimeException error) {
      failure = error;
    }
    if (step.has("closed")) {
      assertTrue(String.valueOf(failure), failure instanceof BridgeClosedException);
    } else if (step.has("error")) {
      assertTrue(String.valueOf(failure), failure instanceof BridgeException);
      expectError((BridgeException) failure, step.get("error"));
    } else if (failure != null) {
      throw failure;
    } else if (step.has("result")) {
      JsonElement value = result == null ? JsonNull.INSTANCE : result;
      assertTrue(value.toString(), World.isLike(step.get("result"), value));
    }
  }

  private static void expectError(BridgeException error, JsonElement sample) {
    JsonObject value = new JsonObject();
    value.addProperty("reason", error.getReason());
    value.addProperty("code", error.getCode());
    value.addProperty("retryable", error.isRetryable());
    value.add("data", error.getData());
    assertTrue(value.toString(), World.isLike(sample, value));
    String name = error.getReason().toLowerCase().replaceAll("error$", "") + "exception";
    assertEquals(name, error.getClass().getSimpleName().toLowerCase());
  }
}
