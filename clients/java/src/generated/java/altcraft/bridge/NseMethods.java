// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;

/** The methods whose names start with {@code nse.}. */
public final class NseMethods {
  private final Caller caller;

  NseMethods(Caller caller) {
    this.caller = caller;
  }

  /** Checks whether a push comes from the platform. */
  public CompletableFuture<Boolean> isAltcraftPush() {
    return isAltcraftPush(new NseIsAltcraftPushOptions());
  }

  /**
   * Checks whether a push comes from the platform.
   *
   * <p>True for a push with the SDK's marker {@code _ac_push}, with a {@code hub_link} that has
   * {@code open} or {@code ack}, or with both {@code uid} and {@code launch_id}. Takes a
   * {@code request} or a {@code message}.
   */
  public CompletableFuture<Boolean> isAltcraftPush(NseIsAltcraftPushOptions options) {
    return caller.call("nse.isAltcraftPush", options.toJson(), JsonElement::getAsBoolean);
  }

  /**
   * Returns the content to show for a notification, with the buttons and the image of the push.
   *
   * <p>Title, text, badge, sound and userInfo do not change. The delivery event is registered once
   * for each uid and is on disk when the call is answered; if it cannot be registered, an event
   * (451, 402, 403 or 501) gives the reason and the call is answered all the same. Event 204
   * follows; event 453 before it means that the image has no valid URL. The content of a push of
   * another sender does not change: nothing is registered, and event 202 follows.
   *
   * @param request The notification request from the operating system, as JSON. Example:
   *     {@code {"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}}.
   */
  public CompletableFuture<ShownContent> handleNotificationRequest(NotificationRequest request) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "request", request);
    return caller.call("nse.handleNotificationRequest", parameters, ShownContent::new);
  }

  /**
   * Returns the best content so far: that of the latest request of this connection, or null without
   * one.
   */
  public CompletableFuture<ShownContent> serviceExtensionTimeWillExpire() {
    return caller.call("nse.serviceExtensionTimeWillExpire", new JsonObject(), ShownContent::new);
  }
}
