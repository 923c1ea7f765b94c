import JSONCodec
import Synchronization

/// The control interface of the simulator for tests and people, under `/__…` on the same port. Its requests
/// are not recorded, and no rule applies to them.
struct ControlEndpoints {
  private let platform: Platform
  private let limits: SimulatorLimits

  init(_ platform: Platform, _ limits: SimulatorLimits) {
    self.platform = platform
    self.limits = limits
  }

  func answer(_ request: WireRequest) -> WireResponse {
    do throws(SimulatedRefusal) {
      let query = try query(request)
      switch (request.method, request.path) {
      case ("GET", "/__requests"): return .json(200, try requests(query))
      case ("GET", "/__state"): return .json(200, stateJSON)
      case ("GET", "/__script"): return .json(200, platform.script.withLock { $0.json })
      case ("POST", "/__script"): try append(request.body)
      case ("DELETE", "/__script"): platform.script.withLock { $0.removeAll() }
      case ("DELETE", "/__state"): platform.state.withLock { $0 = PlatformState() }
      case ("DELETE", "/__requests"): platform.requests.removeAll()
      case ("POST", "/__reset"): platform.reset()
      default: return unknown(request)
      }
      return .json(200, ["ok": true])
    } catch {
      return .error(error.status, error.text)
    }
  }

  private func unknown(_ request: WireRequest) -> WireResponse {
    let methods = [
      "/__requests": "GET, DELETE", "/__state": "GET, DELETE", "/__script": "GET, POST, DELETE",
      "/__reset": "POST",
    ]
    guard let allowed = methods[request.path] else {
      return .error(404, "\(request.path): unknown control endpoint")
    }
    var response = WireResponse.error(405, "\(request.path): must be one of \(allowed)")
    response.headers.append(WireHeader(name: "Allow", value: allowed))
    return response
  }

  private func query(_ request: WireRequest) throws(SimulatedRefusal) -> [String: String] {
    do throws(QueryError) {
      return try QueryStringParser.parse(request.rawQuery)
    } catch {
      throw .invalid("query \(error.reason)")
    }
  }

  private func requests(_ query: [String: String]) throws(SimulatedRefusal) -> JSON {
    var parameters = Parameters(query)
    var filter = RequestFilter()
    filter.since = try number(parameters.take("since"), "since", 0...Int.max) ?? 0
    filter.path = parameters.take("path")
    filter.method = parameters.take("method")
    filter.requestID = parameters.take("requestId")
    let limit = try number(parameters.take("limit"), "limit", 1...limits.recordedRequests)
    let count = try number(parameters.take("count"), "count", 1...limits.recordedRequests)
    // Longer than any test waits, short enough for a forgotten one to end.
    let wait = try number(parameters.take("waitMs"), "waitMs", 0...60_000)
    try parameters.finish()
    if count != nil || wait != nil {
      _ = platform.requests.page(filter, waitingFor: count ?? 1, milliseconds: wait ?? 5000)
    }
    let page = platform.requests.page(filter, limit: limit ?? .max)
    return [
      "requests": .array(page.requests.map(\.asJSON)),
      "last": .int(page.last),
      "dropped": .int(page.dropped),
      "repeated": .int(page.repeated),
    ]
  }

  private func number(
    _ text: String?, _ name: String, _ range: ClosedRange<Int>
  ) throws(SimulatedRefusal) -> Int? {
    guard let text else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw .invalid(
        "query \(name): must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func append(_ body: [UInt8]) throws(SimulatedRefusal) {
    do throws(PlatformScriptError) {
      try platform.append(try PlatformScript(json: body))
    } catch {
      throw .invalid("script \(error.message)")
    }
  }

  private var stateJSON: JSON {
    let page = platform.requests.page(RequestFilter(since: .max))
    guard var members = platform.state.withLock({ $0.asJSON }).objectValue else { return .null }
    members["requests"] = [
      "last": .int(page.last), "dropped": .int(page.dropped), "repeated": .int(page.repeated),
    ]
    return .object(members)
  }
}
