import Glibc
import Synchronization

enum BaselineKind: String, Sendable {
  case raw
  case json
  case fanout

  private static let admitted = Mutex<[Int32]>([])

  func admit(_ connection: Int32) {
    if self == .fanout { Self.admitted.withLock { $0.append(connection) } }
  }

  func dismiss(_ connection: Int32) {
    if self == .fanout { Self.admitted.withLock { $0.removeAll { $0 == connection } } }
  }

  /// Serves a connection until the end of its input.
  func serve(_ reading: Int32, _ writing: Int32) {
    switch self {
    case .raw: echo(reading, writing)
    case .json: answer(reading, writing)
    case .fanout: ignore(reading)
    }
  }

  /// Waits until the end of standard input. For `fanout`, each line of it triggers an event.
  func waitForEnd() {
    if self == .fanout { spread(STDIN_FILENO) } else { ignore(STDIN_FILENO) }
  }

  private func ignore(_ reading: Int32) {
    var byte: UInt8 = 0
    while read(reading, &byte, 1) > 0 {}
  }

  private func echo(_ reading: Int32, _ writing: Int32) {
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: 256 * 1024)
    defer { buffer.deallocate() }
    while true {
      let count = read(reading, buffer, 256 * 1024)
      guard count > 0, write(all: buffer, count, to: writing) else { return }
    }
  }

  private func answer(_ reading: Int32, _ writing: Int32) {
    var input = FrameWalk()
    defer { input.deallocate() }
    while true {
      let count = read(reading, input.bytes + input.end, input.capacity - input.end)
      guard count > 0 else { return }
      input.take(count)
      guard write(all: input.answers, input.answerCount, to: writing) else { return }
    }
  }

  /// Sends every connection one event of the usual size for each line.
  private func spread(_ reading: Int32) {
    let event = Array(
      (#"{"jsonrpc":"2.0","method":"event","params":{"epoch":"00000000","seq":1000000,"#
        + #""type":"error","code":501,"name":"configurationMissing","function":"mobileEvent","#
        + #""message":"config data is nil","value":null,"date":"2026-01-01T00:00:00.000Z","#
        + #""requestId":null}}"# + "\n").utf8)
    var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    while true {
      let count = read(reading, &buffer, buffer.count)
      guard count > 0 else { return }
      let lines = buffer[..<count].count { $0 == 0x0A }
      let events = (0..<lines).flatMap { _ in event }
      Self.admitted.withLock { connections in
        for connection in connections {
          _ = events.withUnsafeBufferPointer { events in
            events.baseAddress.map { write(all: $0, events.count, to: connection) }
          }
        }
      }
    }
  }

  private func write(all bytes: UnsafePointer<UInt8>, _ count: Int, to descriptor: Int32) -> Bool {
    var done = 0
    while done < count {
      let written = Glibc.write(descriptor, bytes + done, count - done)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      done += written
    }
    return true
  }
}

/// A minimal message parser. It splits the input into messages, scans every byte of them once for the id, and
/// builds the responses.
struct FrameWalk {
  let capacity = 1 << 20
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 20)
  let answers = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 << 20)
  private(set) var end = 0
  private(set) var answerCount = 0

  private static let head = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
  private static let tail = Array(#","result":"pong"}"#.utf8)
  private let head = FrameWalk.head
  private let tail = FrameWalk.tail

  func deallocate() {
    bytes.deallocate()
    answers.deallocate()
  }

  /// Answers all messages that are complete with `count` more bytes, and keeps the rest.
  mutating func take(_ count: Int) {
    let old = end
    end += count
    answerCount = 0
    var start = 0
    if bytes[0] | 0x20 == UInt8(ascii: "c") {
      while let body = body(from: start) {
        let id = id(in: body)
        append("Content-Length: \(head.count + id.count + tail.count)\r\n\r\n")
        append(id)
        start = body.upperBound
      }
    } else {
      var scanned = old
      while let found = memchr(bytes + scanned, 0x0A, end - scanned) {
        let newline = found.assumingMemoryBound(to: UInt8.self) - bytes
        append(id(in: start..<newline))
        answers[answerCount] = 0x0A
        answerCount += 1
        start = newline + 1
        scanned = start
      }
    }
    memmove(bytes, bytes + start, end - start)
    end -= start
    precondition(end < capacity, "a message does not fit the buffer")
  }

  private mutating func append(_ id: Range<Int>) {
    (answers + answerCount).update(from: head, count: head.count)
    answerCount += head.count
    (answers + answerCount).update(from: bytes + id.lowerBound, count: id.count)
    answerCount += id.count
    (answers + answerCount).update(from: tail, count: tail.count)
    answerCount += tail.count
  }

  private mutating func append(_ text: String) {
    for byte in text.utf8 {
      answers[answerCount] = byte
      answerCount += 1
    }
  }

  /// Returns the body of the message that begins at `start`, once it is complete.
  private func body(from start: Int) -> Range<Int>? {
    let skipped = 16  // "Content-Length: "
    var index = start + skipped
    var length = 0
    while index < end, case let digit = bytes[index] &- 0x30, digit < 10 {
      length = length * 10 + Int(digit)
      index += 1
    }
    let first = index + 4
    return first + length <= end && index > start + skipped ? first..<first + length : nil
  }

  /// Returns the range of the value of the outermost member `id`; empty without one.
  private func id(in message: Range<Int>) -> Range<Int> {
    var depth = 0
    var index = message.lowerBound
    var id = message.lowerBound..<message.lowerBound
    while index < message.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D: depth -= 1
      case 0x22:
        let begin = index
        while index < message.upperBound, bytes[index] != 0x22 {
          index += bytes[index] == 0x5C ? 2 : 1
        }
        let isID =
          depth == 1 && index - begin == 2 && bytes[begin] == 0x69 && bytes[begin + 1] == 0x64
        index += 1
        if isID, index < message.upperBound, bytes[index] == 0x3A {
          let first = index + 1
          index = first
          while index < message.upperBound, bytes[index] != 0x2C, bytes[index] != 0x7D {
            index += 1
          }
          id = first..<index
        }
      default: break
      }
    }
    return id
  }
}
