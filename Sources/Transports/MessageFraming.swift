import JSONRPC
import Synchronization

/// The framing of one connection; its first byte selects the style.
struct MessageFraming {
  private enum Mode {
    case undecided
    case lines(LineFraming)
    case headers(HeaderFraming)
    /// After the first bytes of another protocol, where no message can be found.
    case foreign
  }

  private(set) var maxBytes: Int
  private let rule: FirstByteRule
  private var mode = Mode.undecided
  private var hasBegun = false
  /// True after the first bytes, which may be a byte order mark.
  private var isPastMark = false

  init(maxBytes: Int, rule: FirstByteRule) {
    self.maxBytes = maxBytes
    self.rule = rule
  }

  /// Changes the length of the longest message, also for one that has begun.
  mutating func accept(upTo maxBytes: Int) {
    self.maxBytes = maxBytes
    switch mode {
    case .lines(var lines):
      lines.maxBytes = maxBytes
      mode = .lines(lines)
    case .headers(var headers):
      headers.maxBytes = maxBytes
      mode = .headers(headers)
    case .undecided, .foreign: break
    }
  }

  /// The style, or nil before the first byte.
  var style: FramingStyle? {
    switch mode {
    case .undecided: nil
    case .lines(let lines): lines.usesReturns == true ? .returnedLines : .lines
    case .headers: .headers
    case .foreign: .lines
    }
  }

  /// True if the consumed bytes announced more bytes that have not arrived.
  var isMidMessage: Bool {
    if case .headers(let headers) = mode { headers.isMidMessage } else { false }
  }

  /// Returns the next step in `bytes`, which start at the first unconsumed byte. Call it until it returns
  /// `.incomplete`, `.refused` or `.fault(.malformedHeader)`; at the end of the input, with `atEnd`.
  mutating func next(in bytes: UnsafeRawBufferPointer, atEnd: Bool) -> FramingStep {
    switch mode {
    case .undecided:
      guard let first = bytes.first else { return .incomplete }
      if !isPastMark, let step = skipMark(bytes, atEnd: atEnd) { return step }
      let isHeader = first == UInt8(ascii: "C") || first == UInt8(ascii: "c")
      mode =
        isHeader
        ? .headers(HeaderFraming(maxBytes: maxBytes)) : .lines(LineFraming(maxBytes: maxBytes))
      return next(in: bytes, atEnd: atEnd)
    case .lines(var lines):
      if rule != .open, !hasBegun, let step = begin(bytes) { return step }
      let step = lines.next(in: bytes, atEnd: atEnd)
      mode = .lines(lines)
      return rule == .guarded ? refusingForeignLines(step, in: bytes) : step
    case .headers(var headers):
      let step = headers.next(in: bytes, atEnd: atEnd)
      mode = .headers(headers)
      return step
    case .foreign:
      return bytes.isEmpty ? .incomplete : .blank(consumed: bytes.count)
    }
  }

  /// Skips a byte order mark at the start of the connection. Returns nil if there is none.
  private mutating func skipMark(_ bytes: UnsafeRawBufferPointer, atEnd: Bool) -> FramingStep? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard bytes.starts(with: mark.prefix(bytes.count)) else {
      isPastMark = true
      return nil
    }
    if bytes.count < mark.count, !atEnd { return .incomplete }
    isPastMark = true
    return bytes.count < mark.count ? nil : .blank(consumed: mark.count)
  }

  /// Checks that the first byte that is not white space opens an object or an array; nil if it does.
  private mutating func begin(_ bytes: UnsafeRawBufferPointer) -> FramingStep? {
    let white = bytes.prefix { $0.isJSONWhiteSpace }.count
    // Consume white space at once, so that an endless stream of it is not examined repeatedly.
    guard white == 0 else { return .blank(consumed: white) }
    guard let first = bytes.first else { return .incomplete }
    hasBegun = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    if hasBegun { return nil }
    guard rule == .explained else { return .refused }
    mode = .foreign
    return .fault(.foreignProtocol, consumed: bytes.count)
  }

  /// Refuses a request line or a header of another protocol, which may follow bytes that looked like
  /// JSON-RPC.
  private func refusingForeignLines(
    _ step: FramingStep, in bytes: UnsafeRawBufferPointer
  ) -> FramingStep {
    guard case .message(let range, _) = step else { return step }
    return looksForeign(UnsafeRawBufferPointer(rebasing: bytes[range])) ? .refused : step
  }
}

/// The framing of the messages of a connection.
package enum FramingStyle: UInt8, AtomicRepresentable, Sendable {
  /// One message per line.
  case lines
  /// One message per line, which ends with a carriage return and a newline.
  case returnedLines
  /// `Content-Length` headers, as in the Language Server Protocol.
  case headers
  /// A text frame of a WebSocket.
  case textFrames
  /// A binary frame of a WebSocket.
  case binaryFrames
  /// Bytes that already have their framing: control frames of a WebSocket, and HTTP answers.
  case bare
}

/// The rule for the first bytes of a connection.
package enum FirstByteRule: Sendable {
  /// Anything: input that is not a message gets an error.
  case open
  /// Only bytes that no browser and no other protocol begins with. Other input gets no answer.
  case guarded
  /// The same bytes; other input gets one error, which names the protocol.
  case explained
}

/// The result of examining the available bytes. Positions count from the first unconsumed byte.
enum FramingStep: Equatable {
  case message(Range<Int>, consumed: Int)
  /// Bytes that carry no message, such as a blank line.
  case blank(consumed: Int)
  case fault(FramingFault, consumed: Int)
  /// Another protocol: nothing may be answered and no more bytes are examined.
  case refused
  /// The rest has not arrived yet.
  case incomplete
}

/// Returns true if a line starts like `POST ` or `Host:`. No JSON text does.
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
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isDigit: Bool { (0x30...0x39).contains(self) }
}
