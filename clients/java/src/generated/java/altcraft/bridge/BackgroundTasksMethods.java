// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code backgroundTasks.}. */
public final class BackgroundTasksMethods {
  private final Caller caller;

  BackgroundTasksMethods(Caller caller) {
    this.caller = caller;
  }

  /**
   * Runs a background pass at an interval: a token update, and one attempt for all pending jobs.
   */
  public CompletableFuture<Void> registerBackgroundTask() {
    return registerBackgroundTask(new BackgroundTasksRegisterBackgroundTaskOptions());
  }

  /**
   * Runs a background pass at an interval: a token update, and one attempt for all pending jobs.
   *
   * <p>Each pass emits event 208 when it starts and event 209 when all its attempts have ended. If
   * a pass is still running when the next one is due, event 505 is emitted and the next one is
   * skipped. Registering again replaces the interval. {@code clear} ends the task.
   */
  public CompletableFuture<Void> registerBackgroundTask(
      BackgroundTasksRegisterBackgroundTaskOptions options) {
    return caller.call("backgroundTasks.registerBackgroundTask", options.toJson(), Json::nothing);
  }
}
