import JSONCodec

/// A parsed and valid request, ready to be performed.
struct PlatformCall {
  private enum Work {
    case subscribe(SubscribeRequest)
    case updateToken(SimulatedTokenUpdateRequest)
    case unsuspend(UnsuspendRequest)
    case status(StatusRequest)
    case push(PushEventRequest, opened: Bool)
    case mobileEvent(MobileEventRequest)
    case updateProfile(ProfileUpdateRequest)
  }

  private let work: Work
  /// False for a request that only reads.
  var changes: Bool { if case .status = work { false } else { true } }
  private let context: SimulatedRequestContext

  init(
    _ endpoint: SimulatedEndpoint, _ request: WireRequest, _ settings: PlatformSettings,
    _ sending: Sending
  ) throws(SimulatedRefusal) {
    let credentials = try SimulatedCredentials(
      request.header("authorization"), settings: settings, now: sending.now)
    context = SimulatedRequestContext(
      credentials: credentials, settings: settings, sending: sending)
    var query = try Self.parameters(request)
    if !endpoint.isForm { try Self.checkRequestID(request) }
    work =
      switch endpoint {
      case .subscribe:
        .subscribe(try .init(query: &query, body: Self.json(request), credentials: credentials))
      case .tokenUpdate: .updateToken(try .init(query: &query, body: Self.json(request)))
      case .unsuspend:
        .unsuspend(try .init(query: &query, body: Self.json(request), credentials: credentials))
      case .status: .status(try Self.status(request, &query, credentials))
      case .pushDelivery, .pushOpen:
        .push(
          try .init(query: &query, body: Self.json(request), credentials: credentials),
          opened: endpoint == .pushOpen)
      case .mobileEvent: .mobileEvent(try .init(query: &query, parts: Self.form(request)))
      case .profileUpdate: .updateProfile(try .init(query: &query, body: Self.json(request)))
      }
  }

  /// Performs the request and returns the answer. If this throws, nothing has changed.
  func perform(on state: inout PlatformState) throws(SimulatedRefusal) -> JSON {
    switch work {
    case .subscribe(let request):
      let profile = try state.subscribe(request, context)
      return request.isSync ? Self.accepted(profile) : Self.accepted
    case .updateToken(let request):
      let profile = state.updateToken(request, context)
      return request.isSync ? Self.accepted(profile) : Self.accepted
    case .unsuspend(let request):
      return Self.accepted(state.unsuspend(request, context))
    case .status: return answer(in: state)
    case .push(let request, let opened):
      try state.recordPush(request.messageID, opened: opened, context.limits)
    case .mobileEvent(let request): try state.recordMobileEvent(request, context)
    case .updateProfile(let request): try state.updateProfile(request, context)
    }
    return Self.accepted
  }

  /// Returns the answer to a request that only reads.
  func answer(in state: PlatformState) -> JSON {
    guard case .status(let request) = work else { return Self.accepted }
    return Self.accepted(state.status(request, context))
  }

  private static let accepted: JSON = ["error": 0, "error_text": ""]

  private static func accepted(_ profile: JSON) -> JSON {
    ["error": 0, "error_text": "", "profile": profile]
  }

  private static func parameters(_ request: WireRequest) throws(SimulatedRefusal) -> Parameters {
    do throws(QueryError) {
      return Parameters(try QueryStringParser.parse(request.rawQuery))
    } catch {
      throw .invalid("query \(error.reason)")
    }
  }

  private static func checkRequestID(_ request: WireRequest) throws(SimulatedRefusal) {
    guard request.headers.count(where: { $0.name == "request-id" }) == 1,
      request.header("request-id")?.isEmpty == false
    else { throw .invalid("there must be exactly one Request-ID header, and not empty") }
  }

  private static func json(_ request: WireRequest) throws(SimulatedRefusal) -> JSON {
    let type = HeaderValue(request.header("content-type") ?? "").value
    guard type == "application/json" else {
      throw SimulatedRefusal(status: 415, text: "Content-Type must be application/json")
    }
    do throws(JSONError) {
      return try JSONParser.parse(request.body).value
    } catch {
      switch error {
      case .malformed(let offset): throw .invalid("the body is not JSON at byte \(offset)")
      case .limit(let limit, let max, _):
        throw .invalid("the body exceeds \(max) \(limit.rawValue)")
      }
    }
  }

  private static func form(_ request: WireRequest) throws(SimulatedRefusal) -> [FormPart] {
    let type = request.header("content-type") ?? ""
    guard HeaderValue(type).value == "multipart/form-data" else {
      throw SimulatedRefusal(status: 415, text: "Content-Type must be multipart/form-data")
    }
    do throws(FormError) {
      return try MultipartFormParser.parse(request.body, contentType: type)
    } catch {
      throw .invalid("the form cannot be read: \(error.reason)")
    }
  }

  private static func status(
    _ request: WireRequest, _ query: inout Parameters, _ credentials: SimulatedCredentials
  ) throws(SimulatedRefusal) -> StatusRequest {
    guard request.body.isEmpty else { throw .invalid("the body must be empty") }
    return try StatusRequest(query: &query, credentials: credentials)
  }
}
