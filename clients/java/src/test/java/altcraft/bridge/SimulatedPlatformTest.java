package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.RuleChain;
import org.junit.rules.Timeout;

/** The helpers for tests of a host: the simulated platform, and JWTs for it. */
public final class SimulatedPlatformTest {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final BridgeFixture fixture = new BridgeFixture();

  @Rule public final RuleChain rules = RuleChain.outerRule(fixture).around(Timeout.seconds(60));

  private SimulatedPlatform start(String... args) {
    SpawnOptions options = new SpawnOptions().command(BridgeFixture.COMMAND).args(args);
    return fixture.closeAfterTest(SimulatedPlatform.start(options));
  }

  /** Sends an event about a push, as the bridge does. */
  private static CompletableFuture<HttpResponse<String>> begin(
      SimulatedPlatform platform, String event, String requestId) {
    String jwt = TestJwt.of(Map.of("db_id", 1, "email", "ann@example.com"));
    URI uri = URI.create(platform.getUrl() + "/event/push/" + event + "?matching_mode=email");
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Authorization", "Bearer " + jwt)
            .header("Content-Type", "application/json")
            .header("Request-ID", requestId)
            .POST(HttpRequest.BodyPublishers.ofString("{\"smid\":\"m-1\",\"time\":1700000000}"))
            .build();
    return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString());
  }

  private static int status(SimulatedPlatform platform, String event, String requestId) {
    return begin(platform, event, requestId).join().statusCode();
  }

  private static List<Integer> opens(SimulatedPlatform platform) {
    return Json.list(one -> one.getAsJsonObject().get("open").getAsInt())
        .apply(platform.state().get("pushEvents"));
  }

  private static boolean isOver(String url) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/__state")).build();
    try {
      HTTP.send(request, HttpResponse.BodyHandlers.discarding());
      return false;
    } catch (IOException error) {
      return true;
    } catch (InterruptedException error) {
      throw new AssertionError(error);
    }
  }

  @Test
  public void anAnswerIsReplacedForAsManyRequestsAsTheTestSays() {
    SimulatedPlatform platform = start();

    platform.fail(
        new Fault().path("/event/push/delivery").status(500),
        new Fault().path("/event/*").method("POST").times(1).status(503)
            .headers(Map.of("Retry-After", "2")).body(Map.of("big", Long.MAX_VALUE)),
        new Fault().requestId("other").nth(1).redirect("http://127.0.0.1:9/"));
    HttpResponse<String> first = begin(platform, "open", "r").join();

    assertEquals(503, first.statusCode());
    assertEquals("2", first.headers().firstValue("Retry-After").orElse(""));
    assertEquals("{\"big\":9223372036854775807}", first.body());
    assertEquals(200, status(platform, "open", "r"));
    assertEquals(307, status(platform, "open", "other"));
    assertEquals(500, status(platform, "delivery", "r"));
    assertEquals(500, status(platform, "delivery", "r"));
    assertEquals(List.of(1), opens(platform));
  }

  @Test
  public void itFailsInEachWay() {
    SimulatedPlatform platform = start();
    Map<Fault, List<Integer>> faults =
        Map.of(
            new Fault().times(1).drop("before"), List.of(),
            new Fault().times(1).drop("after"), List.of(1),
            new Fault().times(1).truncateBody(3), List.of(1));
    faults.forEach(
        (fault, executed) -> {
          platform.reset();
          platform.fail(fault);

          assertThrows(
              fault.toString(), CompletionException.class, begin(platform, "open", "r")::join);
          assertEquals(executed, opens(platform));
          assertEquals(200, status(platform, "open", "r"));
        });
  }

  @Test
  public void itAnswersLateOrNever() {
    SimulatedPlatform platform = start();
    platform.fail(
        new Fault().path("/event/push/delivery").delay(Duration.ofMillis(200)),
        new Fault().path("/event/push/open").hang());
    long begin = System.nanoTime();
    assertEquals(200, status(platform, "delivery", "r"));
    assertTrue(System.nanoTime() - begin > 190_000_000);

    CompletableFuture<HttpResponse<String>> hanging = begin(platform, "open", "r");
    RequestFilter opens = new RequestFilter().path("/event/push/open");
    RecordedRequest request = platform.waitForRequests(1, opens).get(0);
    platform.close();

    assertNull(request.getStatus());
    assertEquals("{\"hang\":true}", request.toJson().get("fault").toString());
    assertThrows(CompletionException.class, hanging::join);
  }

  @Test
  public void requestsAreWaitedForAndNamedIfTheyAreTooFew() {
    SimulatedPlatform platform = start();
    for (String id : List.of("a", "b")) begin(platform, "open", id);
    assertEquals(2, platform.waitForRequests(2, new RequestFilter().method("POST")).size());
    status(platform, "delivery", "a b&c");
    status(platform, "open", "a b&c");

    RequestFilter filter = new RequestFilter().requestId("a b&c");
    List<RecordedRequest> repeated = platform.requests(filter);
    assertEquals(4, platform.requests().size());
    assertEquals(2, repeated.get(1).getAttempt());
    assertEquals("m-1", Json.text(repeated.get(1).getBody(), "smid"));
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () -> platform.waitForRequests(2, filter.path("/event/push/open"), Duration.ofMillis(10)));
    assertEquals(
        "1 of 2 requests arrived within 10 ms\nPOST /event/push/open a b&c: 200",
        error.getMessage());
  }

  @Test
  public void aScriptChangesTheSettingsAndAResetRemovesEverything() {
    SimulatedPlatform platform = start();
    platform.script(
        Map.of("rules", List.of(Map.of("times", 1, "fault", Map.of("status", 503)))));

    assertEquals(503, status(platform, "open", "r"));
    assertEquals(200, status(platform, "open", "r"));
    platform.reset();

    assertEquals(List.of(), opens(platform));
    assertEquals(List.of(), platform.requests());
  }

  @Test
  public void aPushIsSentReceivedOnceInItsOrderTakenAndCounted() {
    SimulatedPlatform platform = start();
    Bridge bridge = fixture.spawn();
    bridge.initialization(new Configuration(platform.getUrl()).rToken("r")).join();
    bridge.setPushToken(Provider.IOS_APNS, "a b&c").join();
    bridge.pushSubscribe(new PushSubscribeOptions().wait(Wait.OUTCOME)).join();

    JsonObject sent =
        platform.sendPush(
            Map.of(
                "message", Map.of("title", "First"), "structure", Structure.APNS,
                "audience", Map.of("token", "a b&c")));
    platform.sendPush(Map.of("message", Map.of("title", "Second")));
    ParsedPush shown = bridge.takePush(platform.waitForPush("a b&c")).join();
    RequestFilter delivery = new RequestFilter().path("/event/push/delivery");
    JsonElement delivered = platform.waitForRequests(1, delivery).get(0).getBody();

    assertEquals(1, sent.get("pushes").getAsInt());
    assertEquals("First", shown.getTitle());
    assertEquals(shown.getUid(), Json.text(delivered, "smid"));
    assertEquals("Second", bridge.parsePush(platform.waitForPush("a b&c")).join().getTitle());
    assertThrows(
        AssertionError.class, () -> platform.waitForPush("a b&c", Duration.ofMillis(10)));
  }

  @Test
  public void anUnknownFaultIsRefusedInTheWordsOfThePlatform() {
    SimulatedPlatform platform = start();
    Map<Fault, String> faults =
        Map.of(
            new Fault().times(1), "POST /__script: script $.rules[0].fault: is missing",
            new Fault().drop("later"), "must be one of before, after");
    faults.forEach(
        (fault, message) -> {
          Throwable error =
              assertThrows(IllegalArgumentException.class, () -> platform.fail(fault));
          assertTrue(error.getMessage(), error.getMessage().contains(message));
        });
  }

  @Test
  public void aPlatformThatCannotStartIsAnErrorWithItsReason() {
    String address = start().getUrl().replace("http://", "");

    Throwable taken =
        assertThrows(IllegalStateException.class, () -> start("--listen", address));
    Throwable missing =
        assertThrows(
            BridgeClosedException.class,
            () -> SimulatedPlatform.start(new SpawnOptions().command("/none")));

    assertTrue(taken.getMessage(), taken.getMessage().contains(address + " is already in use"));
    assertTrue(missing.getMessage(), missing.getMessage().contains("program not found: /none"));
  }

  @Test
  public void itEndsWithCloseAndWithAKilledProcess() throws Exception {
    SimulatedPlatform platform = start();
    assertFalse(isOver(platform.getUrl()));
    platform.close();
    platform.close();
    assertTrue(isOver(platform.getUrl()));

    Process killed = BridgeFixture.jdk("java", Killed.class.getName()).start();
    fixture.closeAfterTest(killed::destroyForcibly);
    String url =
        new BufferedReader(new InputStreamReader(killed.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    assertFalse(isOver(url));
    killed.destroyForcibly().waitFor();

    BridgeFixture.eventually("its end", () -> isOver(url));
  }

  /** A test that is killed. */
  static final class Killed {
    public static void main(String[] arguments) throws Exception {
      System.out.println(SimulatedPlatform.start().getUrl());
      Thread.sleep(600_000);
    }
  }

  @Test
  public void aJwtHasAndRefusesTheClaimsThatTheCommandHasAndRefuses() throws Exception {
    Path table = BridgeFixture.ROOT.resolve("clients/conformance/jwt.json");
    JsonObject cases = Json.parse(Files.readString(table)).getAsJsonObject();
    JsonArray accepted = cases.getAsJsonArray("accepted");
    JsonArray refused = cases.getAsJsonArray("refused");

    for (JsonElement claims : accepted) {
      assertEquals(parts(printed(claims)), parts(TestJwt.of(claims(claims))));
    }
    for (JsonElement claims : refused) {
      assertThrows(IllegalArgumentException.class, () -> TestJwt.of(claims(claims)));
      assertEquals("", printed(claims));
    }
    assertTrue(accepted.size() > 5 && refused.size() > 5);
  }

  private static Map<String, Object> claims(JsonElement json) {
    Map<String, Object> claims = new HashMap<>();
    json.getAsJsonObject().entrySet().forEach(
        one -> {
          boolean isNumber = one.getValue().getAsJsonPrimitive().isNumber();
          claims.put(
              one.getKey(),
              isNumber ? (Object) one.getValue().getAsLong() : one.getValue().getAsString());
        });
    return claims;
  }

  /** Returns the JWT that the command prints; an empty text if it refuses the claims. */
  private static String printed(JsonElement claims) throws Exception {
    List<String> command = new ArrayList<>(List.of(BridgeFixture.COMMAND, "jwt"));
    claims(claims).forEach((name, value) -> command.add(name + "=" + value));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
      assertEquals(text.isEmpty() ? 64 : 0, process.waitFor());
      return text;
    }
  }

  private static List<JsonElement> parts(String jwt) {
    String[] parts = jwt.split("\\.", -1);
    assertEquals(3, parts.length);
    assertEquals("", parts[2]);
    List<JsonElement> decoded = new ArrayList<>();
    for (String part : List.of(parts[0], parts[1])) {
      decoded.add(
          Json.parse(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8)));
    }
    return decoded;
  }

  @Test
  public void theTestOfALostAnswerInTheReadmePassesAndFailsWithoutTheFault() throws Exception {
    String readme = Files.readString(BridgeFixture.CLIENT.resolve("README.md"));
    Matcher lines =
        Pattern.compile("## Testing a host.*?```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
    assertTrue(lines.find());
    String without =
        lines.group(1)
            .replace("LostAnswerTest", "WithoutFaultTest")
            .replace(".drop(\"after\")", ".delay(java.time.Duration.ofMillis(1))")
            .replace("getRequestId()));", "getRequestId()), java.time.Duration.ofMillis(100));");
    Path test = Files.writeString(fixture.path("LostAnswerTest.java"), lines.group(1));
    Path failing = Files.writeString(fixture.path("WithoutFaultTest.java"), without);
    String classes = fixture.path("classes").toString();
    BridgeFixture.output(
        BridgeFixture.jdk(
            "javac", "--release", "11", "-d", classes, test.toString(), failing.toString()));
    classes += ":" + System.getProperty("java.class.path");

    Process process =
        BridgeFixture.jdk(
            "java", "--class-path", classes, "org.junit.runner.JUnitCore", "LostAnswerTest",
            "WithoutFaultTest").start();

    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(text, text.contains("Tests run: 2,  Failures: 1"));
      assertTrue(text, text.contains("(WithoutFaultTest)"));
      assertTrue(text, text.contains("1 of 2 requests arrived within 100 ms"));
    }
  }
}
