/// The content of a Close frame.
struct WebSocketClose: Equatable {
  /// The status code; nil for a frame without one.
  let code: UInt16?
  /// A sentence for the developer of the peer; at most 123 bytes.
  let reason: String

  static func goingAway(_ reason: String) -> WebSocketClose { .init(code: 1001, reason: reason) }
  static func protocolError(_ reason: String) -> WebSocketClose {
    .init(code: 1002, reason: reason)
  }
  static let binary = WebSocketClose(code: 1003, reason: "messages must be text")
  static let notUTF8 = WebSocketClose(code: 1007, reason: "text is not UTF-8")
  static func policy(_ reason: String) -> WebSocketClose { .init(code: 1008, reason: reason) }
  static let tooLong = WebSocketClose(code: 1009, reason: "the message is too long")
  static func tryLater(_ reason: String) -> WebSocketClose { .init(code: 1013, reason: reason) }
  /// Returns the answer to the Close frame of the peer.
  static func echo(_ code: UInt16?) -> WebSocketClose { .init(code: code, reason: "") }

  var frame: [UInt8] {
    guard let code else { return WebSocketFrame.control(.close, []) }
    let payload = [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)] + reason.utf8.prefix(123)
    return WebSocketFrame.control(.close, payload)
  }

  /// Returns true if a peer may send the code: those that RFC 6455 and its registry define for use in a frame,
  /// and those of libraries and applications.
  static func isLegal(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// The frames that this end sends: whole messages without a mask.
enum WebSocketFrame {
  enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  /// Returns a control frame. Its payload has at most 125 bytes.
  static func control(_ opcode: Opcode, _ payload: some Collection<UInt8>) -> [UInt8] {
    [0x80 | opcode.rawValue, UInt8(payload.count)] + payload
  }
}
