/// The rights of the other side of a connection.
package enum Role: String, Sendable, CaseIterable {
  /// May call every method.
  case control
  /// May call only the methods whose description names this role: those that read.
  case observer
}
