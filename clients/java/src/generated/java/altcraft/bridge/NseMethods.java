// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
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

  /** Whether a push was made by the platform. */
  public CompletableFuture<Boolean> isAltcraftPush() {
    return isAltcraftPush(new NseIsAltcraftPushOptions());
  }

  /**
   * Whether a push was made by the platform.
   *
   * <p>It was when it carries the SDK's marker {@code _ac_push}, a {@code hub_link} with
   * {@code open} or {@code ack}, or a {@code uid} together with a {@code launch_id}.
   */
  public CompletableFuture<Boolean> isAltcraftPush(NseIsAltcraftPushOptions options) {
    return caller.call("nse.isAltcraftPush", options.toJson(), JsonElement::getAsBoolean);
  }

  /**
   * What a notification is to show: its content with the buttons and the image of the push.
   *
   * <p>Title, text, badge, sound and userInfo stay as they are. The delivery is registered once for
   * each uid and is safely on disk when the call is answered; where it cannot be registered, an
   * event (451, 402, 403, 501) says so and the call is answered all the same. Event 204 follows;
   * event 453 before it says that the image is no URL.
   *
   * @param request The notification request the operating system handed over.
   */
  public CompletableFuture<ShownContent> handleNotificationRequest(NotificationRequest request) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "request", request);
    return caller.call("nse.handleNotificationRequest", parameters, ShownContent::new);
  }

  /** The best content so far: that of the latest request of this connection, null without one. */
  public CompletableFuture<ShownContent> serviceExtensionTimeWillExpire() {
    return caller.call("nse.serviceExtensionTimeWillExpire", new JsonObject(), ShownContent::new);
  }
}
