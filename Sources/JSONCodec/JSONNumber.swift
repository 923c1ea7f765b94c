/// A number as it was written. `1.0` stays `1.0`, 2^64 stays 2^64, and `1e400` can still be echoed.
@usableFromInline package struct JSONNumber: Sendable, Hashable {
  /// The digits, by the grammar of RFC 8259 §6. Up to 15 of them need no memory of their own.
  @usableFromInline package let text: String

  /// `text` must follow the grammar: this is for the parser, which has just checked it.
  package init(checkedText text: String) {
    self.text = text
  }

  @inlinable
  package init(_ value: some BinaryInteger) {
    text = String(value)
  }

  /// Nil for infinities and NaN, which JSON cannot say.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let text = value.description
    self.text = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Written without fraction and exponent: only such numbers are integers here, so `1.0` is none.
  package var isInteger: Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// Nil for what is no integer or beyond -2^63 … 2^63-1.
  package var int64: Int64? { Int64(text) }

  /// Nil for what is no integer or beyond 0 … 2^64-1.
  package var uint64: UInt64? { UInt64(text) }

  /// Whether a double can hold it, however nearly.
  var isWithinDoubles: Bool {
    // The largest has 309 digits; without an exponent it takes as many to be larger.
    if text.utf8.count < 309, !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      return true
    }
    return double != nil
  }

  /// The nearest double; nil for a number that no double can hold, as `1e400`.
  package var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}
