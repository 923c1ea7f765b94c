import AltcraftEngine
import AltcraftMethods
import DurableLog
import Glibc
import HTTP
import JSONCodec
import JSONRPC

/// One simulation run of the core: several hosts, a platform, a disk and a clock, and one process of the bridge after
/// another.
final class Run: @unchecked Sendable {
  /// One process of the bridge.
  final class Process: @unchecked Sendable {
    let number: Int
    var engine: Engine?
    let clock: SimulatedClock
    var client: SimulatedClient?
    let service: Service
    var connections: [SimulatedConnection] = []
    var lastConnection: UInt64 = 0
    var hasTerminated = false
    fileprivate var maintenance: [@Sendable () -> Void] = []
    fileprivate var isMaintaining = false

    init(_ number: Int, _ scheduler: Scheduler) {
      self.number = number
      clock = SimulatedClock(scheduler)
      service = Service(
        version: "0", pid: 1, startedAt: 0, transports: { [] }, dataDirectory: "/",
        durability: "power", document: { Array("{}".utf8) },
        statistics: { TransportStatistics() }, access: nil, pages: nil,
        becameTrusted: { _, _ in }, setLogLevel: { _ in }, shutDown: {})
    }
  }

  struct Failure {
    let guarantee: String
    let text: String
  }

  static let url = "https://p.example"
  private static let stepLimit = 400_000

  let plan: Plan
  let skipped: Set<Int>
  let scheduler: Scheduler
  var disk = SimulatedDisk()
  private(set) var platform: SimulatedPlatform!
  private(set) var ledger: Ledger!
  private(set) var hosts: [SimulatedHost] = []
  private(set) var process: Process?
  private(set) var failure: Failure?
  private(set) var faultsEnded = false
  /// True while no host calls and nothing fails.
  private(set) var isSilent = false
  private(set) var isOver = false
  private var processes = 0
  /// The number of ended processes that something keeps in memory.
  private(set) var leaks = 0
  var wallJump: Int64 = 0
  private var identifiers = 0
  private var chance: Generator
  private var cuts: Generator
  private var diskTimes: Generator
  private var moments: Generator
  let keepsTrace: Bool
  private(set) var lines: [String] = []
  private(set) var traceDigest: UInt64 = 0xCBF2_9CE4_8422_2325
  let concurrency: Int
  let inFlight: Int
  let timeToLive: Double
  /// The syncs of 100 that take seconds.
  private let slowSyncs: Int

  // The identity of the installation.
  var currentUser = 0
  var currentToken = 0
  var identification: Action.Identification
  private var jwts: [String: String] = [:]
  private var expiredJWTs: Set<String> = []

  init(_ plan: Plan, skipping skipped: Set<Int> = [], keepsTrace: Bool = false) {
    self.plan = plan
    self.skipped = skipped
    self.keepsTrace = keepsTrace
    scheduler = Scheduler(seed: plan.seed)
    chance = Generator(seed: plan.seed, for: "core")
    cuts = Generator(seed: plan.seed, for: "cuts")
    diskTimes = Generator(seed: plan.seed, for: "disk")
    moments = Generator(seed: plan.seed, for: "moments")
    var random = Generator(seed: plan.seed, for: "limits")
    slowSyncs = random.pick([0, 3, 30])
    scheduler.pausePercent = random.pick([0, 1, 3, 10])
    scheduler.pauseLimit = random.pick([1 << 16, 1 << 16, 1 << 20])
    concurrency = random.pick([1, 2, 4, 4])
    inFlight = random.pick([2, 8, 64])
    timeToLive = random.pick([2_592_000, 2_592_000, 900])
    identification = plan.firstIdentification
    platform = SimulatedPlatform(self, seed: plan.seed)
    ledger = Ledger(self)
    hosts = (0..<plan.hosts).map { SimulatedHost($0, self) }
  }

  /// Performs the plan. Returns the failure of a guarantee, if there is one.
  func execute() -> Failure? {
    scheduler.call { [self] in
      performPlan()
      isOver = true
    }
    let ended = scheduler.run { [unowned self] in
      if scheduler.steps > Run.stepLimit { fail("G19", "the run does not end") }
      return isOver || failure != nil
    }
    if !ended { fail("G13", "a deadlock: nothing is ready, and no timer is set") }
    return failure
  }

  /// Ends the run, and releases what it holds. Returns the number of threads that still wait.
  func end() -> Int {
    let waiting = scheduler.end()
    disk = SimulatedDisk()
    hosts = []
    process = nil
    platform = nil
    return waiting
  }

  func fail(_ guarantee: String, _ text: String) {
    guard failure == nil else { return }
    trace("\(guarantee) is broken: \(text)")
    failure = Failure(guarantee: guarantee, text: text)
  }

  func trace(_ text: @autoclosure () -> String) {
    guard keepsTrace else { return }
    let time = (scheduler.now - 1_000_000_000_000) / 1000
    let micros = String(time % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - micros.count)
    lines.append("\(time / 1_000_000).\(zeros)\(micros) \(text())")
  }
}

// The parts of a process.
extension Run {
  /// Starts a process on the disk. The disk may fail once more at the start; then the host starts it again.
  private func begin(afterPowerCut: Bool) {
    for attempt in 0..<4 {
      if attempt == 3 { disk.heal() }
      processes += 1
      let process = Process(processes, scheduler)
      self.process = process
      let client = SimulatedClient(self, process)
      process.client = client
      ledger.processBegins()
      trace("process \(processes) starts")
      do throws(EngineStartError) {
        let engine = try Engine(parts(of: process, client), group: .default)
        process.engine = engine
        ledger.audit(engine, afterPowerCut: afterPowerCut)
        let disk = disk
        disk.pause = { [unowned self] in pauseForDisk($0) }
        for host in hosts.shuffled(using: &chance) { host.connect(to: process) }
        return
      } catch {
        trace("it cannot start: \(error)")
        if attempt == 3 { fail("G16", "a start fails on a disk that works: \(error)") }
        process.hasTerminated = true
        process.clock.terminate()
        scheduler.pause(100_000_000)
      }
    }
  }

  private func parts(of process: Process, _ client: SimulatedClient) -> EngineParts {
    let scheduler = scheduler
    var environment = Environment(
      now: { .nanoseconds(Int64(scheduler.now)) },
      sleep: { try await process.clock.sleep(for: $0) },
      wallTime: { [unowned self] in wall },
      identifier: { [unowned self] in
        identifiers += 1
        return "id-\(identifiers)"
      },
      random: { [unowned self] in Double.random(in: $0, using: &chance) })
    environment.maintain = { [unowned self] body in
      process.maintenance.append(body)
      maintain(process)
    }
    var limits = Limits()
    limits.segmentBytes = plan.segmentBytes
    limits.outboxBytes = plan.outboxBytes
    limits.concurrency = concurrency
    limits.retryTotalSeconds = timeToLive
    let disk = disk
    return EngineParts(
      environment: environment, limits: limits, kinds: Catalog.kinds, http: client, log: .none,
      durability: plan.durability, allowsInsecureHTTP: false,
      directory: { SimulatedGroup(directory: disk.directory($0.directoryName)) },
      setLogLevel: { _ in })
  }

  private func maintain(_ process: Process) {
    guard !process.isMaintaining, !process.maintenance.isEmpty else { return }
    process.isMaintaining = true
    let body = process.maintenance.removeFirst()
    scheduler.call { [self] in
      body()
      process.isMaintaining = false
      maintain(process)
    }
  }

  private func pauseForDisk(_ operation: FileError.Operation) {
    guard Scheduler.ofThisThread != nil else { return }
    if operation == .sync {
      scheduler.pause(
        UInt64(
          diskTimes.chance(slowSyncs)
            ? diskTimes.from(5...90) * 1_000_000 : diskTimes.from(20...3000) * 1000))
    } else if diskTimes.chance(25) {
      scheduler.pause(UInt64(diskTimes.from(1...200)) * 1000)
    }
  }

  var wall: Int64 { 1_763_700_000_000 + Int64(scheduler.now / 1_000_000) + wallJump }

  /// Ends the process without warning. The next one finds what the cut leaves.
  private func cut(_ cut: SimulatedDisk.Cut) {
    trace("termination: \(cut)")
    disk.pause = { _ in }
    disk = disk.cut(cut, &cuts)
    // The next process sends jobs before its state is compared with the ledger.
    if cut != .kill, plan.durability == .process { ledger.mayForget() }
    guard let old = process else { return }
    old.hasTerminated = true
    drain(old)
  }

  /// Lets the threads and tasks of a terminated process run to their ends, without checks.
  private func drain(_ old: Process) {
    for host in hosts { host.connection = nil }
    old.client?.terminate()
    old.clock.terminate()
    for connection in old.connections {
      connection.stop()
      connection.hangUp()
    }
    nonisolated(unsafe) var hasStopped = false
    if let engine = old.engine {
      Task {
        await engine.stop()
        hasStopped = true
      }
      while !hasStopped, failure == nil { scheduler.pause(100_000) }
    }
    weak let engine = old.engine
    old.engine = nil
    for _ in 0..<200 where engine != nil { scheduler.pause(20_000) }
    old.connections = []
    for _ in 0..<200 where engine != nil { scheduler.pause(20_000) }
    if engine != nil {
      trace("something keeps the engine")
      leaks += 1
    }
  }

  /// Waits for a sync, or for a request that is sent during one. Their order shows only if the power fails in the
  /// middle of the sync.
  private func waitForMoment() {
    let (isOfRequest, known) = (moments.chance(50), ledger.requestsInSyncs)
    for _ in 0..<400 where failure == nil {
      if isOfRequest ? ledger.requestsInSyncs > known : disk.syncs > 0 { break }
      scheduler.pause(50_000)
    }
    guard disk.syncs > 0 else { return }
    let microseconds = moments.pick([100, 2000, 100_000])
    scheduler.pause(UInt64(moments.below(microseconds)) * 1000)
  }

  /// Ends the process by a cut, or by a stop, and starts the next one.
  func restart(after cut: SimulatedDisk.Cut?) {
    if cut != nil, moments.chance(60) { waitForMoment() }
    if let cut { self.cut(cut) } else { stop() }
    guard failure == nil else { return }
    begin(afterPowerCut: cut != nil && cut != .kill)
  }

  /// Stops the process as a signal does.
  private func stop() {
    trace("a stop")
    guard let process, process.engine != nil else { return }
    nonisolated(unsafe) var hasStopped = false
    process.engine?.closeDelivery()
    for connection in process.connections { connection.stop() }
    Task {
      await process.engine?.finishAttempts(within: .seconds(2))
      await process.engine?.stop()
      hasStopped = true
    }
    let start = scheduler.now
    while !hasStopped, failure == nil {
      scheduler.pause(1_000_000)
      if scheduler.now > start + 120_000_000_000 { fail("G18", "a stop takes two minutes") }
    }
    cut(.kill)
  }
}

// The course of a run.
extension Run {
  private func performPlan() {
    begin(afterPowerCut: false)
    setUp(hosts[0])
    var time = scheduler.now
    for (index, step) in plan.actions.enumerated() {
      time += step.gap.nanoseconds
      if time > scheduler.now { scheduler.pause(time - scheduler.now) }
      time = max(time, scheduler.now)
      ledger.checkAnswers()
      guard failure == nil else { return }
      if skipped.contains(index) { continue }
      perform(step.action, index)
    }
    endFaults()
  }

  private func setUp(_ host: SimulatedHost) {
    host.request("initialization", configuration(identification), as: .endsPause)
    ledger.pauseEnders += 1
    host.provides = ["setJWTProvider", "setFCMTokenProvider"]
    for method in host.provides.sorted() { host.request(method, ["provider": "callback"]) }
    host.subscribeToEvents(resuming: false)
    host.subscribeToOutcomes(after: 0)
  }

  func configuration(_ identification: Action.Identification) -> JSONObject {
    var members: JSONObject = ["apiUrl": .string(Run.url)]
    if case .resourceToken(let number) = identification {
      members["rToken"] = .string("rt-\(number)")
    }
    return ["configuration": .object(members)]
  }

  /// Ends all faults. Then everything must end.
  private func endFaults() {
    trace("faults end")
    faultsEnded = true
    disk.heal()
    platform.behaviour = .normal
    for host in hosts {
      host.takesEvents = true
      if host.connection == nil || host.connection?.isClosed == true {
        if let process { host.connect(to: process) }
      }
    }
    waitInSilence()
    let host = hosts[0]
    host.provides = ["setJWTProvider", "setFCMTokenProvider"]
    for round in 0..<40 {
      guard failure == nil, let engine = process?.engine else { return }
      // A pause of the longest retry, and of the platform.
      scheduler.pause(round == 0 ? 40_000_000_000 : 400_000_000_000)
      if engine.statistics.pending == 0, round > 3 { break }
      platform.behaviour = .normal
      currentUser = round % 3
      host.request(
        "initialization", configuration(round / 3 % 2 == 0 ? identification : other), as: .endsPause
      )
      ledger.pauseEnders += 1
      host.request("notificationManager.setPermission", ["granted": true])
      for method in host.provides.sorted() { host.request(method, ["provider": "callback"]) }
    }
    scheduler.pause(400_000_000_000)
    checkEnd()
    guard failure == nil else { return }
    cut(.dropsUnsynced)
    begin(afterPowerCut: plan.durability == .power)
    stop()
    // Threads that have lost their turn end.
    scheduler.pause(1_000_000_000)
  }

  private func checkEnd() {
    guard failure == nil, let engine = process?.engine else { return }
    ledger.auditEnd(engine)
    if jwts.keys.contains(where: { disk.contains(Array($0.utf8)) }) {
      fail("G20", "a JWT is on disk")
    }
  }

  /// Waits, without a call, until each job that waits for its next attempt must have had it.
  private func waitInSilence() {
    guard let engine = process?.engine else { return }
    isSilent = true
    scheduler.pause(60_000_000_000)
    ledger.silenceBegins(engine)
    // A job must also expire in a pause of the platform, or while it waits for the host.
    if timeToLive < 1000 {
      scheduler.pause(1_150_000_000_000)
      if failure == nil { ledger.checkTimeToLive(engine) }
    }
    scheduler.pause(ledger.restOfPause + 700_000_000_000)
    if failure == nil { ledger.silenceEnds(engine) }
    isSilent = false
  }

  private var other: Action.Identification {
    identification == .jwt ? .resourceToken(0) : .jwt
  }

  func user(of bearer: String) -> String {
    if bearer.hasPrefix("Bearer rtoken@") { return "the installation" }
    return jwts[String(bearer.dropFirst(7))] ?? "anonymous"
  }

  /// Returns true for a JWT that has expired, also by a clock that is wrong.
  func isExpired(_ bearer: String) -> Bool {
    ledger.steadyWall / 1000 > Self.expired && expiredJWTs.contains(String(bearer.dropFirst(7)))
  }

  private static let expired: Int64 = 1_000_000_000

  /// Returns a JWT of the current user, which has never been used.
  func jwt(_ isExpired: Bool) -> String {
    let payload: JSON = [
      "matching": .object([
        "db_id": 1, "matching": "profile_id", "profile_id": .string("u\(currentUser)"),
      ]),
      "exp": .int(isExpired ? Int(Self.expired) : 9_999_999_999), "n": .int(jwts.count),
    ]
    let text = "eyJhbGciOiJub25lIn0.\(Base64URL.encode(payload.bytes)).sig"
    jwts[text] = "u\(currentUser)"
    if isExpired { expiredJWTs.insert(text) }
    return text
  }

  var pushToken: String {
    let digits = String(currentToken)
    return "tok-" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  func isTokenUpdate(_ request: HTTPRequest) -> Bool { request.url.contains("/push/update/") }

  /// True if all jobs of the run belong to one owner, so that their order is known.
  var hasOneOwner: Bool { plan.hasOneOwner }
  var usesJWT: Bool { faultsEnded || plan.firstIdentification == .jwt || !plan.hasOneOwner }
}

extension Plan {
  var hasOneOwner: Bool {
    guard case .resourceToken(0) = firstIdentification else { return false }
    return actions.allSatisfy { step in
      if case .configure(_, let identification) = step.action {
        return identification == .resourceToken(0)
      }
      return true
    }
  }
}
