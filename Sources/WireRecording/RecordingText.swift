import JSONCodec
import JSONRPC

/// The format of a `--record` file, the input of `replay`. Each start of a service begins with a header line.
/// Every other line is a message or an event, in order of occurrence. Secrets are replaced by pseudonyms.
///
///     altcraft-bridge recording 1 {"version":"0.7.0",…}
///     1 open stdio
///     1 --> {"jsonrpc":"2.0","id":1,"method":"bridge.ping"}
///     1 <-- {"jsonrpc":"2.0","id":1,"result":"pong"}
///     http POST /event/post {"status":200,"body":{…}}
///     1 end
///     1 close
package struct RecordingText: WireText {
  private let facts: JSONObject
  private var messages: MessageRedactor
  private var pseudonyms: Pseudonymizer

  /// Creates the format. `facts` describe the service in the header line.
  package init(_ marks: RedactionRules, _ pseudonyms: Pseudonymizer, facts: JSONObject) {
    messages = MessageRedactor(marks)
    self.pseudonyms = pseudonyms
    self.facts = facts
  }

  package mutating func head() -> [UInt8] {
    Self.line("\(Recording.mark) \(Recording.format) \(JSON.object(facts).text)")
  }

  package mutating func text(_ item: WireItem) -> [UInt8] {
    let number = item.connection
    switch item.content {
    case .opened(let transport, _): return Self.line("\(number) open \(transport)")
    case .message(let direction, let bytes):
      let arrow = direction == .received ? "-->" : "<--"
      return Self.line("\(number) \(arrow) \(shown(bytes, direction, number))")
    case .dropped: return []
    case .fault(.tooLong(let max, _)): return Self.line("\(number) tooLong \(max)")
    case .fault(.malformedHeader): return Self.line("\(number) malformedHeader")
    // A replay cannot repeat the delay.
    case .fault(.tooSlow), .fault(.unauthenticated): return []
    case .fault(.foreignProtocol): return Self.line("\(number) foreignProtocol")
    case .inputEnded: return Self.line("\(number) end")
    case .closed:
      messages.forget(number)
      return Self.line("\(number) close")
    case .exchange(let exchange): return Self.line(text(exchange))
    }
  }

  package mutating func text(lost count: Int, at time: Int64) -> [UInt8] {
    messages.forgetAll()
    return Self.line("lost \(count)")
  }

  private mutating func shown(
    _ bytes: [UInt8], _ direction: MessageRedactor.Direction, _ connection: UInt64
  ) -> String {
    guard let message = try? JSONParser.parse(bytes, limits: .generous).value else {
      // A secret could be anywhere in it. Every text that is not JSON gets the same response, so a fixed text
      // can replace it.
      return Recording.malformed
    }
    return messages.redacted(message, direction, on: connection, by: &pseudonyms).text
  }

  private mutating func text(_ exchange: WireItem.Exchange) -> String {
    var outcome: JSONObject = [:]
    outcome["status"] = exchange.status.map { .int($0) }
    outcome["failure"] = exchange.failure.map(JSON.string)
    outcome["retryAfter"] = exchange.retryAfter.map(JSON.string)
    if !exchange.body.isEmpty {
      let body = try? JSONParser.parse(exchange.body, limits: .generous).value
      outcome["body"] = messages.redacted(
        body ?? .string(String(decoding: exchange.body, as: UTF8.self)), by: &pseudonyms)
    }
    return "http \(exchange.method) \(exchange.path) \(JSON.object(outcome).text)"
  }

  private static func line(_ text: String) -> [UInt8] { Array(text.utf8) + [0x0A] }
}
