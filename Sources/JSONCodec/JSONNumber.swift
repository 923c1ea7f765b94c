/// A number as written. `1.0` stays `1.0`, 2^64 stays 2^64, and `1e400` can still be echoed.
@usableFromInline package struct JSONNumber: Sendable, Hashable {
  /// The digits, by the grammar of RFC 8259 §6. Up to 15 of them need no heap memory.
  @usableFromInline package let text: String

  /// Creates a number without a check: `text` must follow the grammar, as after parsing.
  package init(checkedText text: String) {
    self.text = text
  }

  @inlinable
  package init(_ value: some BinaryInteger) {
    text = String(value)
  }

  /// Returns nil for infinities and NaN, which JSON cannot express.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let text = value.description
    self.text = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// True if the number is written without fraction and exponent: only such numbers are integers here, so
  /// `1.0` is not one.
  package var isInteger: Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// The integer; nil if the number is not an integer or is outside -2^63 … 2^63-1.
  package var int64: Int64? { Int64(text) }

  /// The integer; nil if the number is not an integer or is outside 0 … 2^64-1.
  package var uint64: UInt64? { UInt64(text) }

  /// True if a double can represent the number, even if only approximately.
  var isWithinDoubles: Bool {
    // The largest double has 309 digits. A larger number without an exponent needs at least as many.
    if text.utf8.count < 309, !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      return true
    }
    return double != nil
  }

  /// The nearest double; nil for a number that no double can represent, such as `1e400`.
  package var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
