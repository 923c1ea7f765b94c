import JSONCodec

/// The parameter of `initialization`: the address of the platform, the authentication and the data of the
/// device.
package struct Configuration: Sendable, Equatable {
  package var apiURL: APIURL
  /// The resource token. Never empty, and safe in a header.
  package var rToken: Secret?
  package var appInfo: AppInfo?
  package var providerPriorityList: [PushProvider]?
  /// Log level `info` when true, `error` when false; nil leaves the level as it is.
  package var enableLogging: Bool?
  package var device: DeviceSettings
  package var eventCodes: EventNumbering
  package var retry: RetrySettings
  package var rTokenMatchingMode: RTokenMatchingMode

  /// The authentication mode.
  enum AuthenticationMode: Sendable { case resourceToken, jwt }

  var authenticationMode: AuthenticationMode { rToken == nil ? .jwt : .resourceToken }

  /// Reads the parameter `configuration`, null included. Its shape has been checked: a member of another type
  /// counts as absent.
  package static func decode(_ json: JSON, allowsInsecureHTTP: Bool) throws(ConfigurationFailure)
    -> Configuration
  {
    guard let members = json.objectValue else { throw .notSet }
    let apiURL: APIURL
    do throws(APIURLFailure) {
      apiURL = try APIURL.parse(
        members["apiUrl"]?.stringValue ?? "", allowsInsecureHTTP: allowsInsecureHTTP)
    } catch {
      throw .apiURL(error)
    }
    return Configuration(
      apiURL: apiURL,
      rToken: try resourceToken(members["rToken"]),
      appInfo: members["appInfo"]?.objectValue.map(AppInfo.init),
      providerPriorityList: try providers(members["providerPriorityList"]),
      enableLogging: members["enableLogging"]?.boolValue,
      device: DeviceSettings(members["device"]?.objectValue ?? [:]),
      eventCodes: members["eventCodes"]?.stringValue.flatMap(EventNumbering.init) ?? .current,
      retry: RetrySettings(members["retry"]?.objectValue ?? [:]),
      rTokenMatchingMode: members["rTokenMatchingMode"]?.stringValue.flatMap(
        RTokenMatchingMode.init)
        ?? .pushSubscription)
  }

  /// The configuration in the shape that `decode` reads, without absent members. Contains the resource token.
  package var json: JSON {
    var members: JSONObject = ["apiUrl": .string(apiURL.text)]
    members["rToken"] = rToken.map { .string($0.reveal()) }
    members["appInfo"] = appInfo?.json
    members["providerPriorityList"] = providerPriorityList.map {
      .array($0.map { .string($0.rawValue) })
    }
    members["enableLogging"] = enableLogging.map(JSON.bool)
    members["device"] = device.json
    members["eventCodes"] = .string(eventCodes.rawValue)
    members["retry"] = retry.json
    members["rTokenMatchingMode"] = .string(rTokenMatchingMode.rawValue)
    return .object(members)
  }

  private static func resourceToken(_ value: JSON?) throws(ConfigurationFailure) -> Secret? {
    guard let text = value?.stringValue, !text.isEmpty else { return nil }
    guard text.utf8.count <= 512, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw TextSurplus(text).map(ConfigurationFailure.rTokenSurplus) ?? .rToken
    }
    return Secret(text)
  }

  private static func providers(_ value: JSON?) throws(ConfigurationFailure) -> [PushProvider]? {
    guard let names = value?.arrayValue?.compactMap(\.stringValue) else { return nil }
    var providers: [PushProvider] = []
    for name in names {
      guard let provider = PushProvider(name: name) else { throw .provider(name) }
      providers.append(provider)
    }
    return providers
  }
}

/// The reason a configuration is refused.
package enum ConfigurationFailure: Error, Sendable, Equatable {
  case notSet
  case apiURL(APIURLFailure)
  case rToken
  /// The text has something around the token.
  case rTokenSurplus(TextSurplus)
  /// The first unknown name of the priority list, as given.
  case provider(String)

  package var code: SDKCode {
    switch self {
    case .notSet: .configurationNotSet
    case .apiURL: .apiUrlInvalid
    case .rToken, .rTokenSurplus: .rTokenInvalid
    case .provider: .providerInvalid
    }
  }

  package var message: String {
    switch self {
    case .apiURL(let failure): failure.message
    case .rTokenSurplus(let surplus): "the rToken \(surplus.complaint)"
    case .notSet, .rToken, .provider: code.meaning
    }
  }

  /// The `value` of the event.
  package var value: JSONObject? {
    switch self {
    case .provider(let name): PushProvider.refusalValue(given: name)
    case .notSet, .apiURL, .rToken, .rTokenSurplus: nil
    }
  }
}

/// The `matching_mode` under a resource token.
package enum RTokenMatchingMode: String, Sendable {
  case pushSubscription = "push_sub"
  /// The token itself, as older SDKs send it: a secret in a URL.
  case resourceToken = "rToken"
}

package struct AppInfo: Sendable, Equatable {
  package var appID: String
  package var appIID: String
  package var appVer: String

  init(_ members: JSONObject) {
    appID = members["appID"]?.stringValue ?? ""
    appIID = members["appIID"]?.stringValue ?? ""
    appVer = members["appVer"]?.stringValue ?? ""
  }

  var json: JSON {
    ["appID": .string(appID), "appIID": .string(appIID), "appVer": .string(appVer)]
  }
}

/// The data of the device from the host; absent members are taken from the system.
package struct DeviceSettings: Sendable, Equatable {
  package var os: String?
  package var osVersion: String?
  package var deviceModel: String?
  package var deviceName: String?
  package var deviceType: String?
  package var language: String?
  package var adID: String?
  package var adTrack: Bool?
  /// A text that `TimeZoneOffset` resolves; a stored one may be a name that this machine no longer
  /// knows.
  package var timeZone: String?

  package init(_ members: JSONObject) {
    os = members["os"]?.stringValue
    osVersion = members["osVersion"]?.stringValue
    deviceModel = members["deviceModel"]?.stringValue
    deviceName = members["deviceName"]?.stringValue
    deviceType = members["deviceType"]?.stringValue
    language = members["language"]?.stringValue
    adID = members["adId"]?.stringValue
    adTrack = members["adTrack"]?.boolValue
    timeZone = members["timeZone"]?.stringValue
  }

  var json: JSON {
    var members: JSONObject = [:]
    members["os"] = os.map(JSON.string)
    members["osVersion"] = osVersion.map(JSON.string)
    members["deviceModel"] = deviceModel.map(JSON.string)
    members["deviceName"] = deviceName.map(JSON.string)
    members["deviceType"] = deviceType.map(JSON.string)
    members["language"] = language.map(JSON.string)
    members["adId"] = adID.map(JSON.string)
    members["adTrack"] = adTrack.map(JSON.bool)
    members["timeZone"] = timeZone.map(JSON.string)
    return .object(members)
  }
}

/// The retry times in seconds, each more than zero; nil uses the corresponding limit.
package struct RetrySettings: Sendable, Equatable {
  package var firstSeconds: Double?
  package var maxSeconds: Double?
  package var totalSeconds: Double?

  /// The ranges of the three, in seconds. The corresponding limits have the same ranges.
  package static let firstRange = 0.01...86_400.0
  package static let maxRange = 0.01...2_592_000.0
  /// Up to ten years.
  package static let totalRange = 0.01...315_360_000.0

  package init(_ members: JSONObject) {
    func seconds(_ name: String) -> Double? {
      members[name]?.numberValue?.double.flatMap { $0 > 0 ? $0 : nil }
    }
    firstSeconds = seconds("firstSeconds")
    maxSeconds = seconds("maxSeconds")
    totalSeconds = seconds("totalSeconds")
  }

  var json: JSON {
    var members: JSONObject = [:]
    members["firstSeconds"] = Self.number(firstSeconds)
    members["maxSeconds"] = Self.number(maxSeconds)
    members["totalSeconds"] = Self.number(totalSeconds)
    return .object(members)
  }

  private static func number(_ value: Double?) -> JSON? {
    value.flatMap(JSONNumber.init).map(JSON.number)
  }
}
