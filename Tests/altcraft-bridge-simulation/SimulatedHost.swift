import AltcraftEngine
import AltcraftMethods
import Glibc
import JSONCodec
import JSONRPC

/// A host of a run. It connects to one process of the bridge after another.
final class SimulatedHost: @unchecked Sendable {
  /// The way in which it answers callbacks.
  enum Behaviour {
    case prompt, late, silent, failing, empty, invalid, twice

    /// The behaviours to draw from. Prompt answers are twice as likely as the others.
    static let choices: [Behaviour] = [
      .prompt, .prompt, .late, .silent, .failing, .empty, .invalid, .twice,
    ]
  }

  /// A call that is not answered yet.
  struct Call {
    let method: String
    let job: String?
    /// The time of the call.
    let time: UInt64
    var purpose: Purpose = .other
  }

  /// The effect of the answer on the ledger.
  enum Purpose {
    case durable, endsPause, discard, retry, retryAll, stats, other
    /// Ends the jobs that were acknowledged by then.
    case clear(before: Int)
    case events(since: Int?)
    case outcomes(after: Int?)
  }

  let number: Int
  private let run: Run
  var random: Generator
  var behaviour = Behaviour.prompt
  var takesEvents = true
  var connection: SimulatedConnection?
  private var lastID = 0
  /// The number of the last outcome that it has dealt with.
  var lastOutcome = 0
  /// The epoch of that outcome; nil if it has none.
  var outcomeEpoch: String?
  var wantsOutcomes = false
  var wantsEvents = false
  var eventPosition: (epoch: String, seq: Int)?
  var provides: Set<String> = []

  init(_ number: Int, _ run: Run) {
    self.number = number
    self.run = run
    random = Generator(seed: run.plan.seed, for: "host \(number)")
  }

  func connect(to process: Run.Process) {
    connection = SimulatedConnection(self, run, process)
    for method in provides.sorted() { request(method, ["provider": "callback"]) }
    if wantsOutcomes { subscribeToOutcomes(after: lastOutcome) }
    if wantsEvents { subscribeToEvents(resuming: true) }
  }

  func hangUp() {
    connection?.hangUp()
    connection = nil
  }

  /// Sends a call. Returns false without a connection.
  @discardableResult
  func request(
    _ method: String, _ params: JSONObject = [:], job: String? = nil, as purpose: Purpose = .other
  ) -> Bool {
    guard let connection else { return false }
    lastID += 1
    let id = "\(number).\(lastID)"
    connection.calls[id] = Call(
      method: method, job: job, time: run.scheduler.now, purpose: purpose)
    connection.deliver(
      ["jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": .object(params)])
    return true
  }

  func subscribeToOutcomes(after: Int?) {
    wantsOutcomes = true
    var params: JSONObject = [:]
    params["after"] = after.map { .int($0) }
    if after == lastOutcome { params["epoch"] = outcomeEpoch.map { .string($0) } }
    request("outcomes.subscribe", params, as: .outcomes(after: after))
  }

  func subscribeToEvents(resuming: Bool) {
    wantsEvents = true
    guard resuming, let position = eventPosition else {
      request("events.subscribe", as: .events(since: nil))
      return
    }
    request(
      "events.subscribe",
      ["since": .int(position.seq), "epoch": .string(position.epoch)],
      as: .events(since: position.seq))
  }

  /// Answers a callback of the bridge.
  func answer(_ request: JSON, on connection: SimulatedConnection) {
    guard let id = request["id"], let method = request["method"]?.stringValue else { return }
    var result: JSON
    switch method {
    case "provider.getJWT": result = .string(run.jwt(random.chance(20)))
    case "provider.getToken": result = .string(run.pushToken)
    default: result = true
    }
    let latest = random.pick([300, 20_000])
    var delay = Duration.microseconds(random.from(10...latest))
    var times = 1
    switch run.faultsEnded ? .prompt : behaviour {
    case .prompt: break
    case .late: delay = .milliseconds(random.from(500...20_000))
    case .silent: return
    case .failing:
      let error: JSON = ["code": -1, "message": "no"]
      run.scheduler.call(after: delay) {
        connection.deliver(["jsonrpc": "2.0", "id": id, "error": error])
      }
      return
    case .empty: result = random.chance(50) ? .null : ""
    case .invalid: result = random.pick([17, [], ["a": 1], true])
    case .twice: times = 2
    }
    for _ in 0..<times {
      run.scheduler.call(after: delay) {
        connection.deliver(["jsonrpc": "2.0", "id": id, "result": result])
      }
    }
  }
}

/// A connection of a host to one process, without a transport.
final class SimulatedConnection: Channel, @unchecked Sendable {
  let host: SimulatedHost
  let process: Run.Process
  private let run: Run
  var calls: [String: SimulatedHost.Call] = [:]
  private var peer: Peer?
  private var session: Session?
  private var inbox: [[UInt8]] = []
  private var isReading = false
  private var isScheduled = false
  private var reader = pthread_t()
  private var isHungUp = false
  private(set) var isClosed = false
  /// The position in the event stream: the last number, and whether the next may be any.
  var events: (epoch: String?, last: Int?)?
  /// The last outcome that was reported on this subscription.
  var outcomes: Int?

  init(_ host: SimulatedHost, _ run: Run, _ process: Run.Process) {
    self.host = host
    self.run = run
    self.process = process
    guard let engine = process.engine else { return }
    process.lastConnection += 1
    let id = ConnectionID(process.lastConnection)
    var options = PeerOptions(
      authenticationMethod: nil, closesOnOversize: false, clock: process.clock,
      counters: RPCCounters())
    options.limits.inFlight = run.inFlight
    options.onDrained = { [unowned self, weak engine] in
      isReader ? engine?.groupCommit() : engine?.commitSoon()
    }
    options.onEnded = { [unowned self] in
      session?.ended()
      session = nil
    }
    peer = Peer(self, Catalog.dispatcher, options: options) { remote in
      let made = Session(id: id, engine: engine, service: process.service, remote: remote)
      session = made
      return made
    }
    process.connections.append(self)
  }

  private var isReader: Bool { isReading && reader == pthread_self() }

  func deliver(_ message: JSON) { deliver(message.bytes) }

  func deliver(_ bytes: [UInt8]) {
    guard !isHungUp, !process.hasTerminated else { return }
    inbox.append(bytes)
    schedule()
  }

  private func schedule() {
    guard !isScheduled, !isReading else { return }
    isScheduled = true
    run.scheduler.call(after: .microseconds(host.random.below(300))) { [self] in read() }
  }

  private func read() {
    isScheduled = false
    guard let peer, !process.hasTerminated else { return }
    let count = host.random.chance(60) ? inbox.count : host.random.below(inbox.count + 1)
    let messages = Array(inbox[..<count])
    inbox.removeFirst(count)
    isReading = true
    reader = pthread_self()
    for message in messages {
      run.trace("\(host.number) > \(String(decoding: message, as: UTF8.self))")
      message.withUnsafeBytes { peer.received($0) }
    }
    if !messages.isEmpty { peer.drained() }
    isReading = false
    if isHungUp { return end() }
    if !inbox.isEmpty { schedule() }
  }

  /// Ends the connection from the side of the host.
  func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    run.trace("\(host.number) hangs up")
    calls = [:]
    run.scheduler.call { [self] in peer?.abandon() }
    if !isReading { run.scheduler.call { [self] in if !isReading { end() } } }
  }

  private func end() {
    guard let peer else { return }
    self.peer = nil
    isReading = true
    peer.ended()
    isReading = false
  }

  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    guard !isHungUp, !isClosed, !process.hasTerminated else { return false }
    if kind != .required, !host.takesEvents, !run.faultsEnded { return false }
    let bytes = Array(message)
    run.trace("\(host.number) < \(String(decoding: bytes, as: UTF8.self))")
    guard let json = try? JSONParser.parse(bytes).value else {
      run.fail("G15", "a message that is not JSON")
      return true
    }
    run.ledger.received(json, on: self)
    run.scheduler.mayPause()
    return true
  }

  func close() { isClosed = true }

  /// Stops the peer, as the end of the process does.
  func stop() { run.scheduler.call { [self] in peer?.stop {} } }
}
