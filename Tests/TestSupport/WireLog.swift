import Foundation
import JSONCodec
import Synchronization

/// A log of all messages on the connections to one bridge, checked against the document of its interface.
///
/// The answer decides how a call is judged: a call answered with a result must fit the document; a refused
/// call may contain anything.
package final class WireLog: Sendable {
  package enum Direction: String, Sendable {
    case sent = "-->"
    case received = "<--"
  }

  private struct Call {
    let method: String
    let parameters: JSON?
  }

  private struct State {
    var lines: [String] = []
    var problems: [String] = []
    /// The pending calls by connection and id.
    var calls: [String: [Call]] = [:]
    var seen: Set<String> = []
  }

  private let checker: SchemaChecker?
  private let state = Mutex(State())

  /// Creates a log. Without a checker it keeps the messages and checks only their form.
  package init(_ checker: SchemaChecker?) { self.checker = checker }

  /// The problems so far. A test that ends with any has failed.
  package var problems: [String] { state.withLock { $0.problems } }

  /// The answered methods, and the received notifications and callbacks.
  package var seen: Set<String> { state.withLock { $0.seen } }

  /// The last messages, for the report of a failed test.
  package var tail: String { state.withLock { $0.lines.suffix(30).joined(separator: "\n") } }

  package func record(problem: String) { state.withLock { $0.problems.append(problem) } }

  /// Records a sent message. `connection` separates equal ids of different connections.
  package func sent(_ message: [UInt8], on connection: Int) {
    store(.sent, message, connection)
    guard case .success(let document) = parsed(message) else { return }
    each(document.value) { item, state in
      let id = item["id"].map { key(connection, $0) }
      if let method = item["method"]?.stringValue {
        guard let id else { return }
        state.calls[id, default: []].append(Call(method: method, parameters: item["params"]))
      }
    }
  }

  package func received(_ message: [UInt8], on connection: Int) {
    store(.received, message, connection)
    guard case .success(let document) = parsed(message) else {
      return record(problem: "not JSON: \(String(decoding: message.prefix(200), as: UTF8.self))")
    }
    if document.hasDuplicateMembers { record(problem: "a member came twice") }
    if case .array(let items) = document.value, items.isEmpty {
      record(problem: "an empty batch came")
    }
    each(document.value) { item, state in
      guard item["jsonrpc"] == "2.0" else {
        state.problems.append("not JSON-RPC 2.0: \(item.text.prefix(200))")
        return
      }
      if let method = item["method"]?.stringValue {
        request(method, item, &state, connection)
      } else {
        response(item, &state, connection)
      }
    }
  }

  private func request(_ method: String, _ item: JSON, _ state: inout State, _ connection: Int) {
    state.seen.insert(method)
    let known = ["jsonrpc", "method", "params", "id", "traceparent", "tracestate"]
    for member in item.objectValue?.keys ?? [] where !known.contains(member) {
      state.problems.append("\(method) came with \(member)")
    }
    if let id = item["id"] {
      if id.stringValue == nil { state.problems.append("\(method) came with id \(id.text)") }
      state.problems += checker?.problems(inCallback: method, item["params"]) ?? []
    } else {
      state.problems += checker?.problems(inNotice: method, item["params"]) ?? []
    }
  }

  private func response(_ item: JSON, _ state: inout State, _ connection: Int) {
    let members = item.objectValue?.keys.sorted() ?? []
    guard let id = item["id"],
      members == ["id", "jsonrpc", "result"] || members == ["error", "id", "jsonrpc"]
    else {
      state.problems.append("no response: \(item.text.prefix(200))")
      return
    }
    let key = key(connection, id)
    let call = state.calls[key]?.first
    if call != nil { state.calls[key]?.removeFirst() }
    if let error = item["error"] {
      state.problems += checker?.problems(inError: error, of: call?.method) ?? []
      if let reason = error["data"]?["reason"]?.stringValue { state.seen.insert("!" + reason) }
      return
    }
    guard let call, let result = item["result"] else {
      state.problems.append("an answer to nothing: \(item.text.prefix(200))")
      return
    }
    state.seen.insert(call.method)
    state.problems += checker?.problems(inCall: call.method, call.parameters) ?? []
    state.problems += checker?.problems(inResult: result, of: call.method) ?? []
  }

  private func each(_ message: JSON, _ body: (JSON, inout State) -> Void) {
    state.withLock { state in
      for item in message.arrayValue ?? [message] { body(item, &state) }
    }
  }

  private func store(_ direction: Direction, _ message: [UInt8], _ connection: Int) {
    let text = String(decoding: message.prefix(2000), as: UTF8.self)
    state.withLock { state in
      state.lines.append("\(connection) \(direction.rawValue) \(text)")
      if state.lines.count > 2000 { state.lines.removeFirst(1000) }
    }
  }

  private func key(_ connection: Int, _ id: JSON) -> String { "\(connection) \(id.text)" }

  private func parsed(_ message: [UInt8]) -> Result<ParsedJSON, JSONError> {
    Result { () throws(JSONError) in try JSONParser.parse(message, limits: .generous) }
  }
}
