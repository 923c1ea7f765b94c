import HTTP
import JSONCodec
import Tracing

/// A request to the platform. Builders set the specific parts; this type makes the URL and the headers.
package struct PlatformRequest: Sendable {
  package enum Content: Sendable {
    /// `GET`. It still has the content type of JSON.
    case none
    case json(JSONObject)
    case other(type: String, bytes: [UInt8])
  }

  /// The path after apiUrl, as `/subscription/push/subscribe/`. Paths are constants, so they are never
  /// escaped.
  package var path: String
  /// The parameters in the order in which they are sent. Those with a nil value are omitted.
  package var query: [(name: String, value: String?)]
  package var content: Content

  package init(path: String, query: [(name: String, value: String?)], content: Content) {
    self.path = path
    self.query = query
    self.content = content
  }

  /// Builds the HTTP request. `requestID` is the id of the job, the same for all of its attempts. `trace` is
  /// the trace that the request belongs to.
  package func http(
    to apiURL: APIURL, as authorization: PlatformAuthorization, requestID: String,
    trace: TraceContext?, limits: AttemptLimits
  ) -> HTTPRequest {
    let (method, contentType, body) = framedContent
    let pairs = query.compactMap { pair in
      pair.value.map { "\(pair.name.percentEncoded)=\($0.percentEncoded)" }
    }
    var headers = [
      HTTPHeader("Authorization", "Bearer " + authorization.bearer.reveal()),
      HTTPHeader("Request-ID", requestID),
      HTTPHeader("Content-Type", contentType),
    ]
    if let trace {
      headers.append(HTTPHeader("traceparent", trace.traceparent))
      if let state = trace.tracestate { headers.append(HTTPHeader("tracestate", state)) }
    }
    return HTTPRequest(
      method: method,
      url: apiURL.text + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")),
      headers: headers, body: body, deadline: limits.deadline, responseLimit: limits.responseBytes)
  }

  private var framedContent: (method: String, type: String, body: [UInt8]) {
    switch content {
    case .none: ("GET", "application/json", [])
    case .json(let body): ("POST", "application/json", JSON.object(body).bytes)
    case .other(let type, let bytes): ("POST", type, bytes)
    }
  }
}

/// The credentials of a request: the values of `Authorization` and `matching_mode`.
package struct PlatformAuthorization: Sendable, Equatable {
  /// The text after `Bearer `.
  package let bearer: Secret
  package let matchingMode: String

  package init(bearer: Secret, matchingMode: String) {
    self.bearer = bearer
    self.matchingMode = matchingMode
  }

  package static func resourceToken(_ token: Secret, _ mode: RTokenMatchingMode)
    -> PlatformAuthorization
  {
    let matchingMode =
      switch mode {
      case .pushSubscription: "push_sub"
      case .resourceToken: token.reveal()
      }
    return PlatformAuthorization(
      bearer: Secret("rtoken@" + token.reveal()), matchingMode: matchingMode)
  }

  /// Uses a JWT. `identity` is the result of `JWTIdentity.parse` for that JWT, so it is safe in a header.
  package static func jwt(_ jwt: Secret, _ identity: JWTIdentity) -> PlatformAuthorization {
    PlatformAuthorization(bearer: jwt, matchingMode: identity.matchingMode)
  }
}

/// The time and the bytes that one attempt may take.
package struct AttemptLimits: Sendable, Equatable {
  package var deadline: Duration
  package var responseBytes: Int

  package init(deadline: Duration, responseBytes: Int) {
    self.deadline = deadline
    self.responseBytes = responseBytes
  }

  package static let standard = AttemptLimits(deadline: .seconds(60), responseBytes: 1024 * 1024)
}
