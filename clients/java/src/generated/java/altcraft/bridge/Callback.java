// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
package altcraft.bridge;

import com.google.gson.JsonElement;
import java.util.function.Function;

/**
 * What the bridge asks of its host: each question with the type it is asked with and that of its
 * answer. Answered with {@link Bridge#handle} and {@link Bridge#handleAsync}.
 */
public final class Callback<Q, A> {
  /**
   * Asks for the JWT of the current user.
   *
   * <p>Asked of the connection that called setJWTProvider with "callback". Calls and attempts that
   * wait at the same moment share one answer; nothing is remembered beyond that. An error, null and
   * an empty text count as no JWT; an answer that comes late is ignored.
   */
  public static final Callback<GetJWTQuestion, String> GET_JWT =
      new Callback<>("provider.getJWT", GetJWTQuestion::new);

  /**
   * Asks for the push token of one provider.
   *
   * <p>Asked up to three times, a second apart, as long as it does not yield a token. An error,
   * null, an empty text and one of more than 4096 bytes count as no token.
   */
  public static final Callback<GetTokenQuestion, String> GET_TOKEN =
      new Callback<>("provider.getToken", GetTokenQuestion::new);

  /**
   * Asks for the push token of one provider to be deleted, so that the next one is another.
   *
   * <p>Whether it was does not matter: the bridge goes on when this is answered, or its time is
   * over.
   */
  public static final Callback<DeleteTokenQuestion, Boolean> DELETE_TOKEN =
      new Callback<>("provider.deleteToken", DeleteTokenQuestion::new);

  /**
   * Asks the user whether notifications may be shown.
   *
   * <p>Asked of the connection that called registerForPushNotifications or
   * requestNotificationPermission. Without an answer, or with an error, the permission stays what
   * it was.
   */
  public static final Callback<RequestAuthorizationQuestion, Boolean> REQUEST_AUTHORIZATION =
      new Callback<>("notificationManager.requestAuthorization", RequestAuthorizationQuestion::new);

  /**
   * Tells of a push that arrives while the app is in use, and asks how to show it.
   *
   * <p>Asked of the connection that called notificationManager.setCustomPushProcessing. With
   * processing switched off its answer is not waited for; without a usable one the standard options
   * hold.
   */
  public static final Callback<OnForegroundNotificationQuestion, PresentationOptions>
      ON_FOREGROUND_NOTIFICATION =
      new Callback<>(
          "notificationManager.onForegroundNotification", OnForegroundNotificationQuestion::new);

  /**
   * Tells that a notification was tapped.
   *
   * <p>Asked of the connection that called notificationManager.setCustomClickProcessing. With
   * processing switched on the app does all that follows, and any answer means that it is done;
   * with processing switched off its answer is not waited for.
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
