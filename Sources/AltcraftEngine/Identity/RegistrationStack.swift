/// The registrations of one kind, of several connections. The latest is in force; when its connection has
/// closed, the one before it is in force again.
package struct RegistrationStack<Entry> {
  private var entries: [(connection: ConnectionID?, entry: Entry)] = []

  package init() {}

  /// The registration in force.
  package var current: Entry? { entries.last?.entry }

  /// Puts a registration in force. One without a connection never ends, so it replaces all others.
  package mutating func register(_ entry: Entry, by connection: ConnectionID?) {
    if let connection { forget(connection) } else { entries = [] }
    entries.append((connection, entry))
  }

  /// Ends the registration of that connection. A connection that has none, and nil, end all.
  package mutating func unregister(_ connection: ConnectionID?) {
    if let connection, forget(connection) { return }
    entries = []
  }

  /// Ends the registration of a connection that has closed. Returns true if it had one.
  @discardableResult
  package mutating func forget(_ connection: ConnectionID) -> Bool {
    let count = entries.count
    entries.removeAll { $0.connection == connection }
    return entries.count < count
  }
}
