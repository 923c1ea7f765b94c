// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonElement;

/**
 * An event: one of the nested classes, by its name. An event that this version of the interface
 * does not know is {@link Unknown}.
 */
public abstract class Event extends JsonRecord {
  private Event(JsonElement json) {
    super(json);
  }

  /**
   * The id of the run of the process that counts {@code seq}; it changes with every start. Example:
   * {@code "9f2c4b1e"}.
   */
  public String getEpoch() {
    return get("epoch", JsonElement::getAsString);
  }

  /** The number of the event in this run: 1, 2, 3 and so on, without holes. Example: {@code 17}. */
  public long getSeq() {
    return get("seq", Json::integer);
  }

  /**
   * The class: event for a success or a notice, error for a final failure, retryError for a failure
   * that is retried.
   */
  public EventType getType() {
    return get("type", EventType::of);
  }

  /**
   * The code of the event, in the numbering that {@code eventCodes} of the configuration selects.
   * Example: {@code 230}.
   */
  public long getCode() {
    return get("code", Json::integer);
  }

  /**
   * The name of the event, the same in both numberings. Example: {@code "pushSubscribe.succeeded"}.
   */
  public String getName() {
    return get("name", JsonElement::getAsString);
  }

  /**
   * The function of the SDK that emits it: the called one, or processResponse for an answer of the
   * platform. Example: {@code "pushSubscribe"}.
   */
  public String getFunction() {
    return get("function", JsonElement::getAsString);
  }

  /**
   * A description for people, in the words of the SDK where it has this event; programs use
   * {@code name}. Example: {@code "successful request: push/subscribe"}.
   */
  public String getMessage() {
    return get("message", JsonElement::getAsString);
  }

  /**
   * The time of the event, in UTC. Example: {@code "2026-11-20T12:00:00.123Z"}. A time in ISO 8601,
   * UTC.
   */
  public String getDate() {
    return get("date", JsonElement::getAsString);
  }

  /**
   * The {@code requestId} of the job that the event reports on; null if there is none. Example:
   * {@code "order-7"}.
   */
  public String getRequestId() {
    return get("requestId", JsonElement::getAsString);
  }

  /** 200, event: SDK configuration is installed. */
  public static final class ConfigurationInstalled extends Event {
    public static final long CODE = 200;

    private ConfigurationInstalled(JsonElement json) {
      super(json);
    }
  }

  /**
   * 201, event: push provider set
   *
   * <p>the message names the provider; the token itself is only in the answer of getPushToken
   */
  public static final class PushTokenChanged extends Event {
    public static final long CODE = 201;

    private PushTokenChanged(JsonElement json) {
      super(json);
    }

    public ProviderValue getValue() {
      return get("value", ProviderValue::new);
    }
  }

  /** 202, event: received a notification unrelated to the Altcraft Platform */
  public static final class PushForeign extends Event {
    public static final long CODE = 202;

    private PushForeign(JsonElement json) {
      super(json);
    }

    /** May be null. */
    public ForeignPushValue getValue() {
      return get("value", ForeignPushValue::new);
    }
  }

  /** 203, event: received Altcraft push notification. */
  public static final class PushReceived extends Event {
    public static final long CODE = 203;

    private PushReceived(JsonElement json) {
      super(json);
    }
  }

  /** 204, event: push is posted. */
  public static final class PushPosted extends Event {
    public static final long CODE = 204;

    private PushPosted(JsonElement json) {
      super(json);
    }
  }

  /**
   * 205, event: SDK data has been cleared
   *
   * <p>value.cleared is the number of ended jobs
   */
  public static final class DataCleared extends Event {
    public static final long CODE = 205;

    private DataCleared(JsonElement json) {
      super(json);
    }

    public ClearedValue getValue() {
      return get("value", ClearedValue::new);
    }
  }

  /**
   * 207, event: waiting for push token update to complete
   *
   * <p>506 in the legacy numbering, where 207 is the end of a background pass
   */
  public static final class TokenUpdateWaiting extends Event {
    public static final long CODE = 207;

    private TokenUpdateWaiting(JsonElement json) {
      super(json);
    }
  }

  /** 208 (legacy 206), event: SDK background task is registered */
  public static final class BackgroundTaskStarted extends Event {
    public static final long CODE = 208;

    private BackgroundTaskStarted(JsonElement json) {
      super(json);
    }
  }

  /** 209 (legacy 207), event: SDK background task completed */
  public static final class BackgroundTaskCompleted extends Event {
    public static final long CODE = 209;

    private BackgroundTaskCompleted(JsonElement json) {
      super(json);
    }
  }

  /** 230, event: successful request: push/subscribe */
  public static final class PushSubscribeSucceeded extends Event {
    public static final long CODE = 230;

    private PushSubscribeSucceeded(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 231 (legacy 230), event: successful request: push/suspend */
  public static final class PushSuspendSucceeded extends Event {
    public static final long CODE = 231;

    private PushSuspendSucceeded(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 232 (legacy 230), event: successful request: push/unsubscribe */
  public static final class PushUnSubscribeSucceeded extends Event {
    public static final long CODE = 232;

    private PushUnSubscribeSucceeded(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 233 (legacy 231), event: successful request: push/update */
  public static final class TokenUpdateSucceeded extends Event {
    public static final long CODE = 233;

    private TokenUpdateSucceeded(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 234 (legacy 232), event: successful request: push/unsuspend */
  public static final class UnSuspendSucceeded extends Event {
    public static final long CODE = 234;

    private UnSuspendSucceeded(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 235 (legacy 233), event: successful request: push/status */
  public static final class StatusSucceeded extends Event {
    public static final long CODE = 235;

    private StatusSucceeded(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 236 (legacy 234), event: successful request: event/push */
  public static final class PushEventSucceeded extends Event {
    public static final long CODE = 236;

    private PushEventSucceeded(JsonElement json) {
      super(json);
    }

    public PushAnswerValue getValue() {
      return get("value", PushAnswerValue::new);
    }
  }

  /** 237 (legacy 235), event: successful request: event/post */
  public static final class MobileEventSucceeded extends Event {
    public static final long CODE = 237;

    private MobileEventSucceeded(JsonElement json) {
      super(json);
    }

    public MobileAnswerValue getValue() {
      return get("value", MobileAnswerValue::new);
    }
  }

  /** 238, event: successful request: profile/update */
  public static final class ProfileUpdateSucceeded extends Event {
    public static final long CODE = 238;

    private ProfileUpdateSucceeded(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 401, error: the configuration is not set */
  public static final class ConfigurationNotSet extends Event {
    public static final long CODE = 401;

    private ConfigurationNotSet(JsonElement json) {
      super(json);
    }
  }

  /**
   * 402, error: userTag is null. It is impossible to identify the user
   *
   * <p>after its cause: 540, 541 or 542
   */
  public static final class UserTagMissing extends Event {
    public static final long CODE = 402;

    private UserTagMissing(JsonElement json) {
      super(json);
    }
  }

  /**
   * 403, error: storage error
   *
   * <p>storage fails or recovers, or damage is found: value cause, from, to, lost
   */
  public static final class StorageError extends Event {
    public static final long CODE = 403;

    private StorageError(JsonElement json) {
      super(json);
    }

    public StorageValue getValue() {
      return get("value", StorageValue::new);
    }
  }

  /** 405, error: App Group name was not set. */
  public static final class AppGroupMissing extends Event {
    public static final long CODE = 405;

    private AppGroupMissing(JsonElement json) {
      super(json);
    }
  }

  /**
   * 406, error: Forcing a push token update is not possible: the operation is not supported for
   * APNs.
   */
  public static final class TokenUpdateUnsupported extends Event {
    public static final long CODE = 406;

    private TokenUpdateUnsupported(JsonElement json) {
      super(json);
    }
  }

  /** 422, error: unsuspend request data is nil */
  public static final class UnSuspendDataMissing extends Event {
    public static final long CODE = 422;

    private UnSuspendDataMissing(JsonElement json) {
      super(json);
    }
  }

  /** 423, error: profile request data is nil */
  public static final class StatusDataMissing extends Event {
    public static final long CODE = 423;

    private StatusDataMissing(JsonElement json) {
      super(json);
    }
  }

  /** 430, error: the platform refused the request: push/subscribe */
  public static final class PushSubscribeFailed extends Event {
    public static final long CODE = 430;

    private PushSubscribeFailed(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 431 (legacy 430), error: the platform refused the request: push/suspend */
  public static final class PushSuspendFailed extends Event {
    public static final long CODE = 431;

    private PushSuspendFailed(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 432 (legacy 430), error: the platform refused the request: push/unsubscribe */
  public static final class PushUnSubscribeFailed extends Event {
    public static final long CODE = 432;

    private PushUnSubscribeFailed(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 433 (legacy 431), error: the platform refused the request: push/update */
  public static final class TokenUpdateFailed extends Event {
    public static final long CODE = 433;

    private TokenUpdateFailed(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /**
   * 434 (legacy 432), error: the platform refused the request: push/unsuspend
   *
   * <p>for every HTTP code; never retried
   */
  public static final class UnSuspendFailed extends Event {
    public static final long CODE = 434;

    private UnSuspendFailed(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /**
   * 435 (legacy 433), error: the platform refused the request: push/status
   *
   * <p>for every HTTP code; never retried
   */
  public static final class StatusFailed extends Event {
    public static final long CODE = 435;

    private StatusFailed(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 436 (legacy 434), error: the platform refused the request: event/push */
  public static final class PushEventFailed extends Event {
    public static final long CODE = 436;

    private PushEventFailed(JsonElement json) {
      super(json);
    }

    public PushAnswerValue getValue() {
      return get("value", PushAnswerValue::new);
    }
  }

  /** 437 (legacy 435), error: the platform refused the request: event/post */
  public static final class MobileEventFailed extends Event {
    public static final long CODE = 437;

    private MobileEventFailed(JsonElement json) {
      super(json);
    }

    public MobileAnswerValue getValue() {
      return get("value", MobileAnswerValue::new);
    }
  }

  /** 438, error: the platform refused the request: profile/update */
  public static final class ProfileUpdateFailed extends Event {
    public static final long CODE = 438;

    private ProfileUpdateFailed(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /**
   * 451, error: uid in the push data is null, it is impossible to send a push event to the server.
   */
  public static final class PushUidMissing extends Event {
    public static final long CODE = 451;

    private PushUidMissing(JsonElement json) {
      super(json);
    }
  }

  /**
   * 453, error: 'media' key is missing or URL string is invalid.
   *
   * <p>the media member is not a URL
   */
  public static final class MediaInvalid extends Event {
    public static final long CODE = 453;

    private MediaInvalid(JsonElement json) {
      super(json);
    }
  }

  /**
   * 454, error: 'buttons' key is missing or is invalid.
   *
   * <p>only for a tap on a button
   */
  public static final class ButtonsInvalid extends Event {
    public static final long CODE = 454;

    private ButtonsInvalid(JsonElement json) {
      super(json);
    }
  }

  /** 455, error: invalid button identifier. See event value */
  public static final class ButtonIdentifierInvalid extends Event {
    public static final long CODE = 455;

    private ButtonIdentifierInvalid(JsonElement json) {
      super(json);
    }

    public ButtonValue getValue() {
      return get("value", ButtonValue::new);
    }
  }

  /** 457, error: unknown button identifier. See event value */
  public static final class ButtonUnknown extends Event {
    public static final long CODE = 457;

    private ButtonUnknown(JsonElement json) {
      super(json);
    }

    public UnknownButtonValue getValue() {
      return get("value", UnknownButtonValue::new);
    }
  }

  /**
   * 471, error: invalid apiUrl value - empty or null.
   *
   * <p>for a given but invalid apiUrl the message gives the reason
   */
  public static final class ApiUrlInvalid extends Event {
    public static final long CODE = 471;

    private ApiUrlInvalid(JsonElement json) {
      super(json);
    }
  }

  /**
   * 472, error: invalid resource token value
   *
   * <p>longer than 512 characters, or not printable ASCII without spaces
   */
  public static final class RTokenInvalid extends Event {
    public static final long CODE = 472;

    private RTokenInvalid(JsonElement json) {
      super(json);
    }
  }

  /** 473, error: invalid provider. Available - ios-apns, ios-firebase, ios-huawei. */
  public static final class ProviderInvalid extends Event {
    public static final long CODE = 473;

    private ProviderInvalid(JsonElement json) {
      super(json);
    }

    public ProviderValue getValue() {
      return get("value", ProviderValue::new);
    }
  }

  /** 475, error: invalid values: not all values are primitives */
  public static final class ValuesNotScalar extends Event {
    public static final long CODE = 475;

    private ValuesNotScalar(JsonElement json) {
      super(json);
    }

    public MemberValue getValue() {
      return get("value", MemberValue::new);
    }
  }

  /** 476, error: unsupported subscription type. Available: email, sms, push, cc_data */
  public static final class SubscriptionTypeUnsupported extends Event {
    public static final long CODE = 476;

    private SubscriptionTypeUnsupported(JsonElement json) {
      super(json);
    }
  }

  /**
   * 500, retryError: no response from the platform
   *
   * <p>for unsuspend and status an error, and not retried
   */
  public static final class TransportFailed extends Event {
    public static final long CODE = 500;

    private TransportFailed(JsonElement json) {
      super(json);
    }
  }

  /** 501, error: config data is nil */
  public static final class ConfigurationMissing extends Event {
    public static final long CODE = 501;

    private ConfigurationMissing(JsonElement json) {
      super(json);
    }
  }

  /** 502, error: current push token is nil */
  public static final class PushTokenMissing extends Event {
    public static final long CODE = 502;

    private PushTokenMissing(JsonElement json) {
      super(json);
    }
  }

  /**
   * 503, retryError: userTag is null. It is impossible to identify the user
   *
   * <p>the job waits for a JWT of its user
   */
  public static final class UserTagUnavailable extends Event {
    public static final long CODE = 503;

    private UserTagUnavailable(JsonElement json) {
      super(json);
    }
  }

  /**
   * 504, retryError: notification permission denied.
   *
   * <p>the job waits for the permission
   */
  public static final class PermissionDenied extends Event {
    public static final long CODE = 504;

    private PermissionDenied(JsonElement json) {
      super(json);
    }
  }

  /**
   * 505, error: SDK background task expired
   *
   * <p>a pass is still running when the next one is due
   */
  public static final class BackgroundTaskExpired extends Event {
    public static final long CODE = 505;

    private BackgroundTaskExpired(JsonElement json) {
      super(json);
    }
  }

  /**
   * 520, retryError: subscribe request data is nil
   *
   * <p>after its cause: 502, 540, 541, 542 or 543
   */
  public static final class PushSubscribeDataMissing extends Event {
    public static final long CODE = 520;

    private PushSubscribeDataMissing(JsonElement json) {
      super(json);
    }
  }

  /**
   * 521, retryError: update request data is nil
   *
   * <p>after its cause: 502, 540, 541, 542 or 543
   */
  public static final class TokenUpdateDataMissing extends Event {
    public static final long CODE = 521;

    private TokenUpdateDataMissing(JsonElement json) {
      super(json);
    }
  }

  /**
   * 524, retryError: push event request data is nil
   *
   * <p>after its cause: 502, 540, 541, 542 or 543
   */
  public static final class PushEventDataMissing extends Event {
    public static final long CODE = 524;

    private PushEventDataMissing(JsonElement json) {
      super(json);
    }
  }

  /**
   * 525, retryError: mobile event request data is nil
   *
   * <p>after its cause: 502, 540, 541, 542 or 543
   */
  public static final class MobileEventDataMissing extends Event {
    public static final long CODE = 525;

    private MobileEventDataMissing(JsonElement json) {
      super(json);
    }
  }

  /**
   * 526, retryError: profile update request data is nil
   *
   * <p>after its cause: 502, 540, 541, 542 or 543
   */
  public static final class ProfileUpdateDataMissing extends Event {
    public static final long CODE = 526;

    private ProfileUpdateDataMissing(JsonElement json) {
      super(json);
    }
  }

  /** 530, retryError: the platform failed, the request is retried: push/subscribe */
  public static final class PushSubscribeRetrying extends Event {
    public static final long CODE = 530;

    private PushSubscribeRetrying(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 531 (legacy 530), retryError: the platform failed, the request is retried: push/suspend */
  public static final class PushSuspendRetrying extends Event {
    public static final long CODE = 531;

    private PushSuspendRetrying(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 532 (legacy 530), retryError: the platform failed, the request is retried: push/unsubscribe */
  public static final class PushUnSubscribeRetrying extends Event {
    public static final long CODE = 532;

    private PushUnSubscribeRetrying(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 533 (legacy 531), retryError: the platform failed, the request is retried: push/update */
  public static final class TokenUpdateRetrying extends Event {
    public static final long CODE = 533;

    private TokenUpdateRetrying(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 536 (legacy 534), retryError: the platform failed, the request is retried: event/push */
  public static final class PushEventRetrying extends Event {
    public static final long CODE = 536;

    private PushEventRetrying(JsonElement json) {
      super(json);
    }

    public PushAnswerValue getValue() {
      return get("value", PushAnswerValue::new);
    }
  }

  /** 537 (legacy 535), retryError: the platform failed, the request is retried: event/post */
  public static final class MobileEventRetrying extends Event {
    public static final long CODE = 537;

    private MobileEventRetrying(JsonElement json) {
      super(json);
    }

    public MobileAnswerValue getValue() {
      return get("value", MobileAnswerValue::new);
    }
  }

  /** 538, retryError: the platform failed, the request is retried: profile/update */
  public static final class ProfileUpdateRetrying extends Event {
    public static final long CODE = 538;

    private ProfileUpdateRetrying(JsonElement json) {
      super(json);
    }

    public AnswerValue getValue() {
      return get("value", AnswerValue::new);
    }
  }

  /** 540, error: JWT token is nil */
  public static final class JwtMissing extends Event {
    public static final long CODE = 540;

    private JwtMissing(JsonElement json) {
      super(json);
    }
  }

  /** 541, error: JWT parsing error */
  public static final class JwtInvalid extends Event {
    public static final long CODE = 541;

    private JwtInvalid(JsonElement json) {
      super(json);
    }
  }

  /**
   * 542, error: matching claim does not contain what identifies the user
   *
   * <p>the message names the members; also a payload over 16 KiB
   */
  public static final class MatchingInvalid extends Event {
    public static final long CODE = 542;

    private MatchingInvalid(JsonElement json) {
      super(json);
    }
  }

  /** 543, error: auth data is nil */
  public static final class AuthMissing extends Event {
    public static final long CODE = 543;

    private AuthMissing(JsonElement json) {
      super(json);
    }
  }

  /** 600, error: the job was not delivered within its time to live */
  public static final class WorkExpired extends Event {
    public static final long CODE = 600;

    private WorkExpired(JsonElement json) {
      super(json);
    }

    public EndedJobValue getValue() {
      return get("value", EndedJobValue::new);
    }
  }

  /**
   * 601, error: a change of the resource token, a discard, or a suspend or unsubscribe that passed
   * it ended the job
   */
  public static final class WorkCleared extends Event {
    public static final long CODE = 601;

    private WorkCleared(JsonElement json) {
      super(json);
    }

    public EndedJobValue getValue() {
      return get("value", EndedJobValue::new);
    }
  }

  /**
   * 602, error: the job was lost because the storage is damaged
   *
   * <p>only if the id is still readable; otherwise 403 with the count
   */
  public static final class WorkLost extends Event {
    public static final long CODE = 602;

    private WorkLost(JsonElement json) {
      super(json);
    }

    public EndedJobValue getValue() {
      return get("value", EndedJobValue::new);
    }
  }

  /** An event whose name this version of the interface does not know. */
  public static final class Unknown extends Event {
    private Unknown(JsonElement json) {
      super(json);
    }

    /** May be null. */
    public JsonElement getValue() {
      return get("value", json -> json);
    }
  }

  static Event of(JsonElement json) {
    switch (Json.text(json, "name")) {
      case "configuration.installed":
        return new ConfigurationInstalled(json);
      case "pushToken.changed":
        return new PushTokenChanged(json);
      case "push.foreign":
        return new PushForeign(json);
      case "push.received":
        return new PushReceived(json);
      case "push.posted":
        return new PushPosted(json);
      case "data.cleared":
        return new DataCleared(json);
      case "tokenUpdate.waiting":
        return new TokenUpdateWaiting(json);
      case "backgroundTask.started":
        return new BackgroundTaskStarted(json);
      case "backgroundTask.completed":
        return new BackgroundTaskCompleted(json);
      case "pushSubscribe.succeeded":
        return new PushSubscribeSucceeded(json);
      case "pushSuspend.succeeded":
        return new PushSuspendSucceeded(json);
      case "pushUnSubscribe.succeeded":
        return new PushUnSubscribeSucceeded(json);
      case "tokenUpdate.succeeded":
        return new TokenUpdateSucceeded(json);
      case "unSuspend.succeeded":
        return new UnSuspendSucceeded(json);
      case "status.succeeded":
        return new StatusSucceeded(json);
      case "pushEvent.succeeded":
        return new PushEventSucceeded(json);
      case "mobileEvent.succeeded":
        return new MobileEventSucceeded(json);
      case "profileUpdate.succeeded":
        return new ProfileUpdateSucceeded(json);
      case "configurationNotSet":
        return new ConfigurationNotSet(json);
      case "userTagMissing":
        return new UserTagMissing(json);
      case "storageError":
        return new StorageError(json);
      case "appGroupMissing":
        return new AppGroupMissing(json);
      case "tokenUpdateUnsupported":
        return new TokenUpdateUnsupported(json);
      case "unSuspend.dataMissing":
        return new UnSuspendDataMissing(json);
      case "status.dataMissing":
        return new StatusDataMissing(json);
      case "pushSubscribe.failed":
        return new PushSubscribeFailed(json);
      case "pushSuspend.failed":
        return new PushSuspendFailed(json);
      case "pushUnSubscribe.failed":
        return new PushUnSubscribeFailed(json);
      case "tokenUpdate.failed":
        return new TokenUpdateFailed(json);
      case "unSuspend.failed":
        return new UnSuspendFailed(json);
      case "status.failed":
        return new StatusFailed(json);
      case "pushEvent.failed":
        return new PushEventFailed(json);
      case "mobileEvent.failed":
        return new MobileEventFailed(json);
      case "profileUpdate.failed":
        return new ProfileUpdateFailed(json);
      case "pushUidMissing":
        return new PushUidMissing(json);
      case "mediaInvalid":
        return new MediaInvalid(json);
      case "buttonsInvalid":
        return new ButtonsInvalid(json);
      case "buttonIdentifierInvalid":
        return new ButtonIdentifierInvalid(json);
      case "buttonUnknown":
        return new ButtonUnknown(json);
      case "apiUrlInvalid":
        return new ApiUrlInvalid(json);
      case "rTokenInvalid":
        return new RTokenInvalid(json);
      case "providerInvalid":
        return new ProviderInvalid(json);
      case "valuesNotScalar":
        return new ValuesNotScalar(json);
      case "subscriptionTypeUnsupported":
        return new SubscriptionTypeUnsupported(json);
      case "transport.failed":
        return new TransportFailed(json);
      case "configurationMissing":
        return new ConfigurationMissing(json);
      case "pushTokenMissing":
        return new PushTokenMissing(json);
      case "userTagUnavailable":
        return new UserTagUnavailable(json);
      case "permissionDenied":
        return new PermissionDenied(json);
      case "backgroundTask.expired":
        return new BackgroundTaskExpired(json);
      case "pushSubscribe.dataMissing":
        return new PushSubscribeDataMissing(json);
      case "tokenUpdate.dataMissing":
        return new TokenUpdateDataMissing(json);
      case "pushEvent.dataMissing":
        return new PushEventDataMissing(json);
      case "mobileEvent.dataMissing":
        return new MobileEventDataMissing(json);
      case "profileUpdate.dataMissing":
        return new ProfileUpdateDataMissing(json);
      case "pushSubscribe.retrying":
        return new PushSubscribeRetrying(json);
      case "pushSuspend.retrying":
        return new PushSuspendRetrying(json);
      case "pushUnSubscribe.retrying":
        return new PushUnSubscribeRetrying(json);
      case "tokenUpdate.retrying":
        return new TokenUpdateRetrying(json);
      case "pushEvent.retrying":
        return new PushEventRetrying(json);
      case "mobileEvent.retrying":
        return new MobileEventRetrying(json);
      case "profileUpdate.retrying":
        return new ProfileUpdateRetrying(json);
      case "jwtMissing":
        return new JwtMissing(json);
      case "jwtInvalid":
        return new JwtInvalid(json);
      case "matchingInvalid":
        return new MatchingInvalid(json);
      case "authMissing":
        return new AuthMissing(json);
      case "work.expired":
        return new WorkExpired(json);
      case "work.cleared":
        return new WorkCleared(json);
      case "work.lost":
        return new WorkLost(json);
      default:
        return new Unknown(json);
    }
  }
}
