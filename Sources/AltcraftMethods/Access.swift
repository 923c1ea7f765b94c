import AltcraftEngine
import JSONRPC
import Synchronization

/// The proofs of a role: the tokens of the data directory, single-use tickets, and the session tokens that tickets
/// are exchanged for.
///
/// All tickets of a role yield the same session token. It is valid until the process ends, so it takes no memory of its
/// own.
package final class Access: Sendable {
  /// A ticket that a peer may use once.
  package struct Ticket: Sendable {
    package let text: String
    /// The time for which the ticket is valid.
    package static let validity = Duration.seconds(60)

    fileprivate let role: Role
    fileprivate let end: Duration
  }

  private struct Key: Sendable {
    let text: String
    let role: Role
  }

  private let keys: [Key]
  private let sessions: [Key]
  private let tickets = Mutex<[Ticket]>([])

  /// Creates the proofs of one run of the process from its two tokens.
  package init(control: String, observer: String) {
    sessions = Role.allCases.map { Key(text: Self.secret(), role: $0) }
    keys = [Key(text: control, role: .control), Key(text: observer, role: .observer)] + sessions
  }

  /// Returns the role that a token proves; nil for any other text.
  package func role(of token: String) -> Role? {
    var role: Role?
    for key in keys where Self.areEqual(key.text, token) { role = key.role }
    return role
  }

  /// Makes a ticket. Returns nil if as many tickets of the role are unused as `limit` allows. The roles have separate
  /// limits, so that an observer cannot use up the tickets of others.
  package func makeTicket(for role: Role, at now: Duration, limit: Int) -> Ticket? {
    tickets.withLock { tickets in
      tickets.removeAll { $0.end <= now }
      guard tickets.count(where: { $0.role == role }) < limit else { return nil }
      let ticket = Ticket(text: Self.secret(), role: role, end: now + Ticket.validity)
      tickets.append(ticket)
      return ticket
    }
  }

  /// Uses a ticket. Returns its role and the session token of this role; nil if the ticket is unknown, was used, or has
  /// expired.
  package func redeem(_ text: String, at now: Duration) -> (role: Role, session: String)? {
    let ticket = tickets.withLock { tickets -> Ticket? in
      tickets.removeAll { $0.end <= now }
      var found: Int?
      for index in tickets.indices where Self.areEqual(tickets[index].text, text) { found = index }
      return found.map { tickets.remove(at: $0) }
    }
    guard let ticket, let session = sessions.first(where: { $0.role == ticket.role }) else {
      return nil
    }
    return (ticket.role, session.text)
  }

  /// Returns 32 random bytes in base64url.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// Compares in constant time, so that the duration reveals nothing about the secret but its length.
  static func areEqual(_ secret: String, _ given: String) -> Bool {
    guard secret.utf8.count == given.utf8.count else { return false }
    return zip(secret.utf8, given.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
