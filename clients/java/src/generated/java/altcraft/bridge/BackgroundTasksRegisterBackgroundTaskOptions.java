// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

/** The optional parameters of {@code backgroundTasks.registerBackgroundTask}. */
public final class BackgroundTasksRegisterBackgroundTaskOptions extends JsonRecord {
  public BackgroundTasksRegisterBackgroundTaskOptions() {}

  /**
   * The time from the start of one pass to the start of the next, in seconds: from one second to a
   * year, by default three hours. Example: {@code 600}.
   */
  public BackgroundTasksRegisterBackgroundTaskOptions intervalSeconds(double intervalSeconds) {
    set("intervalSeconds", intervalSeconds);
    return this;
  }
}
