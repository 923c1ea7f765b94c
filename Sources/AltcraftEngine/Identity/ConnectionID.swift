/// The id of a connection within the process. The registrations of a connection end with it.
package struct ConnectionID: Hashable, Sendable {
  package let value: UInt64

  package init(_ value: UInt64) {
    self.value = value
  }
}
