import JSONCodec
import Tracing

/// A JSON value classified by JSON-RPC 2.0.
package enum Message: Sendable {
  /// A request, or a notification when it has no id.
  case call(Request)
  case response(Response)
  /// A value with the shape of a response that answers no request. Never answered itself.
  case uselessResponse
  /// Neither of these; answered with the error, under the id if it could be read.
  case invalid(RequestID, RPCError)
}

package struct Request: Sendable {
  /// Nil for a notification.
  package let id: RequestID?
  package let method: String
  package let parameters: RawParams
  /// The location of the first duplicate member in the parameters; nil if there is none.
  let duplicate: Duplicate?
  /// The trace context of the message, if valid.
  var trace: TraceContext?
  /// True if the message has an invalid trace context, which is ignored.
  var hasInvalidTrace = false

  struct Duplicate: Sendable {
    /// Nil for parameters by name.
    let position: Int?
    let path: String
  }

  /// Returns the error in the parameters that holds for every method. `names` are the parameter names by
  /// position.
  func fault(naming names: [String]) -> RPCError? {
    guard let duplicate else { return nil }
    let outer = duplicate.position.map { names.indices.contains($0) ? names[$0] : "\($0)" }
    let path = outer.map { Message.joined($0, duplicate.path) } ?? duplicate.path
    return .invalidParams(Invalid(expected: "no repeated member", path: path, .repeated))
  }
}

/// The undecoded parameters of a call.
package enum RawParams: Sendable, Equatable {
  case none
  case named(JSONObject)
  case positional([JSON])

  package var isEmpty: Bool {
    switch self {
    case .none: true
    case .named(let object): object.isEmpty
    case .positional(let values): values.isEmpty
    }
  }
}

package struct Response: Sendable {
  package let id: RequestID
  package let outcome: Result<JSON, RemoteError>
}

/// The error object of the other side, unchanged.
package struct RemoteError: Error, Sendable, Equatable {
  package let object: JSON

  package init(object: JSON) { self.object = object }
}

extension Message {
  /// Classifies a value. `mayHaveDuplicates` is the parser's result for the whole document; if false, the
  /// search for duplicates is skipped.
  package init(_ json: JSON, mayHaveDuplicates: Bool) {
    guard let envelope = json.objectValue else {
      self = .invalid(.null, .invalidRequest("a message must be an object"))
      return
    }
    let id = Self.id(in: envelope)
    if case .unreadable = id {
      self = .invalid(.null, .invalidRequest("id must be one string, number or null"))
      return
    }
    do {
      self = try Self.classify(envelope, id: id.value, mayHaveDuplicates: mayHaveDuplicates)
    } catch {
      self = .invalid(id.value ?? .null, error)
    }
  }

  private static func classify(
    _ envelope: JSONObject, id: RequestID?, mayHaveDuplicates: Bool
  ) throws(RPCError) -> Message {
    if mayHaveDuplicates, hasDuplicates(envelope) {
      throw .invalidRequest("a member of the message occurs twice")
    }
    guard let version = envelope["jsonrpc"]?.stringValue, version.hasSameBytes(as: "2.0") else {
      throw .invalidRequest("jsonrpc must be \"2.0\"")
    }
    guard let method = envelope["method"] else { return try response(envelope, id: id) }
    guard let name = method.stringValue else {
      throw .invalidRequest("method must be a string")
    }
    let parameters = try self.parameters(envelope["params"])
    var request = Request(
      id: id, method: name, parameters: parameters,
      duplicate: mayHaveDuplicates ? duplicate(in: parameters) : nil)
    if let parent = envelope["traceparent"] {
      request.trace = parent.stringValue.flatMap {
        TraceContext(traceparent: $0, tracestate: envelope["tracestate"]?.stringValue)
      }
      request.hasInvalidTrace =
        request.trace == nil || request.trace?.tracestate == nil && envelope["tracestate"] != nil
    }
    return .call(request)
  }

  private static func parameters(_ json: JSON?) throws(RPCError) -> RawParams {
    switch json {
    // Some clients write null for no parameters.
    case nil, .null: return .none
    case .object(let object): return .named(object)
    case .array(let elements): return .positional(elements)
    default: throw .invalidRequest("params must be an object or an array")
    }
  }

  private static func response(
    _ envelope: JSONObject, id: RequestID?
  ) throws(RPCError) -> Message {
    let (result, error) = (envelope["result"], envelope["error"])
    if result == nil, error == nil { throw .invalidRequest("method is missing") }
    guard let id else { return .uselessResponse }
    switch (result, error) {
    case (let result?, nil): return .response(Response(id: id, outcome: .success(result)))
    case (nil, let error?) where error.objectValue != nil:
      return .response(Response(id: id, outcome: .failure(RemoteError(object: error))))
    default: return .uselessResponse
    }
  }
}

// Ids, also those of invalid requests.
extension Message {
  /// Returns the id for an error about these members: null if there is none or more than one.
  package static func readableID(in envelope: JSONObject) -> RequestID {
    id(in: envelope).value ?? .null
  }

  private enum FoundID {
    case none, unreadable
    case found(RequestID)

    var value: RequestID? { if case .found(let id) = self { id } else { nil } }
  }

  private static func id(in envelope: JSONObject) -> FoundID {
    let candidates = envelope.members.filter { $0.key.hasSameBytes(as: "id") }
    guard let first = candidates.first else { return .none }
    guard candidates.count == 1, let id = RequestID(first.value) else { return .unreadable }
    return .found(id)
  }
}

// Duplicate members: within the parameters the error names the member; elsewhere the whole message is
// refused.
extension Message {
  private static func hasDuplicates(_ envelope: JSONObject) -> Bool {
    envelope.duplicateKey != nil
      || envelope.members.contains {
        !$0.key.hasSameBytes(as: "params") && duplicatePath(in: $0.value) != nil
      }
  }

  private static func duplicate(in parameters: RawParams) -> Request.Duplicate? {
    switch parameters {
    case .none: nil
    case .named(let object):
      duplicatePath(in: .object(object)).map { Request.Duplicate(position: nil, path: $0) }
    case .positional(let elements): duplicate(in: elements)
    }
  }

  private static func duplicate(in elements: [JSON]) -> Request.Duplicate? {
    for index in elements.indices {
      guard let path = duplicatePath(in: elements[index]) else { continue }
      return Request.Duplicate(position: index, path: path)
    }
    return nil
  }

  /// Returns the path of the first duplicate member, such as `cats[0].name`. Visits each value once; recurses
  /// as deep as the parser's limit.
  private static func duplicatePath(in json: JSON) -> String? {
    switch json {
    case .array(let elements):
      for index in elements.indices {
        if let inner = duplicatePath(in: elements[index]) { return joined("[\(index)]", inner) }
      }
    case .object(let object):
      if let key = object.duplicateKey { return key.cutAsPath }
      for index in object.members.indices {
        if let inner = duplicatePath(in: object.members[index].value) {
          return joined(object.members[index].key, inner)
        }
      }
    case .null, .bool, .number, .string: break
    }
    return nil
  }

  fileprivate static func joined(_ outer: String, _ inner: String) -> String {
    (inner.hasPrefix("[") ? outer + inner : outer + "." + inner).cutAsPath
  }
}
