// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Every method of the bridge. */
public abstract class Methods {
  private final Caller caller;
  private final BackgroundTasksMethods backgroundTasks;
  private final BridgeMethods bridge;
  private final EventsMethods events;
  private final NotificationManagerMethods notificationManager;
  private final NseMethods nse;
  private final OutboxMethods outbox;
  private final OutcomesMethods outcomes;
  private final PushMethods push;
  private final RpcMethods rpc;
  private final TraceMethods trace;

  Methods(Caller caller) {
    this.caller = caller;
    backgroundTasks = new BackgroundTasksMethods(caller);
    bridge = new BridgeMethods(caller);
    events = new EventsMethods(caller);
    notificationManager = new NotificationManagerMethods(caller);
    nse = new NseMethods(caller);
    outbox = new OutboxMethods(caller);
    outcomes = new OutcomesMethods(caller);
    push = new PushMethods(caller);
    rpc = new RpcMethods(caller);
    trace = new TraceMethods(caller);
  }

  /** The methods whose names start with {@code backgroundTasks.}. */
  public BackgroundTasksMethods backgroundTasks() {
    return backgroundTasks;
  }

  /** The methods whose names start with {@code bridge.}. */
  public BridgeMethods bridge() {
    return bridge;
  }

  /** The methods whose names start with {@code events.}. */
  public EventsMethods events() {
    return events;
  }

  /** The methods whose names start with {@code notificationManager.}. */
  public NotificationManagerMethods notificationManager() {
    return notificationManager;
  }

  /** The methods whose names start with {@code nse.}. */
  public NseMethods nse() {
    return nse;
  }

  /** The methods whose names start with {@code outbox.}. */
  public OutboxMethods outbox() {
    return outbox;
  }

  /** The methods whose names start with {@code outcomes.}. */
  public OutcomesMethods outcomes() {
    return outcomes;
  }

  /** The methods whose names start with {@code push.}. */
  public PushMethods push() {
    return push;
  }

  /** The methods whose names start with {@code rpc.}. */
  public RpcMethods rpc() {
    return rpc;
  }

  /** The methods whose names start with {@code trace.}. */
  public TraceMethods trace() {
    return trace;
  }

  /**
   * Checks the configuration, stores it, and starts delivery.
   *
   * <p>Pending jobs of an earlier run are delivered from the start of the process on and do not
   * need this call. A change of the rToken ends the pending subscription, mobile event and profile
   * jobs of the old one in state cleared, with an event 601 each.
   *
   * <p>Refused with {@link ConfigurationNotSetException}, {@link ApiUrlInvalidException},
   * {@link RTokenInvalidException}, {@link ProviderInvalidException},
   * {@link StorageFailedException}.
   *
   * @param configuration The configuration: at least the address of the platform, which the
   *     Altcraft account shows. It replaces the stored one as a whole and is stored with the app
   *     group. Null is refused with 401. Example:
   *     {@code {"apiUrl": "https://pxl.example.com", "rToken": "resource-token"}}.
   */
  public CompletableFuture<Void> initialization(Configuration configuration) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "configuration", configuration);
    return caller.call("initialization", parameters, Json::nothing);
  }

  /**
   * Deletes all data of the app group: configuration, tokens, stored values and pending jobs.
   *
   * <p>A barrier: after the answer no request for an earlier call starts, none of its data is on
   * disk, and no event other than 205 reports it. Pending jobs end in state cleared; a request that
   * is being sent may still reach the platform. The background task ends;
   * backgroundTasks.registerBackgroundTask starts it again. Providers, event subscribers and the
   * selected group stay. The files are unlinked, not overwritten.
   *
   * <p>Refused with {@link StorageFailedException}.
   */
  public CompletableFuture<Void> clear() {
    return caller.call("clear", new JsonObject(), Json::nothing);
  }

  /**
   * Allows the next initialization to run the initial operations again.
   *
   * <p>Has no effect: here every initialization runs them.
   */
  public CompletableFuture<Void> unlockInitialOperationsInThisSession() {
    return caller.call("unlockInitialOperationsInThisSession", new JsonObject(), Json::nothing);
  }

  /**
   * Selects the app group whose data the bridge uses.
   *
   * <p>Configuration, tokens set by setPushToken, stored values, outbox and counters belong to the
   * group; providers and the event stream belong to the process. Pending jobs of a group that is
   * not selected stay on disk until the group is selected again. The bridge closes a group one
   * minute after another one was selected, or later if the group is still in use. Beyond the limit
   * {@code appGroups} it opens no further group: the answer is {@code busy}, and the selected group
   * stays selected.
   *
   * <p>Refused with {@link AppGroupMissingException}, {@link StorageFailedException}.
   *
   * @param groupName The name of the app group to use, as the app registers it with its
   *     operating system; at most 1 KiB. Example: {@code "group.com.example.app"}.
   */
  public CompletableFuture<Void> setAppGroup(String groupName) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "groupName", groupName);
    return caller.call("setAppGroup", parameters, Json::nothing);
  }

  /**
   * Sets how the bridge gets the current user's JWT.
   *
   * <p>With "callback" the bridge calls provider.getJWT on this connection whenever it needs a JWT.
   * The latest registration whose connection is open is used, callback or fixed token. A fixed
   * token outlives its connection: it is used again while no open connection has a registration.
   * null ends the registration of this connection, and a fixed token whose connection has closed. A
   * fixed JWT that has expired leaves it to the registration before it. A JWT is checked when it is
   * used, so any string is accepted here. An expired JWT still names the user: calls are accepted,
   * and their jobs wait for a valid JWT of that user. provider.getJWT says what a JWT must hold.
   * With a resource token no JWT is needed.
   *
   * @param provider The source: "callback" to answer a request of the bridge each time, an
   *     object with a fixed token, or null to remove the source. Example:
   *     {@code {"token": "eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig"}}.
   */
  public CompletableFuture<Void> setJWTProvider(ProviderSource provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("setJWTProvider", parameters, Json::nothing);
  }

  /**
   * Sets how the bridge gets push tokens of APNs (ios-apns).
   *
   * <p>Registering requests no token. The bridge requests one when it needs it, and emits event 201
   * when it differs from the last one reported. A token has at most 4096 bytes. The latest
   * registration whose connection is open is used, callback or fixed token. A fixed token outlives
   * its connection: it is used again while no open connection has a registration. null ends the
   * registration of this connection, and a fixed token whose connection has closed. Registering
   * makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed
   * token that is older than the last one from a provider does not replace the token that the
   * platform has.
   *
   * <p>Refused with {@link StorageFailedException}.
   *
   * @param provider The source: "callback" to answer a request of the bridge each time, an
   *     object with a fixed token, or null to remove the source. Example:
   *     {@code {"token": "apns-token-1"}}.
   */
  public CompletableFuture<Void> setAPNSTokenProvider(ProviderSource provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("setAPNSTokenProvider", parameters, Json::nothing);
  }

  /**
   * Sets how the bridge gets push tokens of Firebase (ios-firebase).
   *
   * <p>Registering requests no token. The bridge requests one when it needs it, and emits event 201
   * when it differs from the last one reported. A token has at most 4096 bytes. The latest
   * registration whose connection is open is used, callback or fixed token. A fixed token outlives
   * its connection: it is used again while no open connection has a registration. null ends the
   * registration of this connection, and a fixed token whose connection has closed. Registering
   * makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed
   * token that is older than the last one from a provider does not replace the token that the
   * platform has.
   *
   * <p>Refused with {@link StorageFailedException}.
   *
   * @param provider The source: "callback" to answer a request of the bridge each time, an
   *     object with a fixed token, or null to remove the source. Example:
   *     {@code {"token": "fcm-token-1"}}.
   */
  public CompletableFuture<Void> setFCMTokenProvider(ProviderSource provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("setFCMTokenProvider", parameters, Json::nothing);
  }

  /**
   * Sets how the bridge gets push tokens of Huawei (ios-huawei).
   *
   * <p>Registering requests no token. The bridge requests one when it needs it, and emits event 201
   * when it differs from the last one reported. A token has at most 4096 bytes. The latest
   * registration whose connection is open is used, callback or fixed token. A fixed token outlives
   * its connection: it is used again while no open connection has a registration. null ends the
   * registration of this connection, and a fixed token whose connection has closed. Registering
   * makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed
   * token that is older than the last one from a provider does not replace the token that the
   * platform has.
   *
   * <p>Refused with {@link StorageFailedException}.
   *
   * @param provider The source: "callback" to answer a request of the bridge each time, an
   *     object with a fixed token, or null to remove the source. Example:
   *     {@code {"token": "hms-token-1"}}.
   */
  public CompletableFuture<Void> setHMSTokenProvider(ProviderSource provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("setHMSTokenProvider", parameters, Json::nothing);
  }

  /** Sets the push token, for hosts that register no provider. */
  public CompletableFuture<Boolean> setPushToken(Provider provider, String pushToken) {
    return setPushToken(provider, pushToken, new SetPushTokenOptions());
  }

  /**
   * Sets the push token, for hosts that register no provider.
   *
   * <p>Answers false, without an effect, while a provider of any push service is registered.
   * Registering one makes the bridge forget the token, on disk too. A token set after the last
   * provider has left is newer than its tokens: the platform gets it by a token update.
   *
   * <p>Refused with {@link ProviderInvalidException}, {@link StorageFailedException}.
   *
   * @param provider The push service that issued the token: ios-apns, ios-firebase or
   *     ios-huawei, in any letter case; any other is refused with 473. Example:
   *     {@code "ios-firebase"}.
   * @param pushToken The push token that the push service issued for this device, at most 4096
   *     bytes as it is stored; null or an empty string removes it. Example: {@code "fcm-token-1"}.
   */
  public CompletableFuture<Boolean> setPushToken(
      Provider provider, String pushToken, SetPushTokenOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "provider", provider);
    Json.set(parameters, "pushToken", pushToken);
    return caller.call("setPushToken", parameters, JsonElement::getAsBoolean);
  }

  /**
   * Returns the push token in use, or null if there is none.
   *
   * <p>Calls the registered providers in the order of the priority list and returns the first
   * token. Without a provider it returns the token of setPushToken.
   */
  public CompletableFuture<TokenData> getPushToken() {
    return caller.call("getPushToken", new JsonObject(), TokenData::new);
  }

  /**
   * Sets which push providers the bridge asks for a token, and in which order.
   *
   * <p>Stored with the configuration; the next initialization overwrites it. If the token in use
   * changes, a job named tokenUpdate reports the new one to the platform.
   *
   * <p>Refused with {@link ProviderInvalidException}, {@link ConfigurationMissingException},
   * {@link StorageFailedException}.
   *
   * @param list The push providers to ask for a token, the first one first; an empty list
   *     restores the default order. Example: {@code ["ios-huawei", "ios-firebase"]}.
   */
  public CompletableFuture<Void> changePushProviderPriorityList(List<Provider> list) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "list", list);
    return caller.call("changePushProviderPriorityList", parameters, Json::nothing);
  }

  /**
   * Deletes the token of this device at a push provider.
   *
   * <p>Calls provider.deleteToken on the host that registered with "callback" and ignores its
   * answer; a fixed token, and one of that provider set by setPushToken, is removed. Nothing is
   * sent to the platform.
   *
   * <p>Refused with {@link ProviderInvalidException}, {@link TokenUpdateUnsupportedException},
   * {@link StorageFailedException}.
   *
   * @param provider The push provider whose token is deleted: ios-firebase or ios-huawei, in
   *     any letter case. Example: {@code "ios-firebase"}.
   */
  public CompletableFuture<Void> deleteDeviceToken(Provider provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("deleteDeviceToken", parameters, Json::nothing);
  }

  /**
   * Deletes the token at the provider in use, requests a new one, and reports it to the platform.
   *
   * <p>Answered after the first attempt to report the token; there is none if the token did not
   * change. If the attempt fails and can be retried, delivery continues in the outbox as a job
   * named tokenUpdate. A token set by setPushToken is removed; there is no other to report. Refused
   * under APNs (406), without an update.
   *
   * <p>Refused with {@link ConfigurationMissingException}, {@link PushTokenMissingException},
   * {@link TokenUpdateUnsupportedException}, {@link UserTagMissingException},
   * {@link CallbackTimeoutException}, {@link StorageFailedException}.
   */
  public CompletableFuture<Void> forcedTokenUpdate() {
    return caller.call("forcedTokenUpdate", new JsonObject(), Json::nothing);
  }

  /** Subscribes the device to push notifications. */
  public CompletableFuture<Receipt> pushSubscribe() {
    return pushSubscribe(new PushSubscribeOptions());
  }

  /**
   * Subscribes the device to push notifications.
   *
   * <p>Answered when the job is on disk; its outcome is an event, or the answer itself with
   * {@code wait} "outcome". Delivered in order with all other changes of the user's profile and
   * subscription, and retried until the platform answers.
   *
   * <p>Refused with {@link ValuesNotScalarException}, {@link ConfigurationMissingException},
   * {@link UserTagMissingException}, {@link DuplicateRequestIdException},
   * {@link TooLargeException}, {@link OutboxFullException}, {@link StorageFailedException},
   * {@link CallbackTimeoutException}.
   */
  public CompletableFuture<Receipt> pushSubscribe(PushSubscribeOptions options) {
    return caller.call("pushSubscribe", options.toJson(), Receipt::new);
  }

  /** Suspends the subscription of the device. */
  public CompletableFuture<Receipt> pushSuspend() {
    return pushSuspend(new PushSuspendOptions());
  }

  /**
   * Suspends the subscription of the device.
   *
   * <p>Answered when the job is on disk; its outcome is an event, or the answer itself with
   * {@code wait} "outcome". Delivered in order with all other changes of the user's profile and
   * subscription, and retried until the platform answers.
   *
   * <p>Refused with {@link ValuesNotScalarException}, {@link ConfigurationMissingException},
   * {@link UserTagMissingException}, {@link DuplicateRequestIdException},
   * {@link TooLargeException}, {@link OutboxFullException}, {@link StorageFailedException},
   * {@link CallbackTimeoutException}.
   */
  public CompletableFuture<Receipt> pushSuspend(PushSuspendOptions options) {
    return caller.call("pushSuspend", options.toJson(), Receipt::new);
  }

  /** Ends the subscription of the device. */
  public CompletableFuture<Receipt> pushUnSubscribe() {
    return pushUnSubscribe(new PushUnSubscribeOptions());
  }

  /**
   * Ends the subscription of the device.
   *
   * <p>Answered when the job is on disk; its outcome is an event, or the answer itself with
   * {@code wait} "outcome". Delivered in order with all other changes of the user's profile and
   * subscription, and retried until the platform answers.
   *
   * <p>Refused with {@link ValuesNotScalarException}, {@link ConfigurationMissingException},
   * {@link UserTagMissingException}, {@link DuplicateRequestIdException},
   * {@link TooLargeException}, {@link OutboxFullException}, {@link StorageFailedException},
   * {@link CallbackTimeoutException}.
   */
  public CompletableFuture<Receipt> pushUnSubscribe(PushUnSubscribeOptions options) {
    return caller.call("pushUnSubscribe", options.toJson(), Receipt::new);
  }

  /**
   * Hands the device over to the current user: resumes their subscriptions and suspends those of
   * other users.
   *
   * <p>Sent immediately; not stored and not retried. The answer is null if the platform did not
   * answer or the request could not be built; an event gives the reason. If the answer has no
   * subscription, call pushSubscribe.
   *
   * <p>Refused with {@link ConfigurationMissingException}, {@link CallbackTimeoutException}.
   */
  public CompletableFuture<ResponseWithHttp> unSuspendPushSubscription() {
    return caller.call("unSuspendPushSubscription", new JsonObject(), ResponseWithHttp::new);
  }

  /**
   * Returns the latest subscription of the user's profile.
   *
   * <p>Sent immediately; not stored and not retried. The answer is null if the platform did not
   * answer or the request could not be built; an event gives the reason. Asks for no push token.
   *
   * <p>Refused with {@link ConfigurationMissingException}, {@link CallbackTimeoutException}.
   */
  public CompletableFuture<ResponseWithHttp> getStatusOfLatestSubscription() {
    return caller.call("getStatusOfLatestSubscription", new JsonObject(), ResponseWithHttp::new);
  }

  /**
   * Returns the subscription of the push token in use.
   *
   * <p>Sent immediately; not stored and not retried. The answer is null if the platform did not
   * answer or the request could not be built; an event gives the reason. The token is the one that
   * the platform has; the providers are asked, once, only if there is none.
   *
   * <p>Refused with {@link ConfigurationMissingException}, {@link CallbackTimeoutException}.
   */
  public CompletableFuture<ResponseWithHttp> getStatusForCurrentSubscription() {
    return caller.call("getStatusForCurrentSubscription", new JsonObject(), ResponseWithHttp::new);
  }

  /** Returns the latest subscription of the user's profile with one push provider. */
  public CompletableFuture<ResponseWithHttp> getStatusOfLatestSubscriptionForProvider() {
    return getStatusOfLatestSubscriptionForProvider(
        new GetStatusOfLatestSubscriptionForProviderOptions());
  }

  /**
   * Returns the latest subscription of the user's profile with one push provider.
   *
   * <p>Sent immediately; not stored and not retried. The answer is null if the platform did not
   * answer or the request could not be built; an event gives the reason. Asks for no token if
   * {@code provider} is given. The token is the one that the platform has; the providers are asked,
   * once, only if there is none.
   *
   * <p>Refused with {@link ProviderInvalidException}, {@link ConfigurationMissingException},
   * {@link CallbackTimeoutException}.
   */
  public CompletableFuture<ResponseWithHttp> getStatusOfLatestSubscriptionForProvider(
      GetStatusOfLatestSubscriptionForProviderOptions options) {
    return caller.call(
        "getStatusOfLatestSubscriptionForProvider", options.toJson(), ResponseWithHttp::new);
  }

  /** Records a mobile event. */
  public CompletableFuture<Receipt> mobileEvent(String sid, String eventName) {
    return mobileEvent(sid, eventName, new MobileEventOptions());
  }

  /**
   * Records a mobile event.
   *
   * <p>Answered when the event is on disk. The events of one user reach the platform in the order
   * of acceptance, independently of subscriptions.
   *
   * <p>Refused with {@link ValuesNotScalarException}, {@link SubscriptionTypeUnsupportedException},
   * {@link ConfigurationMissingException}, {@link UserTagMissingException},
   * {@link DuplicateRequestIdException}, {@link TooLargeException}, {@link OutboxFullException},
   * {@link StorageFailedException}, {@link CallbackTimeoutException}.
   *
   * @param sid The identifier of the pixel that records the event, from the settings of the
   *     pixel in the Altcraft account. Example: {@code "px-1"}.
   * @param eventName The name of the event, as scenarios and segments of the platform expect
   *     it; not empty. Example: {@code "signup"}.
   */
  public CompletableFuture<Receipt> mobileEvent(
      String sid, String eventName, MobileEventOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "sid", sid);
    Json.set(parameters, "eventName", eventName);
    return caller.call("mobileEvent", parameters, Receipt::new);
  }

  /** Updates fields of the current user's profile. */
  public CompletableFuture<Receipt> updateProfileFields() {
    return updateProfileFields(new UpdateProfileFieldsOptions());
  }

  /**
   * Updates fields of the current user's profile.
   *
   * <p>Answered when the job is on disk. Delivered in order with all other changes of the user's
   * profile and subscription.
   *
   * <p>Refused with {@link ValuesNotScalarException}, {@link ConfigurationMissingException},
   * {@link UserTagMissingException}, {@link DuplicateRequestIdException},
   * {@link TooLargeException}, {@link OutboxFullException}, {@link StorageFailedException},
   * {@link CallbackTimeoutException}.
   */
  public CompletableFuture<Receipt> updateProfileFields(UpdateProfileFieldsOptions options) {
    return caller.call("updateProfileFields", options.toJson(), Receipt::new);
  }

  /**
   * Builds the value for {@code profileFields} that makes the platform change a field: set, unset,
   * incr, add, delete or upsert.
   */
  public CompletableFuture<JsonObject> actionField(String key, ActionFieldAction action) {
    return actionField(key, action, new ActionFieldOptions());
  }

  /**
   * Builds the value for {@code profileFields} that makes the platform change a field: set, unset,
   * incr, add, delete or upsert.
   *
   * <p>Pass the answer as {@code profileFields}; merge the answers of several calls into one
   * object.
   *
   * @param key The name of the field, as the database of the platform defines it. Example:
   *     {@code "_fname"}.
   * @param action The operation on the field: set or unset it, incr a number, add to or delete
   *     from a list, upsert into a list without duplicates. Example: {@code "incr"}.
   */
  public CompletableFuture<JsonObject> actionField(
      String key, ActionFieldAction action, ActionFieldOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "key", key);
    Json.set(parameters, "action", action);
    return caller.call("actionField", parameters, JsonElement::getAsJsonObject);
  }

  /** Stores a value with the app group. */
  public CompletableFuture<Void> setUserDefaultsValue(String suiteName, String key) {
    return setUserDefaultsValue(suiteName, key, new SetUserDefaultsValueOptions());
  }

  /**
   * Stores a value with the app group.
   *
   * <p>Refused with {@link StorageFailedException}.
   *
   * @param suiteName The name of the suite that holds the value, chosen by the host. Example:
   *     {@code "app"}.
   * @param key The key of the value in its suite, chosen by the host; a blank key is ignored.
   *     Example: {@code "theme"}.
   */
  public CompletableFuture<Void> setUserDefaultsValue(
      String suiteName, String key, SetUserDefaultsValueOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "suiteName", suiteName);
    Json.set(parameters, "key", key);
    return caller.call("setUserDefaultsValue", parameters, Json::nothing);
  }

  /** Reports to the platform that a push arrived. */
  public CompletableFuture<Receipt> deliveryEvent() {
    return deliveryEvent(new DeliveryEventOptions());
  }

  /**
   * Reports to the platform that a push arrived.
   *
   * <p>Takes a {@code request}, a {@code message} or a {@code messageUID}. Answered when the event
   * is on disk. Every call is a separate event. A push of another sender without {@code messageUID}
   * is not reported: the answer is null, and event 202 follows.
   *
   * <p>Refused with {@link PushUidMissingException}, {@link ConfigurationMissingException},
   * {@link UserTagMissingException}, {@link DuplicateRequestIdException},
   * {@link TooLargeException}, {@link OutboxFullException}, {@link StorageFailedException},
   * {@link CallbackTimeoutException}.
   */
  public CompletableFuture<Receipt> deliveryEvent(DeliveryEventOptions options) {
    return caller.call("deliveryEvent", options.toJson(), Receipt::new);
  }

  /** Reports to the platform that a push was opened. */
  public CompletableFuture<Receipt> openEvent() {
    return openEvent(new OpenEventOptions());
  }

  /**
   * Reports to the platform that a push was opened.
   *
   * <p>Takes a {@code request}, a {@code message} or a {@code messageUID}. Answered when the event
   * is on disk. Every call is a separate event. A push of another sender without {@code messageUID}
   * is not reported: the answer is null, and event 202 follows.
   *
   * <p>Refused with {@link PushUidMissingException}, {@link ConfigurationMissingException},
   * {@link UserTagMissingException}, {@link DuplicateRequestIdException},
   * {@link TooLargeException}, {@link OutboxFullException}, {@link StorageFailedException},
   * {@link CallbackTimeoutException}.
   */
  public CompletableFuture<Receipt> openEvent(OpenEventOptions options) {
    return caller.call("openEvent", options.toJson(), Receipt::new);
  }

  /** Checks whether a push comes from the platform. */
  public CompletableFuture<Boolean> isAltcraftPush() {
    return isAltcraftPush(new IsAltcraftPushOptions());
  }

  /**
   * Checks whether a push comes from the platform.
   *
   * <p>True for a push with the SDK's marker {@code _ac_push}, with a {@code hub_link} that has
   * {@code open} or {@code ack}, or with both {@code uid} and {@code launch_id}. Takes a
   * {@code request} or a {@code message}.
   */
  public CompletableFuture<Boolean> isAltcraftPush(IsAltcraftPushOptions options) {
    return caller.call("isAltcraftPush", options.toJson(), JsonElement::getAsBoolean);
  }

  /**
   * Converts a push of any structure of the platform into one form.
   *
   * <p>Reads messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS,
   * AppMetrica and RuStore, and the flat maps that arrive on devices. A push of another sender is
   * read as far as possible, with {@code isAltcraft} false. Nothing is lost: {@code rest} has the
   * members without a name here. Nothing is registered and nothing is fetched.
   *
   * @param message The push: the data map as it arrived on the device, or the whole message of
   *     a provider. Its values may be strings that hold JSON. Example:
   *     {@code {"_ac_push": "true", "_uid": "uid-1"}}.
   */
  public CompletableFuture<ParsedPush> parsePush(Map<String, ?> message) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "message", message);
    return caller.call("parsePush", parameters, ParsedPush::new);
  }

  /**
   * Processes a push that arrived: registers the delivery event and returns what to show.
   *
   * <p>For a push of another sender the answer is null, with event 202; for one of the platform
   * events 203 and 204 follow, for a silent one only 203. The delivery event is registered once for
   * each uid and is on disk when the call is answered; if it cannot be registered, an event (451,
   * 402, 403 or 501) gives the reason and the call is answered all the same.
   *
   * @param message The push: the data map as it arrived on the device, or the whole message of
   *     a provider. Its values may be strings that hold JSON. Example:
   *     {@code {"_ac_push": "true", "_uid": "uid-1"}}.
   */
  public CompletableFuture<ParsedPush> takePush(Map<String, ?> message) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "message", message);
    return caller.call("takePush", parameters, ParsedPush::new);
  }

  /**
   * Makes the host ask the user to allow notifications.
   *
   * <p>Calls notificationManager.requestAuthorization on this connection. Without a valid answer
   * the permission does not change. {@code error} is the text in the answer of the host.
   *
   * <p>Refused with {@link StorageFailedException}.
   */
  public CompletableFuture<Permission> requestNotificationPermission() {
    return caller.call("requestNotificationPermission", new JsonObject(), Permission::new);
  }
}
