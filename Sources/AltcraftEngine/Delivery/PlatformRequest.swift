import HTTP
import JSONCodec

/// A request to the platform, whichever: builders say what differs, this makes the URL and the
/// headers.
package struct PlatformRequest: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// `GET`, which has the content type of JSON all the same.
    case none
    case json(JSONObject)
    case other(type: String, bytes: [UInt8])
  }

  /// After apiUrl, as `/subscription/push/subscribe/`; constants, so never escaped.
  package var path: String
  /// In the order they are sent; those that are nil are left out.
  package var query: [(name: String, value: String?)]
  package var content: Content

  package init(path: String, query: [(name: String, value: String?)], content: Content) {
    self.path = path
    self.query = query
    self.content = content
  }

  package static func == (left: PlatformRequest, right: PlatformRequest) -> Bool {
    left.path == right.path && left.content == right.content
      && left.query.elementsEqual(right.query) { $0.name == $1.name && $0.value == $1.value }
  }

  /// `requestID` is that of the piece of work, the same for all of its attempts.
  package func http(
    to apiURL: APIURL, as authorization: PlatformAuthorization, requestID: String,
    limits: AttemptLimits
  ) -> HTTPRequest {
    let (method, contentType, body) = framedContent
    let pairs = query.compactMap { pair in
      pair.value.map { "\(pair.name.percentEncoded)=\($0.percentEncoded)" }
    }
    return HTTPRequest(
      method: method,
      url: apiURL.text + path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")),
      headers: [
        HTTPHeader("Authorization", "Bearer " + authorization.bearer.reveal()),
        HTTPHeader("Request-ID", requestID),
        HTTPHeader("Content-Type", contentType),
      ],
      body: body, deadline: limits.deadline, responseLimit: limits.responseBytes)
  }

  private var framedContent: (method: String, type: String, body: [UInt8]) {
    switch content {
    case .none: ("GET", "application/json", [])
    case .json(let body): ("POST", "application/json", JSON.object(body).bytes)
    case .other(let type, let bytes): ("POST", type, bytes)
    }
  }
}

/// Who speaks: what `Authorization` and `matching_mode` say.
package struct PlatformAuthorization: Sendable, Equatable {
  /// After `Bearer `.
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

  /// `identity` is what `JWTIdentity.parse` read from that JWT, so it is safe in a header.
  package static func jwt(_ jwt: Secret, _ identity: JWTIdentity) -> PlatformAuthorization {
    PlatformAuthorization(bearer: jwt, matchingMode: identity.matchingMode)
  }
}

/// What one attempt may take.
package struct AttemptLimits: Sendable, Equatable {
  package var deadline: Duration
  package var responseBytes: Int

  package init(deadline: Duration, responseBytes: Int) {
    self.deadline = deadline
    self.responseBytes = responseBytes
  }

  package static let standard = AttemptLimits(deadline: .seconds(60), responseBytes: 1024 * 1024)
}
