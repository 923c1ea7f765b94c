import AltcraftEngine
import JSONCodec
import JSONRPC

/// The configuration as it was given; what it means is the engine's business.
struct InitializationParameters: Sendable {
  var configuration: JSONObject?

  static let fields = ObjectCodec(
    InitializationParameters.init,
    Field(
      "configuration", \.configuration, ConfigurationShape.codec.orNull,
      "Replaces the stored configuration as a whole, and is stored with the app group."))
}

extension Catalog {
  static let initialization = BridgeMethod.immediate(
    "initialization", aliases: ["initialize"],
    "Configures the SDK: checks the configuration, stores it, and starts to deliver.",
    details: """
      Work that is pending from an earlier run goes out at once; no initialization is needed for it. A \
      change of the rToken ends the pending subscription, mobile event and profile work of the old one as \
      cleared, with an event 601 each.
      """,
    parameters: InitializationParameters.fields, result: .alwaysTrue,
    failures: [
      .sdk(.configurationNotSet), .sdk(.apiUrlInvalid), .sdk(.rTokenInvalid),
      .sdk(.providerInvalid), .storageFailed(cause: .noSpace),
    ],
    examples: [
      Example(
        "with a resource token",
        ["configuration": ["apiUrl": "http://127.0.0.1:8080", "rToken": "resource-token"]],
        .exactly(true)),
      Example(
        "with everything",
        [
          "configuration": [
            "apiUrl": "http://127.0.0.1:8080", "rToken": "resource-token",
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
        "a server that is none", ["configuration": ["apiUrl": "ftp://example.com"]],
        .error(code: 471, reason: "apiUrlInvalid")),
      Example(
        "a provider nobody knows",
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
    "Lets the next initialization run the initial operations again.",
    details: "Here every initialization runs them anyway, so there is nothing to unlock.",
    order: .free, parameters: NoParameters.fields, result: .alwaysTrue,
    examples: [
      Example("unlock", [:], .exactly(true)),
      Example("no parameters", ["now": true], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { _, _ throws(EngineError) in true })
}

/// The JSON types of the configuration. Its rules (471 to 473) are judged by the engine.
enum ConfigurationShape {
  private struct AppInfo: Sendable {
    var appID: String?
    var appIID: String?
    var appVer: String?
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
    "AppInfo", "The app, as the platform shows it.", AppInfo.init,
    Field("appID", \.appID, optional: .string, "The id of the app; sent as `_app_id`."),
    Field(
      "appIID", \.appIID, optional: .string, "The id of this installation; sent as `_app_iid`."),
    Field("appVer", \.appVer, optional: .string, "The version of the app; sent as `_app_ver`."))

  private static let device = Codec.object(
    "Device", "What the platform is told of the device.", Device.init,
    Field("os", \.os, optional: .string, "The operating system; sent as `_os`, IOS by default."),
    Field("osVersion", \.osVersion, optional: .string, "Its version; sent as `_os_ver`."),
    Field(
      "deviceModel", \.deviceModel, optional: .string,
      "The model, for example iPhone14,7; sent as `_device_model`."),
    Field(
      "deviceName", \.deviceName, optional: .string,
      "The name of the device; sent as `_device_name`."),
    Field(
      "deviceType", \.deviceType, optional: .string,
      "The kind of device; sent as `_device_type`, mob by default."),
    Field(
      "language", \.language, optional: .string,
      "The language of the system, for example en; sent as `_os_language`."),
    Field(
      "adId", \.adId, optional: .string,
      "The advertising id; sent as `_ad_id` where adTrack is true."),
    Field(
      "adTrack", \.adTrack, optional: .bool,
      "Whether the user allows tracking; sent as `_ad_track`."),
    Field(
      "timeZone", \.timeZone, optional: .string,
      "An IANA name, or an offset as ±hhmm; sent as `_os_tz`."))

  private static let retry = Codec.object(
    "Retry",
    "The pauses between attempts, in seconds. Each one that is left out is as the limits say.",
    Retry.init,
    Field(
      "firstSeconds", \.firstSeconds, optional: .number(in: RetrySettings.firstRange),
      "The pause after the first attempt, in seconds; it grows from there."),
    Field(
      "maxSeconds", \.maxSeconds, optional: .number(in: RetrySettings.maxRange),
      "The longest pause, in seconds."),
    Field(
      "totalSeconds", \.totalSeconds, optional: .number(in: RetrySettings.totalRange),
      "How long work is tried before it expires, in seconds."))

  private static let ignored = "Accepted from the React Native configuration; has no effect."

  private static let shape = Codec.object(
    "Configuration", "What the SDK needs to know before it can work.", Shape.init,
    Field(
      "apiUrl", \.apiURL, optional: .string,
      "Where the platform is: https, or http on this machine. Without it the answer is 471."),
    Field(
      "rToken", \.rToken, optional: Codec.string.secret,
      "The resource token. An empty one counts as none."),
    Field("appInfo", \.appInfo, optional: appInfo, "The app as the platform shows it."),
    Field(
      "providerPriorityList", \.providerPriorityList, optional: .list(of: .string),
      "Which push providers are asked for a token, in this order."),
    Field(
      "enableLogging", \.enableLogging, optional: .bool,
      "Log level info when true, error when false."),
    Field(
      "device", \.device, optional: device, "The device; defaults are taken from this machine."),
    Field(
      "eventCodes", \.eventCodes, .choice(), default: .current,
      "The numbering of events: today's, or that of the documentation's older table."),
    Field(
      "retry", \.retry, optional: retry,
      "The pauses between attempts; stronger than the limits of the same meaning."),
    Field(
      "rTokenMatchingMode", \.matchingMode, Codec.choice().notSecret, default: .pushSub,
      "What is sent as matching_mode under a resource token."),
    Field("android_icon", \.androidIcon, optional: .json, ignored),
    Field("android_usingService", \.androidUsingService, optional: .json, ignored),
    Field("android_serviceMessage", \.androidServiceMessage, optional: .json, ignored),
    Field("android_pushReceiverModules", \.androidPushReceiverModules, optional: .json, ignored),
    Field("android_pushChannelName", \.androidPushChannelName, optional: .json, ignored),
    Field(
      "android_pushChannelDescription", \.androidPushChannelDescription, optional: .json, ignored))

  /// Checks the types and hands on the object as it was written.
  static let codec = Codec<JSONObject>(
    shape.schema, expected: "object",
    decode: { json throws(Invalid) in
      _ = try shape.decode(json)
      return json.objectValue ?? [:]
    },
    encode: { value, writer in writer.value(.object(value)) })
}
