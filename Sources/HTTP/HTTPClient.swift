/// Sends one request and answers with what the server said. Two kinds exist: `DeliveryProcess`,
/// which really sends, and the scripted one of the tests.
package protocol HTTPClient: Sendable {
  /// Ends within `request.deadline`, whatever the server does. Cancelling the task ends it at once.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  /// Where a task that sends one request after the other does so without waking another thread each time;
  /// nil where that makes no difference. It has one thread for all, so whoever has much to do there besides
  /// should yield.
  var executor: (any TaskExecutor)? { get }
}

extension HTTPClient {
  package var executor: (any TaskExecutor)? { nil }
}

package struct HTTPHeader: Sendable, Hashable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

package struct HTTPRequest: Sendable, Equatable {
  package var method: String
  /// Absolute, percent-encoded.
  package var url: String
  package var headers: [HTTPHeader]
  package var body: [UInt8]
  /// The whole attempt, connecting included, ends within this.
  package var deadline: Duration
  /// Bytes of the decoded body that are kept; the rest is dropped.
  package var responseLimit: Int

  package init(
    method: String, url: String, headers: [HTTPHeader], body: [UInt8], deadline: Duration,
    responseLimit: Int
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.deadline = deadline
    self.responseLimit = responseLimit
  }
}

/// A response whose head was complete. That alone decides what an attempt came to, so a body that
/// was cut, late or too long is still a response.
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  package var headers: [HTTPHeader]
  package var body: [UInt8]
  package var bodyIsComplete: Bool

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8], bodyIsComplete: Bool = true)
  {
    self.status = status
    self.headers = headers
    self.body = body
    self.bodyIsComplete = bodyIsComplete
  }

  /// The first header of that name, in any letter case.
  package subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The attempt ended without a status line. All of these may succeed when tried again.
package enum HTTPFailure: Error, Sendable, Equatable {
  /// Refused, unknown host, reset, TLS, timed out: `message` says which, and holds no secret.
  case transport(message: String)
  /// The delivery process is missing, died or hung.
  case worker(message: String)
  /// The task that waited was cancelled.
  case cancelled

  package var message: String {
    switch self {
    case .transport(let message), .worker(let message): message
    case .cancelled: "cancelled"
    }
  }
}
