import JSONCodec

/// A request as it arrived, and what became of it.
package struct RecordedRequest: Sendable {
  /// From 1, in the order the requests were dealt with.
  package let index: Int
  /// Milliseconds since 1970.
  package let time: Int64
  package let method: String
  package let path: String
  /// Decoded; empty when it could not be.
  package let query: [String: String]
  /// Names in lower case. Secrets are redacted unless the options say otherwise.
  package let headers: [String: String]
  package let requestID: String?
  /// From 1: how many recorded requests had this `Request-ID` by then. 1 without one.
  package internal(set) var attempt: Int
  package let content: Content
  package let bodyBytes: Int
  /// Nil when no answer was sent.
  package let status: Int?
  /// `error_text` of an answer that refuses.
  package let errorText: String?
  package let fault: Fault?

  package enum Content: Sendable, Equatable {
    case none
    case json(JSON)
    /// The parts of a form: JSON by its value, everything else by its text.
    case form(JSONObject)
    /// Anything else, its first 4 KiB.
    case text(String)
  }

  /// The body of a JSON request.
  package var json: JSON? { if case .json(let value) = content { value } else { nil } }
  /// The parts of a form.
  package var form: JSONObject? { if case .form(let parts) = content { parts } else { nil } }

  /// As `GET /__requests` shows it.
  package var asJSON: JSON {
    var members: JSONObject = [
      "index": .int(index), "time": .int(time), "method": .string(method), "path": .string(path),
      "query": sorted(query), "headers": sorted(headers), "requestId": .optional(requestID),
      "attempt": .int(attempt),
    ]
    switch content {
    case .none: members["body"] = .null
    case .json(let value): members["body"] = value
    case .form(let parts): members["parts"] = .object(parts)
    case .text(let text): members["text"] = .string(text)
    }
    members["bodyBytes"] = .int(bodyBytes)
    members["status"] = .optional(status)
    members["errorText"] = .optional(errorText)
    members["fault"] = fault?.json ?? .null
    return .object(members)
  }

  private func sorted(_ texts: [String: String]) -> JSON {
    .object(
      JSONObject(
        texts.sorted { $0.key < $1.key }
          .map { JSONObject.Member(key: $0.key, value: .string($0.value)) }))
  }
}

/// Which recorded requests are wanted; nil wants all.
package struct RequestFilter: Sendable {
  /// Only those with a greater index.
  package var since: Int
  /// Exact, or all that begin so when it ends with `*`.
  package var path: String?
  package var method: String?
  package var requestID: String?

  package init(
    since: Int = 0, path: String? = nil, method: String? = nil, requestID: String? = nil
  ) {
    self.since = since
    self.path = path
    self.method = method
    self.requestID = requestID
  }

  func fits(_ request: RecordedRequest) -> Bool {
    request.index > since && path.map { pathFits(request.path, $0) } ?? true
      && method.map { $0 == request.method } ?? true
      && requestID.map { $0 == request.requestID } ?? true
  }
}
