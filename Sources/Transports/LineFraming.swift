import Glibc
import JSONRPC

/// The framing of one message per line. A line ends with `\n` or `\r\n`; blank lines are ignored; the last
/// line needs no end.
///
/// A message whose outermost array or object is closed is complete before its line ends if nothing follows it,
/// or if another array or object does: some clients send no newlines.
struct LineFraming {
  var maxBytes: Int
  /// The number of bytes of the current line already searched for its end.
  private var searched = 0
  /// The first value of the current line, as far as it was examined.
  private var value = ValueScanner()
  /// True if a value of the current line was delivered before the line's end.
  private var hasSeveral = false
  /// True inside a line that is too long.
  private var isSkipping = false
  /// True if a carriage return was the last consumed byte, and may be part of the line's end.
  private var endedWithReturn = false
  /// True if lines end with `\r\n`, by the first line; nil before its end.
  private(set) var usesReturns: Bool?

  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  mutating func next(in bytes: UnsafeRawBufferPointer, atEnd: Bool) -> FramingStep {
    guard let end = endOfLine(in: bytes) else {
      return bytes.isEmpty ? .incomplete : unfinished(bytes, atEnd: atEnd)
    }
    let line = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    if usesReturns == nil { usesReturns = end == 0 ? endedWithReturn : bytes[end - 1] == 0x0D }
    endedWithReturn = false
    if isSkipping {
      startLine()
      return .blank(consumed: end + 1)
    }
    if let part = firstOfSeveral(in: line) { return deliver(part, of: line) }
    startLine()
    return whole(line, consumed: end + 1)
  }

  private func endOfLine(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard searched < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + searched, 0x0A, bytes.count - searched)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  private mutating func startLine() {
    searched = 0
    value = ValueScanner()
    hasSeveral = false
    isSkipping = false
  }

  /// Examines a line whose end has not arrived.
  private mutating func unfinished(_ bytes: UnsafeRawBufferPointer, atEnd: Bool) -> FramingStep {
    if isSkipping { return .blank(consumed: bytes.count) }
    if let end = value.end(in: bytes) {
      let next = end + bytes[end...].prefix { $0.isJSONWhiteSpace }.count
      if next == bytes.count, end <= maxBytes {
        endedWithReturn = bytes.last == 0x0D
        startLine()
        return .message(0..<end, consumed: bytes.count)
      }
      if next < bytes.count, bytes[next].opensValue { return deliver(end, of: bytes) }
    }
    if atEnd {
      startLine()
      return whole(bytes, consumed: bytes.count)
    }
    // A carriage return may turn out to be part of the line's end.
    let length = bytes.last == 0x0D ? bytes.count - 1 : bytes.count
    guard length > maxBytes else {
      searched = bytes.count
      return .incomplete
    }
    startLine()
    isSkipping = true
    return .fault(
      .tooLong(max: maxBytes, id: RequestID(inStartOf: bytes)), consumed: bytes.count)
  }

  /// Returns the end of the first value if another array or object follows it on the line. A line that cannot
  /// have two is not examined byte by byte.
  private mutating func firstOfSeveral(in line: UnsafeRawBufferPointer) -> Int? {
    guard hasSeveral || value.hasBegun || line.mayHoldSeveralValues, let end = value.end(in: line)
    else { return nil }
    return line[end...].first { !$0.isJSONWhiteSpace }?.opensValue == true ? end : nil
  }

  /// Delivers the first value of a line that has several. `line` holds no line's end.
  private mutating func deliver(_ end: Int, of line: UnsafeRawBufferPointer) -> FramingStep {
    startLine()
    hasSeveral = true
    searched = line.count - end
    return end > maxBytes
      ? tooLong(UnsafeRawBufferPointer(rebasing: line[..<end]), consumed: end)
      : .message(0..<end, consumed: end)
  }

  private func whole(_ line: UnsafeRawBufferPointer, consumed: Int) -> FramingStep {
    var length = line.count
    while length > 0, line[length - 1] == 0x0D { length -= 1 }
    if length > maxBytes { return tooLong(line, consumed: consumed) }
    if line.allSatisfy({ $0.isJSONWhiteSpace }) { return .blank(consumed: consumed) }
    return .message(0..<length, consumed: consumed)
  }

  private func tooLong(_ message: UnsafeRawBufferPointer, consumed: Int) -> FramingStep {
    .fault(.tooLong(max: maxBytes, id: RequestID(inEndsOf: message)), consumed: consumed)
  }
}

/// A search for the end of the array or object that a text begins with. It goes on where it stopped when more
/// of the text has arrived.
private struct ValueScanner {
  private enum State {
    case before, between, inString, afterBackslash, closed
    /// The text does not begin with an array or object.
    case other
  }

  private var state = State.before
  private var depth = 0
  /// The number of bytes examined; of a closed value, its length.
  private var position = 0

  var hasBegun: Bool { position > 0 }

  /// Returns the position after the value, or nil if it is not closed.
  mutating func end(in bytes: UnsafeRawBufferPointer) -> Int? {
    while state != .closed, state != .other, position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch state {
      case .inString:
        if byte == UInt8(ascii: "\"") { state = .between }
        if byte == UInt8(ascii: "\\") { state = .afterBackslash }
      case .afterBackslash: state = .inString
      default: read(byte)
      }
    }
    return state == .closed ? position : nil
  }

  /// Reads a byte outside of strings.
  private mutating func read(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      state = .between
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth <= 0 { state = depth == 0 ? .closed : .other }
    case UInt8(ascii: "\"") where state == .between: state = .inString
    default: if state == .before, !byte.isJSONWhiteSpace { state = .other }
    }
  }
}

extension UInt8 {
  fileprivate var opensValue: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }
  fileprivate var closesValue: Bool { self == UInt8(ascii: "}") || self == UInt8(ascii: "]") }
}

extension UnsafeRawBufferPointer {
  /// True if an opening bracket follows a closing one, in a string or not.
  fileprivate var mayHoldSeveralValues: Bool {
    guard let base = baseAddress else { return false }
    for opening in [Int32(UInt8(ascii: "{")), Int32(UInt8(ascii: "["))] {
      var position = 1
      while position < count, let found = memchr(base + position, opening, count - position) {
        let index = UnsafeRawPointer(found) - base
        var before = index - 1
        while before > 0, self[before].isJSONWhiteSpace { before -= 1 }
        if self[before].closesValue { return true }
        position = index + 1
      }
    }
    return false
  }
}
