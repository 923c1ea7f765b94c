// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.function.Function;

/**
 * The requests of the bridge to its host, with the types of their parameters and answers. Register
 * a handler with {@link Bridge#handle} or {@link Bridge#handleAsync}.
 */
public final class Callback<Q, A> {
  /**
   * Requests the JWT of the current user.
   *
   * <p>Sent to the connection that called setJWTProvider with "callback". Calls and attempts that
   * wait at the same moment share one answer; it is not cached beyond that. An error, null and an
   * empty string count as no JWT; a late answer is ignored. The payload of the JWT must have the
   * claim {@code matching}: an object, or a string with the JSON of one. Its members:
   * {@code db_id}, the number of the database; {@code matching}, how the profile is found; and its
   * identifiers: {@code email} for "email", {@code phone} for "phone", {@code profile_id} for
   * "profile_id", {@code field_name} and {@code field_value} for "custom", {@code provider} and
   * {@code subscription_id} for "push_sub". The claim {@code exp}, in seconds since 1970, is
   * optional. The JWT and its payload have at most 16 KiB each. The platform checks the signature.
   */
  public static final Callback<GetJWTQuestion, String> GET_JWT =
      new Callback<>("provider.getJWT", GetJWTQuestion::new);

  /**
   * Requests the push token of one provider.
   *
   * <p>Sent up to three times, one second apart, until there is a token. An error, null, an empty
   * string and a token of more than 4096 bytes count as no token.
   */
  public static final Callback<GetTokenQuestion, String> GET_TOKEN =
      new Callback<>("provider.getToken", GetTokenQuestion::new);

  /**
   * Requests the deletion of the push token of one provider, so that the provider issues a new one.
   *
   * <p>The bridge ignores the value: it continues after any answer, or after the time limit.
   */
  public static final Callback<DeleteTokenQuestion, Boolean> DELETE_TOKEN =
      new Callback<>("provider.deleteToken", DeleteTokenQuestion::new);

  /**
   * Requests that the host ask the user to allow notifications.
   *
   * <p>Sent to the connection that called registerForPushNotifications or
   * requestNotificationPermission. The answer is an object, or a boolean for {@code granted} alone.
   * Without a valid answer the permission does not change.
   */
  public static final Callback<RequestAuthorizationQuestion, Object> REQUEST_AUTHORIZATION =
      new Callback<>("notificationManager.requestAuthorization", RequestAuthorizationQuestion::new);

  /**
   * Reports a push that arrives while the app is in the foreground, and requests how to show it.
   *
   * <p>Sent to the connection that called notificationManager.setCustomPushProcessing. If
   * processing is disabled, the bridge does not wait for the answer; without a valid one the
   * standard options apply. Unknown options and members are ignored.
   */
  public static final Callback<OnForegroundNotificationQuestion, PresentationOptions>
      ON_FOREGROUND_NOTIFICATION =
      new Callback<>(
          "notificationManager.onForegroundNotification", OnForegroundNotificationQuestion::new);

  /**
   * Reports a tap on a notification.
   *
   * <p>Sent to the connection that called notificationManager.setCustomClickProcessing. If
   * processing is enabled, the host processes the tap, and any answer means that it has done so;
   * otherwise the bridge does not wait for the answer.
   */
  public static final Callback<OnNotificationClickQuestion, Object> ON_NOTIFICATION_CLICK =
      new Callback<>("notificationManager.onNotificationClick", OnNotificationClickQuestion::new);

  final String name;
  final Function<JsonElement, Q> question;

  private Callback(String name, Function<JsonElement, Q> question) {
    this.name = name;
    this.question = question;
  }
}
