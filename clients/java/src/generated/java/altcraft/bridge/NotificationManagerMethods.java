// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
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
   * How to show a push that arrives while the app is in use.
   *
   * <p>The standard options, unless a connection took this over with
   * notificationManager.setCustomPushProcessing and answers with others.
   *
   * @param request The notification request the operating system handed over.
   */
  public CompletableFuture<PresentationOptions> willPresent(NotificationRequest request) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "request", request);
    return caller.call("notificationManager.willPresent", parameters, PresentationOptions::new);
  }

  /**
   * Takes a tap on a notification: registers the open and answers what to open.
   *
   * <p>A tap leads to the click URL of the push, a button to its link. What cannot be resolved is
   * told by event 454, 455 or 457, and the open is registered all the same: once for each uid, and
   * safely on disk when the call is answered. Where it cannot be registered, an event (451, 402,
   * 403, 501) says so. A connection that took clicks over with
   * notificationManager.setCustomClickProcessing does all of it. Of a push of someone else nothing
   * is registered, and event 202 follows.
   *
   * @param response What the operating system reported.
   */
  public CompletableFuture<ClickResult> didReceive(NotificationResponse response) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "response", response);
    return caller.call("notificationManager.didReceive", parameters, ClickResult::new);
  }

  /**
   * Says whether the user lets notifications be shown; granted until said otherwise.
   *
   * <p>Without the permission subscriptions wait (event 504); they go out when it is granted. It
   * holds for all app groups, until the process ends.
   *
   * @param granted Whether the user lets notifications be shown.
   */
  public CompletableFuture<Void> setPermission(boolean granted) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "granted", granted);
    return caller.call("notificationManager.setPermission", parameters, Json::nothing);
  }

  /**
   * Has this connection asked how to show pushes that arrive while the app is in use.
   *
   * <p>The latest connection to call it is the one, until it ends.
   *
   * @param enabled Whether this connection decides; otherwise it is told, and not waited for.
   */
  public CompletableFuture<Void> setCustomPushProcessing(boolean enabled) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "enabled", enabled);
    return caller.call("notificationManager.setCustomPushProcessing", parameters, Json::nothing);
  }

  /**
   * Hands clicks on notifications over to this connection, with all that follows them.
   *
   * <p>The latest connection to call it is the one, until it ends.
   *
   * @param enabled Whether this connection decides; otherwise it is told, and not waited for.
   */
  public CompletableFuture<Void> setCustomClickProcessing(boolean enabled) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "enabled", enabled);
    return caller.call("notificationManager.setCustomClickProcessing", parameters, Json::nothing);
  }

  /**
   * Has the host ask the user whether notifications may be shown.
   *
   * <p>Asks this connection by notificationManager.requestAuthorization. Without a usable answer
   * the permission stays what it was.
   */
  public CompletableFuture<Permission> registerForPushNotifications() {
    return caller.call(
        "notificationManager.registerForPushNotifications", new JsonObject(), Permission::new);
  }
}
