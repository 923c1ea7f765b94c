// Written by `altcraft-bridge generate typescript` from the OpenRPC document. Not to be edited.

import type * as t from "./types.js";

/** What `provider.getJWT` is asked with. */
export interface ProviderGetJWTParameters {
  /**
   * "request": one is needed; "rejected": the platform refused the last one; "expired": the last
   * one is over.
   */
  reason: "request" | "rejected" | "expired";
}

/** What `provider.getToken` is asked with. */
export interface ProviderGetTokenParameters {
  /** ios-apns, ios-firebase or ios-huawei. */
  provider: string;
}

/** What `provider.deleteToken` is asked with. */
export interface ProviderDeleteTokenParameters {
  /** ios-apns, ios-firebase or ios-huawei. */
  provider: string;
}

/** What `notificationManager.requestAuthorization` is asked with. */
export interface NotificationManagerRequestAuthorizationParameters {
  /** alert, badge and sound. */
  options: string[];
}

/** What `notificationManager.onForegroundNotification` is asked with. */
export interface NotificationManagerOnForegroundNotificationParameters {
  /** The notification request the operating system handed over. */
  request: t.NotificationRequest;
}

/** What `notificationManager.onNotificationClick` is asked with. */
export interface NotificationManagerOnNotificationClickParameters {
  /** The request that was tapped. */
  request: t.NotificationRequest;
  /**
   * button0 for the first button, com.apple.UNNotificationDefaultActionIdentifier for the
   * notification itself.
   */
  actionIdentifier: string;
}

/** What a host may answer, at once or later. */
export type Answer<T> = T | Promise<T>;

/** What the bridge asks of its host, by name. */
export interface Callbacks {
  /**
   * Asks for the JWT of the current user.
   *
   * Asked of the connection that called setJWTProvider with "callback". Calls and attempts that
   * wait at the same moment share one answer; nothing is remembered beyond that. An error, null and
   * an empty text count as no JWT; an answer that comes late is ignored.
   */
  "provider.getJWT": (parameters: ProviderGetJWTParameters) => Answer<string | null>;
  /**
   * Asks for the push token of one provider.
   *
   * Asked up to three times, a second apart, as long as it does not yield a token. An error, null,
   * an empty text and one of more than 4096 bytes count as no token.
   */
  "provider.getToken": (parameters: ProviderGetTokenParameters) => Answer<string | null>;
  /**
   * Asks for the push token of one provider to be deleted, so that the next one is another.
   *
   * Whether it was does not matter: the bridge goes on when this is answered, or its time is over.
   */
  "provider.deleteToken": (parameters: ProviderDeleteTokenParameters) => Answer<boolean>;
  /**
   * Asks the user whether notifications may be shown.
   *
   * Asked of the connection that called registerForPushNotifications or
   * requestNotificationPermission. Without an answer, or with an error, the permission stays what
   * it was.
   */
  "notificationManager.requestAuthorization": (
    parameters: NotificationManagerRequestAuthorizationParameters,
  ) => Answer<boolean>;
  /**
   * Tells of a push that arrives while the app is in use, and asks how to show it.
   *
   * Asked of the connection that called notificationManager.setCustomPushProcessing. With
   * processing switched off its answer is not waited for; without a usable one the standard options
   * hold.
   */
  "notificationManager.onForegroundNotification": (
    parameters: NotificationManagerOnForegroundNotificationParameters,
  ) => Answer<t.PresentationOptions>;
  /**
   * Tells that a notification was tapped.
   *
   * Asked of the connection that called notificationManager.setCustomClickProcessing. With
   * processing switched on the app does all that follows, and any answer means that it is done;
   * with processing switched off its answer is not waited for.
   */
  "notificationManager.onNotificationClick": (
    parameters: NotificationManagerOnNotificationClickParameters,
  ) => Answer<t.JSONValue>;
}
