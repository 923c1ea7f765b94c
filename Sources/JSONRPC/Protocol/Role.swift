import Synchronization

/// The rights of the other side of a connection.
package enum Role: String, Sendable, CaseIterable {
  /// May call every method.
  case control
  /// May call only the methods whose description names this role: those that read.
  case observer
}

extension Role: AtomicRepresentable {
  package typealias AtomicRepresentation = UInt8.AtomicRepresentation

  package static func encodeAtomicRepresentation(_ role: consuming Role) -> AtomicRepresentation {
    UInt8.encodeAtomicRepresentation(role == .control ? 0 : 1)
  }

  package static func decodeAtomicRepresentation(
    _ representation: consuming AtomicRepresentation
  ) -> Role {
    UInt8.decodeAtomicRepresentation(representation) == 0 ? .control : .observer
  }
}
