import CLibraries
import Glibc

/// A reader that splits the input of one connection and finds the number in each message without a full
/// parse: the usual beginning is compared as bytes, everything else is scanned byte by byte.
final class ResponseReader {
  private let framing: Framing
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity = 256 * 1024
  private var start = 0
  private var end = 0
  /// The position up to which there is no newline.
  private var scanned = 0
  /// The range of the last message, for callers that need its text.
  private(set) var lastMessage: Range<Int> = 0..<0

  private let beginning = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  /// The text after the number.
  private let key: [UInt8]
  /// True for an echo. An echo returns the request, so a `method` does not mean a notification.
  private let isEcho: Bool

  init(_ framing: Framing, isEcho: Bool = false) {
    self.framing = framing
    self.isEcho = isEcho
    key = Array((isEcho ? #","method":"# : #","result":"#).utf8)
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// The text of the message that `next` found last.
  var lastText: String {
    String(
      decoding: UnsafeBufferPointer(
        start: bytes + lastMessage.lowerBound, count: lastMessage.count), as: UTF8.self)
  }

  /// Reads once. Returns 0 at the end of the input, or a negative number with `errno` set.
  func fill(from descriptor: Int32) -> Int {
    makeRoom()
    while true {
      let count = read(descriptor, bytes + end, capacity - end)
      if count < 0 && errno == EINTR { continue }
      end += max(count, 0)
      return count
    }
  }

  /// Returns the next complete message.
  func next() throws(BenchError) -> Answer? {
    guard let message = try nextMessage() else { return nil }
    lastMessage = message
    return answer(in: message)
  }

  /// Returns whether the next complete message begins with `text`, which is much cheaper than parsing its
  /// answer.
  func nextBegins(with text: [UInt8]) throws(BenchError) -> Bool? {
    guard let message = try nextMessage() else { return nil }
    lastMessage = message
    return message.count >= text.count && begins(bytes + message.lowerBound, with: text)
  }

  private func nextMessage() throws(BenchError) -> Range<Int>? {
    if framing == .contentLength { return try nextBody() }
    if framing == .webSocket { return try nextFrame() }
    guard let newline = memchr(bytes + scanned, 0x0A, end - scanned) else {
      scanned = end
      return nil
    }
    let position = newline.assumingMemoryBound(to: UInt8.self) - bytes
    defer {
      start = position + 1
      scanned = start
    }
    return start..<position
  }

  /// Returns the head of an HTTP response when it is complete.
  func nextHead() -> String? {
    guard let blank = memmem(bytes + start, end - start, "\r\n\r\n", 4) else { return nil }
    let body = blank.assumingMemoryBound(to: UInt8.self) - bytes + 4
    defer { start = body }
    return String(
      decoding: UnsafeBufferPointer(start: bytes + start, count: body - start), as: UTF8.self)
  }

  /// Returns the text of the next frame: a whole message without a mask, of less than 64 KiB.
  private func nextFrame() throws(BenchError) -> Range<Int>? {
    guard end - start >= 4 else { return nil }
    let first = bytes[start + 1]
    guard bytes[start] == 0x81, first <= 126 else {
      throw BenchError("a frame begins with \(bytes[start]) \(first)")
    }
    let length =
      first < 126 ? Int(first) : Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
    let body = start + (first < 126 ? 2 : 4)
    guard end - body >= length else { return nil }
    start = body + length
    return body..<start
  }

  private func nextBody() throws(BenchError) -> Range<Int>? {
    guard let blank = memmem(bytes + start, end - start, "\r\n\r\n", 4) else { return nil }
    let body = blank.assumingMemoryBound(to: UInt8.self) - bytes + 4
    let name = "content-length:"
    guard
      strncasecmp(UnsafeRawPointer(bytes + start).assumingMemoryBound(to: CChar.self), name, 15)
        == 0
    else { throw BenchError("an answer has no Content-Length") }
    var length = 0
    for index in (start + 15)..<(body - 4) where bytes[index] != 0x20 {
      guard (0x30...0x39).contains(bytes[index]) else { break }
      length = length * 10 + Int(bytes[index] - 0x30)
    }
    guard end - body >= length else { return nil }
    start = body + length
    return body..<start
  }

  private func answer(in message: Range<Int>) -> Answer {
    let first = bytes + message.lowerBound
    let count = message.count
    let skipped = beginning.count
    guard count > skipped + RequestTemplate.digits + key.count, begins(first, with: beginning)
    else {
      return walk(first, count)
    }
    var number = 0
    var index = skipped
    while index < count - key.count, case let digit = first[index] &- 0x30, digit < 10 {
      number = number &* 10 &+ Int(digit)
      index += 1
    }
    guard index > skipped, begins(first + index, with: key) else { return walk(first, count) }
    return .result(number)
  }

  private func begins(_ first: UnsafeMutablePointer<UInt8>, with text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      text.baseAddress.map { memcmp(first, $0, text.count) == 0 } ?? true
    }
  }

  /// Scans the members of the outermost object only.
  private func walk(_ first: UnsafeMutablePointer<UInt8>, _ count: Int) -> Answer {
    var depth = 0
    var index = 0
    var id: Int?
    var (hasMethod, hasError) = (false, false)
    while index < count {
      let byte = first[index]
      index += 1
      switch byte {
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D: depth -= 1
      case 0x22:
        let begin = index
        while index < count, first[index] != 0x22 { index += first[index] == 0x5C ? 2 : 1 }
        let text = UnsafeBufferPointer(
          start: first + begin, count: max(0, min(index, count) - begin))
        index += 1
        while index < count, first[index] == 0x20 { index += 1 }
        guard depth == 1, index < count, first[index] == 0x3A else { continue }
        if text.elementsEqual("id".utf8) { id = number(first, index + 1, count) }
        if text.elementsEqual("method".utf8) { hasMethod = true }
        if text.elementsEqual("error".utf8) { hasError = true }
      default: break
      }
    }
    guard let id, isEcho || !hasMethod else { return .other }
    return hasError ? .error(id) : .result(id)
  }

  private func number(_ first: UnsafeMutablePointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
    var index = start
    while index < count, first[index] == 0x20 || first[index] == 0x22 { index += 1 }
    var value: Int?
    while index < count, case let digit = first[index] &- 0x30, digit < 10 {
      value = (value ?? 0) &* 10 &+ Int(digit)
      index += 1
    }
    return value
  }

  private func makeRoom() {
    if start == end { (start, end, scanned) = (0, 0, 0) }
    guard capacity - end < 64 * 1024 else { return }
    memmove(bytes, bytes + start, end - start)
    (scanned, end, start) = (max(scanned - start, 0), end - start, 0)
    guard capacity - end < 64 * 1024 else { return }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    memcpy(larger, bytes, end)
    bytes.deallocate()
    bytes = larger
    capacity *= 2
  }
}

/// An answer, with the number of its request.
enum Answer: Equatable {
  case result(Int)
  case error(Int)
  /// A notification, or a request from the other end.
  case other
}
