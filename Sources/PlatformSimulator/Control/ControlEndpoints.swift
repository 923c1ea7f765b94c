import JSONCodec
import PushMessages
import Synchronization
import WebPages

/// The control interface of the simulator for tests and people, under `/__…` on the same port. Its requests
/// are not recorded, and no rule applies to them.
struct ControlEndpoints {
  private let platform: Platform
  private let limits: SimulatorLimits
  private let address: SimulatorAddress

  init(_ platform: Platform, _ address: SimulatorAddress) {
    self.platform = platform
    self.address = address
    limits = platform.options.limits
  }

  static func include(_ request: WireRequest) -> Bool {
    request.path.hasPrefix("/__")
      || request.method == "GET" && ["/", "/favicon.ico"].contains(request.path)
  }

  private static let methods = [
    "/": "GET", "/favicon.ico": "GET",
    "/__requests": "GET, DELETE", "/__state": "GET, DELETE", "/__script": "GET, POST, DELETE",
    "/__reset": "POST", "/__export": "GET", "/__import": "POST", "/__campaigns": "GET, POST",
    "/__pushes": "GET, POST", "/__hub": "GET",
  ]

  func answer(_ request: WireRequest) -> WireResponse {
    do throws(SimulatedRefusal) {
      guard let allowed = Self.methods[request.path] else {
        throw SimulatedRefusal(status: 404, text: "\(request.path): unknown control endpoint")
      }
      guard allowed.split(separator: ", ").contains(Substring(request.method)) else {
        var response = WireResponse.error(405, "\(request.path): must be one of \(allowed)")
        response.headers.append(WireHeader(name: "Allow", value: allowed))
        return response
      }
      // These two change something in answer to a GET: pushes are acknowledged, and events counted.
      let changes = request.method != "GET" || ["/__pushes", "/__hub"].contains(request.path)
      try ControlAccess(address).check(request, changes: changes)
      return try answer(request, Parameters(query(request)))
    } catch {
      return .error(error.status, error.text)
    }
  }

  private func answer(
    _ request: WireRequest, _ query: Parameters
  ) throws(SimulatedRefusal) -> WireResponse {
    var query = query
    switch (request.method, request.path) {
    case ("GET", "/__requests"): return .json(200, try requests(&query))
    case ("GET", "/__state"):
      let count = try query.number("latest", 0...limits.records)
      try query.finish()
      return .json(200, stateJSON(latest: count ?? .max))
    case ("GET", "/__pushes"): return .json(200, try pushes(&query))
    case ("GET", "/__hub"):
      try countPush(&query)
      return WireResponse(status: 204, headers: [], body: [])
    default: try query.finish()
    }
    switch (request.method, request.path) {
    case ("GET", "/"): return Self.page
    case ("GET", "/favicon.ico"): return WireResponse(status: 204, headers: [], body: [])
    case ("GET", "/__script"): return .json(200, platform.script.withLock { $0.json })
    case ("GET", "/__campaigns"): return .json(200, campaigns)
    case ("GET", "/__export"): return export
    case ("POST", "/__campaigns"): return .json(200, try sendCampaign(request.body))
    case ("POST", "/__pushes"): try sendPush(request.body)
    case ("POST", "/__script"): try append(request.body)
    case ("POST", "/__import"): try importState(request.body)
    case ("POST", "/__reset"): platform.reset()
    case ("DELETE", "/__script"): platform.script.withLock { $0.removeAll() }
    case ("DELETE", "/__state"): platform.removeState()
    default: platform.requests.removeAll()
    }
    return .json(200, ["ok": true])
  }

  private func query(_ request: WireRequest) throws(SimulatedRefusal) -> [String: String] {
    do throws(QueryError) {
      return try QueryStringParser.parse(request.rawQuery)
    } catch {
      throw .invalid("query \(error.reason)")
    }
  }

  /// The longest wait: longer than any test waits, short enough for a forgotten one to end.
  private static let waits = 0...60_000

  private func requests(_ query: inout Parameters) throws(SimulatedRefusal) -> JSON {
    var filter = RequestFilter()
    filter.since = try query.number("since", 0...Int.max) ?? 0
    filter.path = query.take("path")
    filter.method = query.take("method")
    filter.requestID = query.take("requestId")
    let limit = try query.number("limit", 1...limits.recordedRequests)
    let count = try query.number("count", 1...limits.recordedRequests)
    let wait = try query.number("waitMs", Self.waits)
    try query.finish()
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

  private func stateJSON(latest count: Int) -> JSON {
    let page = platform.requests.page(RequestFilter(since: .max))
    let state = platform.state.current.state
    guard var members = state.asJSON(latest: count).objectValue else { return .null }
    members["requests"] = [
      "last": .int(page.last), "dropped": .int(page.dropped), "repeated": .int(page.repeated),
    ]
    return .object(members)
  }

  private func append(_ body: [UInt8]) throws(SimulatedRefusal) {
    do throws(PlatformScriptError) {
      try platform.append(try PlatformScript(json: body))
    } catch {
      throw .invalid("script \(error.message)")
    }
  }
}

// The page.
extension ControlEndpoints {
  private static let page = WireResponse(
    status: 200,
    headers: [
      WireHeader(name: "Content-Type", value: "text/html; charset=utf-8"),
      WireHeader(name: "Content-Security-Policy", value: SimulatorPage.contentSecurityPolicy),
      WireHeader(name: "X-Content-Type-Options", value: "nosniff"),
      WireHeader(name: "Referrer-Policy", value: "no-referrer"),
      WireHeader(name: "Cache-Control", value: "no-store"),
    ], body: Array(SimulatorPage.html.utf8))
}

// Campaigns and pushes.
extension ControlEndpoints {
  private var campaigns: JSON {
    [
      "campaigns": .array(platform.state.current.state.campaigns.map(\.asJSON)),
      "structures": .array(
        PushStructureName.allCases.map { structure in
          [
            "name": .string(structure.rawValue), "source": .string(structure.source),
            "keys": .array(
              PushSample(structure).keys.filter { !PushSample.keysOfDevice.contains($0) }
                .map(JSON.string)),
          ]
        }),
    ]
  }

  private func sendCampaign(_ body: [UInt8]) throws(SimulatedRefusal) -> JSON {
    let body = try Self.parsed(body)
    let request: CampaignRequest
    do throws(ShapeError) {
      request = try CampaignRequest(body)
    } catch {
      throw SimulatedRefusal(error)
    }
    let sending = platform.sending(address)
    let (id, pushes) = try platform.state.change { state throws(SimulatedRefusal) in
      try state.send(request, sending)
    }
    return ["id": .string(id), "pushes": .int(pushes)]
  }

  private func sendPush(_ body: [UInt8]) throws(SimulatedRefusal) {
    let body = try Self.parsed(body)
    let (token, message): (String, JSONObject)
    do throws(ShapeError) {
      var members = try Members(body, at: "$")
      token = try members.require("token", .nonEmptyString)
      message = try members.require("message", .object)
      try members.finish()
    } catch {
      throw SimulatedRefusal(error)
    }
    guard JSON.object(message).bytes.count <= 4096 else {
      throw .invalid("$.message: must have at most 4096 bytes, as for a push service")
    }
    let sending = platform.sending(address)
    platform.state.change { $0.sendForeign(.object(message), to: token, sending) }
  }

  private func pushes(_ query: inout Parameters) throws(SimulatedRefusal) -> JSON {
    let token = try query.require("token")
    let since = try query.number("since", 0...Int.max) ?? 0
    let wait = try query.number("waitMs", Self.waits) ?? 0
    try query.finish()
    let pushes = platform.state.pushes(of: token, after: Int64(clamping: since), milliseconds: wait)
    return [
      "pushes": .array(pushes.waiting.map(\.asJSON)),
      "last": .int(pushes.waiting.last?.number ?? Int64(since)),
      "dropped": .int(pushes.dropped),
    ]
  }

  /// Counts an event by the address that a message carries for it.
  private func countPush(_ query: inout Parameters) throws(SimulatedRefusal) {
    let (open, delivery) = (query.take("open"), query.take("ack"))
    try query.finish()
    guard let uid = open ?? delivery, !uid.isEmpty, open == nil || delivery == nil else {
      throw .invalid("query: must have either open or ack, the uid of a push")
    }
    try platform.state.change { [limits] state throws(SimulatedRefusal) in
      try state.recordPush(uid, opened: open != nil, limits)
    }
  }

  private static func parsed(_ body: [UInt8]) throws(SimulatedRefusal) -> JSON {
    do throws(JSONError) {
      return try JSONParser.parse(body).value
    } catch {
      throw .invalid(PlatformScriptError(error).message)
    }
  }
}

// The state as a file.
extension ControlEndpoints {
  private var export: WireResponse {
    WireResponse(
      status: 200,
      headers: [
        WireHeader(name: "Content-Type", value: "application/json"),
        WireHeader(name: "Content-Disposition", value: "attachment; filename=\"platform.json\""),
      ], body: StateDocument.bytes(platform.state.current.state))
  }

  private func importState(_ body: [UInt8]) throws(SimulatedRefusal) {
    do throws(StateDocumentError) {
      let state = try StateDocument.state(in: body, limits)
      platform.replaceState(with: state)
    } catch {
      throw .invalid("the document \(error.reason)")
    }
  }
}

extension Parameters {
  fileprivate mutating func number(
    _ name: String, _ range: ClosedRange<Int>
  ) throws(SimulatedRefusal) -> Int? {
    guard let text = take(name) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw .invalid(
        "query \(name): must be an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}
