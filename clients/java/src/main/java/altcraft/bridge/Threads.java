package altcraft.bridge;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads of this library. None of them keeps the program running. */
final class Threads {
  /** Runs code of the host, which may take long: dependent stages and handlers. */
  static final Executor POOL =
      Executors.newCachedThreadPool(body -> make("altcraft-bridge worker", body));

  private Threads() {}

  static Thread start(String name, Runnable body) {
    Thread thread = make(name, body);
    thread.start();
    return thread;
  }

  /** Runs tasks in order, on a thread that exists while there are tasks. */
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
