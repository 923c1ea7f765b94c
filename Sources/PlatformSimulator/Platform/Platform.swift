import JSONCodec
import Synchronization

/// The path from a request to its reply. The steps: control endpoints reply at once; the script may inject a
/// fault; `PlatformCall` parses and checks the request; `PlatformState` changes; the request is recorded; the
/// answer is sent.
final class Platform: Sendable {
  let state = StateStore()
  let script = Mutex(ScriptState())
  let settings: Mutex<PlatformSettings>
  let requests: RequestLog
  let options: SimulatorOptions

  init(_ options: SimulatorOptions) {
    self.options = options
    settings = Mutex(options.platform)
    requests = RequestLog(options.limits)
  }

  func reply(to request: WireRequest, at address: SimulatorAddress) -> SimulatedReply {
    if ControlEndpoints.include(request) {
      return SimulatedReply(ending: .answer(ControlEndpoints(self, address).answer(request)))
    }
    let requestID = request.header("request-id")
    let fault =
      options.fault?(request.method, request.path)
      ?? script.withLock {
        $0.fault(path: request.path, method: request.method, requestID: requestID)
      }
    let ending = self.ending(request, fault, address)
    record(request, ending, fault)
    return SimulatedReply(delayMilliseconds: fault?.delayMilliseconds ?? 0, ending: ending)
  }

  func append(_ script: PlatformScript) throws(PlatformScriptError) {
    guard script.platform?.triggers.count ?? 0 <= options.limits.triggers else {
      throw .invalid(
        path: "$.platform.triggers", reason: "must be at most \(options.limits.triggers)")
    }
    let fits = self.script.withLock { [options] state in
      let fits = state.count + script.rules.count <= options.limits.rules
      if fits { state.append(script.rules) }
      return fits
    }
    guard fits else {
      throw .invalid(path: "$.rules", reason: "must be at most \(options.limits.rules) in all")
    }
    if let platform = script.platform { settings.withLock { $0 = platform } }
  }

  func reset() {
    removeState()
    script.withLock { $0.removeAll() }
    settings.withLock { $0 = options.platform }
    requests.removeAll()
  }

  func removeState() { replaceState(with: PlatformState()) }

  /// Replaces the state. Push numbers continue, so that a device does not take a new push for an old one.
  func replaceState(with new: PlatformState) {
    state.change { state in
      let last = max(state.pushes.last, new.pushes.last)
      state = new
      state.pushes.last = last
    }
  }

  func sending(_ address: SimulatorAddress) -> Sending {
    Sending(now: options.now(), limits: options.limits, platform: address.url)
  }

  private func ending(
    _ request: WireRequest, _ fault: Fault?, _ address: SimulatorAddress
  ) -> SimulatedReply.Ending {
    let answer = { self.answer(request, address) }
    switch fault?.action ?? .none {
    case .none: return .answer(answer())
    case .answer(let status, let headers, let body):
      return .answer(scripted(status, headers, body))
    case .drop(.before): return .reset
    case .drop(.after):
      _ = answer()
      return .reset
    case .truncateBody(let bytes): return .truncated(answer(), bytes: bytes)
    case .redirect(let url, let status):
      return .answer(
        WireResponse(
          status: status, headers: [WireHeader(name: "Location", value: url)], body: []))
    case .hang: return .hang
    }
  }

  /// Creates a scripted answer. A text is sent unchanged, anything else as JSON. Without a body the
  /// platform's own error is sent.
  private func scripted(_ status: Int, _ headers: [Fault.Header], _ body: JSON?) -> WireResponse {
    let bytes: [UInt8]
    let type: String
    switch body {
    case nil: return with(headers, .error(status, "scripted"))
    case .string(let text): (bytes, type) = (Array(text.utf8), "text/plain; charset=utf-8")
    case let json?: (bytes, type) = (json.bytes, "application/json")
    }
    let response = WireResponse(
      status: status, headers: [WireHeader(name: "Content-Type", value: type)], body: bytes)
    return with(headers, response)
  }

  private func with(_ headers: [Fault.Header], _ response: WireResponse) -> WireResponse {
    var response = response
    let names = headers.map { $0.name.lowercased() }
    response.headers.removeAll { names.contains($0.name.lowercased()) }
    response.headers += headers.map { WireHeader(name: $0.name, value: $0.value) }
    return response
  }

  private func answer(_ request: WireRequest, _ address: SimulatorAddress) -> WireResponse {
    guard let endpoint = SimulatedEndpoint(rawValue: request.path) else {
      return .error(404, "\(request.path): unknown endpoint; trailing slashes matter")
    }
    guard request.method == endpoint.method else {
      var response = WireResponse.error(405, "\(request.path): must be \(endpoint.method)")
      response.headers.append(WireHeader(name: "Allow", value: endpoint.method))
      return response
    }
    do throws(SimulatedRefusal) {
      let settings = settings.withLock { $0 }
      let call = try PlatformCall(endpoint, request, settings, sending(address))
      guard call.changes else { return .json(200, try state.read { call.answer(in: $0) }) }
      return .json(
        200, try state.change { state throws(SimulatedRefusal) in try call.perform(on: &state) })
    } catch {
      return .error(error.status, error.text)
    }
  }

  private func record(_ request: WireRequest, _ ending: SimulatedReply.Ending, _ fault: Fault?) {
    let view = RecordedView(request, options.recordedSecrets)
    let response: WireResponse? =
      switch ending {
      case .answer(let response), .truncated(let response, _): response
      case .reset, .hang: nil
      }
    let time = options.now()
    let recorded = requests.append(requestID: view.requestID) { index, attempt in
      RecordedRequest(
        index: index, time: time, method: request.method, path: request.path, query: view.query,
        headers: view.headers, requestID: view.requestID, attempt: attempt, content: view.content,
        bodyBytes: request.body.count, status: response?.status,
        errorText: response.flatMap(errorText), fault: fault)
    }
    options.observe?(recorded)
  }

  private func errorText(of response: WireResponse) -> String? {
    guard response.status >= 400,
      case .success(let document) = Result(catching: { try JSONParser.parse(response.body) })
    else { return nil }
    return document.value["error_text"]?.stringValue
  }
}
