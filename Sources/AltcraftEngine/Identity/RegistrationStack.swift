/// The registrations of one kind, of several connections. The latest is in force; when its connection has
/// closed, the one before it is in force again.
struct RegistrationStack<Entry> {
  private var entries: [(connection: ConnectionID?, entry: Entry)] = []

  /// The registration in force.
  var current: Entry? { entries.last?.entry }

  /// Puts a registration in force. One without a connection never ends, so it replaces all others.
  mutating func register(_ entry: Entry, by connection: ConnectionID?) {
    if let connection { forget(connection) } else { entries = [] }
    entries.append((connection, entry))
  }

  /// Ends the registration of that connection. A connection that has none, and nil, end all.
  mutating func unregister(_ connection: ConnectionID?) {
    let count = entries.count
    if let connection { forget(connection) }
    if entries.count == count { entries = [] }
  }

  /// Ends the registration of a connection that has closed.
  mutating func forget(_ connection: ConnectionID) {
    entries.removeAll { $0.connection == connection }
  }
}
