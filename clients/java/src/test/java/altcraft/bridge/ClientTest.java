package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.RuleChain;
import org.junit.rules.Timeout;

/** The features specific to this client: types, options, errors, endings, numbers. */
public final class ClientTest {
  private static final Configuration NOWHERE =
      new Configuration("https://platform.example").rToken("r");

  private final BridgeFixture fixture = new BridgeFixture();

  @Rule public final RuleChain rules = RuleChain.outerRule(fixture).around(Timeout.seconds(60));

  @Test
  public void aTypedMethodIsAFunctionWithATypedAnswer() {
    Bridge bridge = fixture.spawn();

    assertEquals("pong", bridge.bridge().ping().join());
    JsonObject field =
        bridge.actionField("_fname", ActionFieldAction.SET, new ActionFieldOptions().value("Ann"))
            .join();
    assertEquals("{\"_fname\":{\"action\":\"set\",\"value\":\"Ann\"}}", field.toString());
    assertNull(bridge.outbox().list(new OutboxListOptions().limit(5)).join().getNext());
    assertNull(bridge.outbox().get("unknown").join());
    assertEquals("altcraft-bridge", bridge.getInfo().getName());
    assertTrue(bridge.events().catalog().join().size() > 60);
  }

  @Test
  public void theParametersOfADurableCallReachThePlatform() throws Exception {
    String platform = fixture.startPlatform();
    Bridge bridge = fixture.spawn();
    bridge.initialization(new Configuration(platform).rToken("r")).join();
    SetPushTokenOptions hex = new SetPushTokenOptions().encoding(Encoding.HEX);
    bridge.setPushToken(Provider.IOS_APNS, "00ff", hex).join();

    Receipt subscribed =
        bridge
            .pushSubscribe(
                new PushSubscribeOptions()
                    .cats(new Category().name("news").active(true))
                    .customFields(Map.of("count", new BigInteger("18446744073709551615")))
                    .requestId("first")
                    .wait(Wait.OUTCOME))
            .join();
    Subscription email = new EmailSubscription(7, "a@b.c").customFields(Map.of("plan", "pro"));
    Subscription viber =
        new CcDataSubscription(Channel.VIBER, 7, Map.of("phone", "1")).cats("news", "sport");
    for (Subscription subscription : List.of(email, viber)) {
      MobileEventOptions options =
          new MobileEventOptions().subscription(subscription).wait(Wait.OUTCOME);
      Receipt sent = bridge.mobileEvent("px", "buy", options).join();
      assertEquals(State.DELIVERED, sent.getOutcome().getState());
    }

    assertEquals("first", subscribed.getRequestId());
    assertEquals(State.DELIVERED, subscribed.getOutcome().getState());
    assertEquals(200, subscribed.getOutcome().getResponse().getHttpCode());
    JsonElement requests = BridgeFixture.get(platform + "/__requests");
    assertTrue(requests.toString(), requests.toString().contains("\"count\":18446744073709551615"));
  }

  @Test
  public void aRefusalIsAnExceptionOfItsOwn() {
    Bridge bridge = fixture.spawn();
    Configuration bad = new Configuration("ftp://example.com");
    Map<String, ?> list = Map.of("cats", List.of(Map.of("name", 7)));

    assertThrows(ApiUrlInvalidException.class, () -> Bridge.await(bridge.initialization(bad)));
    InvalidParamsException error =
        assertThrows(
            InvalidParamsException.class, () -> Bridge.await(bridge.call("pushSubscribe", list)));
    assertEquals("cats[0].name", error.getParameter());
    assertEquals("string", error.getExpected());
    assertEquals(-32602, error.getCode());
    assertFalse(error.isRetryable());
    CompletionException wrapped =
        assertThrows(CompletionException.class, () -> bridge.pushSubscribe().join());
    assertTrue(wrapped.getCause() instanceof ConfigurationMissingException);
  }

  @Test
  public void anUndeclaredErrorIsStillAnError() {
    String text =
        "{'code':7,'message':'new','data':{'reason':'newOne','retryable':true,'cause':'x'}}";

    BridgeException error = ErrorCatalogue.of(json(text));

    assertEquals(BridgeException.class, error.getClass());
    assertEquals("newOne", error.getReason());
    assertTrue(error.isRetryable());
    assertFalse(ErrorCatalogue.of(json("{'code':7,'message':'bare'}")).isRetryable());
    JsonObject full = json(text.replace("newOne", "storageFailed"));
    assertEquals("x", ((StorageFailedException) ErrorCatalogue.of(full)).getOwnCause());
  }

  @Test
  public void aCallCanBeCancelledByATimeLimitAndByItsCaller() throws Exception {
    Bridge bridge = fixture.spawn();
    bridge.initialization(NOWHERE).join();
    PushSubscribeOptions waiting = new PushSubscribeOptions().wait(Wait.OUTCOME);

    CompletableFuture<Receipt> late =
        bridge.pushSubscribe(waiting).orTimeout(50, TimeUnit.MILLISECONDS);
    CompletionException failure = assertThrows(CompletionException.class, late::join);
    assertTrue(failure.getCause() instanceof TimeoutException);
    CompletableFuture<Receipt> cancelled = bridge.pushSubscribe(waiting);
    assertTrue(cancelled.cancel(true));
    assertThrows(CancellationException.class, cancelled::join);

    // The bridge got both cancellations and answers each call with an error, which is ignored here.
    BridgeFixture.eventually(
        "both are cancelled",
        () -> bridge.bridge().stats().join().getCalls().getErrors() == 2);
    assertEquals("pong", bridge.bridge().ping().orTimeout(10, TimeUnit.SECONDS).join());
  }

  @Test
  public void whatFollowsAnAnswerMayCallAndWait() {
    Bridge bridge = fixture.spawn();

    String answer =
        bridge.bridge().ping().thenApply(pong -> pong + bridge.bridge().ping().join()).join();

    assertEquals("pongpong", answer);
  }

  @Test
  public void aHandlerMayTakeItsTimeOrAnswerLater() throws Exception {
    Bridge bridge = fixture.spawn();
    bridge.handle(Callback.REQUEST_AUTHORIZATION, question -> {
      // A call within the handler: the connection is free meanwhile.
      return bridge.bridge().ping().join().equals("pong") && question.getOptions().size() == 3;
    });
    bridge.handleAsync(
        Callback.GET_TOKEN,
        question -> CompletableFuture.supplyAsync(() -> "token of " + question.getProvider().text()));
    bridge.setHMSTokenProvider(ProviderSource.callback()).join();

    assertTrue(bridge.requestNotificationPermission().join().isGranted());
    assertEquals("token of ios-huawei", bridge.getPushToken().join().getToken());
    bridge.setHMSTokenProvider(ProviderSource.token("given")).join();
    assertEquals("given", bridge.getPushToken().join().getToken());
    bridge.setHMSTokenProvider(null).join();
    assertNull(bridge.getPushToken().join());
  }

  @Test
  public void aHandlerThatFailsInAnyWayAnswersAtOnce() {
    SpawnOptions options = fixture.spawnOptions().args("--limit", "callbackSeconds=60");
    Bridge bridge = fixture.closeAfterTest(Bridge.spawn(options));
    List<Function<Object, CompletableFuture<Boolean>>> handlers = List.of(
        question -> null,
        question -> CompletableFuture.failedFuture(new AssertionError("failed later")),
        question -> {
          throw new AssertionError("failed");
        });
    for (Function<Object, CompletableFuture<Boolean>> handler : handlers) {
      bridge.handleAsync(Callback.REQUEST_AUTHORIZATION, handler::apply);

      // Waits for the answer of the host, whatever it is.
      bridge.requestNotificationPermission().orTimeout(10, TimeUnit.SECONDS).join();
    }
  }

  @Test
  public void aNotificationIsShownAsTheHandlerSays() {
    Bridge bridge = fixture.spawn();
    List<String> titles = new CopyOnWriteArrayList<>();
    bridge.handle(Callback.ON_FOREGROUND_NOTIFICATION, question -> {
      titles.add(question.getRequest().getContent().getTitle());
      return new PresentationOptions(List.of("badge"));
    });
    bridge.notificationManager().setCustomPushProcessing(true).join();
    NotificationRequest request =
        new NotificationRequest(new NotificationContent().title("Hello").badge(3));

    PresentationOptions shown = bridge.notificationManager().willPresent(request).join();

    assertEquals(List.of("badge"), shown.getOptions());
    assertEquals(List.of("Hello"), titles);
  }

  @Test
  public void eventsComeByTheirClassInOrder() throws Exception {
    String platform = fixture.startPlatform();
    List<String> warnings = new CopyOnWriteArrayList<>();
    Bridge bridge =
        fixture.closeAfterTest(Bridge.spawn(fixture.spawnOptions().onWarning(warnings::add)));
    List<Long> numbers = new CopyOnWriteArrayList<>();
    List<Event.PushSubscribeSucceeded> subscribed = new CopyOnWriteArrayList<>();
    List<String> unheard = new CopyOnWriteArrayList<>();
    bridge.on(Event.class, event -> numbers.add(event.getSeq()));
    bridge.on(Event.PushSubscribeSucceeded.class, subscribed::add);
    bridge.on(Event.class, event -> unheard.add(event.getName())).close();
    bridge.on(Event.class, event -> {
      throw new AssertionError("a listener's own fault");
    });
    List<Long> behind = new CopyOnWriteArrayList<>();
    bridge.on(Event.class, event -> behind.add(event.getSeq()));
    bridge.events().subscribe().join();
    bridge.initialization(new Configuration(platform).rToken("r")).join();
    bridge.setPushToken(Provider.IOS_FIREBASE, "t").join();

    bridge.pushSubscribe().join();

    BridgeFixture.eventually("it is received", () -> subscribed.size() == 1);
    Event.PushSubscribeSucceeded event = subscribed.get(0);
    assertEquals(200, event.getValue().getResponseWithHttpCode().getHttpCode());
    assertEquals(Event.PushSubscribeSucceeded.CODE, event.getCode());
    assertEquals(EventType.EVENT, event.getType());
    List<Long> inOrder = new ArrayList<>(numbers);
    inOrder.sort(null);
    assertEquals(inOrder, numbers);
    assertTrue(warnings.toString(), warnings.get(0).contains("a listener's own fault"));
    BridgeFixture.eventually("all listeners are called", () -> behind.equals(numbers));
    assertEquals(List.of(), unheard);
    assertTrue(bridge.events().list().join().getEvents().contains(event));
  }

  @Test
  public void anUndeclaredEventOrChoiceIsUnknown() {
    Event event = Event.of(json("{'name':'new.one','seq':1,'type':'newType','value':{'a':1}}"));

    assertEquals(Event.Unknown.class, event.getClass());
    assertEquals("new.one", event.getName());
    assertEquals(EventType.UNKNOWN, event.getType());
    assertEquals("{\"a\":1}", ((Event.Unknown) event).getValue().toString());
    assertEquals(Event.Unknown.class, Event.of(json("{}")).getClass());
    assertThrows(IllegalArgumentException.class, () -> Json.of(EventType.UNKNOWN));
  }

  @Test
  public void aFailedStartAndAnExitAreReportedWithTheReason() {
    BridgeClosedException missing =
        assertThrows(
            BridgeClosedException.class,
            () -> Bridge.spawn(new SpawnOptions().command("/nowhere/altcraft-bridge")));
    assertTrue(missing.getMessage().contains("cannot be started"));
    assertNull(missing.getExitCode());

    SpawnOptions nonsense = fixture.spawnOptions().args("--limit", "nonsense=1");
    BridgeClosedException ended =
        assertThrows(BridgeClosedException.class, () -> Bridge.spawn(nonsense));
    assertEquals(Integer.valueOf(64), ended.getExitCode());
    assertTrue(ended.getStderrTail().contains("nonsense"));
  }

  @Test
  public void aKilledProcessFailsTheCallsInFlight() {
    Bridge bridge = fixture.closeAfterTest(Bridge.spawn(fixture.spawnOptions().reconnects(false)));
    bridge.initialization(NOWHERE).join();
    CompletableFuture<Receipt> waiting =
        bridge.pushSubscribe(new PushSubscribeOptions().wait(Wait.OUTCOME));

    process(bridge).destroyForcibly();

    BridgeClosedException error =
        assertThrows(BridgeClosedException.class, () -> Bridge.await(waiting));
    assertEquals(Integer.valueOf(128 + 9), error.getExitCode());
    assertTrue(error.getStderrTail(), error.getStderrTail().contains("\"ready\":true"));
    assertThrows(BridgeClosedException.class, () -> Bridge.await(bridge.bridge().ping()));
  }

  @Test
  public void aProcessIsTheLeaderOfAGroupOfItsOwn() throws Exception {
    long pid = fixture.spawn().getInfo().getPid();

    // pid (name) state parent group: the name has no space here.
    String[] fields = Files.readString(Path.of("/proc/" + pid + "/stat")).split(" ");
    assertEquals(String.valueOf(pid), fields[4]);
  }

  @Test
  public void closingEndsTheProcessInAnOrderlyWay() {
    Bridge bridge = fixture.spawn();
    ProcessHandle process = process(bridge);

    bridge.close();

    assertFalse(process.isAlive());
    assertThrows(BridgeClosedException.class, () -> Bridge.await(bridge.bridge().ping()));
    bridge.close();
  }

  @Test
  public void closingWhileTheConnectionIsOpenedAgainEndsThat() throws Exception {
    Bridge bridge = fixture.spawn();
    List<BridgeClosedException> lost = new CopyOnWriteArrayList<>();
    List<EventPosition> back = new CopyOnWriteArrayList<>();
    bridge.onDisconnected(lost::add);
    bridge.onReconnected(back::add);
    process(bridge).destroyForcibly();
    BridgeFixture.eventually("it is received", () -> lost.size() == 1);

    bridge.close();

    // The directory is not locked: no process was left behind.
    assertEquals("pong", fixture.spawn().bridge().ping().join());
    assertEquals(List.of(), back);
  }

  @Test
  public void theLogOfTheProcessIsAvailable() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    List<String> warnings = new CopyOnWriteArrayList<>();
    SpawnOptions options =
        fixture.spawnOptions().onWarning(warnings::add).onLog(line -> {
          lines.add(line);
          throw new IllegalStateException("a host's own fault");
        });

    fixture.closeAfterTest(Bridge.spawn(options));

    BridgeFixture.eventually("a ready line", () -> lines.toString().contains("\"ready\":true"));
    BridgeFixture.eventually("a warning", () -> warnings.toString().contains("a host's own fault"));
  }

  @Test
  public void tcpWithATokenAlsoAfterARestart() throws Exception {
    String port = serve("0");
    Path file = fixture.path("data").resolve("rpc.token");
    ConnectOptions options =
        new ConnectOptions().port(Integer.parseInt(port)).tokenFile(file);
    ConnectOptions wrong =
        new ConnectOptions().port(Integer.parseInt(port)).token("wrong").reconnects(false);

    Bridge bridge = fixture.closeAfterTest(Bridge.connect(options));
    assertEquals("pong", bridge.bridge().ping().join());
    assertThrows(UnauthorizedException.class, () -> Bridge.connect(wrong));
    Bridge byToken = Bridge.connect(wrong.token(Files.readString(file).trim()));
    assertEquals("pong", byToken.bridge().ping().join());
    byToken.close();

    List<Object> back = new CopyOnWriteArrayList<>();
    bridge.onReconnected(position -> back.add("back"));
    ProcessHandle process = process(bridge);
    process.destroyForcibly();
    process.onExit().join();
    serve(port);
    BridgeFixture.eventually("it is back", () -> back.size() == 1);
    assertEquals("pong", bridge.bridge().ping().join());
  }

  @Test
  public void halfALineAtTheEndOfAConnectionIsNoMessage() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    ServerSocket played =
        fixture.closeAfterTest(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    String[] answers = {
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"version\":\"1\",\"epoch\":\"e\",\"limits\":{},"
          + "\"schemaDigest\":\"" + Schema.DIGEST + "\"}}\n",
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"po"
    };
    Threads.start("played bridge", () -> {
      try (Socket peer = played.accept()) {
        for (String answer : answers) {
          assertTrue(peer.getInputStream().read(new byte[1024]) > 0);
          peer.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        }
      } catch (IOException error) {
        // The client has closed it.
      }
    });
    Bridge bridge =
        fixture.closeAfterTest(
            Bridge.connect(
                new ConnectOptions()
                    .port(played.getLocalPort())
                    .reconnects(false)
                    .onWarning(warnings::add)));

    CompletionException error =
        assertThrows(CompletionException.class, () -> bridge.bridge().ping().join());

    assertTrue(error.toString(), error.getCause() instanceof BridgeClosedException);
    assertEquals(List.of(), warnings);
  }

  @Test
  public void eventsGoOnWhereTheyEndedWhenOnlyTheConnectionWasLost() throws Exception {
    int port = Integer.parseInt(serve("0"));
    Path file = fixture.path("data").resolve("rpc.token");
    Proxy proxy = fixture.closeAfterTest(new Proxy(port));
    ConnectOptions through = new ConnectOptions().port(proxy.port()).tokenFile(file);
    Bridge bridge = fixture.closeAfterTest(Bridge.connect(through));
    ConnectOptions direct = new ConnectOptions().port(port).tokenFile(file);
    Bridge other = fixture.closeAfterTest(Bridge.connect(direct));
    List<Long> numbers = new CopyOnWriteArrayList<>();
    List<EventGap> gaps = new CopyOnWriteArrayList<>();
    List<EventPosition> back = new CopyOnWriteArrayList<>();
    bridge.on(Event.class, event -> numbers.add(event.getSeq()));
    bridge.onGap(gaps::add);
    bridge.onReconnected(back::add);
    bridge.handle(Callback.GET_TOKEN, question -> "t-1");
    bridge.setFCMTokenProvider(ProviderSource.callback()).join();
    bridge.events().subscribe().join();
    other.initialization(NOWHERE).join();
    BridgeFixture.eventually("an event", () -> numbers.size() > 0);

    proxy.cut();
    for (int count = 0; count < 20; count++) other.initialization(NOWHERE).join();

    BridgeFixture.eventually("it is back", () -> back.size() == 1);
    other.initialization(NOWHERE).join();
    long last = other.events().list(new EventsListOptions().limit(1000)).join().getSeq();
    BridgeFixture.eventually("the last event", () -> numbers.contains(last));
    List<Long> all = LongStream.rangeClosed(1, last).boxed().collect(Collectors.toList());
    assertEquals(all, numbers);
    assertEquals(List.of(), gaps);
    assertEquals("t-1", other.getPushToken().join().getToken());
  }

  @Test
  public void aRegistrationThatIsRefusedTheNextTimeIsAWarning() throws Exception {
    Path program = fixture.path("refuses-the-second-time");
    Files.writeString(
        program,
        "#!/bin/sh\ncd \"$(dirname \"$0\")\"\n"
            + "if [ -e started ]; then exec 3<&0; sed -u s/setFCMTokenProvider/refused/ <&3 | "
            + BridgeFixture.COMMAND + " \"$@\"; else touch started; exec " + BridgeFixture.COMMAND
            + " \"$@\"; fi\n");
    assertTrue(program.toFile().setExecutable(true));
    List<String> warnings = new CopyOnWriteArrayList<>();
    List<Object> back = new CopyOnWriteArrayList<>();
    Bridge bridge =
        fixture.closeAfterTest(
            Bridge.spawn(
                fixture.spawnOptions().command(program.toString()).onWarning(warnings::add)));
    bridge.onReconnected(position -> back.add("back"));
    bridge.setFCMTokenProvider(ProviderSource.token("t")).join();
    bridge.setAppGroup("group").join();

    process(bridge).destroyForcibly();

    BridgeFixture.eventually("it is back", () -> back.size() == 1);
    assertEquals("group", bridge.bridge().info().join().getAppGroup());
    assertEquals(1, warnings.size());
    assertTrue(warnings.get(0), warnings.get(0).startsWith("setFCMTokenProvider could not be"));
  }

  @Test
  public void closeEndsAStartThatIsInProgress() throws Exception {
    Path program = fixture.path("silent-the-second-time");
    Path starts = program.resolveSibling("starts");
    Files.writeString(
        program,
        "#!/bin/sh\necho $$ >>" + starts + "\n[ \"$(wc -l <" + starts
            + ")\" = 1 ] || exec cat >/dev/null\nexec " + BridgeFixture.COMMAND + " \"$@\"\n");
    assertTrue(program.toFile().setExecutable(true));
    Bridge bridge =
        fixture.closeAfterTest(
            Bridge.spawn(fixture.spawnOptions().command(program.toString())));

    process(bridge).destroyForcibly();
    BridgeFixture.eventually("a second start", () -> lines(starts).size() == 2);
    long second = Long.parseLong(lines(starts).get(1));
    bridge.close();

    assertFalse(ProcessHandle.of(second).map(ProcessHandle::isAlive).orElse(false));
    assertEquals(2, lines(starts).size());
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** Returns the port. */
  private String serve(String port) throws IOException {
    BridgeFixture.Served served =
        fixture.start(
            "serve", "--listen", "127.0.0.1:" + port, "--require-token",
            "--data-dir", fixture.path("data").toString());
    String address = served.ready.getAsJsonArray("listen").get(0).getAsString();
    return address.substring(address.lastIndexOf(':') + 1);
  }

  @Test
  public void aMissingBridgeIsReportedAtOnce() {
    ConnectOptions options = new ConnectOptions().socket(fixture.path("nothing.sock"));

    BridgeClosedException error =
        assertThrows(BridgeClosedException.class, () -> Bridge.connect(options));

    assertTrue(error.getMessage(), error.getMessage().contains("nothing.sock"));
  }

  @Test
  public void aBridgeOfAnotherVersionIsAWarning() throws Exception {
    Path program = fixture.path("other-version");
    Files.writeString(
        program,
        "#!/bin/sh\n"
            + BridgeFixture.COMMAND
            + " \"$@\" | sed -u 's/\"schemaDigest\":\"sha256:[0-9a-f]*/&0/'\n");
    assertTrue(program.toFile().setExecutable(true));
    List<String> warnings = new CopyOnWriteArrayList<>();

    fixture.closeAfterTest(
        Bridge.spawn(fixture.spawnOptions().command(program.toString()).onWarning(warnings::add)));

    BridgeFixture.eventually("a warning", () -> warnings.size() == 1);
    assertTrue(warnings.get(0), warnings.get(0).contains("of the interface"));
  }

  @Test
  public void linesMayBeLongBothWays() {
    Bridge bridge = fixture.spawn();
    // Far more than a pipe or a buffer holds, and less than the bridge accepts.
    Map<String, ?> message = Map.of("_ac_push", "1", "_body", "\u20ac\ud83d\ude00".repeat(50_000));

    ParsedPush push = bridge.parsePush(message).join();

    assertEquals(message.get("_body"), push.getBody());
  }

  @Test
  public void linesOfAnyLengthAreReadWhole() throws Exception {
    String text = "a\n\ud83d\ude00\r\n" + "x".repeat(5_000_000) + "\n\nrest";
    List<Integer> lengths = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> over = new CompletableFuture<>();
    Transport transport = new Canned(text);

    transport.start(new Transport.Listener() {
      @Override
      public void received(String message) {
        lengths.add(message.length());
      }

      @Override
      public void closed(BridgeClosedException error) {
        over.complete(null);
      }
    });

    over.get(10, TimeUnit.SECONDS);
    assertEquals(List.of(1, 2, 5_000_000), lengths);
  }

  /** A stream with one text and then no data. */
  private static final class Canned extends Transport {
    Canned(String text) {
      super(
          new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
          new ByteArrayOutputStream());
    }

    @Override
    void endOutput() {}

    @Override
    void cut() {}

    @Override
    BridgeClosedException reason(IOException error) {
      return new BridgeClosedException("over");
    }
  }

  @Test
  public void integersOfAnySizeKeepTheirDigits() {
    for (String text : List.of(
        "9007199254740993", "-9223372036854775808", "18446744073709551615", "1", "0.1", "1.0")) {
      assertEquals(text, Json.write(Json.parse(text)));
    }
    assertEquals(Long.valueOf(9007199254740993L), Json.integer(Json.parse("9007199254740993")));
    assertThrows(
        ArithmeticException.class, () -> Json.integer(Json.parse("18446744073709551615")));
    assertEquals(
        new BigInteger("18446744073709551615"),
        Json.parse("18446744073709551615").getAsBigInteger());
    assertEquals(
        "[9007199254740993,18446744073709551615,null,{\"a\":true}]",
        Json.write(Json.of(Arrays.asList(
            9007199254740993L, new BigInteger("18446744073709551615"), null,
            Map.of("a", true)))));
    assertThrows(IllegalArgumentException.class, () -> Json.of(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> Json.of(new Object()));
  }

  @Test
  public void recordsAreEqualByWhatTheyHoldAndKeepWhatIsNew() {
    TokenData token = new TokenData(json("{'provider':'ios-apns','token':'t','new':[1]}"));

    assertEquals(token, new TokenData(token.toJson()));
    assertNotEquals(token, new TokenData(json("{'provider':'ios-apns','token':'u'}")));
    assertEquals("{\"provider\":\"ios-apns\",\"token\":\"t\",\"new\":[1]}", token.toString());
    assertFalse(ProviderSource.token("secret").toString().contains("secret"));
  }

  private static JsonObject json(String text) {
    return Json.parse(text.replace('\'', '"')).getAsJsonObject();
  }

  private static ProcessHandle process(Bridge bridge) {
    return ProcessHandle.of(bridge.getInfo().getPid()).orElseThrow();
  }
}
