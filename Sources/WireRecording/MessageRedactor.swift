import JSONCodec

/// A redactor for the messages of connections. It must see all messages in order: the method of a request
/// determines the secrets in its response.
package struct MessageRedactor: Sendable {
  package enum Direction: String, Sendable { case received = "in", sent = "out" }

  /// The methods of the unanswered requests on a connection, by request id.
  private struct Asked: Sendable {
    var byClient: [String: String] = [:]
    var byServer: [String: String] = [:]

    subscript(direction: Direction) -> [String: String] {
      get { direction == .received ? byClient : byServer }
      set { if direction == .received { byClient = newValue } else { byServer = newValue } }
    }
  }

  private let marks: RedactionRules
  private var texts = TextRedactor()
  private var asked: [UInt64: Asked] = [:]
  /// The bound on stored requests: requests that are never answered must not fill the memory.
  private static let mostAsked = 10_000

  package init(_ marks: RedactionRules) { self.marks = marks }

  /// Redacts a whole message: a single one or a batch.
  package mutating func redacted(
    _ message: JSON, _ direction: Direction, on connection: UInt64 = 0,
    by redaction: inout some Redaction
  ) -> JSON {
    var asked = self.asked.removeValue(forKey: connection) ?? Asked()
    defer { self.asked[connection] = asked }
    guard case .array(let items) = message else {
      return item(message, direction, &asked, &redaction)
    }
    return .array(items.map { item($0, direction, &asked, &redaction) })
  }

  /// Redacts a value of which only the member names are known.
  package mutating func redacted(_ value: JSON, by redaction: inout some Redaction) -> JSON {
    walk(value, .open, &redaction)
  }

  /// Drops the state of all connections, after messages that it has not seen: an id may belong to another method now.
  package mutating func forgetAll() { asked = [:] }

  /// Redacts that text wherever it is from now on.
  package mutating func learn(_ secret: String) { texts.learn(secret) }

  /// Drops the state of a closed connection.
  package mutating func forget(_ connection: UInt64) { asked[connection] = nil }

  private mutating func item(
    _ item: JSON, _ direction: Direction, _ asked: inout Asked, _ redaction: inout some Redaction
  ) -> JSON {
    guard case .object(let object) = item else { return walk(item, .open, &redaction) }
    let name = object["method"]?.stringValue
    var method: RedactionRules.Method?
    if let name {
      method = (direction == .received ? marks.ofClient : marks.ofServer)[name]
      if let id = object["id"]?.text, asked[direction].count < Self.mostAsked {
        asked[direction][id] = name
      }
    }
    var result = RedactionRules.Mark.secret
    if name == nil, let id = object["id"]?.text {
      let side: Direction = direction == .received ? .sent : .received
      let method = asked[side].removeValue(forKey: id)
      let known = side == .received ? marks.ofClient : marks.ofServer
      if let mark = method.flatMap({ known[$0]?.result }) { result = mark }
    }
    return .object(
      JSONObject(
        object.members.map { member in
          JSONObject.Member(
            key: texts.redacted(member.key, by: &redaction),
            value: self.member(member, method, result, object, &redaction))
        }))
  }

  private mutating func member(
    _ member: JSONObject.Member, _ method: RedactionRules.Method?, _ result: RedactionRules.Mark,
    _ message: JSONObject, _ redaction: inout some Redaction
  ) -> JSON {
    switch member.key {
    case "jsonrpc", "id", "method", "traceparent", "tracestate":
      return walk(member.value, .open, &redaction)
    case "params":
      guard let method else { return unknown(member.value, &redaction) }
      return parameters(member.value, method, of: message["method"]?.stringValue, &redaction)
    case "result": return walk(member.value, result, &redaction)
    default: return walk(member.value, named(member.key), &redaction)
    }
  }

  /// Redacts the parameters of an unknown method: members with names like secrets, and all positional ones.
  private mutating func unknown(_ value: JSON, _ redaction: inout some Redaction) -> JSON {
    guard case .array(let values) = value else { return walk(value, .open, &redaction) }
    return .array(values.map { walk($0, .secret, &redaction) })
  }

  private mutating func parameters(
    _ value: JSON, _ method: RedactionRules.Method, of name: String?,
    _ redaction: inout some Redaction
  ) -> JSON {
    let checked = name == "bridge.check" ? inner(value) : nil
    switch value {
    case .array(let values):
      return .array(
        values.indices.map { index in
          guard method.parameters.indices.contains(index) else {
            return walk(values[index], .secret, &redaction)
          }
          let (name, mark) = method.parameters[index]
          return parameter(name, values[index], mark, checked, &redaction)
        })
    case .object(let object):
      let holdsSecret = method.parameters.contains { $0.mark.holdsSecret }
      return .object(
        JSONObject(
          object.members.map { member in
            let known = method.parameters.first { $0.name == member.key }
            let mark = known?.mark ?? (holdsSecret ? .secret : named(member.key))
            return JSONObject.Member(
              key: member.key, value: parameter(member.key, member.value, mark, checked, &redaction)
            )
          }))
    default: return walk(value, .open, &redaction)
    }
  }

  private mutating func parameter(
    _ name: String, _ value: JSON, _ mark: RedactionRules.Mark, _ checked: String?,
    _ redaction: inout some Redaction
  ) -> JSON {
    // The parameters of a checked call hold the same secrets as the call itself.
    guard let checked, name == "params" else { return walk(value, mark, &redaction) }
    guard let method = marks.ofClient[checked] else { return unknown(value, &redaction) }
    return parameters(value, method, of: checked, &redaction)
  }

  private func inner(_ parameters: JSON) -> String? {
    (parameters["method"] ?? parameters[0])?.stringValue
  }
}

// Redaction of values.
extension MessageRedactor {
  private func named(_ name: String) -> RedactionRules.Mark {
    marks.isSecret(name) ? .secret : .open
  }

  private mutating func walk(
    _ value: JSON, _ mark: RedactionRules.Mark, _ redaction: inout some Redaction
  ) -> JSON {
    switch value {
    case .null, .bool: return value
    case _ where mark.isSecret:
      if mark.isMarked { learn(value) }
      return secret(value, &redaction)
    case .number: return value
    case .string(let text):
      let belongs = mark.isOpen || mark.isText || mark.words.contains(text)
      return belongs || !mark.holdsSecret
        ? .string(texts.redacted(text, by: &redaction)) : secret(value, &redaction)
    case .array(let values):
      if let element = mark.elements.first {
        return .array(values.map { walk($0, element, &redaction) })
      }
      if !mark.isOpen, mark.holdsSecret { return secret(value, &redaction) }
      return .array(values.map { walk($0, .open, &redaction) })
    case .object(let object):
      let isStrict = !mark.isOpen && mark.holdsSecret
      return .object(
        JSONObject(
          object.members.map { member in
            let known = mark.members[member.key]
            let mark = known ?? (isStrict ? .secret : named(member.key))
            return JSONObject.Member(
              key: texts.redacted(member.key, by: &redaction),
              value: walk(member.value, mark, &redaction))
          }))
    }
  }

  private mutating func learn(_ value: JSON) {
    switch value {
    case .string(let text): texts.learn(text)
    case .array(let values): for value in values { learn(value) }
    default: break
    }
  }

  /// Redacts a secret. An empty string is kept: it reveals nothing and is often the point of the call.
  private func secret(_ value: JSON, _ redaction: inout some Redaction) -> JSON {
    value == "" ? value : redaction.redact(value)
  }
}
