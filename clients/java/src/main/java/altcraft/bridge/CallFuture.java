package altcraft.bridge;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The future of a call. A thread that waits for it completes it; without one a thread of this
 * library does, because dependent stages may take long. So the reader of the connection need not
 * complete it, and a waiting thread does not depend on a third thread.
 */
final class CallFuture<T> extends CompletableFuture<T> {
  private Runnable completion;
  private int waiting;

  CallFuture() {
    whenComplete((value, error) -> wake());
  }

  /** Has a waiting thread complete this; without one, a thread of this library. */
  void completeWith(Runnable completion) {
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

  /** Returns when this is complete, or when the time limit has passed; 0 means no limit. */
  private void await(long milliseconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
    Runnable taken = null;
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
          taken = completion;
        }
      }
    } finally {
      // Also after an interrupt or the time limit: the completion was left to this thread.
      if (taken != null) taken.run();
    }
  }

  private synchronized void wake() {
    notifyAll();
  }
}
