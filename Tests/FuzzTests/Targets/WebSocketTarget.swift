import JSONCodec
import JSONRPC

@testable import Transports

/// The frames of a WebSocket and the request before them. The first byte of an input selects one of them and the
/// length of the reads; the rest is what the peer sends.
enum WebSocketTarget {
  private enum Event: Equatable {
    case text([UInt8])
    case binary([UInt8])
    case ping([UInt8])
    case closed(WebSocketClose)
    case fault(FramingFault)
  }

  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    guard let settings = input.first else { return nil }
    let stream = Array(input.rest(from: 1))
    let cut = Int(settings >> 2) + 1
    if settings & 1 == 0 { return ofRequest(stream, cut) }
    let messages: WebSocketRules.Messages = settings & 2 == 0 ? .text : .any
    let whole = events(in: stream, messages, cut: 1 << 20)
    for case .text(let bytes) in whole {
      if bytes.count > longest { return "a message has \(bytes.count) bytes" }
      if String(validating: bytes, as: UTF8.self) == nil { return "a text is not UTF-8" }
    }
    return whole == events(in: stream, messages, cut: cut) ? nil : "the events depend on the reads"
  }

  private static let longest = 200

  private static func events(
    in stream: [UInt8], _ messages: WebSocketRules.Messages, cut: Int
  ) -> [Event] {
    var buffer = WebSocketBuffer(maxBytes: longest, messages: messages)
    var events: [Event] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let space = buffer.space()
      let count = min(cut, rest.count, space.count)
      space.copyBytes(from: rest.prefix(count))
      buffer.filled(count)
      rest = rest.dropFirst(count)
      reading: while true {
        switch buffer.next(atEnd: false) {
        case .message(let bytes): events.append(.text(Array(bytes)))
        case .binary(let bytes): events.append(.binary(Array(bytes)))
        case .ping(let bytes): events.append(.ping(Array(bytes)))
        case .closed(let answer): return events + [.closed(answer)]
        case .fault(let fault): return events + [.fault(fault)]
        case .refused: return events
        case .nothing: break reading
        }
      }
    }
    return events
  }

  private static func ofRequest(_ stream: [UInt8], _ cut: Int) -> String? {
    let whole = step(in: stream, cut: max(1, stream.count))
    guard whole == step(in: stream, cut: cut) else { return "the request depends on the reads" }
    guard case .head(let head, let end) = whole else { return nil }
    guard (1...stream.count).contains(end) else { return "a head ends at byte \(end)" }
    let rules = WebSocketRules(
      subprotocol: "altcraft-bridge", allowedOrigins: ["http://a.example"],
      role: { $0 == "secret" ? .control : nil },
      respond: { _ in HTTPAnswer(status: 200, text: "") })
    if case .upgrade(_, _, let role) = Handshake(head, port: 80, rules: rules), role != nil {
      let text = String(decoding: stream, as: UTF8.self)
      return text.contains("altcraft-bridge.token.secret") ? nil : "a role without a token"
    }
    return nil
  }

  private static func step(in stream: [UInt8], cut: Int) -> RequestHeadParser.Step {
    var parser = RequestHeadParser()
    var step = RequestHeadParser.Step.incomplete
    var count = 0
    while step == .incomplete, count < stream.count {
      count = min(count + cut, stream.count)
      step = stream.withUnsafeBytes {
        parser.next(in: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }
    return step
  }

  static var seeds: [[UInt8]] {
    let requests = [
      """
      GET /rpc HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n\
      Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://a.example\r\n\
      Sec-WebSocket-Protocol: altcraft-bridge.v1, altcraft-bridge.token.secret\r\n\r\n
      """, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer secret\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    ]
    let long = Array(repeating: UInt8(ascii: "x"), count: 190)
    let frames =
      [
        frame(0x81, Array("{}".utf8)) + frame(0x89, [1, 2]) + frame(0x88, [0x03, 0xE8]),
        frame(0x01, [0x7B, 0xC3]) + frame(0x8A, []) + frame(0x00, [0xA9]) + frame(0x80, [0x7D]),
        frame(0x82, [0, 255]) + frame(0x81, long), frame(0x81, long + long), [0x81, 0xFE, 0, 126],
      ]
      + ExampleCalls.all.prefix(5).map { frame(0x81, Array($0.bytes.prefix(120))) }
    var seeds: [[UInt8]] = []
    for (index, request) in requests.enumerated() {
      seeds.append([UInt8(index * 40)] + Array(request.utf8))
    }
    for (index, frame) in frames.enumerated() { seeds.append([UInt8(index * 10 | 1)] + frame) }
    return seeds
  }

  private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    var frame = [first]
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else {
      frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
    }
    frame += mask
    for (index, byte) in payload.enumerated() { frame.append(byte ^ mask[index % 4]) }
    return frame
  }
}
