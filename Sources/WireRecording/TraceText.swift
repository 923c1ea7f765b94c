import JSONCodec
import JSONRPC

/// The format of a `--trace-wire` file: one JSON object per line, without secrets.
///
/// A message that cannot be parsed is logged with its length and the position of the error, without its text:
/// a secret could be anywhere in it.
package struct TraceText: WireText {
  private let timestamp: @Sendable (Int64) -> String
  private var redaction = LengthRedaction()
  private var messages: MessageRedactor
  private var transports: [UInt64: String] = [:]

  package init(_ marks: RedactionRules, timestamp: @escaping @Sendable (Int64) -> String) {
    messages = MessageRedactor(marks)
    self.timestamp = timestamp
  }

  package mutating func head() -> [UInt8] { [] }

  package mutating func text(_ item: WireItem) -> [UInt8] {
    var line: JSONObject = [
      "time": .string(timestamp(item.time)), "connection": .int(item.connection),
    ]
    if case .opened(let transport, _) = item.content {
      transports[item.connection] = transport
    }
    line["transport"] = transports[item.connection].map(JSON.string)
    switch item.content {
    case .opened(_, let peer):
      line["event"] = "opened"
      line["peer"] = .object(peer)
    case .message(let direction, let bytes): describe(bytes, direction, item.connection, &line)
    case .dropped: line["event"] = "dropped"
    case .fault(let fault):
      line["direction"] = .string(MessageRedactor.Direction.received.rawValue)
      line["fault"] = .string(Self.text(fault))
    case .inputEnded: line["event"] = "inputEnded"
    case .closed:
      line["event"] = "closed"
      transports[item.connection] = nil
      messages.forget(item.connection)
    case .exchange: return []
    }
    return JSON.object(line).bytes + [0x0A]
  }

  package mutating func text(lost count: Int, at time: Int64) -> [UInt8] {
    messages.forgetAll()
    return JSON.object([
      "time": .string(timestamp(time)), "event": "lost", "messages": .int(count),
    ]).bytes + [0x0A]
  }

  private mutating func describe(
    _ bytes: [UInt8], _ direction: MessageRedactor.Direction, _ connection: UInt64,
    _ line: inout JSONObject
  ) {
    line["direction"] = .string(direction.rawValue)
    line["bytes"] = .int(bytes.count)
    do throws(JSONError) {
      let message = try JSONParser.parse(bytes, limits: .generous).value
      line["message"] = messages.redacted(message, direction, on: connection, by: &redaction)
    } catch {
      line["fault"] = .string(Self.text(error))
    }
  }

  static func text(_ error: JSONError) -> String {
    switch error {
    case .malformed(let offset): "not JSON at byte \(offset)"
    case .limit(let limit, let max, _): "more than \(max) \(limit.rawValue)"
    }
  }

  static func text(_ fault: FramingFault) -> String {
    switch fault {
    case .tooLong(let max, _): "longer than \(max) bytes"
    case .tooSlow(let seconds): "not complete within \(seconds) seconds"
    case .foreignProtocol: "not JSON-RPC"
    case .unauthenticated: "not authenticated in time"
    case .malformedHeader(let offset): "no valid header at byte \(offset)"
    }
  }
}
