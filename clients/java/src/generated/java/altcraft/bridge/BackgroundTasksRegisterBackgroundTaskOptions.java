// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

/** What {@code backgroundTasks.registerBackgroundTask} may be given. */
public final class BackgroundTasksRegisterBackgroundTaskOptions extends JsonRecord {
  public BackgroundTasksRegisterBackgroundTaskOptions() {}

  /** How often, in seconds, from one second to a year; three hours by default. */
  public BackgroundTasksRegisterBackgroundTaskOptions intervalSeconds(double intervalSeconds) {
    set("intervalSeconds", intervalSeconds);
    return this;
  }
}
