package altcraft.bridge;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** None of these keeps the program alive. */
final class Threads {
  /** Runs what belongs to the host, which may take its time: answers, questions. */
  static final Executor POOL =
      Executors.newCachedThreadPool(body -> make("altcraft-bridge worker", body));

  private Threads() {}

  static Thread start(String name, Runnable body) {
    Thread thread = make(name, body);
    thread.start();
    return thread;
  }

  /** Runs one thing after the other, on a thread that is there while there is something to run. */
  static Executor inOrder(String name) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), body -> make(name, body));
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  private static Thread make(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    return thread;
  }
}
