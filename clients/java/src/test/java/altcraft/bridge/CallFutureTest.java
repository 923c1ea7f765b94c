package altcraft.bridge;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.Test;

/** The completion of a call, and its thread. */
public final class CallFutureTest {
  private final CallFuture<String> future = new CallFuture<>();
  private final CompletableFuture<Thread> chained =
      future.thenApply(value -> Thread.currentThread());

  @Test(timeout = 10_000)
  public void aWaitingThreadCompletesIt() throws Exception {
    CompletableFuture<String> found = new CompletableFuture<>();
    Thread waiting = Threads.start("waiting", () -> found.complete(future.join()));
    BridgeFixture.eventually("it waits", () -> waiting.getState() == Thread.State.WAITING);

    future.completeWith(() -> future.complete("here"));

    assertEquals("here", found.join());
    assertEquals(waiting, chained.join());
  }

  @Test(timeout = 10_000)
  public void withoutAWaitingThreadAThreadOfTheLibraryDoes() throws Exception {
    future.completeWith(() -> future.complete("here"));

    assertFalse(Thread.currentThread() == chained.get());
    assertEquals("here", future.get(1, TimeUnit.SECONDS));
  }

  @Test(timeout = 10_000)
  public void aCancelledWaitTakesNoAnswer() throws Exception {
    assertThrows(TimeoutException.class, () -> future.get(20, TimeUnit.MILLISECONDS));
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, future::get);

    future.completeWith(() -> future.complete("here"));

    chained.join();
    assertEquals("here", future.join());
  }

  @Test(timeout = 10_000)
  public void aFailureOrCancellationWakesTheWaitingThread() throws Exception {
    CompletableFuture<Boolean> failed = new CompletableFuture<>();
    Thread waiting = Threads.start("waiting", () -> {
      try {
        future.get();
      } catch (ExecutionException | InterruptedException error) {
        failed.complete(error.getCause() instanceof IllegalStateException);
      }
    });
    BridgeFixture.eventually("it waits", () -> waiting.getState() == Thread.State.WAITING);

    future.completeExceptionally(new IllegalStateException());

    assertTrue(failed.join());
  }
}
