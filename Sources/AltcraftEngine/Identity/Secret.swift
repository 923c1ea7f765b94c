/// Text that must not reach a log: a resource token, a JWT, a push token. However it is printed, it
/// reads `***`. It is not `Encodable`, so nothing that holds one can be encoded by accident.
package struct Secret: Sendable, Hashable {
  private let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The text itself. For the HTTP header or body, the file writer, and the answer to its owner;
  /// nothing else.
  package func reveal() -> String { text }

  /// Swift's `==` for strings unifies Unicode normal forms; two tokens are equal only byte for
  /// byte.
  package static func == (left: Secret, right: Secret) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
