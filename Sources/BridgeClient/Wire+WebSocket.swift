import Glibc
import System
import Transports

extension Wire {
  /// The protocol of a bridge, and the longest time and text of its answer to the handshake.
  private static let subprotocol = "altcraft-bridge.v1"
  private static let patience = Duration.seconds(10)
  private static let longestAnswer = 16 << 10

  /// Connects to the WebSocket of a bridge. The host is a numeric address, or `localhost`. A refusal by the bridge is an
  /// error with its sentence. Without a token the first call must authenticate.
  package static func connect(
    webSocketAt host: String, port: UInt16, token: String? = nil
  ) throws(SystemError) -> Wire {
    let wire = try connect(host: host, port: port)
    let authority = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    let key = randomKey()
    let protocols = subprotocol + (token.map { ", altcraft-bridge.token.\($0)" } ?? "")
    let lines = [
      "GET /rpc HTTP/1.1", "Host: \(authority)", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Protocol: \(protocols)", "", "",
    ]
    wire.write(Array(lines.joined(separator: "\r\n").utf8))
    let answer = HandshakeAnswer(wire.readAnswer())
    if let problem = answer.problem(key: key, subprotocol: subprotocol) {
      wire.finishWriting()
      wire.finishReading()
      throw SystemError("no WebSocket at \(authority): \(problem)", code: EPROTO)
    }
    return wire.asWebSocket(received: answer.rest)
  }

  /// Returns 16 random bytes in base64. The last digit stands for two bits.
  private static func randomKey() -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let random = (0..<21).map { _ in digits[Int.random(in: 0..<64)] }
    return String(random) + ["A", "Q", "g", "w"][Int.random(in: 0..<4)] + "=="
  }

  /// Reads until the end of the header block; of a refusal, until its end.
  private func readAnswer() -> [UInt8] {
    var answer: [UInt8] = []
    let deadline = ContinuousClock.now + Self.patience
    while answer.count < Self.longestAnswer, waitForInput(until: deadline), let chunk = read() {
      answer += chunk
      if answer.starts(with: "HTTP/1.1 101".utf8), answer.firstRange(of: HandshakeAnswer.end) != nil
      {
        break
      }
    }
    return answer
  }
}

/// The answer of a server to the handshake.
struct HandshakeAnswer {
  static let end = Array("\r\n\r\n".utf8)

  private let status: Int
  private let fields: [(name: String, value: String)]
  /// The bytes after the header block.
  let rest: [UInt8]

  init(_ bytes: [UInt8]) {
    let end = bytes.firstRange(of: Self.end)
    let block = String(decoding: bytes[..<(end?.lowerBound ?? bytes.count)], as: UTF8.self)
    let lines = block.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    status = words.count > 1 && words[0] == "HTTP/1.1" ? Int(words[1]) ?? 0 : 0
    fields = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return (line[..<colon].lowercased(), String(value))
    }
    rest = end.map { Array(bytes[$0.upperBound...]) } ?? []
  }

  private subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Returns the reason why the connection is not a WebSocket of a bridge; nil if it is one.
  func problem(key: String, subprotocol: String) -> String? {
    guard status == 101 else {
      guard status != 0 else { return "what listens there does not speak HTTP" }
      let sentence = String(decoding: rest, as: UTF8.self).split(whereSeparator: \.isNewline).first
      return "refused with \(status)"
        + (sentence.map { ", \(String($0.prefix(200)).visible)" } ?? "")
    }
    guard self["sec-websocket-accept"] == WebSocketAccept.value(for: key),
      self["sec-websocket-protocol"] == subprotocol
    else {
      return "what listens there is not a bridge"
    }
    return nil
  }
}
