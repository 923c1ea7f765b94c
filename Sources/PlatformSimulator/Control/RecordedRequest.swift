import JSONCodec

/// A request as it arrived, and its outcome.
package struct RecordedRequest: Sendable {
  /// The number, from 1, in the order in which requests were handled.
  package let index: Int
  /// The time in milliseconds since 1970.
  package let time: Int64
  package let method: String
  package let path: String
  /// The decoded query; empty if it could not be decoded.
  package let query: [String: String]
  /// The headers, with names in lower case. Secrets are redacted unless the options show them.
  package let headers: [String: String]
  package let requestID: String?
  /// The number, from 1, of recorded requests with this `Request-ID` up to this one. 1 without a
  /// `Request-ID`.
  package internal(set) var attempt: Int
  package let content: Content
  package let bodyBytes: Int
  /// The status; nil if no answer was sent.
  package let status: Int?
  /// The `error_text` of an error answer.
  package let errorText: String?
  package let fault: Fault?

  package enum Content: Sendable, Equatable {
    case none
    case json(JSON)
    /// The parts of a form: a JSON part as its value, any other part as its text.
    case form(JSONObject)
    /// The first 4 KiB of any other body.
    case text(String)
  }

  /// The body of a JSON request.
  package var json: JSON? { if case .json(let value) = content { value } else { nil } }
  /// The parts of a form.
  package var form: JSONObject? { if case .form(let parts) = content { parts } else { nil } }

  /// The reason, in words, why the request was refused or was not answered as usual; nil if it was.
  package var why: String? {
    var reasons: [String] = []
    switch fault?.action ?? .none {
    case .none: break
    case .answer: reasons.append("a rule answered in place of the platform")
    case .drop(.before):
      reasons.append("a rule dropped the connection; the request was not performed")
    case .drop(.after):
      reasons.append("a rule dropped the connection after the request was performed")
    case .truncateBody(let bytes):
      reasons.append("a rule ended the answer after \(bytes) bytes of its body")
    case .redirect(let url, _): reasons.append("a rule redirected the request to \(url)")
    case .hang: reasons.append("a rule left the request without an answer")
    }
    if let errorText, !errorText.isEmpty, errorText != "scripted" { reasons.append(errorText) }
    if let delay = fault?.delayMilliseconds, delay > 0 {
      reasons.append("a rule delayed the answer by \(delay) ms")
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// The request as `GET /__requests` shows it.
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
    members["why"] = .optional(why)
    return .object(members)
  }

  private func sorted(_ texts: [String: String]) -> JSON {
    .object(
      JSONObject(
        texts.sorted { $0.key < $1.key }
          .map { JSONObject.Member(key: $0.key, value: .string($0.value)) }))
  }
}

/// A filter of recorded requests. Nil matches all.
package struct RequestFilter: Sendable {
  /// The index that the request must exceed.
  package var since: Int
  /// The exact path, or a prefix if it ends with `*`.
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
