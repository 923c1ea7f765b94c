import AltcraftEngine
import BridgeClient
import JSONCodec
import JSONRPC
import System
import WireRecording

/// The player of one session of a recording: sends the client's messages line by line, and waits at each
/// recorded answer for an equal one.
struct ReplayPlayer {
  struct Difference {
    let line: Int
    let connection: Int
    /// The request of the answer; nil if the message is not an answer.
    let asked: String?
    let expected: String?
    let got: String?
    let details: [String]
  }

  private struct Open {
    let wire: ReplayConnection
    /// The client's requests by id.
    var asked: [String: JSON] = [:]
  }

  private let session: Recording.Session
  private let bridge: ReplayBridge
  private let platform: ReplayPlatform
  private var comparison = Comparison(by: .runs)
  private var open: [Int: Open] = [:]
  private(set) var differences: [Difference] = []
  private(set) var sent = 0
  private(set) var expected = 0
  private(set) var lost = 0

  /// The timeout for one message. It is longer than the bridge waits for a host; it is short after a first
  /// difference, since many differences then follow.
  private var patience: Duration { differences.isEmpty ? .seconds(15) : .seconds(2) }
  /// The maximum number of differences; a longer report would not be read.
  private static let enough = 20

  init(_ session: Recording.Session, _ bridge: ReplayBridge, _ platform: ReplayPlatform) {
    self.session = session
    self.bridge = bridge
    self.platform = platform
  }

  mutating func play() throws(CommandFailure) {
    for line in session.lines where differences.count < Self.enough { try play(line) }
    for connection in open.values { connection.wire.endOutput() }
  }

  private mutating func play(_ line: Recording.Line) throws(CommandFailure) {
    let wire = open[line.connection]?.wire
    switch line.content {
    case .open(let transport):
      open[line.connection] = Open(wire: try bridge.connect(transport))
    case .exchange(let path, let outcome):
      if outcome["failure"] != "cancelled" { platform.release(path, outcome) }
    case .send(let text):
      sent += 1
      wire?.send(translated(text, on: line.connection))
    case .sendTooLong(let max):
      sent += 1
      wire?.send(Array(repeating: UInt8(ascii: "["), count: max + 2) + [0x0A])
    case .sendMalformedHeader:
      sent += 1
      wire?.send(Array("Content-Length: none\r\n\r\n".utf8))
    case .sendForeignProtocol:
      sent += 1
      wire?.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
    case .expect(let message): expect(message, line)
    case .end: wire?.endOutput()
    case .close: close(line)
    case .lost(let count): lost += count
    }
  }
}

// Sending.
extension ReplayPlayer {
  private mutating func translated(_ text: String, on connection: Int) -> String {
    guard let message = try? JSONParser.parse(Array(text.utf8), limits: .generous).value else {
      return text
    }
    for item in message.arrayValue ?? [message] where item["method"] != nil {
      if let id = item["id"] { open[connection]?.asked[id.text] = item }
    }
    let renamed = comparison.translated(message)
    guard case .array(let items) = renamed else { return adapted(renamed).text }
    return JSON.array(items.map { adapted($0) }).text
  }

  /// Replaces the values that depend on the machine and the time instead of the session.
  private func adapted(_ message: JSON) -> JSON {
    guard var request = message.objectValue, let method = request["method"]?.stringValue else {
      return message
    }
    switch method {
    case "initialization", "initialize":
      switch request["params"] {
      case .array(let values): request["params"] = .array(values.map { configured($0) })
      case .object(var object):
        object["configuration"] = object["configuration"].map { configured($0) }
        request["params"] = .object(object)
      default: break
      }
    case "bridge.authenticate":
      // Use the current token only if the client was authenticated in the recording.
      guard wasAccepted(request["id"]), let token = bridge.token else { return message }
      request["params"] = ["token": .string(token)]
    default: break
    }
    return .object(request)
  }

  private func configured(_ configuration: JSON) -> JSON {
    guard var object = configuration.objectValue else { return configuration }
    if let url = object["apiUrl"]?.stringValue, isOfPlatform(url) {
      object["apiUrl"] = .string(platform.url)
    }
    // The pauses are those of the replay.
    if var retry = object["retry"]?.objectValue {
      retry["firstSeconds"] = nil
      retry["maxSeconds"] = nil
      object["retry"] = .object(retry)
    }
    return .object(object)
  }

  /// Returns whether the bridge accepts that address, so that it may be replaced. Other addresses are sent
  /// unchanged, since the bridge must reject them again.
  private func isOfPlatform(_ url: String) -> Bool {
    let allowsHTTP = session.facts["options"]?["allowInsecureHTTP"] == true
    return (try? APIURL.parse(url, allowsInsecureHTTP: allowsHTTP)) != nil
  }

  private func wasAccepted(_ id: JSON?) -> Bool {
    guard let id else { return false }
    return session.lines.contains { line in
      if case .expect(let answer) = line.content {
        answer["id"] == id && answer["result"] == true
      } else {
        false
      }
    }
  }
}

// Comparing.
extension ReplayPlayer {
  private mutating func expect(_ message: JSON, _ line: Recording.Line) {
    expected += 1
    guard let wire = open[line.connection]?.wire else {
      return report(message, nil, ["the connection was not opened"], line)
    }
    var matched = comparison
    let comparison = self.comparison
    let found = wire.take(
      until: .after(patience),
      rulesOut: { Self.isAnother(than: message, $0) }
    ) { candidate in
      var trial = comparison
      guard Self.differences(message, candidate, &trial).isEmpty else { return false }
      matched = trial
      return true
    }
    if found != nil {
      self.comparison = matched
      return
    }
    guard let nearest = wire.take({ Self.isNear(message, $0) }) else {
      return report(message, nil, ["no such message arrived"], line)
    }
    guard !Self.dependsOnTiming(message) else { return }
    report(message, nearest, Self.differences(message, nearest, &self.comparison), line)
  }

  /// Returns whether another answer is not a difference: in the recording the end of the input was processed before the
  /// call, or an earlier call with the same id had no answer yet.
  private static func dependsOnTiming(_ expected: JSON) -> Bool {
    let error = expected["error"]
    return error?["data"]?["reason"] == "shuttingDown"
      || error?["message"]?.stringValue == RPCError.idInFlight.message
  }

  private static func differences(
    _ expected: JSON, _ actual: JSON, _ comparison: inout Comparison
  ) -> [String] {
    guard case .array(let wanted) = expected, case .array(var rest) = actual,
      wanted.count == rest.count
    else { return comparison.differences(expected, actual) }
    // The answers of a batch come in any order.
    return wanted.flatMap { one in
      let index = rest.firstIndex { $0["id"] == one["id"] } ?? 0
      return comparison.differences(one, rest.remove(at: index))
    }
  }

  /// Returns whether a message is a different answer to the same request: no other answer will follow.
  private static func isAnother(than expected: JSON, _ message: JSON) -> Bool {
    expected["method"] == nil && message["method"] == nil && expected["id"] != nil
      && expected["id"] != .null && expected["id"] == message["id"]
  }

  private static func isNear(_ expected: JSON, _ message: JSON) -> Bool {
    if let method = expected["method"] {
      return message["method"] == method
        && (method != "event" || expected["params"]?["name"] == message["params"]?["name"])
    }
    return message["method"] == nil && message["id"] == expected["id"]
  }

  /// Closes a connection after its last line. Any message that is left is reported as not expected.
  private mutating func close(_ line: Recording.Line) {
    guard let wire = open.removeValue(forKey: line.connection)?.wire else { return }
    wire.endOutput()
    if !wire.waitForEnd(until: .after(patience)) {
      report(nil, nil, ["the connection was not closed"], line)
    }
    for message in wire.rest { report(nil, message, ["was not expected"], line) }
  }

  private mutating func report(
    _ expected: JSON?, _ got: JSON?, _ details: [String], _ line: Recording.Line
  ) {
    let id = expected?["method"] == nil ? expected?["id"]?.text : nil
    differences.append(
      Difference(
        line: line.number, connection: line.connection,
        asked: id.flatMap { open[line.connection]?.asked[$0]?.text }, expected: expected?.text,
        got: got?.text, details: details))
  }
}
