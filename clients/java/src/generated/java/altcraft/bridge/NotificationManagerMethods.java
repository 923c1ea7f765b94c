// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code notificationManager.}. */
public final class NotificationManagerMethods {
  private final Caller caller;

  NotificationManagerMethods(Caller caller) {
    this.caller = caller;
  }

  /**
   * Returns how to show a push that arrives while the app is in the foreground.
   *
   * <p>Returns the standard options, unless a connection has called
   * notificationManager.setCustomPushProcessing and answers with others.
   *
   * @param request The notification request from the operating system, as JSON. Example:
   *     {@code {"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}}.
   */
  public CompletableFuture<PresentationOptions> willPresent(NotificationRequest request) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "request", request);
    return caller.call("notificationManager.willPresent", parameters, PresentationOptions::new);
  }

  /**
   * Processes a tap on a notification: registers the open event and returns what to open.
   *
   * <p>A tap opens the click URL of the push, a button its link. If there is none, event 454, 455
   * or 457 gives the reason. The open event is registered in any case, once for each uid, and is on
   * disk when the call is answered; if it cannot be registered, an event (451, 402, 403 or 501)
   * gives the reason. A connection that has called notificationManager.setCustomClickProcessing
   * processes the tap itself. For a push of another sender nothing is registered, and event 202
   * follows. A dismissal is not a tap: nothing is registered.
   *
   * @param response The response of the user, from the operating system, as JSON. Example:
   *     {@code {"actionIdentifier": "button0", "request": {"content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}}}.
   */
  public CompletableFuture<ClickResult> didReceive(NotificationResponse response) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "response", response);
    return caller.call("notificationManager.didReceive", parameters, ClickResult::new);
  }

  /**
   * Sets whether the user allows notifications; the initial state is granted.
   *
   * <p>Without the permission subscriptions wait (event 504); they are sent when it is granted. All
   * other jobs, also a suspend or an unsubscribe, need no permission. It is stored for all app
   * groups of the data directory: a denial holds after a restart, after {@code clear}, and in every
   * other group, until the host grants it.
   *
   * <p>Refused with {@link StorageFailedException}.
   *
   * @param granted True if the user allows notifications, from the operating system of the
   *     device. Example: {@code true}.
   */
  public CompletableFuture<Void> setPermission(boolean granted) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "granted", granted);
    return caller.call("notificationManager.setPermission", parameters, Json::nothing);
  }

  /**
   * Makes the bridge ask this connection how to show pushes that arrive while the app is in the
   * foreground.
   *
   * <p>Applies to the latest connection that called it and is open. When that connection ends, the
   * one that called before it is asked again.
   *
   * @param enabled True if this connection decides and the bridge waits for its answer; false
   *     if the bridge only informs it. Example: {@code true}.
   */
  public CompletableFuture<Void> setCustomPushProcessing(boolean enabled) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "enabled", enabled);
    return caller.call("notificationManager.setCustomPushProcessing", parameters, Json::nothing);
  }

  /**
   * Makes this connection process taps on notifications.
   *
   * <p>Applies to the latest connection that called it and is open. When that connection ends, the
   * one that called before it is asked again.
   *
   * @param enabled True if this connection decides and the bridge waits for its answer; false
   *     if the bridge only informs it. Example: {@code true}.
   */
  public CompletableFuture<Void> setCustomClickProcessing(boolean enabled) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "enabled", enabled);
    return caller.call("notificationManager.setCustomClickProcessing", parameters, Json::nothing);
  }

  /**
   * Makes the host ask the user to allow notifications.
   *
   * <p>Calls notificationManager.requestAuthorization on this connection. Without a valid answer
   * the permission does not change. {@code error} is the text in the answer of the host.
   *
   * <p>Refused with {@link StorageFailedException}.
   */
  public CompletableFuture<Permission> registerForPushNotifications() {
    return caller.call(
        "notificationManager.registerForPushNotifications", new JsonObject(), Permission::new);
  }
}
