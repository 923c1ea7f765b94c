import altcraft.bridge.Bridge;
import altcraft.bridge.Callback;
import altcraft.bridge.Configuration;
import altcraft.bridge.Event;
import altcraft.bridge.ProviderSource;
import altcraft.bridge.PushSubscribeOptions;
import altcraft.bridge.ResponseWithHttp;
import altcraft.bridge.SpawnOptions;
import altcraft.bridge.SubscriptionData;
import altcraft.bridge.Wait;
import com.google.gson.JsonObject;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A host that logs a user in and out as described in the documentation, and survives a restart of
 * the bridge. It uses the platform at 127.0.0.1:8090 ({@code altcraft-bridge platform --listen
 * 127.0.0.1:8090}) or the one given as the argument. Run it in clients/java, with altcraft-bridge
 * on the PATH or named by ALTCRAFT_BRIDGE:
 *
 * <pre>
 * ./build && . ./classpath && java -cp "target/altcraft-bridge.jar:$gson" examples/Login.java
 * </pre>
 */
public final class Login {
  private static final String ANONYMOUS =
      jwt("{'db_id':1,'matching':'profile_id','profile_id':'device-7'}");
  private static final String ANN = jwt("{'db_id':2,'matching':'email','email':'ann@example.com'}");

  private final Bridge bridge;
  private volatile String jwt = ANONYMOUS;

  public static void main(String[] arguments) throws IOException {
    String apiUrl = arguments.length > 0 ? arguments[0] : "http://127.0.0.1:8090";
    Path directory = Files.createTempDirectory("altcraft-login-");
    String dataDir = directory.resolve("data").toString();
    try (Bridge bridge = Bridge.spawn(new SpawnOptions().dataDir(dataDir))) {
      new Login(bridge).run(apiUrl);
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }

  private Login(Bridge bridge) {
    this.bridge = bridge;
  }

  private void run(String apiUrl) {
    bridge.on(
        Event.class,
        event -> System.out.println("  event " + event.getCode() + " " + event.getName()));
    bridge.handle(Callback.GET_JWT, question -> jwt);
    bridge.handle(Callback.GET_TOKEN, question -> "push-token-of-this-device");
    bridge.events().subscribe().join();
    bridge.initialization(new Configuration(apiUrl)).join();
    bridge.setJWTProvider(ProviderSource.callback()).join();
    bridge.setFCMTokenProvider(ProviderSource.callback()).join();

    become("anonymous", ANONYMOUS);
    become("logged in", ANN);

    System.out.println("the bridge is killed:");
    CompletableFuture<Void> isBack = new CompletableFuture<>();
    bridge.onReconnected(position -> isBack.complete(null));
    ProcessHandle.of(bridge.getInfo().getPid()).ifPresent(ProcessHandle::destroyForcibly);
    isBack.join();

    become("logged out", ANONYMOUS);
  }

  /** Hands the device over to the user of that JWT. */
  private void become(String name, String token) {
    jwt = token;
    System.out.println(name + ":");
    ResponseWithHttp answer = bridge.unSuspendPushSubscription().join();
    if (answer != null && answer.getHttpCode() == 200 && subscription(answer) == null) {
      bridge.pushSubscribe(new PushSubscribeOptions().wait(Wait.OUTCOME)).join();
    }
    SubscriptionData now = subscription(bridge.getStatusForCurrentSubscription().join());
    System.out.println("  " + (now == null ? "not subscribed" : now.getStatus()));
  }

  private static SubscriptionData subscription(ResponseWithHttp answer) {
    boolean isThere =
        answer != null && answer.getResponse() != null && answer.getResponse().getProfile() != null;
    return isThere ? answer.getResponse().getProfile().getSubscription() : null;
  }

  /** Returns a JWT; in an app, its server creates it. This example does not sign it. */
  private static String jwt(String matching) {
    JsonObject payload = new JsonObject();
    payload.addProperty("matching", matching.replace('\'', '"'));
    byte[] bytes = payload.toString().getBytes(StandardCharsets.UTF_8);
    return "e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + ".sig";
  }
}
