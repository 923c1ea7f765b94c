/// A sender of HTTP requests. `CurlHTTPClient` sends over the network; the tests use a scripted client.
package protocol HTTPClient: Sendable {
  /// Sends a request and returns the response. Ends within `request.deadline` of its start, for any behaviour of
  /// the server. Cancelling the task ends it at once.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  /// The executor on which a task that sends one request after another does not wake another thread each
  /// time; nil if an executor makes no difference. It has one thread for all tasks, so a task with much other
  /// work should yield.
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
  /// The absolute URL, percent-encoded.
  package var url: String
  package var headers: [HTTPHeader]
  package var body: [UInt8]
  /// The time limit of the whole attempt, connecting included.
  package var deadline: Duration
  /// The maximum number of bytes of the decoded body that are kept; the rest is dropped.
  package var responseLimit: Int
  /// True for a request that the server holds back for a while: it does not count as one of those that go to the
  /// origin at a time.
  package var isLongPoll = false
  /// True if the request shares its connection with no other one, before or after it.
  package var isAlone = false

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

/// A response with a complete head. The head alone decides the outcome of an attempt, so a response whose
/// body is truncated, late or too long is still a response.
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

  /// The first header with that name, which is case-insensitive.
  package subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// An attempt that ended without an answer of the platform. It may succeed when it is retried.
package enum HTTPFailure: Error, Sendable, Equatable {
  case transport(TransportFailure)
  /// The waiting task was cancelled.
  case cancelled

  package var message: String {
    switch self {
    case .transport(let failure): failure.message
    case .cancelled: "cancelled"
    }
  }
}
