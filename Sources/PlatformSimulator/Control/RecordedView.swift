import JSONCodec

/// The recorded form of a request: decoded where possible, and without secrets if they are redacted.
struct RecordedView {
  let query: [String: String]
  let headers: [String: String]
  let requestID: String?
  let content: RecordedRequest.Content

  init(_ request: WireRequest, _ secrets: RecordedSecrets) {
    requestID = request.header("request-id")
    content = Self.content(request)
    var query: [String: String] = [:]
    if case .success(let decoded) = Result(catching: {
      try QueryStringParser.parse(request.rawQuery)
    }) {
      query = decoded
    }
    var headers: [String: String] = [:]
    for header in request.headers {
      headers[header.name, default: ""] +=
        (headers[header.name] == nil ? "" : ", ") + header.value
    }
    if secrets == .redacted {
      // Older SDKs repeat the resource token here.
      if let mode = query["matching_mode"], let token = Self.token(of: headers["authorization"]),
        token == mode
      {
        query["matching_mode"] = Self.redacted(mode)
      }
      for name in ["authorization", "proxy-authorization", "cookie"] {
        headers[name] = headers[name].map(Self.redactedCredentials)
      }
    }
    self.query = query
    self.headers = headers
  }

  private static func token(of authorization: String?) -> Substring? {
    let prefix = "rtoken@"
    return authorization?.split(separator: " ").last.flatMap {
      $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : nil
    }
  }

  /// Redacts credentials: `Bearer rtoken@secret` becomes `Bearer rtoken@[5f3c0a1b]`, and `Bearer a.b.c`
  /// becomes `Bearer [09ab8f77]`.
  private static func redactedCredentials(_ value: String) -> String {
    let words = value.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return redacted(value) }
    if let token = token(of: value) { return "\(words[0]) rtoken@\(redacted(token))" }
    return "\(words[0]) \(redacted(words[1]))"
  }

  private static func redacted(_ secret: some StringProtocol) -> String {
    "[\(fingerprint(of: secret))]"
  }

  private static func content(_ request: WireRequest) -> RecordedRequest.Content {
    if request.body.isEmpty { return .none }
    let type = request.header("content-type") ?? ""
    if case .success(let parts) = Result(catching: {
      try MultipartFormParser.parse(request.body, contentType: type)
    }) {
      return .form(JSONObject(parts.map { .init(key: $0.name, value: value(of: $0)) }))
    }
    if let value = parsed(request.body) { return .json(value) }
    return .text(String(decoding: request.body.prefix(4096), as: UTF8.self))
  }

  private static func value(of part: FormPart) -> JSON {
    if part.mediaType == "application/json", let value = parsed(part.content) { return value }
    return .string(String(decoding: part.content, as: UTF8.self))
  }

  private static func parsed(_ bytes: [UInt8]) -> JSON? {
    guard case .success(let document) = Result(catching: { try JSONParser.parse(bytes) }) else {
      return nil
    }
    return document.value
  }
}
