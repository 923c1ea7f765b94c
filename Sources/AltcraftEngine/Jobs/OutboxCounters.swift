import JSONCodec

/// The numbers of all jobs that have ended, by outcome. With the pending ones they are all accepted jobs.
package struct OutboxCounters: Sendable, Equatable {
  package private(set) var delivered = 0
  package private(set) var rejected = 0
  package private(set) var expired = 0
  package private(set) var cleared = 0
  package private(set) var lost = 0

  package init() {}

  init?(_ json: JSON) {
    guard json.objectValue != nil else { return nil }
    // Clamped, so that adding to any number in a record does not overflow.
    func count(_ name: String) -> Int { min(max(json[name]?.intValue ?? 0, 0), 1 << 53) }
    delivered = count("delivered")
    rejected = count("rejected")
    expired = count("expired")
    cleared = count("cleared")
    lost = count("lost")
  }

  /// The number of all ended jobs.
  var ended: Int { delivered + rejected + expired + cleared + lost }

  /// Returns the member `counters` of a record.
  func json(pending: Int) -> JSON {
    [
      "accepted": .int(ended + pending), "delivered": .int(delivered), "rejected": .int(rejected),
      "expired": .int(expired), "cleared": .int(cleared), "lost": .int(lost),
    ]
  }

  /// Counts jobs that ended in that state.
  mutating func count(_ state: JobState, _ jobs: Int = 1) {
    switch state {
    case .pending: break
    case .delivered: delivered += jobs
    case .rejected: rejected += jobs
    case .expired: expired += jobs
    case .cleared: cleared += jobs
    case .lost: lost += jobs
    }
  }

  /// Counts a rejected job as pending again.
  mutating func retry() { rejected -= 1 }
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
