package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.RuleChain;
import org.junit.rules.Timeout;

/** The end of connections, and faults of the bridge or the host that must not end them. */
public final class LifetimeTest {
  private final BridgeFixture fixture = new BridgeFixture();

  @Rule public final RuleChain rules = RuleChain.outerRule(fixture).around(Timeout.seconds(60));

  @Test
  public void aProcessIsOverWhenItHasEndedEvenIfAnotherOneHoldsItsOutput() throws Exception {
    Path program = fixture.path("with-another-process");
    Files.writeString(
        program, "#!/bin/sh\nsleep 15 &\nexec " + BridgeFixture.COMMAND + " \"$@\"\n");
    assertTrue(program.toFile().setExecutable(true));
    Bridge bridge =
        fixture.closeAfterTest(Bridge.spawn(fixture.spawnOptions().command(program.toString())));
    CountDownLatch reconnected = new CountDownLatch(1);
    bridge.onReconnected(position -> reconnected.countDown());
    bridge.initialization(new Configuration("http://127.0.0.1:9").rToken("r")).join();
    CompletableFuture<?> call = bridge.call("pushSubscribe", Map.of("wait", "outcome"));

    ProcessHandle.of(bridge.getInfo().getPid()).orElseThrow().destroyForcibly();

    ExecutionException error =
        assertThrows(ExecutionException.class, () -> call.get(5, TimeUnit.SECONDS));
    assertEquals(Integer.valueOf(137), ((BridgeClosedException) error.getCause()).getExitCode());
    assertTrue(reconnected.await(5, TimeUnit.SECONDS));
    long start = System.nanoTime();
    bridge.close();
    assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(5));
  }

  @Test
  public void aFaultInAListenerOfWarningsDoesNotEndTheConnection() throws Exception {
    CountDownLatch warned = new CountDownLatch(1);
    Bridge bridge =
        spawnSaying(message -> {
          warned.countDown();
          throw new IllegalStateException("a fault");
        });

    say("no JSON");

    assertTrue(warned.await(5, TimeUnit.SECONDS));
    assertEquals("pong", bridge.bridge().ping().get(5, TimeUnit.SECONDS));
  }

  @Test
  public void aListenerOfWarningsMayCloseTheClient() throws Exception {
    AtomicReference<Bridge> bridge = new AtomicReference<>();
    CountDownLatch closed = new CountDownLatch(1);
    bridge.set(
        spawnSaying(message -> {
          bridge.get().close();
          closed.countDown();
        }));

    say("no JSON");

    assertTrue(closed.await(5, TimeUnit.SECONDS));
    CompletableFuture<?> call = bridge.get().bridge().ping();
    CompletionException error = assertThrows(CompletionException.class, call::join);
    assertTrue(error.toString(), error.getCause() instanceof BridgeClosedException);
  }

  @Test
  public void aListenerOfWarningsThatBlocksLosesNoAnswer() throws Exception {
    Bridge bridge =
        spawnSaying(message -> {
          try {
            Thread.sleep(3000);
          } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
          }
        });

    say("no JSON");

    // The warning is first: the bridge prints what the test says within 50 ms.
    Thread.sleep(500);
    CompletableFuture<?> call = bridge.bridge().shutdown();
    call.get(2, TimeUnit.SECONDS);
  }

  @Test
  public void anErrorThatIsNoObjectFailsItsCallAndOneThatIsNullIsNone() throws Exception {
    Bridge bridge = spawnSaying(message -> {});
    bridge.initialization(new Configuration("http://127.0.0.1:9").rToken("r")).join();
    CompletableFuture<?> failed = bridge.call("pushSubscribe", Map.of("wait", "outcome"));
    CompletableFuture<?> answered = bridge.call("pushSubscribe", Map.of("wait", "outcome"));

    // The calls before them are bridge.info and initialization.
    say("{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":\"text\"}");
    say("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":7,\"error\":null}");

    assertThrows(ExecutionException.class, () -> failed.get(5, TimeUnit.SECONDS));
    assertEquals("7", answered.get(5, TimeUnit.SECONDS).toString());
  }

  /** A bridge that also sends what the test says. */
  private Bridge spawnSaying(Consumer<String> onWarning) {
    Path program = BridgeFixture.ROOT.resolve("clients/conformance/newer-bridge");
    return fixture.closeAfterTest(
        Bridge.spawn(
            fixture.spawnOptions()
                .command(program.toString())
                .env("BRIDGE", BridgeFixture.COMMAND)
                .env("SAYS", fixture.path("says").toString())
                .onWarning(onWarning)));
  }

  private void say(String line) throws IOException {
    Files.write(fixture.path("says"), List.of(line), StandardOpenOption.APPEND);
  }
}
