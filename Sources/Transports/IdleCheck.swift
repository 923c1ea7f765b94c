/// The check of one WebSocket connection for a peer that has gone silent, such as a phone that froze its
/// sockets. A ping is sent after half of the limit without input; a peer that does not react to it in the
/// other half is gone.
struct IdleCheck {
  enum Action: Equatable {
    case none, ping, end
  }

  private let half: Duration
  /// The time of the next call of `action`.
  private(set) var nextAt: ContinuousClock.Instant
  private var ping: (sentAt: ContinuousClock.Instant, unread: Int)?

  init(limit: Duration, from now: ContinuousClock.Instant) {
    half = limit / 2
    nextAt = now + half
  }

  /// Returns the action that is due. `lastInput` is the time of the last read, and `unread` the number of bytes
  /// that arrived since: a reader that is busy has a peer that is not silent.
  mutating func action(
    at now: ContinuousClock.Instant, lastInput: ContinuousClock.Instant, unread: Int
  ) -> Action {
    if let ping, lastInput <= ping.sentAt, unread == ping.unread {
      nextAt = ping.sentAt + half
      return nextAt <= now ? .end : .none
    }
    let heardAt = if let ping, lastInput <= ping.sentAt { now } else { lastInput }
    ping = nil
    nextAt = heardAt + half
    guard nextAt <= now else { return .none }
    ping = (now, unread)
    nextAt = now + half
    return .ping
  }
}
