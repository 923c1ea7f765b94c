/// The refusal of an HTTP request: a status, and a sentence that says what to change.
struct HTTPRefusal: Equatable {
  let status: Int
  let sentence: String
  /// Header lines that this status requires.
  var fields: [RequestHead.Field] = []

  static func malformed(_ sentence: String) -> HTTPRefusal {
    HTTPRefusal(status: 400, sentence: sentence)
  }

  static func tooLarge(_ sentence: String) -> HTTPRefusal {
    HTTPRefusal(status: 431, sentence: sentence)
  }

  static func unauthorized(_ sentence: String) -> HTTPRefusal {
    HTTPRefusal(status: 401, sentence: sentence, fields: [.bearer])
  }

  static func upgradeRequired(_ sentence: String) -> HTTPRefusal {
    HTTPRefusal(
      status: 426, sentence: sentence,
      fields: [
        .init(name: "Upgrade", value: "websocket"),
        .init(name: "Sec-WebSocket-Version", value: "13"),
      ])
  }

  static func unavailable(_ sentence: String) -> HTTPRefusal {
    HTTPRefusal(
      status: 503, sentence: sentence, fields: [.init(name: "Retry-After", value: "1")])
  }

  static func tooSlow(within limit: Duration) -> HTTPRefusal {
    HTTPRefusal(
      status: 408,
      sentence: "The header was not complete within \(limit / .seconds(1)) seconds.")
  }
}

extension RequestHead.Field {
  fileprivate static let bearer = RequestHead.Field(name: "WWW-Authenticate", value: "Bearer")
}

/// The bytes of HTTP answers.
enum HTTPText {
  /// The header lines of every answer. None of them lets a page of another origin read the answer.
  private static let common = [
    RequestHead.Field(name: "X-Content-Type-Options", value: "nosniff"),
    RequestHead.Field(name: "Referrer-Policy", value: "no-referrer"),
    RequestHead.Field(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    RequestHead.Field(name: "Cross-Origin-Opener-Policy", value: "same-origin"),
    RequestHead.Field(name: "Cache-Control", value: "no-store"),
  ]

  static func refusal(_ refusal: HTTPRefusal) -> [UInt8] {
    answer(HTTPAnswer(status: refusal.status, text: refusal.sentence), refusal.fields)
  }

  static func answer(_ answer: HTTPAnswer) -> [UInt8] {
    Self.answer(answer, answer.status == 401 ? [.bearer] : [])
  }

  /// Returns the answer that makes the connection a WebSocket. `accept` is the value derived from the key.
  static func upgrade(accept: String, subprotocol: String?) -> [UInt8] {
    var fields = [
      RequestHead.Field(name: "Upgrade", value: "websocket"),
      RequestHead.Field(name: "Connection", value: "Upgrade"),
      RequestHead.Field(name: "Sec-WebSocket-Accept", value: accept),
    ]
    if let subprotocol { fields.append(.init(name: "Sec-WebSocket-Protocol", value: subprotocol)) }
    return head(101, fields)
  }

  private static func answer(_ answer: HTTPAnswer, _ extra: [RequestHead.Field]) -> [UInt8] {
    var fields = [
      RequestHead.Field(name: "Content-Type", value: answer.contentType),
      RequestHead.Field(name: "Content-Length", value: String(answer.body.count)),
      RequestHead.Field(name: "Connection", value: "close"),
    ]
    if let policy = answer.contentSecurityPolicy {
      fields.append(.init(name: "Content-Security-Policy", value: policy))
    }
    return head(answer.status, fields + extra) + answer.body
  }

  private static func head(_ status: Int, _ fields: [RequestHead.Field]) -> [UInt8] {
    let lines = (fields + common).map { "\($0.name): \($0.value)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) \(reason(status))\r\n\(lines)\r\n".utf8)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 101: "Switching Protocols"
    case 200: "OK"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 421: "Misdirected Request"
    case 426: "Upgrade Required"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    default: "Status \(status)"
    }
  }
}
