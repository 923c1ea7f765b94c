import JSONRPC

/// The rules of a WebSocket listener for the requests of its peers. The closures are called for each
/// connection, so their answers may change while the listener runs.
package struct WebSocketRules: Sendable {
  /// The types of messages that a peer may send.
  package enum Messages: Sendable {
    /// Text messages. Empty ones are ignored.
    case text
    /// Text and binary messages. A peer gets the answer to a binary message as a binary message.
    case any
  }

  /// The name of the subprotocols: `NAME.v1` is the protocol, and `NAME.token.TOKEN` carries a token.
  package let subprotocol: String
  /// The origins that a page may have besides that of the listener itself, compared exactly.
  package let allowedOrigins: @Sendable () -> [String]
  package let messages: Messages
  /// Returns the role that a token gives, or nil if the token is wrong.
  package let role: @Sendable (_ token: String) -> Role?
  /// Returns the answer to a request for `/`, `/healthz`, `/readyz` or `/metrics`.
  package let respond: @Sendable (HTTPGet) -> HTTPAnswer

  package init(
    subprotocol: String, allowedOrigins: @escaping @autoclosure @Sendable () -> [String] = [],
    messages: Messages = .text,
    role: @escaping @Sendable (_ token: String) -> Role?,
    respond: @escaping @Sendable (HTTPGet) -> HTTPAnswer
  ) {
    self.subprotocol = subprotocol
    self.allowedOrigins = allowedOrigins
    self.messages = messages
    self.role = role
    self.respond = respond
  }
}

/// A `GET` request that passed the rules of the listener.
package struct HTTPGet: Sendable, Equatable {
  /// The path of the target, without a query.
  package let path: String
  /// The role of the bearer token; nil without a valid one.
  package let role: Role?

  package init(path: String, role: Role?) {
    self.path = path
    self.role = role
  }
}

/// The content of an HTTP answer. The listener adds the header lines that every answer has, and
/// `WWW-Authenticate` to status 401.
package struct HTTPAnswer: Sendable, Equatable {
  package let status: Int
  package let contentType: String
  package let body: [UInt8]
  /// The value of `Content-Security-Policy`; nil to leave the line out.
  package let contentSecurityPolicy: String?

  package init(
    status: Int, contentType: String, body: [UInt8], contentSecurityPolicy: String? = nil
  ) {
    self.status = status
    self.contentType = contentType
    self.body = body
    self.contentSecurityPolicy = contentSecurityPolicy
  }

  /// Creates an answer of plain text; `text` gets a newline at its end.
  package init(status: Int, text: String) {
    self.init(
      status: status, contentType: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
  }
}
