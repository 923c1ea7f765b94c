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

/** Who completes an answer, and on which thread. */
public final class AnswerTest {
  private final Answer<String> answer = new Answer<>();
  private final CompletableFuture<Thread> chained =
      answer.thenApply(value -> Thread.currentThread());

  @Test(timeout = 10_000)
  public void whoWaitsCompletesIt() throws Exception {
    CompletableFuture<String> found = new CompletableFuture<>();
    Thread waiting = Threads.start("waiting", () -> found.complete(answer.join()));
    World.eventually("it waits", () -> waiting.getState() == Thread.State.WAITING);

    answer.arrived(() -> answer.complete("here"));

    assertEquals("here", found.join());
    assertEquals(waiting, chained.join());
  }

  @Test(timeout = 10_000)
  public void withoutAnyoneWhoWaitsAThreadOfTheLibraryDoes() throws Exception {
    answer.arrived(() -> answer.complete("here"));

    assertFalse(Thread.currentThread() == chained.get());
    assertEquals("here", answer.get(1, TimeUnit.SECONDS));
  }

  @Test(timeout = 10_000)
  public void whoWaitedAndGaveUpTakesNothingAlong() throws Exception {
    assertThrows(TimeoutException.class, () -> answer.get(20, TimeUnit.MILLISECONDS));
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, answer::get);

    answer.arrived(() -> answer.complete("here"));

    chained.join();
    assertEquals("here", answer.join());
  }

  @Test(timeout = 10_000)
  public void whatFailsOrIsCancelledWakesWhoWaits() throws Exception {
    CompletableFuture<Boolean> failed = new CompletableFuture<>();
    Thread waiting = Threads.start("waiting", () -> {
      try {
        answer.get();
      } catch (ExecutionException | InterruptedException error) {
        failed.complete(error.getCause() instanceof IllegalStateException);
      }
    });
    World.eventually("it waits", () -> waiting.getState() == Thread.State.WAITING);

    answer.completeExceptionally(new IllegalStateException());

    assertTrue(failed.join());
  }
}
