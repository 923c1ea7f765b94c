import JSONCodec
import JSONRPC

/// The members of an event of a connection in the notification `trace`, without secrets.
///
/// It is made while connections are open: of a request that it has not seen it knows no method, so the answer counts as
/// secret.
package struct LiveText: Sendable {
  private let longest: Int
  private var redaction = LengthRedaction()
  private var messages: MessageRedactor

  /// Creates the format. Of a message of more than `longest` bytes, as redacted, only an outline is
  /// there.
  package init(_ marks: RedactionRules, secrets: [String] = [], longest: Int) {
    self.longest = longest
    messages = MessageRedactor(marks)
    for secret in secrets { messages.learn(secret) }
  }

  /// Notes that it has not seen all messages since the last one.
  package mutating func skip() { messages.forgetAll() }

  package mutating func members(
    _ content: WireItem.Content, of connection: UInt64, _ transport: String
  ) -> JSONObject {
    var all: JSONObject = ["connection": .int(connection), "transport": .string(transport)]
    switch content {
    case .opened(_, let peer):
      all["event"] = "opened"
      all["peer"] = .object(peer)
    case .message(let direction, let bytes):
      all["event"] = "message"
      all["direction"] = direction == .received ? "received" : "sent"
      all["bytes"] = .int(bytes.count)
      do throws(JSONError) {
        let parsed = try JSONParser.parse(bytes, limits: .generous)
        let message = messages.redacted(parsed.value, direction, on: connection, by: &redaction)
        if parsed.hasDuplicateMembers {
          all["fault"] = "a member is there twice"
        } else {
          add(message, to: &all)
        }
      } catch {
        all["fault"] = .string(TraceText.text(error))
      }
    case .dropped: all["event"] = "dropped"
    case .fault(let fault):
      all["event"] = "fault"
      all["fault"] = .string(TraceText.text(fault))
    case .inputEnded: all["event"] = "inputEnded"
    case .closed:
      all["event"] = "closed"
      messages.forget(connection)
    case .exchange: break
    }
    return all
  }

  /// Adds a message; of a long one only its outline, so that a reader can assign an answer to its call.
  private func add(_ message: JSON, to all: inout JSONObject) {
    guard message.bytes.count > longest else {
      all["message"] = message
      return
    }
    all["message"] = .null
    let outline = Self.outline(of: message)
    if outline.bytes.count <= Self.longestOutline { all["outline"] = outline }
  }

  private static let longestOutline = 1024

  /// Returns the id and the method of a message, or the kind of its answer; of a batch those of each item.
  private static func outline(of message: JSON) -> JSON {
    if case .array(let items) = message { return .array(items.map(outline)) }
    var outline: JSONObject = [:]
    for name in ["id", "method"] {
      if let value = message[name] { outline[name] = value }
    }
    for name in ["result", "error"] where message[name] != nil {
      outline["answer"] = .string(name)
    }
    return .object(outline)
  }
}
