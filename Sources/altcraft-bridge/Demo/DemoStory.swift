import BridgeClient
import BridgeCommandLine
import JSONCodec
import PlatformSimulator

/// The steps of the demo, in order. Every line is printed after its event has happened.
struct DemoStory {
  let stage: DemoStage
  let show: (DemoLine) -> Void

  func run() throws(DemoFailure) {
    show(.text("An app, its bridge and a platform. Only the platform is simulated."))
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
        "1. The app names its platform and offers its push token"))
    try initialize(host)
    try call(host, "setFCMTokenProvider", ["provider": "callback"])
    try watchEvents(host)
  }

  /// Initializes the engine, as an app does at each start. Jobs that wait for a retry are then sent
  /// immediately.
  private func initialize(_ host: DemoHost, isShown: Bool = true) throws(DemoFailure) {
    try call(
      host, "initialization",
      ["configuration": ["apiUrl": .string(stage.platformURL), "rToken": "demo"]],
      isShown: isShown)
  }

  private func subscribe(_ host: DemoHost) throws(DemoFailure) {
    show(.heading("2. The app subscribes the device"))
    let job = try accept(host, "pushSubscribe", remark: "now on disk")
    try host.tokenRequest()
    show(.fromBridge("provider.getToken", remark: "a call of the bridge"))
    try showDelivery(of: job, status: 200)
    try showEvent(230, about: job, host)
  }

  private func suspendWhilePlatformIsDown(_ host: DemoHost) throws(DemoFailure) -> String {
    show(.heading("3. The platform is down, and the app goes on"))
    do {
      try stage.platform.script([ScriptRule(fault: .status(503))])
    } catch {
      throw DemoFailure(sentence: error.message)
    }
    let job = try accept(host, "pushSuspend", remark: "still accepted")
    try showDelivery(of: job, status: 503)
    try showEvent(531, about: job, host)
    let list = try host.call("outbox.list")
    guard
      let item = list["items"]?.arrayValue?.first(where: { $0["requestId"]?.stringValue == job }),
      item["state"]?.stringValue == "pending"
    else {
      throw DemoFailure(sentence: "outbox.list does not show \(job) as pending: \(list.text)")
    }
    return job
  }

  /// Kills the bridge and ends the platform's outage. Returns the index of its last request until then.
  private func crash(_ host: DemoHost) throws(DemoFailure) -> Int {
    show(.heading("4. The bridge is killed and restarted, the platform is back"))
    try host.kill()
    show(.incident("kill -9 \(host.bridge.pid)"))
    let requestsSoFar = stage.platform.requests().last?.index ?? 0
    stage.platform.clearScript()
    return requestsSoFar
  }

  private func recover(_ job: String, after requestsSoFar: Int) throws(DemoFailure) -> DemoHost {
    let host = try stage.startBridge()
    try watchEvents(host)
    show(.incident("altcraft-bridge serve --data-dir \(stage.dataDir)"))
    try call(host, "setFCMTokenProvider", ["provider": "callback"], isShown: false)
    try initialize(host, isShown: false)
    try showDelivery(of: job, after: requestsSoFar, status: 200)
    try showEvent(231, about: job, host)
    return host
  }

  private func count(_ host: DemoHost) throws(DemoFailure) {
    show(.heading("5. Nothing was lost"))
    let stats = try host.call("bridge.stats")
    let outbox = stats["outbox"] ?? .null
    let names = ["accepted", "delivered", "rejected", "lost", "pending"]
    let counts = Dictionary(uniqueKeysWithValues: names.map { ($0, outbox[$0]?.intValue) })
    guard let accepted = counts["accepted"] ?? nil, accepted >= 2,
      counts["delivered"] == .some(accepted)
    else { throw DemoFailure(sentence: "not everything was delivered: \(outbox.text)") }
    let status = host.quit()
    guard status == 0 else {
      let ending = status.map { "exited with status \($0)" } ?? "did not exit"
      throw DemoFailure(sentence: "the bridge \(ending) after its input was closed")
    }
    show(.text("Accepted \(accepted), delivered \(accepted). Try it:"))
    show(.command("\(ProcessArguments.programWord) platform --listen 127.0.0.1:8090"))
  }

  /// Subscribes to the events that the transcript shows. The call itself is not shown.
  private func watchEvents(_ host: DemoHost) throws(DemoFailure) {
    _ = try host.call("events.subscribe", ["codes": [230, 231, 531]])
  }

  /// Makes a call that returns `true`, and shows it.
  private func call(
    _ host: DemoHost, _ method: String, _ params: JSON, isShown: Bool = true
  ) throws(DemoFailure) {
    let result = try host.call(method, params)
    guard result == true else {
      throw DemoFailure(sentence: "\(method) was answered \(result.text)")
    }
    if isShown { show(.toBridge("\(method) \(params.text)")) }
  }

  /// Makes a durable call, shows it, and returns the id of the job.
  private func accept(_ host: DemoHost, _ method: String, remark: String) throws(DemoFailure)
    -> String
  {
    let receipt = try host.call(method, [:])
    guard let job = receipt["requestId"]?.stringValue else {
      throw DemoFailure(sentence: "\(method): unexpected result \(receipt.text)")
    }
    show(.toBridge(method))
    show(.fromBridge("{\"requestId\":\"\(job.prefix(8))…\"}", remark: remark))
    return job
  }

  /// Waits for a request with that id at the platform, the first after `requestsSoFar`, and shows it.
  private func showDelivery(
    of job: String, after requestsSoFar: Int = 0, status: Int
  ) throws(DemoFailure) {
    let requests = stage.platform.waitForRequests(
      1, RequestFilter(since: requestsSoFar, requestID: job),
      milliseconds: stage.millisecondsLeft(upTo: 3000))
    guard let request = requests.first else {
      throw DemoFailure(sentence: "the platform received no request with the Request-ID \(job)")
    }
    guard request.status == status else {
      let answer = request.status.map(String.init) ?? "nothing"
      throw DemoFailure(sentence: "the platform answered \(answer) instead of \(status)")
    }
    show(.toPlatform("\(request.method) \(request.path) \(job.prefix(8))… HTTP \(status)"))
  }

  private func showEvent(_ code: Int, about job: String, _ host: DemoHost) throws(DemoFailure) {
    let event = try host.event(code, about: job)
    show(.fromBridge("event " + DemoStory.members(["code", "name"], of: event)))
  }

  /// Formats some members of `value` as `{"a":1,"b":2}`: all of them would not fit on a line.
  static func members(_ names: [String], of value: JSON) -> String {
    var members = JSONObject([])
    for name in names { members[name] = value[name] }
    return JSON.object(members).text
  }
}
