// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code backgroundTasks.registerBackgroundTask} may be given. */
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
