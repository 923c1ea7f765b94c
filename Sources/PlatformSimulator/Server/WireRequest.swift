import JSONCodec

/// A request as received: well-formed HTTP, with nothing else checked.
struct WireRequest: Sendable {
  let method: String
  let path: String
  /// The text after `?`, still encoded.
  let rawQuery: String
  let headers: [WireHeader]
  let body: [UInt8]

  /// Returns the value of that header, several joined by commas. `name` is in lower case.
  func header(_ name: String) -> String? {
    let values = headers.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  var asksToClose: Bool {
    header("connection")?.lowercased().split(separator: ",")
      .contains { $0.trimmed == "close" } ?? false
  }
}

struct WireHeader: Sendable {
  /// The name, in lower case in a received header.
  let name: String
  let value: String
}

struct WireResponse: Sendable {
  let status: Int
  var headers: [WireHeader]
  let body: [UInt8]

  init(status: Int, headers: [WireHeader], body: [UInt8]) {
    self.status = status
    self.headers = headers
    // A message of these statuses ends with its head (RFC 9112 §6.3).
    self.body = status == 204 || status == 304 ? [] : body
  }

  static func json(_ status: Int, _ body: JSON) -> WireResponse {
    WireResponse(
      status: status, headers: [WireHeader(name: "Content-Type", value: "application/json")],
      body: body.bytes)
  }

  /// Creates the answer of the platform to a refused request.
  static func error(_ status: Int, _ text: String) -> WireResponse {
    .json(status, ["error": .int(status), "error_text": .string(text)])
  }

  /// Returns the head as sent. `Content-Length` is the true length of `body` even if less of it follows.
  func head(closing: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reasonPhrase(status))\r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    if status != 204, status != 304 { text += "Content-Length: \(body.count)\r\n" }
    if closing { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

/// The handling of a connection after a request.
struct SimulatedReply: Sendable {
  enum Ending: Sendable {
    case answer(WireResponse)
    /// The head, `bytes` of the body, and the end of the connection.
    case truncated(WireResponse, bytes: Int)
    /// A reset of the connection without a byte.
    case reset
    /// An open connection without a byte, until the client cancels.
    case hang
  }

  var delayMilliseconds = 0
  var ending: Ending
}

private func reasonPhrase(_ status: Int) -> String {
  switch status {
  case 200: "OK"
  case 201: "Created"
  case 202: "Accepted"
  case 204: "No Content"
  case 301: "Moved Permanently"
  case 302: "Found"
  case 303: "See Other"
  case 304: "Not Modified"
  case 307: "Temporary Redirect"
  case 308: "Permanent Redirect"
  case 400: "Bad Request"
  case 401: "Unauthorized"
  case 403: "Forbidden"
  case 404: "Not Found"
  case 405: "Method Not Allowed"
  case 408: "Request Timeout"
  case 409: "Conflict"
  case 413: "Content Too Large"
  case 414: "URI Too Long"
  case 415: "Unsupported Media Type"
  case 417: "Expectation Failed"
  case 429: "Too Many Requests"
  case 431: "Request Header Fields Too Large"
  case 500: "Internal Server Error"
  case 501: "Not Implemented"
  case 502: "Bad Gateway"
  case 503: "Service Unavailable"
  case 504: "Gateway Timeout"
  case 505: "HTTP Version Not Supported"
  case 507: "Insufficient Storage"
  default: "Status"
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at either end.
  var trimmed: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    guard let start = firstIndex(where: { !isSpace($0) }),
      let end = lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(self[start...end])
  }
}
