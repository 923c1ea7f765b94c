/// A request of fixed length with places for its number, so that sending many only copies bytes.
struct RequestTemplate {
  /// The framed request, with the first number in it.
  let bytes: [UInt8]
  /// The positions of the number, eight digits each.
  let places: [Int]
  let framing: Framing

  static let digits = 8
  /// The first number with eight digits: JSON has no leading zeros.
  static let firstNumber = 10_000_000

  /// Creates a template. `text` is one JSON document with `%d` in place of the number, at least as the id.
  init(_ text: String, _ framing: Framing = .newline) {
    var body: [UInt8] = []
    var places: [Int] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if rest.starts(with: "%d".utf8) {
        places.append(body.count)
        body += Array(String(RequestTemplate.firstNumber).utf8)
        rest = rest.dropFirst(2)
      } else {
        body.append(byte)
        rest = rest.dropFirst()
      }
    }
    bytes = framing.framed(body)
    let head = framing == .newline ? 0 : bytes.count - body.count
    self.places = places.map { $0 + head }
    self.framing = framing
  }

  static func write(_ number: Int, to bytes: UnsafeMutablePointer<UInt8>) {
    var rest = UInt32(truncatingIfNeeded: number)
    for index in stride(from: digits - 1, through: 0, by: -1) {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes[index] = UInt8(truncatingIfNeeded: 0x30 + digit)
      rest = quotient
    }
  }
}

extension RequestTemplate {
  static let pingText = #"{"jsonrpc":"2.0","id":%d,"method":"bridge.ping"}"#

  /// The event of a shop after a purchase: 268 bytes.
  static let mobileEventText =
    #"{"jsonrpc":"2.0","id":%d,"method":"mobileEvent","params":{"sid":"pixel-1","#
    + #""eventName":"purchase","sendMessageId":"msg-1","payload":{"sku":"A-100","amount":1,"#
    + #""price":12.5},"matching":{"email":"user@example.com"},"matchingType":"email","#
    + #""profileFields":{"city":"Riga"}}}"#

  static let deliveryEventText =
    #"{"jsonrpc":"2.0","id":%d,"method":"deliveryEvent","params":{"messageUID":"uid-%d"}}"#
}

enum Framing: String {
  case newline
  case contentLength
  case webSocket

  /// The framings of pipes and sockets.
  static let ofStreams = [Framing.newline, .contentLength]

  var title: String { self == .newline ? "lines" : "headers" }

  /// Returns the bytes of a message. The mask of WebSocket is zero, so that the text is visible in its frame.
  func framed(_ body: [UInt8]) -> [UInt8] {
    switch self {
    case .newline: return body + [0x0A]
    case .contentLength: return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    case .webSocket:
      let length =
        body.count < 126
        ? [0x80 | UInt8(body.count)]
        : [0xFE, UInt8(truncatingIfNeeded: body.count >> 8), UInt8(truncatingIfNeeded: body.count)]
      return [0x81] + length + [0, 0, 0, 0] + body
    }
  }
}
