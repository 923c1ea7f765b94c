import Synchronization

/// The rights of an authenticated peer.
package enum Role: UInt8, Sendable, AtomicRepresentable {
  /// The right to call every method.
  case control
  /// The right to read only.
  case observer
}
