/// A structure of push messages, as the documentation of the platform names it.
package enum PushStructureName: String, Sendable, CaseIterable {
  case apns, fcmV1IOS, fcmV1Android, fcmLegacyIOS, fcmLegacyAndroid, hmsIOS, hmsAndroid,
    appMetricaIOS,
    appMetricaAndroid, ruStore

  /// The page that prints the structure, and its section there.
  package var source: String { "Providers: push message structure (v74), \(section)" }

  private var section: String {
    switch self {
    case .apns: "iOS Apns"
    case .fcmV1IOS: "iOS Firebase (api v1)"
    case .fcmV1Android: "Android Firebase (api v1)"
    case .fcmLegacyIOS: "iOS Firebase (legacy)"
    case .fcmLegacyAndroid: "Android Firebase (legacy)"
    case .hmsIOS: "HMS iOS"
    case .hmsAndroid: "HMS Android"
    case .appMetricaIOS: "Appmetrica iOS"
    case .appMetricaAndroid: "Appmetrica android"
    case .ruStore: "RuStore Android"
    }
  }

  /// The place of the data that an app reads, in which the page allows additional members.
  var dataPath: [String] {
    switch self {
    case .apns: []
    case .fcmV1IOS, .hmsIOS: ["message", "apns", "payload"]
    case .fcmV1Android: ["message", "android", "data"]
    case .hmsAndroid: ["message", "android", "params"]
    case .ruStore: ["message", "data"]
    case .fcmLegacyIOS, .fcmLegacyAndroid: ["data"]
    case .appMetricaIOS:
      ["push_batch_request", "batch", "0", "messages", "iOS", "content", "data"]
    case .appMetricaAndroid:
      ["push_batch_request", "batch", "0", "messages", "android", "content", "data"]
    }
  }
}
