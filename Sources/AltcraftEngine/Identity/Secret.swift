/// A text that must not be logged: a resource token, a JWT, a push token. It always prints as `***`. It is
/// not `Encodable`, so a value that contains one cannot be encoded by accident.
package struct Secret: Sendable, Hashable {
  private let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// Returns the text itself. Only for the HTTP header or body, the file writer, and the response to its
  /// owner.
  package func reveal() -> String { text }

  /// Compares byte for byte, because Swift's `==` for strings treats Unicode normal forms as equal.
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
