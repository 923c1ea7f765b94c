import JSONCodec

/// The numbers of all jobs ever accepted, by outcome. With the pending ones they always add up: accepted =
/// delivered + rejected + expired + cleared + lost + pending.
package struct OutboxCounters: Sendable, Equatable {
  package var accepted = 0
  package var delivered = 0
  package var rejected = 0
  package var expired = 0
  package var cleared = 0
  package var lost = 0

  package init() {}

  init?(_ json: JSON) {
    guard json.objectValue != nil else { return nil }
    // Clamped, so that adding to any number in a record does not overflow.
    func count(_ name: String) -> Int { min(max(json[name]?.intValue ?? 0, 0), 1 << 53) }
    accepted = count("accepted")
    delivered = count("delivered")
    rejected = count("rejected")
    expired = count("expired")
    cleared = count("cleared")
    lost = count("lost")
  }

  var json: JSON {
    [
      "accepted": .int(accepted), "delivered": .int(delivered), "rejected": .int(rejected),
      "expired": .int(expired), "cleared": .int(cleared), "lost": .int(lost),
    ]
  }

  /// Makes the sum right: every accepted job has ended or is pending.
  mutating func balance(pending: Int) {
    accepted = delivered + rejected + expired + cleared + lost + pending
  }

  package mutating func count(_ state: JobState) {
    switch state {
    case .pending: accepted += 1
    case .delivered: delivered += 1
    case .rejected: rejected += 1
    case .expired: expired += 1
    case .cleared: cleared += 1
    case .lost: lost += 1
    }
  }
}

// The token that the platform is known to know, as the journal stores it.
extension PushToken {
  init?(_ json: JSON) {
    guard let provider = json["provider"]?.stringValue.flatMap(PushProvider.init(name:)),
      let token = json["token"]?.stringValue
    else { return nil }
    self.init(provider: provider, token: token)
  }

  /// Parses a token. Nil also for one that is too long: it would not fit into every record that must contain
  /// it.
  static func saved(_ json: JSON) -> PushToken? {
    PushToken(json).flatMap { fits($0.token.reveal()) ? $0 : nil }
  }

  var json: JSON {
    ["provider": .string(provider.rawValue), "token": .string(token.reveal())]
  }
}
