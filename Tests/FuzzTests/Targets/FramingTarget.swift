import JSONCodec
import JSONRPC

@testable import Transports

/// The framing of a stream by lines or headers. The first byte of an input selects the rules; the rest is the stream.
enum FramingTarget {
  private enum Event: Equatable {
    case message([UInt8])
    case fault(FramingFault)
    case refused
  }

  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    guard let settings = input.first else { return nil }
    let rule = [FirstByteRule.open, .guarded, .explained][Int(settings & 3) % 3]
    let max = settings & 4 == 0 ? 48 : 4096
    let stream = Array(input.rest(from: 1))
    var isByHeaders = false
    let whole = events(in: [stream[...]], max, rule, &isByHeaders)
    for case .message(let bytes) in whole where bytes.count > max {
      return "a message has \(bytes.count) bytes"
    }
    // A closed value that nothing follows yet is complete, so lines must arrive as a whole.
    let cut = Int(settings >> 3) + 1
    let pieces =
      isByHeaders
      ? stride(from: 0, to: stream.count, by: cut).map { stream[$0..<min($0 + cut, stream.count)] }
      : lines(of: stream)
    var isStillByHeaders = false
    let parts = events(in: pieces, max, rule, &isStillByHeaders)
    return whole == parts && isByHeaders == isStillByHeaders
      ? nil : "the messages depend on the reads: \(whole.count), \(parts.count)"
  }

  private static func lines(of stream: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in stream.enumerated() where byte == 0x0A {
      lines.append(stream[start...index])
      start = index + 1
    }
    return start < stream.count ? lines + [stream[start...]] : lines
  }

  private static func events(
    in pieces: [ArraySlice<UInt8>], _ max: Int, _ rule: FirstByteRule, _ isByHeaders: inout Bool
  ) -> [Event] {
    var buffer = MessageBuffer(maxBytes: max, rule: rule)
    var events: [Event] = []
    func take(atEnd: Bool) -> Bool {
      while true {
        switch buffer.next(atEnd: atEnd) {
        case .message(let bytes): events.append(.message(Array(bytes)))
        case .fault(let fault):
          // The offset counts from the first byte that was kept.
          if case .malformedHeader = fault {
            events.append(.fault(.malformedHeader(offset: 0)))
            return false
          }
          events.append(.fault(fault))
          if case .foreignProtocol = fault { return false }
        case .refused:
          events.append(.refused)
          return false
        case .nothing, .binary, .ping, .closed: return true
        }
      }
    }
    defer { isByHeaders = buffer.style == .headers }
    for piece in pieces {
      var rest = piece
      while !rest.isEmpty {
        let space = buffer.space()
        let count = min(rest.count, space.count)
        space.copyBytes(from: rest.prefix(count))
        buffer.filled(count)
        rest = rest.dropFirst(count)
        guard take(atEnd: false) else { return events }
      }
    }
    _ = take(atEnd: true)
    return events
  }

  static var seeds: [[UInt8]] {
    let calls = ExampleCalls.all.prefix(20).map(\.text)
    let streams =
      [
        calls.joined(separator: "\n"), calls.prefix(3).joined(separator: "\r\n") + "\r\n",
        "{}[{}] {}\n\n{\"a\":\"}{\"}\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "Content-Length: 2\r\n\r\n{}Content-Type: a\r\nContent-Length: 50\r\n\r\n{\"id\":7,",
        "\u{FEFF}{\"id\":1,\"method\":\"a\"}\n",
      ]
      + calls.prefix(5).map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }
    return streams.enumerated().map { index, stream in
      [UInt8(truncatingIfNeeded: index * 37)] + Array(stream.utf8)
    }
  }
}
