import Synchronization
import System

/// The client side of an open WebSocket, as a stream of lines: a written line leaves as a text message, and a message that
/// arrives becomes a line. Pings are answered. One thread reads; any thread writes.
final class WebSocketStream: Sendable {
  private struct Input {
    /// The bytes that are not yet decoded.
    var bytes: [UInt8]
    var isOver = false
    /// The code and the reason of the other side's close frame.
    var closure: String?
  }

  private let output: WireOutput
  private let input: Mutex<Input>

  /// The longest frame. The largest answers are a few MiB, so a longer frame is not our protocol.
  private static let longest = 64 << 20

  /// Takes the bytes that arrived with the handshake.
  init(output: WireOutput, received: [UInt8]) {
    self.output = output
    input = Mutex(Input(bytes: received))
  }

  /// Returns the lines that arrived since the last call, and waits for at least one; nil at the end. `read` returns the
  /// next bytes, or nil at their end.
  func lines(_ read: () -> [UInt8]?) -> [UInt8]? {
    input.withLock { input in
      while !input.isOver {
        let lines = decode(&input)
        if !lines.isEmpty { return lines }
        guard !input.isOver, let chunk = read() else { break }
        input.bytes += chunk
      }
      input.isOver = true
      return nil
    }
  }

  /// The code and the reason of the close frame by which the other side ended the connection, such as `1008, authenticate
  /// first`; nil without one.
  var closure: String? { input.withLock { $0.closure } }

  /// Decodes all complete frames.
  private func decode(_ input: inout Input) -> [UInt8] {
    var lines: [UInt8] = []
    var position = 0
    while !input.isOver, let frame = Frame(input.bytes, at: position) {
      guard frame.isSound, frame.length <= Self.longest else {
        input.isOver = true
        send(.close, [0x03, 0xEA])  // 1002, a protocol error
        break
      }
      guard let end = frame.end, end <= input.bytes.count else { break }
      let payload = input.bytes[frame.start..<end]
      position = end
      switch frame.opcode {
      case .text, .continuation:
        lines += payload
        if frame.isLast { lines.append(UInt8(ascii: "\n")) }
      case .ping: send(.pong, payload)
      case .close:
        input.isOver = true
        input.closure = Self.closure(payload)
        send(.close, payload.prefix(2))
      case .pong: break
      }
    }
    input.bytes.removeFirst(position)
    return lines
  }

  private static func closure(_ payload: ArraySlice<UInt8>) -> String? {
    guard payload.count >= 2 else { return nil }
    let code = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    let reason = String(decoding: payload.dropFirst(2).prefix(123), as: UTF8.self).visible
    return reason.isEmpty ? "\(code)" : "\(code), \(reason)"
  }

  /// Sends each line as a message. Returns false after the close frame.
  func write(_ lines: [UInt8]) -> Bool {
    lines.split(separator: UInt8(ascii: "\n")).allSatisfy { send(.text, $0) }
  }

  /// Ends the connection: the other side answers with its own close frame.
  func close() { send(.close, [0x03, 0xE8]) }  // 1000, a normal end

  @discardableResult
  private func send(_ opcode: Opcode, _ payload: some Collection<UInt8>) -> Bool {
    let frame = Self.frame(opcode, payload)
    guard opcode == .close else { return output.write(frame) }
    output.close(after: frame)
    return true
  }

  private static func frame(_ opcode: Opcode, _ payload: some Collection<UInt8>) -> [UInt8] {
    var frame: [UInt8] = [0x80 | opcode.rawValue]
    let length = payload.count
    switch length {
    case ...125: frame.append(0x80 | UInt8(length))
    case ...0xFFFF: frame += [0x80 | 126, UInt8(length >> 8), UInt8(length & 0xFF)]
    default:
      frame.append(0x80 | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        frame.append(UInt8(truncatingIfNeeded: length >> shift))
      }
    }
    var generator = SystemRandomNumberGenerator()
    let mask = (0..<4).map { _ in UInt8.random(in: 0...255, using: &generator) }
    frame += mask
    frame.reserveCapacity(frame.count + length)
    var index = 0
    for byte in payload {
      frame.append(byte ^ mask[index & 3])
      index += 1
    }
    return frame
  }

  private enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case close = 8
    case ping = 9
    case pong = 10
  }

  /// The header of a frame.
  private struct Frame {
    let isLast: Bool
    let opcode: Opcode
    let start: Int
    let length: Int
    /// False for what no server of this protocol sends: masked frames, binary messages, extensions.
    let isSound: Bool

    /// The index after the payload; nil if it cannot be computed.
    var end: Int? {
      let (end, overflows) = start.addingReportingOverflow(length)
      return overflows ? nil : end
    }

    /// Reads a header; nil if it is not complete.
    init?(_ bytes: [UInt8], at position: Int) {
      guard position + 2 <= bytes.count else { return nil }
      let (first, second) = (bytes[position], bytes[position + 1])
      let short = Int(second & 0x7F)
      let extra = short == 126 ? 2 : short == 127 ? 8 : 0
      start = position + 2 + extra
      guard start <= bytes.count else { return nil }
      let long = bytes[(position + 2)..<start].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      length = extra == 0 ? short : Int(clamping: long)
      isLast = first & 0x80 != 0
      let opcode = Opcode(rawValue: first & 0x0F)
      self.opcode = opcode ?? .close
      isSound = opcode != nil && first & 0x70 == 0 && second & 0x80 == 0
    }
  }
}
