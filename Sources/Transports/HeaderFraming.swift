import Glibc
import JSONRPC

/// The framing of messages with a `Content-Length` header, as in the base protocol of the Language Server
/// Protocol.
struct HeaderFraming {
  /// The largest header block. Two headers need far less; a block must be kept until it ends.
  static let maxBlockBytes = 8192

  private enum Part {
    case block(Block)
    case body(length: Int)
    /// After the header of a body that is too long, before the first bytes of the body, which may hold its id.
    case tooLong(length: Int)
    /// Within the rest of a body that is too long.
    case skipping(left: Int)
    /// After a malformed block, where no message can be found any more.
    case lost
  }

  var maxBytes: Int
  private var part = Part.block(Block())

  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  /// True if a body was announced and is not complete.
  var isMidMessage: Bool {
    switch part {
    case .body, .tooLong, .skipping: true
    case .block, .lost: false
    }
  }

  mutating func next(in bytes: UnsafeRawBufferPointer, atEnd: Bool) -> FramingStep {
    switch part {
    case .block, .skipping, .lost:
      if bytes.isEmpty { return .incomplete }
    case .body, .tooLong:
      break
    }
    switch part {
    case .block(var block):
      let step = advance(&block, in: bytes, atEnd: atEnd)
      if case .incomplete = step { part = .block(block) }
      if case .fault(.malformedHeader, _) = step { part = .lost }
      return step
    case .body(let length):
      guard bytes.count >= length else {
        guard atEnd else { return .incomplete }
        part = .lost
        return malformed(at: 0, bytes)
      }
      part = .block(Block())
      return .message(0..<length, consumed: length)
    case .tooLong(let length):
      let start = bytes.prefix(min(length, RequestID.startBytes))
      guard atEnd || start.count == min(length, RequestID.startBytes) else { return .incomplete }
      part = start.count == length ? .block(Block()) : .skipping(left: length - start.count)
      let id = RequestID(inStartOf: UnsafeRawBufferPointer(rebasing: start))
      return .fault(.tooLong(max: maxBytes, id: id), consumed: start.count)
    case .skipping(let left):
      let skipped = min(left, bytes.count)
      part = skipped == left ? .block(Block()) : .skipping(left: left - skipped)
      return .blank(consumed: skipped)
    case .lost:
      return .incomplete
    }
  }

  private mutating func advance(
    _ block: inout Block, in bytes: UnsafeRawBufferPointer, atEnd: Bool
  ) -> FramingStep {
    switch block.read(bytes) {
    case .incomplete where atEnd: return malformed(at: block.lineStart, bytes)
    case .incomplete: return .incomplete
    case .malformed: return malformed(at: block.lineStart, bytes)
    case .announced(let length, let end):
      guard length <= maxBytes else {
        part = .tooLong(length: length)
        return .blank(consumed: end)
      }
      // Deliver an empty body at once: no further byte would trigger it.
      part = length == 0 ? .block(Block()) : .body(length: length)
      return length == 0 ? .message(end..<end, consumed: end) : .blank(consumed: end)
    }
  }

  private func malformed(at offset: Int, _ bytes: UnsafeRawBufferPointer) -> FramingStep {
    .fault(.malformedHeader(offset: offset), consumed: bytes.count)
  }
}

/// A header block, read line by line as it arrives.
private struct Block {
  enum Progress {
    case incomplete
    case malformed
    case announced(length: Int, end: Int)
  }

  private(set) var lineStart = 0
  private var searched = 0
  private var length: Int?

  mutating func read(_ bytes: UnsafeRawBufferPointer) -> Progress {
    if searched == 0, let plain = plainBlock(bytes) { return plain }
    guard startsWithKnownName(bytes) else { return .malformed }
    let visible = UnsafeRawBufferPointer(rebasing: bytes.prefix(HeaderFraming.maxBlockBytes))
    while let end = visible[searched...].firstIndex(of: 0x0A) {
      guard end > lineStart, visible[end - 1] == 0x0D else { return .malformed }
      let line = UnsafeRawBufferPointer(rebasing: visible[lineStart..<end - 1])
      if line.isEmpty { return finished(at: end + 1) }
      guard take(line) else { return .malformed }
      lineStart = end + 1
      searched = lineStart
    }
    searched = visible.count
    return visible.count < HeaderFraming.maxBlockBytes ? .incomplete : .malformed
  }

  /// Parses the block in its usual form. Nil for any other form, and for an incomplete block.
  private func plainBlock(_ bytes: UnsafeRawBufferPointer) -> Progress? {
    let name: StaticString = "Content-Length: "
    let start = name.utf8CodeUnitCount
    guard bytes.count > start, let base = bytes.baseAddress,
      memcmp(base, name.utf8Start, start) == 0
    else { return nil }
    var length = 0
    var index = start
    // Nine digits cannot overflow.
    while index < min(bytes.count, start + 9), bytes[index].isDigit {
      length = length * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    guard index > start, bytes.count >= index + 4, bytes[index] == 0x0D, bytes[index + 1] == 0x0A,
      bytes[index + 2] == 0x0D, bytes[index + 3] == 0x0A
    else { return nil }
    return .announced(length: length, end: index + 4)
  }

  private func finished(at end: Int) -> Progress {
    guard let length else { return .malformed }
    return .announced(length: length, end: end)
  }

  /// Checks the name byte by byte: a line such as `CONNECT` is rejected before it is complete.
  private func startsWithKnownName(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard lineStart == 0 else { return true }
    return ["content-length:", "content-type:"].contains { name in
      zip(name.utf8, bytes).allSatisfy { $0 == $1.lowercased }
    }
  }

  /// Parses a header line. Returns false if the line is not a well-formed `Name: value`, or if it is an
  /// invalid or a second length.
  private mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy(\.isHeaderNameByte),
      line[(colon + 1)...].allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { return false }
    guard line[..<colon].elementsEqual("content-length".utf8, by: { $0.lowercased == $1 }) else {
      return true
    }
    guard length == nil, let announced = decimal(line[(colon + 1)...]) else { return false }
    length = announced
    return true
  }

  /// Parses a length. One that overflows counts as the largest integer: neither can ever be read.
  private func decimal(_ value: Slice<UnsafeRawBufferPointer>) -> Int? {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let digits = value.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { number, digit in
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.addingReportingOverflow(Int(digit - 0x30))
      return overflow || carry ? .max : sum
    }
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// The bytes of a `token` of RFC 9110.
  fileprivate var isHeaderNameByte: Bool {
    isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}
