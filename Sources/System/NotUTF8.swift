/// The first place where bytes are not UTF-8.
package struct NotUTF8: Error, Sendable, Equatable {
  /// The number of bytes before it.
  package let offset: Int
  package let byte: UInt8

  package var complaint: String {
    "not UTF-8 at byte \(offset) (0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16)))"
  }
}

extension String {
  /// Decodes UTF-8, and replaces nothing: with a replacement character the text would be another
  /// one.
  package init(utf8 bytes: [UInt8]) throws(NotUTF8) {
    do throws(UTF8.ValidationError) {
      self.init(copying: try UTF8Span(validating: bytes.span))
    } catch {
      let offset = error.byteOffsets.lowerBound
      throw NotUTF8(offset: offset, byte: bytes[offset])
    }
  }
}
