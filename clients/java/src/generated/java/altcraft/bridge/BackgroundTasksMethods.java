// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code backgroundTasks.}. */
public final class BackgroundTasksMethods {
  private final Caller caller;

  BackgroundTasksMethods(Caller caller) {
    this.caller = caller;
  }

  /** Makes a background pass every so often: a token update, and one attempt at all that waits. */
  public CompletableFuture<Void> registerBackgroundTask() {
    return registerBackgroundTask(new BackgroundTasksRegisterBackgroundTaskOptions());
  }

  /**
   * Makes a background pass every so often: a token update, and one attempt at all that waits.
   *
   * <p>Each pass begins with event 208 and ends with event 209, when all it tried has ended. A pass
   * that is not over when the next is due is event 505, and takes its place. Registering again
   * replaces the interval.
   */
  public CompletableFuture<Void> registerBackgroundTask(
      BackgroundTasksRegisterBackgroundTaskOptions options) {
    return caller.call("backgroundTasks.registerBackgroundTask", options.toJson(), Json::nothing);
  }
}
