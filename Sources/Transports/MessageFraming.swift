import JSONRPC

/// How messages are told apart on a connection.
package enum FramingStyle: Sendable, Equatable {
  /// One message a line.
  case lines
  /// `Content-Length` headers, as in the Language Server Protocol.
  case headers
}

/// What a connection may begin with.
package enum FirstByteRule: Sendable {
  /// Anything: what is no message is answered as such.
  case open
  /// Only what no browser and no other protocol can begin with. What else comes is not even answered.
  case guarded
}

/// What the bytes at hand amount to. Positions count from the first byte that was not consumed before.
enum FramingStep: Equatable {
  case message(Range<Int>, consumed: Int)
  /// Bytes that carry no message, such as a blank line.
  case blank(consumed: Int)
  case fault(FramingFault, consumed: Int)
  /// Not a connection of ours: nothing may be answered and nothing more looked at.
  case refused
  /// The rest has yet to come.
  case incomplete
}

/// Tells the messages of one connection apart; its first byte decides how.
struct MessageFraming {
  private enum Mode {
    case undecided
    case lines(LineFraming)
    case headers(HeaderFraming)
  }

  private let maxBytes: Int
  private let rule: FirstByteRule
  private var mode = Mode.undecided
  private var hasBegun = false

  init(maxBytes: Int, rule: FirstByteRule) {
    self.maxBytes = maxBytes
    self.rule = rule
  }

  /// Nil before anything came.
  var style: FramingStyle? {
    switch mode {
    case .undecided: nil
    case .lines: .lines
    case .headers: .headers
    }
  }

  /// Whether what was consumed announced something that has yet to come.
  var isMidMessage: Bool {
    if case .headers(let headers) = mode { headers.isMidMessage } else { false }
  }

  /// The next step in `bytes`, which start at the first byte not consumed. To be called until it answers
  /// `.incomplete`, `.refused` or `.fault(.malformedHeader)`; at the end of the input with `atEnd`.
  mutating func next(in bytes: UnsafeRawBufferPointer, atEnd: Bool) -> FramingStep {
    switch mode {
    case .undecided:
      guard let first = bytes.first else { return .incomplete }
      let isHeader = first == UInt8(ascii: "C") || first == UInt8(ascii: "c")
      mode =
        isHeader
        ? .headers(HeaderFraming(maxBytes: maxBytes)) : .lines(LineFraming(maxBytes: maxBytes))
      return next(in: bytes, atEnd: atEnd)
    case .lines(var lines):
      if rule == .guarded, !hasBegun, let step = begin(bytes) { return step }
      let step = lines.next(in: bytes, atEnd: atEnd)
      mode = .lines(lines)
      return rule == .guarded ? refusingForeignLines(step, in: bytes) : step
    case .headers(var headers):
      let step = headers.next(in: bytes, atEnd: atEnd)
      mode = .headers(headers)
      return step
    }
  }

  /// The first byte that is not white space must open an object or an array: nil when it does.
  private mutating func begin(_ bytes: UnsafeRawBufferPointer) -> FramingStep? {
    let white = bytes.prefix { $0.isJSONWhiteSpace }.count
    // Consumed at once, so that white space that keeps coming is not looked at again and again.
    guard white == 0 else { return .blank(consumed: white) }
    guard let first = bytes.first else { return .incomplete }
    hasBegun = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    return hasBegun ? nil : .refused
  }

  /// A request line or a header of another protocol may follow bytes that looked like ours.
  private func refusingForeignLines(
    _ step: FramingStep, in bytes: UnsafeRawBufferPointer
  ) -> FramingStep {
    guard case .message(let range, _) = step else { return step }
    return looksForeign(UnsafeRawBufferPointer(rebasing: bytes[range])) ? .refused : step
  }
}

/// Whether a line starts like `POST ` or `Host:`. No JSON text does.
private func looksForeign(_ line: UnsafeRawBufferPointer) -> Bool {
  let word = line.prefix { $0.isLetter || $0 == UInt8(ascii: "-") }
  guard !word.isEmpty, word.endIndex < line.endIndex else { return false }
  switch line[word.endIndex] {
  case UInt8(ascii: ":"): return true
  case UInt8(ascii: " "): return word.allSatisfy { (0x41...0x5A).contains($0) }
  default: return false
  }
}

extension UInt8 {
  var isJSONWhiteSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isDigit: Bool { (0x30...0x39).contains(self) }
}
