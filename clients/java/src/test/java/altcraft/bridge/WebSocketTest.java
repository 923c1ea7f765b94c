package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.google.gson.JsonElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.RuleChain;
import org.junit.rules.Timeout;

/** Connections over WebSocket. */
public final class WebSocketTest {
  private final BridgeFixture fixture = new BridgeFixture();

  @Rule public final RuleChain rules = RuleChain.outerRule(fixture).around(Timeout.seconds(60));

  private Bridge connect() throws Exception {
    String data = fixture.path("data").toString();
    BridgeFixture.Served served =
        fixture.start("serve", "--websocket", "127.0.0.1:0", "--data-dir", data);
    String address = served.ready.getAsJsonArray("listen").get(0).getAsString();
    ConnectOptions options = new ConnectOptions().url(address.replace("ws:", "ws://"));
    assertThrows(BridgeException.class, () -> Bridge.connect(options.token("wrong")));
    options.tokenFile(fixture.path("data").resolve("rpc.token"));
    return fixture.closeAfterTest(Bridge.connect(options));
  }

  @Test
  public void answersCallsInFlightWhenItIsClosed() throws Exception {
    Bridge bridge = connect();
    List<CompletableFuture<JsonElement>> calls = new ArrayList<>();
    for (int count = 0; count < 1000; count++) {
      calls.add(bridge.call("bridge.ping", Map.of()));
    }

    bridge.close();

    for (CompletableFuture<JsonElement> call : calls) {
      assertEquals("pong", call.get(10, TimeUnit.SECONDS).getAsString());
    }
  }

  @Test
  public void passesLargeMessages() throws Exception {
    String text = "\uD83D\uDE00".repeat(60_000);
    Map<String, String> parameters = Map.of("key", "_fname", "action", "set", "value", text);

    JsonElement fields = connect().call("actionField", parameters).join();

    assertTrue(fields.toString().contains(text));
  }

  @Test
  public void reportsARefusalAndAnotherServer() throws Exception {
    String platform = fixture.startPlatform().replace("http:", "ws:");

    BridgeClosedException refused =
        assertThrows(
            BridgeClosedException.class, () -> Bridge.connect(new ConnectOptions().url(platform)));
    BridgeClosedException absent =
        assertThrows(
            BridgeClosedException.class,
            () -> Bridge.connect(new ConnectOptions().url("ws://127.0.0.1:9")));

    assertTrue(refused.getMessage(), refused.getMessage().contains("HTTP status 404"));
    assertTrue(absent.getMessage(), absent.getMessage().contains("ConnectException"));
  }
}
