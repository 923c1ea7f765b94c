import JSONCodec

/// The push services the bridge keeps tokens for, by their names on the wire.
package enum PushProvider: String, Sendable, Hashable, CaseIterable {
  case iosAPNS = "ios-apns"
  case iosFirebase = "ios-firebase"
  case iosHuawei = "ios-huawei"

  /// The provider of that name in any letter case.
  package init?(name: String) {
    self.init(rawValue: name.lowercased())
  }

  /// Who is asked for a token, in this order. A list says both who and in which order; without one,
  /// or with an empty one, all are asked as they are declared.
  package static func resolutionOrder(
    priorities: [PushProvider]?, registered: Set<PushProvider>
  ) -> [PushProvider] {
    let wanted = priorities.flatMap { $0.isEmpty ? nil : $0 } ?? allCases
    var seen: Set<PushProvider> = []
    return wanted.filter { registered.contains($0) && seen.insert($0).inserted }
  }

  /// The `value` of event 473. The name is cut: a token may have been given in its place.
  package static func refusalValue(given name: String) -> JSONObject {
    ["provider": .string(String(name.prefix(16)))]
  }
}

/// Where a push reaches this installation, as far as one service is concerned.
package struct PushToken: Sendable, Hashable {
  package let provider: PushProvider
  package let token: Secret

  package init(provider: PushProvider, token: String) {
    self.provider = provider
    self.token = Secret(token)
  }

  /// Bytes of a token between the quotes of a JSON string. Ten times what a push service issues.
  package static let byteLimit = 4096

  /// Whether a text can be a token: every place where one comes in asks this.
  package static func fits(_ text: String) -> Bool { text.jsonBytes(upTo: byteLimit) <= byteLimit }
}
