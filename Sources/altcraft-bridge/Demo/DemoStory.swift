import JSONCodec
import PlatformSimulator

/// The steps of the demo, in order. Every line is printed after its event has happened.
struct DemoStory {
  let stage: DemoStage
  let show: (DemoLine) -> Void

  func tell() throws(DemoFailure) {
    show(.text("An app, its bridge and a simulated Altcraft platform at \(stage.platformURL)."))
    show(.text("All of it is real JSON-RPC and HTTP; only the platform is ours."))
    let host = try stage.startBridge()
    try setUp(host)
    try subscribe(host)
    let suspension = try suspendWhilePlatformIsDown(host)
    let requestsSoFar = try crash(host)
    let secondHost = try recover(suspension, after: requestsSoFar)
    try count(secondHost)
  }

  private func setUp(_ host: DemoHost) throws(DemoFailure) {
    show(
      .heading(
        "1. The app says where the platform is, and that it will be asked for its push token"))
    try initialize(host)
    try call(host, "setFCMTokenProvider", ["provider": "callback"])
    try watchEvents(host)
  }

  /// Initializes the engine, as an app does at each start. Jobs that wait for a retry are then sent
  /// immediately.
  private func initialize(_ host: DemoHost) throws(DemoFailure) {
    try call(
      host, "initialization",
      ["configuration": ["apiUrl": .string(stage.platformURL), "rToken": "demo"]])
  }

  private func subscribe(_ host: DemoHost) throws(DemoFailure) {
    show(.heading("2. It subscribes the device"))
    let work = try accept(host, "pushSubscribe", remark: "on disk from now on")
    try host.tokenRequest()
    show(
      .fromBridge(
        "provider.getToken {\"provider\":\"ios-firebase\"}", remark: "the bridge asks back"))
    show(.toBridge("\"\(DemoHost.pushToken)\""))
    try showDelivery(of: work, status: 200)
    try showEvent(230, about: work, host)
  }

  private func suspendWhilePlatformIsDown(_ host: DemoHost) throws(DemoFailure) -> String {
    show(.heading("3. The platform goes down, and the app does not notice"))
    do {
      try stage.platform.script([ScriptRule(fault: .status(503))])
    } catch {
      throw DemoFailure(sentence: error.message)
    }
    let work = try accept(host, "pushSuspend", remark: "accepted all the same")
    try showDelivery(of: work, status: 503)
    try showEvent(531, about: work, host)
    let list = try host.call("outbox.list")
    guard
      let item = list["items"]?.arrayValue?.first(where: { $0["requestId"]?.stringValue == work }),
      item["state"]?.stringValue == "pending"
    else {
      throw DemoFailure(sentence: "outbox.list does not show \(work) as pending: \(list.text)")
    }
    show(.toBridge("outbox.list"))
    show(
      .fromBridge(
        DemoStory.members(["method", "state", "waitingFor"], of: item), remark: "it will be retried"
      ))
    return work
  }

  /// Kills the bridge and ends the platform's outage. Returns the index of its last request until then.
  private func crash(_ host: DemoHost) throws(DemoFailure) -> Int {
    show(.heading("4. The bridge is killed, the platform comes back, the bridge is started again"))
    try host.kill()
    show(.incident("kill -9 \(host.bridge.pid)"))
    let requestsSoFar = stage.platform.requests().last?.index ?? 0
    stage.platform.clearScript()
    return requestsSoFar
  }

  private func recover(_ work: String, after requestsSoFar: Int) throws(DemoFailure) -> DemoHost {
    let host = try stage.startBridge()
    try watchEvents(host)
    show(.incident("altcraft-bridge serve, process \(host.bridge.pid), on the same directory"))
    try call(host, "setFCMTokenProvider", ["provider": "callback"])
    try initialize(host)
    try showDelivery(
      of: work, after: requestsSoFar, status: 200, remark: "the same as before")
    try showEvent(231, about: work, host)
    return host
  }

  private func count(_ host: DemoHost) throws(DemoFailure) {
    show(.heading("5. Nothing was lost"))
    let stats = try host.call("bridge.stats")
    let outbox = stats["outbox"] ?? .null
    let names = ["accepted", "delivered", "rejected", "lost", "pending"]
    show(.toBridge("bridge.stats"))
    show(.fromBridge(DemoStory.members(names, of: outbox)))
    let counts = Dictionary(uniqueKeysWithValues: names.map { ($0, outbox[$0]?.intValue) })
    guard let accepted = counts["accepted"] ?? nil, accepted >= 2,
      counts["delivered"] == .some(accepted)
    else { throw DemoFailure(sentence: "not everything was delivered: \(outbox.text)") }
    let status = host.quit()
    guard status == 0 else {
      let ending = status.map { "ended with status \($0)" } ?? "did not end"
      throw DemoFailure(sentence: "the bridge \(ending) when its input ended")
    }
    show(
      .text(
        "Accepted \(accepted), delivered \(accepted). Next: altcraft-bridge help, and README.md."))
  }

  /// Subscribes to the events that the transcript shows. The call itself is not shown.
  private func watchEvents(_ host: DemoHost) throws(DemoFailure) {
    _ = try host.call("events.subscribe", ["codes": [230, 231, 531]])
  }

  /// Makes a call that returns `true`, and shows the call and its result.
  private func call(_ host: DemoHost, _ method: String, _ params: JSON) throws(DemoFailure) {
    let result = try host.call(method, params)
    guard result == true else {
      throw DemoFailure(sentence: "\(method) was answered \(result.text)")
    }
    show(.toBridge("\(method) \(params.text)"))
    show(.fromBridge(result.text))
  }

  /// Makes a durable call, shows it, and returns the id of the job.
  private func accept(_ host: DemoHost, _ method: String, remark: String) throws(DemoFailure)
    -> String
  {
    let receipt = try host.call(method, [:])
    guard let work = receipt["requestId"]?.stringValue else {
      throw DemoFailure(sentence: "\(method) was answered \(receipt.text)")
    }
    show(.toBridge(method))
    show(.fromBridge(receipt.text, remark: remark))
    return work
  }

  /// Waits for a request with that id at the platform, the first after `requestsSoFar`, and shows it.
  private func showDelivery(
    of work: String, after requestsSoFar: Int = 0, status: Int, remark: String = ""
  ) throws(DemoFailure) {
    let requests = stage.platform.waitForRequests(
      1, RequestFilter(since: requestsSoFar, requestID: work),
      milliseconds: stage.millisecondsLeft(upTo: 3000))
    guard let request = requests.first else {
      throw DemoFailure(sentence: "the platform got no request with the Request-ID \(work)")
    }
    guard request.status == status else {
      let answer = request.status.map(String.init) ?? "nothing"
      throw DemoFailure(sentence: "the platform answered \(answer) instead of \(status)")
    }
    show(.toPlatform("\(request.method) \(request.path)"))
    show(.toPlatform("Request-ID: \(work)", remark: remark))
    show(.fromPlatform("HTTP \(status)"))
  }

  private func showEvent(_ code: Int, about work: String, _ host: DemoHost) throws(DemoFailure) {
    let event = try host.event(code, about: work)
    show(.fromBridge("event " + DemoStory.members(["code", "name"], of: event)))
  }

  /// Formats some members of `value` as `{"a":1,"b":2}`: all of them would not fit on a line.
  static func members(_ names: [String], of value: JSON) -> String {
    var members = JSONObject([])
    for name in names { members[name] = value[name] }
    return JSON.object(members).text
  }
}
