import AltcraftEngine
import JSONCodec
import JSONRPC

/// The configuration as it was given. The engine interprets it.
struct InitializationParameters: Sendable {
  var configuration: JSONObject?

  static let fields = ObjectCodec(
    InitializationParameters.init,
    Field(
      "configuration", \.configuration, ConfigurationSchema.codec.orNull,
      """
      The configuration: at least the address of the platform, which the Altcraft account shows. It replaces \
      the stored one as a whole and is stored with the app group. Null is refused with 401. Example: \
      `{"apiUrl": "https://pxl.example.com", "rToken": "resource-token"}`.
      """))
}

extension Catalog {
  static let initialization = BridgeMethod.immediate(
    "initialization", aliases: ["initialize"],
    "Checks the configuration, stores it, and starts delivery.",
    details: """
      Pending jobs of an earlier run are delivered from the start of the process on and do not need this call. \
      A change of the rToken ends the pending subscription, mobile event and profile jobs of the old one in \
      state cleared, with an event 601 each.
      """,
    parameters: InitializationParameters.fields, result: .alwaysTrue,
    failures: [
      .sdk(.configurationNotSet), .sdk(.apiUrlInvalid), .sdk(.rTokenInvalid),
      .sdk(.providerInvalid), .storageFailed(cause: .noSpace),
    ],
    examples: [
      Example(
        "with a resource token",
        ["configuration": ["apiUrl": "http://127.0.0.1:8090", "rToken": "resource-token"]],
        .exactly(true)),
      Example(
        "with everything",
        [
          "configuration": [
            "apiUrl": "http://127.0.0.1:8090", "rToken": "resource-token",
            "appInfo": ["appID": "com.example.app", "appIID": "1", "appVer": "1.0.0"],
            "providerPriorityList": ["ios-firebase", "ios-apns"], "enableLogging": true,
            "device": ["osVersion": "18.6.2", "timeZone": "Europe/Berlin"],
            "retry": ["firstSeconds": 1, "maxSeconds": 60],
          ]
        ], .exactly(true)),
      Example(
        "no configuration", ["configuration": nil],
        .error(code: 401, reason: "configurationNotSet")),
      Example(
        "an address that is not http", ["configuration": ["apiUrl": "ftp://example.com"]],
        .error(code: 471, reason: "apiUrlInvalid")),
      Example(
        "an unknown provider",
        [
          "configuration": [
            "apiUrl": "https://example.com", "providerPriorityList": ["carrier-pigeon"],
          ]
        ], .error(code: 473, reason: "providerInvalid")),
    ],
    check: { session, parameters throws(EngineError) in
      try session.engine.checkConfiguration(parameters.configuration)
    },
    run: { call, parameters throws(EngineError) in
      let installed = try call.context.engine.install(parameters.configuration)
      call.afterReply { installed() }
      return true
    })
}

extension Catalog {
  static let unlockInitialOperations = BridgeMethod.immediate(
    "unlockInitialOperationsInThisSession",
    "Allows the next initialization to run the initial operations again.",
    details: "Has no effect: here every initialization runs them.",
    order: .free, parameters: NoParameters.fields, result: .alwaysTrue,
    examples: [
      Example("a call", [:], .exactly(true)),
      Example("no parameters", ["now": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { _, _ throws(EngineError) in true })
}

/// The JSON types of the configuration. The engine checks its rules (471 to 473).
enum ConfigurationSchema {
  private struct AppInfo: Sendable {
    var appID: String
    var appIID: String
    var appVer: String
  }

  private struct Device: Sendable {
    var os: String?
    var osVersion: String?
    var deviceModel: String?
    var deviceName: String?
    var deviceType: String?
    var language: String?
    var adId: String?
    var adTrack: Bool?
    var timeZone: String?
  }

  private struct Retry: Sendable {
    var firstSeconds: Double?
    var maxSeconds: Double?
    var totalSeconds: Double?
  }

  private enum EventCodes: String, Sendable, CaseIterable { case current, legacy }

  private enum MatchingMode: String, Sendable, CaseIterable { case pushSub = "push_sub", rToken }

  private struct Shape: Sendable {
    var apiURL: String?
    var rToken: String?
    var appInfo: AppInfo?
    var providerPriorityList: [String]?
    var enableLogging: Bool?
    var device: Device?
    var eventCodes: EventCodes
    var retry: Retry?
    var matchingMode: MatchingMode
    var androidIcon: JSON?
    var androidUsingService: JSON?
    var androidServiceMessage: JSON?
    var androidPushReceiverModules: JSON?
    var androidPushChannelName: JSON?
    var androidPushChannelDescription: JSON?
  }

  private static let appInfo = Codec.object(
    "AppInfo", "The app, as the platform shows it in the profile.", AppInfo.init,
    Field(
      "appID", \.appID, .string,
      """
      The identifier of the app, from its bundle or package; sent as `_app_id`. Example: `"com.example.app"`.
      """),
    Field(
      "appIID", \.appIID, .string,
      """
      The identifier of this installation, generated once by the host; sent as `_app_iid`. Example: \
      `"6f1c2a90"`.
      """),
    Field(
      "appVer", \.appVer, .string,
      "The version of the app, from its build; sent as `_app_ver`. Example: `\"1.0.0\"`."))

  private static let device = Codec.object(
    "Device", "The device, as the bridge describes it to the platform.", Device.init,
    Field(
      "os", \.os, optional: .string,
      """
      The operating system; sent as `_os`. Without it: IOS, which fits the push providers. Example: `"IOS"`.
      """),
    Field(
      "osVersion", \.osVersion, optional: .string,
      """
      The version of the operating system; sent as `_os_ver`. Without it: that of this machine. Example: \
      `"18.6.2"`.
      """),
    Field(
      "deviceModel", \.deviceModel, optional: .string,
      """
      The model of the device, as its operating system reports it; sent as `_device_model`. Example: \
      `"iPhone14,7"`.
      """),
    Field(
      "deviceName", \.deviceName, optional: .string,
      """
      The name of the device, as its user sees it; sent as `_device_name`. Example: `"iPhone of Ann"`.
      """),
    Field(
      "deviceType", \.deviceType, optional: .string,
      "The kind of device; sent as `_device_type`. Without it: mob. Example: `\"mob\"`."),
    Field(
      "language", \.language, optional: .string,
      """
      The language of the operating system, as an ISO 639 code; sent as `_os_language`. Example: `"en"`.
      """),
    Field(
      "adId", \.adId, optional: .string,
      """
      The advertising identifier, from the operating system; sent as `_ad_id` if `adTrack` is true. Example: \
      `"6D92078A-8246-4BA4-AE5B-76104861E7DC"`.
      """),
    Field(
      "adTrack", \.adTrack, optional: .bool,
      """
      True if the user allows tracking, from the operating system; sent as `_ad_track`. Example: `true`.
      """),
    Field(
      "timeZone", \.timeZone, optional: .string,
      """
      The time zone: an IANA name, `Z`, `±hhmm` or `±hh:mm`, or such an offset behind UTC or GMT (`GMT+3`); sent \
      as `_os_tz`. Without it: that of this machine. Example: `"Europe/Berlin"`.
      """))

  private static let retry = Codec.object(
    "Retry",
    """
    The pauses between delivery attempts, in seconds. The limits apply to members that are missing.
    """,
    Retry.init,
    Field(
      "firstSeconds", \.firstSeconds, optional: .number(in: RetrySettings.firstRange),
      """
      The pause after the first failed attempt, in seconds; it grows with each further one. Example: `1`.
      """),
    Field(
      "maxSeconds", \.maxSeconds, optional: .number(in: RetrySettings.maxRange),
      "The longest pause between two attempts, in seconds. Example: `60`."),
    Field(
      "totalSeconds", \.totalSeconds, optional: .number(in: RetrySettings.totalRange),
      "The time after which an undelivered job expires, in seconds. Example: `86400`."))

  private static let ignored =
    """
    A member of the React Native configuration. It is accepted and has no effect; any value will do. Example: \
    `"icon"`.
    """

  private static let shape = Codec.object(
    "Configuration", "The configuration of an app group.", Shape.init,
    Field(
      "apiUrl", \.apiURL, expected: .string,
      """
      The address of the platform, from the Altcraft account: an https address, or http on this machine. A \
      missing one is refused with 471. Example: `"https://pxl.example.com"`.
      """),
    Field(
      "rToken", \.rToken, optional: Codec.string.secret,
      """
      The resource token, from the settings of the resource in the Altcraft account: printable ASCII, at most \
      512 characters. With it no JWT is needed. An empty string means none. Example: \
      `"resource-token"`.
      """),
    Field(
      "appInfo", \.appInfo, optional: appInfo,
      """
      The app, as the platform shows it in the profile. Example: `{"appID": "com.example.app", "appIID": \
      "6f1c2a90", "appVer": "1.0.0"}`.
      """),
    Field(
      "providerPriorityList", \.providerPriorityList,
      optional: .list(of: SDKConstants.provider),
      """
      The push providers to ask for a token, the first one first: ios-apns, ios-firebase, ios-huawei. Example: \
      `["ios-firebase", "ios-apns"]`.
      """),
    Field(
      "enableLogging", \.enableLogging, optional: .bool,
      "Sets the log level to info if true, to error if false. Example: `true`."),
    Field(
      "device", \.device, optional: device,
      """
      The device that the host stands for. Missing members are taken from this machine. Example: \
      `{"osVersion": "18.6.2", "timeZone": "Europe/Berlin"}`.
      """),
    Field(
      "eventCodes", \.eventCodes, .choice(), default: .current,
      """
      The numbering of event codes: current, that of today's SDKs, or legacy, that of the older table in the \
      documentation. Example: `"current"`.
      """),
    Field(
      "retry", \.retry, optional: retry,
      """
      The pauses between delivery attempts. They take precedence over the limits retryFirstSeconds, \
      retryMaxSeconds and retryTotalSeconds. Example: `{"firstSeconds": 1, "maxSeconds": 60}`.
      """),
    Field(
      "rTokenMatchingMode", \.matchingMode, Codec.choice().notSecret, default: .pushSub,
      """
      The value of the query parameter matching_mode in requests that use the resource token: push_sub, or \
      rToken for the token itself, as earlier SDKs for iOS send it. Example: `"push_sub"`.
      """),
    Field("android_icon", \.androidIcon, optional: .json, ignored),
    Field("android_usingService", \.androidUsingService, optional: .json, ignored),
    Field("android_serviceMessage", \.androidServiceMessage, optional: .json, ignored),
    Field("android_pushReceiverModules", \.androidPushReceiverModules, optional: .json, ignored),
    Field("android_pushChannelName", \.androidPushChannelName, optional: .json, ignored),
    Field(
      "android_pushChannelDescription", \.androidPushChannelDescription, optional: .json, ignored))

  /// Checks the types and passes the object on unchanged.
  static let codec = Codec<JSONObject>(
    shape.schema, expected: "object",
    decode: { json throws(Invalid) in
      _ = try shape.decode(json)
      return json.objectValue ?? [:]
    },
    encode: { value, writer in writer.value(.object(value)) })
}
