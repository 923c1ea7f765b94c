import JSONCodec

/// A push service that the bridge keeps tokens for, by its name on the wire.
package enum PushProvider: String, Sendable, Hashable, CaseIterable {
  case iosAPNS = "ios-apns"
  case iosFirebase = "ios-firebase"
  case iosHuawei = "ios-huawei"

  /// Finds the provider of that name in any letter case.
  package init?(name: String) {
    self.init(rawValue: name.lowercased())
  }

  /// Returns the providers to ask for a token, in order. A priority list sets both the providers and their
  /// order; without one, or with an empty one, all are asked in the order of declaration.
  package static func resolutionOrder(
    priorities: [PushProvider]?, registered: Set<PushProvider>
  ) -> [PushProvider] {
    let wanted = priorities.flatMap { $0.isEmpty ? nil : $0 } ?? allCases
    var seen: Set<PushProvider> = []
    return wanted.filter { registered.contains($0) && seen.insert($0).inserted }
  }

  /// Returns the `value` of event 473. The name is cut: a caller may have passed a token in its place.
  package static func refusalValue(given name: String) -> JSONObject {
    ["provider": .string(String(name.prefix(16)))]
  }
}

/// The token of this installation for one push service.
package struct PushToken: Sendable, Hashable {
  package let provider: PushProvider
  package let token: Secret

  package init(provider: PushProvider, token: String) {
    self.provider = provider
    self.token = Secret(token)
  }

  /// The maximum size of a token, in bytes between the quotes of a JSON string. It is ten times the size that
  /// push services issue.
  package static let byteLimit = 4096

  /// Returns true if a text is not too long for a token. Every input of tokens checks this.
  package static func fits(_ text: String) -> Bool { text.jsonBytes(upTo: byteLimit) <= byteLimit }

  /// The reason why an answer of the host cannot be a token.
  enum Refusal: Sendable, Equatable {
    case tooLong(bytes: Int)
    case surplus(TextSurplus)

    init?(_ text: String) {
      if !fits(text) {
        self = .tooLong(bytes: text.jsonBytes(upTo: .max))
      } else if let surplus = TextSurplus(text) {
        self = .surplus(surplus)
      } else {
        return nil
      }
    }

    /// The end of a sentence about the token.
    var complaint: String {
      switch self {
      case .tooLong(let bytes): "has \(bytes) bytes; it may have at most \(byteLimit)"
      case .surplus(let surplus): surplus.complaint
      }
    }
  }
}
