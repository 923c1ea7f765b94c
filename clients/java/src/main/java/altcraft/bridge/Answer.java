package altcraft.bridge;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The answer to a call. A thread that waits for it completes it; without one a thread of this
 * library does, as what is chained to it may take its time. So the reader of the connection, which
 * has the answer first, need not do it, and whoever waits does not wait for a third thread.
 */
final class Answer<T> extends CompletableFuture<T> {
  private Runnable completion;
  private int waiting;

  Answer() {
    whenComplete((value, error) -> wake());
  }

  /** The answer is there: this completes it. */
  void arrived(Runnable completion) {
    synchronized (this) {
      this.completion = completion;
      if (waiting > 0) {
        notifyAll();
        return;
      }
    }
    Threads.POOL.execute(completion);
  }

  @Override
  public T join() {
    boolean isInterrupted = false;
    while (!isDone()) {
      try {
        await(0);
      } catch (InterruptedException interruption) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) Thread.currentThread().interrupt();
    return super.join();
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    await(0);
    return super.get();
  }

  @Override
  public T get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    long end = System.nanoTime() + unit.toNanos(timeout);
    await(Math.max(1, unit.toMillis(timeout)));
    return super.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /** Returns when it is complete, or the time is over that is not 0. */
  private void await(long milliseconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
    Runnable arrived = null;
    try {
      synchronized (this) {
        waiting++;
        try {
          while (completion == null && !isDone()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (milliseconds > 0 && left <= 0) return;
            wait(milliseconds > 0 ? left : 0);
          }
        } finally {
          waiting--;
          arrived = completion;
        }
      }
    } finally {
      // Also when it was interrupted, or the time is over: it was left to this thread.
      if (arrived != null) arrived.run();
    }
  }

  private synchronized void wake() {
    notifyAll();
  }
}
