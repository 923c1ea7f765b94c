import Glibc
import JSONRPC

/// The framing of one message per line. A line ends with `\n` or `\r\n`; blank lines are ignored; the last
/// line needs no end.
struct LineFraming {
  private let maxBytes: Int
  /// The number of bytes of the current line already searched.
  private var searched = 0
  /// True inside a line that is too long.
  private var isSkipping = false

  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  mutating func next(in bytes: UnsafeRawBufferPointer, atEnd: Bool) -> FramingStep {
    guard let end = endOfLine(in: bytes) else { return unfinished(bytes, atEnd: atEnd) }
    searched = 0
    if isSkipping {
      isSkipping = false
      return .blank(consumed: end + 1)
    }
    return line(UnsafeRawBufferPointer(rebasing: bytes[..<end]), consumed: end + 1)
  }

  private func endOfLine(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard searched < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + searched, 0x0A, bytes.count - searched)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  private mutating func unfinished(_ bytes: UnsafeRawBufferPointer, atEnd: Bool) -> FramingStep {
    guard !bytes.isEmpty else { return .incomplete }
    if isSkipping { return .blank(consumed: bytes.count) }
    if atEnd {
      searched = 0
      return line(bytes, consumed: bytes.count)
    }
    // A carriage return may turn out to be part of the line's end.
    let length = bytes.last == 0x0D ? bytes.count - 1 : bytes.count
    guard length > maxBytes else {
      searched = bytes.count
      return .incomplete
    }
    searched = 0
    isSkipping = true
    return .fault(.tooLong(max: maxBytes), consumed: bytes.count)
  }

  private func line(_ bytes: UnsafeRawBufferPointer, consumed: Int) -> FramingStep {
    let length = bytes.last == 0x0D ? bytes.count - 1 : bytes.count
    if length > maxBytes { return .fault(.tooLong(max: maxBytes), consumed: consumed) }
    if bytes.allSatisfy({ $0.isJSONWhiteSpace }) { return .blank(consumed: consumed) }
    return .message(0..<length, consumed: consumed)
  }
}
