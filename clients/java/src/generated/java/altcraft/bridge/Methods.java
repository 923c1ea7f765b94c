// Written by `altcraft-bridge generate java` from the OpenRPC document. Not to be edited.
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
  private final RpcMethods rpc;

  Methods(Caller caller) {
    this.caller = caller;
    backgroundTasks = new BackgroundTasksMethods(caller);
    bridge = new BridgeMethods(caller);
    events = new EventsMethods(caller);
    notificationManager = new NotificationManagerMethods(caller);
    nse = new NseMethods(caller);
    outbox = new OutboxMethods(caller);
    rpc = new RpcMethods(caller);
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

  /** The methods whose names start with {@code rpc.}. */
  public RpcMethods rpc() {
    return rpc;
  }

  /**
   * Configures the SDK: checks the configuration, stores it, and starts to deliver.
   *
   * <p>Work that is pending from an earlier run goes out at once; no initialization is needed for
   * it. A change of the rToken ends the pending subscription, mobile event and profile work of the
   * old one as cleared, with an event 601 each.
   *
   * <p>Refused with {@link ConfigurationNotSetException}, {@link ApiUrlInvalidException},
   * {@link RTokenInvalidException}, {@link ProviderInvalidException},
   * {@link StorageFailedException}.
   *
   * @param configuration Replaces the stored configuration as a whole, and is stored with the
   *     app group.
   */
  public CompletableFuture<Void> initialization(Configuration configuration) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "configuration", configuration);
    return caller.call("initialization", parameters, Json::nothing);
  }

  /**
   * Forgets all data of the app group: configuration, tokens, stored values, pending work.
   *
   * <p>A barrier: once it is answered no request for an earlier call begins, none of it is on disk,
   * and no event tells of it except 205. Work that was pending ends as cleared; one request that is
   * on the wire may still reach the platform. Providers, event subscribers and the selected group
   * stay. The files are unlinked, not overwritten.
   *
   * <p>Refused with {@link StorageFailedException}.
   */
  public CompletableFuture<Void> clear() {
    return caller.call("clear", new JsonObject(), Json::nothing);
  }

  /**
   * Lets the next initialization run the initial operations again.
   *
   * <p>Here every initialization runs them anyway, so there is nothing to unlock.
   */
  public CompletableFuture<Void> unlockInitialOperationsInThisSession() {
    return caller.call("unlockInitialOperationsInThisSession", new JsonObject(), Json::nothing);
  }

  /**
   * Selects the app group whose data is in use.
   *
   * <p>Configuration, tokens given by hand, stored values, outbox and counters belong to the group;
   * providers and the event stream to the process. Work of a group that is not selected rests on
   * disk. A group that was left stays open for a minute, and longer while it is in use. Beyond the
   * limit {@code appGroups} no other is opened: the answer is {@code busy}, and the selected group
   * stays.
   *
   * <p>Refused with {@link AppGroupMissingException}, {@link StorageFailedException}.
   *
   * @param groupName The name of the app group, at most 1 KiB.
   */
  public CompletableFuture<Void> setAppGroup(String groupName) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "groupName", groupName);
    return caller.call("setAppGroup", parameters, Json::nothing);
  }

  /**
   * Says where the JWT of the current user comes from.
   *
   * <p>With "callback" this connection is asked by provider.getJWT whenever one is needed; the
   * latest registration wins and goes with its connection. A JWT is judged when it is used, so any
   * text is accepted here. Under a resource token no JWT is needed.
   *
   * @param provider "callback" to be asked, a token given once and for all, or null for none.
   */
  public CompletableFuture<Void> setJWTProvider(Provider provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("setJWTProvider", parameters, Json::nothing);
  }

  /**
   * Says where push tokens of APNs (ios-apns) come from.
   *
   * <p>Registering asks nothing: a token is resolved when it is needed, and event 201 follows when
   * it differs from the last one reported. A token has at most 4096 bytes.
   *
   * @param provider "callback" to be asked, a token given once and for all, or null for none.
   */
  public CompletableFuture<Void> setAPNSTokenProvider(Provider provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("setAPNSTokenProvider", parameters, Json::nothing);
  }

  /**
   * Says where push tokens of Firebase (ios-firebase) come from.
   *
   * <p>Registering asks nothing: a token is resolved when it is needed, and event 201 follows when
   * it differs from the last one reported. A token has at most 4096 bytes.
   *
   * @param provider "callback" to be asked, a token given once and for all, or null for none.
   */
  public CompletableFuture<Void> setFCMTokenProvider(Provider provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("setFCMTokenProvider", parameters, Json::nothing);
  }

  /**
   * Says where push tokens of Huawei (ios-huawei) come from.
   *
   * <p>Registering asks nothing: a token is resolved when it is needed, and event 201 follows when
   * it differs from the last one reported. A token has at most 4096 bytes.
   *
   * @param provider "callback" to be asked, a token given once and for all, or null for none.
   */
  public CompletableFuture<Void> setHMSTokenProvider(Provider provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("setHMSTokenProvider", parameters, Json::nothing);
  }

  /** Sets the push token by hand, for hosts that register no provider. */
  public CompletableFuture<Void> setPushToken(String provider, String pushToken) {
    return setPushToken(provider, pushToken, new SetPushTokenOptions());
  }

  /**
   * Sets the push token by hand, for hosts that register no provider.
   *
   * <p>Providers come first: the token is in use while no provider is registered.
   *
   * <p>Refused with {@link ProviderInvalidException}, {@link StorageFailedException}.
   *
   * @param provider ios-apns, ios-firebase or ios-huawei, in any letter case; anything else is
   *     refused with 473.
   * @param pushToken The token, of at most 4096 bytes as it is kept; null or empty removes it.
   */
  public CompletableFuture<Void> setPushToken(
      String provider, String pushToken, SetPushTokenOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "provider", provider);
    Json.set(parameters, "pushToken", pushToken);
    return caller.call("setPushToken", parameters, Json::nothing);
  }

  /**
   * The push token in use, or null when there is none.
   *
   * <p>Registered providers are asked in the order of the priority list; the first that has a token
   * wins. Without a provider the token given by hand is the answer.
   */
  public CompletableFuture<TokenData> getPushToken() {
    return caller.call("getPushToken", new JsonObject(), TokenData::new);
  }

  /**
   * Changes which push providers are asked for a token, and in which order.
   *
   * <p>Stored with the configuration; the next initialization overwrites it with its own. Where
   * another token comes into use by it, the platform is told: a piece of work named tokenUpdate.
   *
   * <p>Refused with {@link ProviderInvalidException}, {@link ConfigurationMissingException},
   * {@link StorageFailedException}.
   *
   * @param list Which providers are asked for a token, in this order; empty for the default
   *     order.
   */
  public CompletableFuture<Void> changePushProviderPriorityList(List<String> list) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "list", list);
    return caller.call("changePushProviderPriorityList", parameters, Json::nothing);
  }

  /**
   * Has a push provider delete the token of this device.
   *
   * <p>A host that registered with "callback" is asked (provider.deleteToken), and what it answers
   * does not matter; a token given once and for all is forgotten. The platform is told nothing.
   *
   * <p>Refused with {@link ProviderInvalidException}, {@link TokenUpdateUnsupportedException}.
   *
   * @param provider ios-firebase or ios-huawei, in any letter case.
   */
  public CompletableFuture<Void> deleteDeviceToken(String provider) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "provider", provider);
    return caller.call("deleteDeviceToken", parameters, Json::nothing);
  }

  /**
   * Has the provider in use delete its token, asks it for a new one, and tells the platform.
   *
   * <p>Answered after the first attempt to tell the platform; when the token is the same there is
   * none. An attempt that failed retryably goes on in the outbox, as work named tokenUpdate.
   *
   * <p>Refused with {@link ConfigurationMissingException}, {@link PushTokenMissingException},
   * {@link TokenUpdateUnsupportedException}, {@link UserTagMissingException},
   * {@link CallbackTimeoutException}.
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
   * <p>Answered when the work is safely on disk; its outcome is an event, or the answer itself with
   * wait "outcome". Delivered in order with everything else that changes the user's profile or
   * subscription, and tried until the platform answers.
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
   * <p>Answered when the work is safely on disk; its outcome is an event, or the answer itself with
   * wait "outcome". Delivered in order with everything else that changes the user's profile or
   * subscription, and tried until the platform answers.
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
   * <p>Answered when the work is safely on disk; its outcome is an event, or the answer itself with
   * wait "outcome". Delivered in order with everything else that changes the user's profile or
   * subscription, and tried until the platform answers.
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
   * Hands the device over to the current user: resumes their subscriptions, suspends those of
   * others.
   *
   * <p>Made at once, never stored nor retried. Null when the platform did not answer or the request
   * could not be made; an event says why. When the answer has no subscription, subscribe.
   *
   * <p>Refused with {@link ConfigurationMissingException}, {@link CallbackTimeoutException}.
   */
  public CompletableFuture<ResponseWithHttp> unSuspendPushSubscription() {
    return caller.call("unSuspendPushSubscription", new JsonObject(), ResponseWithHttp::new);
  }

  /**
   * The latest subscription of the user's profile.
   *
   * <p>Asked at once, never stored nor retried. Null when the platform did not answer or the
   * request could not be made; an event says why.
   *
   * <p>Refused with {@link ConfigurationMissingException}, {@link CallbackTimeoutException}.
   */
  public CompletableFuture<ResponseWithHttp> getStatusOfLatestSubscription() {
    return caller.call("getStatusOfLatestSubscription", new JsonObject(), ResponseWithHttp::new);
  }

  /**
   * The subscription of the token in use.
   *
   * <p>Asked at once, never stored nor retried. Null when the platform did not answer or the
   * request could not be made; an event says why.
   *
   * <p>Refused with {@link ConfigurationMissingException}, {@link CallbackTimeoutException}.
   */
  public CompletableFuture<ResponseWithHttp> getStatusForCurrentSubscription() {
    return caller.call("getStatusForCurrentSubscription", new JsonObject(), ResponseWithHttp::new);
  }

  /** The latest subscription of the user's profile with one provider. */
  public CompletableFuture<ResponseWithHttp> getStatusOfLatestSubscriptionForProvider() {
    return getStatusOfLatestSubscriptionForProvider(
        new GetStatusOfLatestSubscriptionForProviderOptions());
  }

  /**
   * The latest subscription of the user's profile with one provider.
   *
   * <p>Asked at once, never stored nor retried. Null when the platform did not answer or the
   * request could not be made; an event says why.
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
   * <p>Answered when the event is safely on disk. Events of one user reach the platform in the
   * order in which they were accepted, independent of subscriptions.
   *
   * <p>Refused with {@link ValuesNotScalarException}, {@link SubscriptionTypeUnsupportedException},
   * {@link ConfigurationMissingException}, {@link UserTagMissingException},
   * {@link DuplicateRequestIdException}, {@link TooLargeException}, {@link OutboxFullException},
   * {@link StorageFailedException}, {@link CallbackTimeoutException}.
   *
   * @param sid The pixel that records the event.
   * @param eventName What happened.
   */
  public CompletableFuture<Receipt> mobileEvent(
      String sid, String eventName, MobileEventOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "sid", sid);
    Json.set(parameters, "eventName", eventName);
    return caller.call("mobileEvent", parameters, Receipt::new);
  }

  /** Updates fields of the user's profile. */
  public CompletableFuture<Receipt> updateProfileFields() {
    return updateProfileFields(new UpdateProfileFieldsOptions());
  }

  /**
   * Updates fields of the user's profile.
   *
   * <p>Answered when the work is safely on disk. Delivered in order with everything else that
   * changes the user's profile or subscription.
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
   * Makes the value that tells the platform what to do to a field: set, unset, incr, add, delete,
   * upsert.
   */
  public CompletableFuture<JsonObject> actionField(String key, ActionFieldAction action) {
    return actionField(key, action, new ActionFieldOptions());
  }

  /**
   * Makes the value that tells the platform what to do to a field: set, unset, incr, add, delete,
   * upsert.
   *
   * <p>To be put into profileFields; several are combined by merging the objects.
   *
   * @param key The field of the profile.
   * @param action What is to be done to it.
   */
  public CompletableFuture<JsonObject> actionField(
      String key, ActionFieldAction action, ActionFieldOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "key", key);
    Json.set(parameters, "action", action);
    return caller.call("actionField", parameters, JsonElement::getAsJsonObject);
  }

  /** Keeps a value with the app group. */
  public CompletableFuture<Void> setUserDefaultsValue(String suiteName, String key) {
    return setUserDefaultsValue(suiteName, key, new SetUserDefaultsValueOptions());
  }

  /**
   * Keeps a value with the app group.
   *
   * <p>Refused with {@link StorageFailedException}.
   *
   * @param suiteName The suite the value belongs to.
   * @param key Its key; a blank one is ignored.
   */
  public CompletableFuture<Void> setUserDefaultsValue(
      String suiteName, String key, SetUserDefaultsValueOptions options) {
    JsonObject parameters = options.toJson();
    Json.set(parameters, "suiteName", suiteName);
    Json.set(parameters, "key", key);
    return caller.call("setUserDefaultsValue", parameters, Json::nothing);
  }

  /** Tells the platform that a push arrived. */
  public CompletableFuture<Receipt> deliveryEvent() {
    return deliveryEvent(new DeliveryEventOptions());
  }

  /**
   * Tells the platform that a push arrived.
   *
   * <p>Answered when the event is safely on disk. Every call is an event of its own. A push of
   * someone else that comes without messageUID is nothing to report: the answer is null, and event
   * 202 follows.
   *
   * <p>Refused with {@link PushUidMissingException}, {@link ConfigurationMissingException},
   * {@link UserTagMissingException}, {@link DuplicateRequestIdException},
   * {@link TooLargeException}, {@link OutboxFullException}, {@link StorageFailedException},
   * {@link CallbackTimeoutException}.
   */
  public CompletableFuture<Receipt> deliveryEvent(DeliveryEventOptions options) {
    return caller.call("deliveryEvent", options.toJson(), Receipt::new);
  }

  /** Tells the platform that a push was opened. */
  public CompletableFuture<Receipt> openEvent() {
    return openEvent(new OpenEventOptions());
  }

  /**
   * Tells the platform that a push was opened.
   *
   * <p>Answered when the event is safely on disk. Every call is an event of its own. A push of
   * someone else that comes without messageUID is nothing to report: the answer is null, and event
   * 202 follows.
   *
   * <p>Refused with {@link PushUidMissingException}, {@link ConfigurationMissingException},
   * {@link UserTagMissingException}, {@link DuplicateRequestIdException},
   * {@link TooLargeException}, {@link OutboxFullException}, {@link StorageFailedException},
   * {@link CallbackTimeoutException}.
   */
  public CompletableFuture<Receipt> openEvent(OpenEventOptions options) {
    return caller.call("openEvent", options.toJson(), Receipt::new);
  }

  /** Whether a push was made by the platform. */
  public CompletableFuture<Boolean> isAltcraftPush() {
    return isAltcraftPush(new IsAltcraftPushOptions());
  }

  /**
   * Whether a push was made by the platform.
   *
   * <p>It was when it carries the SDK's marker {@code _ac_push}, a {@code hub_link} with
   * {@code open} or {@code ack}, or a {@code uid} together with a {@code launch_id}.
   */
  public CompletableFuture<Boolean> isAltcraftPush(IsAltcraftPushOptions options) {
    return caller.call("isAltcraftPush", options.toJson(), JsonElement::getAsBoolean);
  }

  /**
   * Reads a push of any structure the platform makes into one form.
   *
   * <p>Knows messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS,
   * AppMetrica and RuStore, and the flat maps that arrive on devices. A push of someone else is
   * read as well as it can be, with {@code isAltcraft} false. Nothing is registered and nothing
   * fetched.
   *
   * @param message The data map as it arrived on the device, or the whole message of a
   *     provider. Values may be texts that hold JSON.
   */
  public CompletableFuture<ParsedPush> parsePush(Map<String, ?> message) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "message", message);
    return caller.call("parsePush", parameters, ParsedPush::new);
  }

  /**
   * Takes a push that arrived: registers its delivery and answers what to show.
   *
   * <p>Null, with event 202, for a push of someone else; events 203 and 204 for one of the
   * platform. The delivery is registered once for each uid and is safely on disk when the call is
   * answered; where it cannot be registered, an event (451, 402, 403, 501) says so and the call is
   * answered all the same.
   *
   * <p>The answer may be null.
   *
   * @param message The data map as it arrived on the device, or the whole message of a
   *     provider. Values may be texts that hold JSON.
   */
  public CompletableFuture<ParsedPush> takePush(Map<String, ?> message) {
    JsonObject parameters = new JsonObject();
    Json.set(parameters, "message", message);
    return caller.call("takePush", parameters, ParsedPush::new);
  }

  /**
   * Has the host ask the user whether notifications may be shown.
   *
   * <p>Asks this connection by notificationManager.requestAuthorization. Without a usable answer
   * the permission stays what it was.
   */
  public CompletableFuture<Permission> requestNotificationPermission() {
    return caller.call("requestNotificationPermission", new JsonObject(), Permission::new);
  }
}
