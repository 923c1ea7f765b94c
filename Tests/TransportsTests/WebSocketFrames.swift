import JSONRPC

@testable import Transports

/// Makes a frame as a client sends it.
func clientFrame(
  _ opcode: UInt8, _ payload: [UInt8] = [], isLast: Bool = true, reserved: UInt8 = 0,
  mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
) -> [UInt8] {
  var frame = [(isLast ? 0x80 : 0) | reserved << 4 | opcode]
  switch payload.count {
  case ..<126: frame.append(0x80 | UInt8(payload.count))
  case ..<65_536: frame += [0x80 | 126] + bigEndian(payload.count, bytes: 2)
  default: frame += [0x80 | 127] + bigEndian(payload.count, bytes: 8)
  }
  return frame + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
}

func clientText(_ text: String, isLast: Bool = true) -> [UInt8] {
  clientFrame(1, Array(text.utf8), isLast: isLast)
}

func bigEndian(_ number: Int, bytes: Int) -> [UInt8] {
  (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * (bytes - 1 - $0))) }
}

/// The result of a WebSocket framing for an input, in the order of events.
enum FrameEvent: Equatable {
  case text(String)
  case binary([UInt8])
  case ping([UInt8])
  case closed(UInt16?)
  case fault(FramingFault)
}

/// Passes bytes through a buffer in pieces of `chunk` bytes, and returns the events.
func frameEvents(
  _ input: [UInt8], max: Int = 1000, messages: WebSocketRules.Messages = .text,
  chunk: Int = 1 << 20, isMidMessage: inout Bool
) -> [FrameEvent] {
  var buffer = WebSocketBuffer(maxBytes: max, messages: messages)
  var events: [FrameEvent] = []
  var rest = input[...]
  reading: while !rest.isEmpty {
    let space = buffer.space()
    let count = min(chunk, rest.count, space.count)
    space.copyBytes(from: rest.prefix(count))
    buffer.filled(count)
    rest = rest.dropFirst(count)
    while true {
      switch buffer.next(atEnd: false) {
      case .message(let bytes): events.append(.text(String(decoding: bytes, as: UTF8.self)))
      case .binary(let bytes): events.append(.binary(Array(bytes)))
      case .ping(let bytes): events.append(.ping(Array(bytes)))
      case .closed(let answer):
        events.append(.closed(answer.code))
        break reading
      case .fault(let fault):
        events.append(.fault(fault))
        break reading
      case .refused: break reading
      case .nothing: continue reading
      }
    }
  }
  isMidMessage = buffer.isMidMessage
  return events
}

func frameEvents(
  _ input: [UInt8], max: Int = 1000, messages: WebSocketRules.Messages = .text,
  chunk: Int = 1 << 20
) -> [FrameEvent] {
  var isMidMessage = false
  return frameEvents(
    input, max: max, messages: messages, chunk: chunk, isMidMessage: &isMidMessage)
}
