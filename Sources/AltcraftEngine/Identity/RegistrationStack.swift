/// The registrations of one kind, of several connections. The latest whose connection is open is in force; when that
/// connection closes, the one before it is in force again.
///
/// A fixed registration, such as a token, outlives its connection: it is in force again while no open connection has a
/// registration. Only the last of these is kept. A later fixed registration replaces it, and so does null: a host that
/// signs out with a connection of its own must not leave the token of an earlier one.
package struct RegistrationStack<Entry> {
  private struct Registration {
    let connection: ConnectionID
    let entry: Entry
    let isFixed: Bool
  }

  /// The registrations of open connections, at most one of each, oldest first.
  private var open: [Registration] = []
  /// The fixed registration of a connection that has closed.
  private var left: Entry?

  package init() {}

  /// The registration in force.
  package var current: Entry? { open.last?.entry ?? left }

  /// True while a connection with a registration is open.
  package var hasConnection: Bool { !open.isEmpty }

  /// All registrations, from the one in force down.
  package var all: [Entry] { open.reversed().map(\.entry) + [left].compactMap(\.self) }

  /// Puts a registration in force, in place of an earlier one of that connection. One without a connection is fixed,
  /// and replaces all others.
  package mutating func register(
    _ entry: Entry, by connection: ConnectionID?, isFixed: Bool = false
  ) {
    guard let connection else {
      (open, left) = ([], entry)
      return
    }
    if isFixed { left = nil }
    open.removeAll { $0.connection == connection }
    open.append(Registration(connection: connection, entry: entry, isFixed: isFixed))
  }

  /// Ends the registration of that connection, and a fixed one whose connection has closed; without a connection, all.
  package mutating func unregister(_ connection: ConnectionID?) {
    open.removeAll { connection == nil || $0.connection == connection }
    left = nil
  }

  /// Removes one registration.
  package mutating func remove(where isMeant: (Entry) -> Bool) {
    open.removeAll { isMeant($0.entry) }
    if left.map(isMeant) == true { left = nil }
  }

  /// Ends the registration of a connection that has closed; a fixed one is kept below all others. Returns true if it
  /// had one.
  @discardableResult
  package mutating func forget(_ connection: ConnectionID) -> Bool {
    guard let index = open.firstIndex(where: { $0.connection == connection }) else { return false }
    let registration = open.remove(at: index)
    if registration.isFixed { left = registration.entry }
    return true
  }
}
