import AltcraftEngine
import DurableLog
import HTTP
import JSONCodec

/// The record of a run: every call, request and outcome, seen from outside of the core. Each predicate of a
/// guarantee is checked here when something happens, or by `audit`.
final class Ledger: @unchecked Sendable {
  /// A durable call under one id.
  final class Job {
    let id: String
    let method: String
    /// The order of the first call on its connection, and the connection.
    let order: Int
    weak var connection: SimulatedConnection?
    let process: Int
    let waits: Bool
    var isAcknowledged = false
    /// True if every call of this id was refused in a way that stores nothing.
    var isRefused = false
    /// The process that answered `storageFailed` last; it must not send the job.
    var failedIn: Int?
    /// The number of the last submission at that answer.
    var failedAt = 0
    /// The time of the first acknowledgement.
    var acknowledgedAt: UInt64?
    /// True if an event about it may come before its answer.
    var isRepeated = false
    var isCleared = false
    var mayBeCleared = false
    var isDiscarded = false
    var wasRetried = false
    /// The number of calls of `outbox.retry` for it that are not answered.
    var openRetries = 0
    /// True if its call was repeated after a clear that may have forgotten its end.
    var mayEndAgain = false
    /// The process in which a final answer reached the core.
    var finalIn: Int?
    /// True if its end was seen on disk.
    var isEnded = false
    var gotSuccess = false
    var gotRejection = false
    var content: [UInt8]?
    var user: String?
    var arrivals = 0
    /// The number of requests up to its first one, while the disk worked, and the process that sent it.
    var first: (request: Int, process: Int)?
    /// The number of requests before its final answer, while the disk worked.
    var requestsBeforeEnd: Int?
    /// The number of requests at the beginning of the silence, if it waited for its next one.
    var arrivalsBeforeSilence: Int?

    init(
      _ id: String, _ method: String, order: Int, _ connection: SimulatedConnection?,
      process: Int, waits: Bool
    ) {
      self.id = id
      self.method = method
      self.order = order
      self.connection = connection
      self.process = process
      self.waits = waits
    }
  }

  /// A pause that the platform asked for.
  private struct Pause {
    let from: UInt64
    var until: UInt64
    /// The number of requests since its first second.
    var requests = 0
    /// The jobs whose attempts, which were in progress when it began, have failed since its first second.
    var failed: Set<String> = []
  }

  struct Attempt {
    let id: String
    let arrives: Bool
  }

  /// The id of malformed messages that have one.
  static let malformedID = "x"

  unowned let run: Run
  var jobs: [String: Job] = [:]
  private(set) var order = 0
  private var requests = 0
  /// The number of requests that were sent during a sync.
  private(set) var requestsInSyncs = 0
  private(set) var processBegan: UInt64 = 0
  /// The wall clock at that time, in milliseconds.
  private var wallAtBegin: Int64 = 0
  /// The outcomes that were reported to a host, by number.
  var outcomes: [Int: (id: String, state: String)] = [:]
  private var pause: Pause?
  /// The time of the last answer to a call that ends pauses. It may take effect a little later.
  private var pauseEnded: UInt64 = 0
  /// The latest end of a pause of this process, whatever may have ended it earlier.
  private(set) var latestPause: UInt64 = 0
  /// The event 205 of the last `clear` of this process. Events before it may arrive late, or once more.
  var clearing: Int?
  /// The number of calls that end a pause and are not answered.
  var pauseEnders = 0
  /// The number of calls that retry all rejected jobs and are not answered.
  var openRetries = 0
  /// The number of calls of `clear` that are not answered.
  var openClears = 0
  private(set) var clears = 0
  private(set) var lastClear: UInt64 = 0
  /// True after a power failure that may have torn acknowledged records.
  private(set) var mayLose = false
  var acknowledged: [String] = []

  init(_ run: Run) { self.run = run }

  func submit(
    _ id: String, _ method: String, on connection: SimulatedConnection?, waits: Bool,
    repeats: Bool
  ) {
    order += 1
    if let job = jobs[id] {
      job.isRepeated = true
      job.isRefused = false
      job.failedIn = nil
      // A clear on a disk that fails may forget the ids of ended jobs, also if it fails itself.
      job.isCleared = false
      if clears > 0 || job.mayBeCleared { job.mayBeNew() }
    } else {
      let job = Job(
        id, method, order: order, connection, process: run.process?.number ?? 0, waits: waits)
      job.isRepeated = repeats
      jobs[id] = job
    }
  }

  /// The wall clock without the jumps into the future since the process began, in milliseconds. The time of a JWT is by it.
  var steadyWall: Int64 {
    min(run.wall, wallAtBegin + Int64((run.scheduler.now - processBegan) / 1_000_000))
  }

  /// Ends the pauses and open calls of the last process.
  func processBegins() {
    processBegan = run.scheduler.now
    wallAtBegin = run.wall
    openRetries = 0
    openClears = 0
    clearing = nil
    pause = nil
    latestPause = 0
    pauseEnders = 0
  }

  func fail(_ guarantee: String, _ text: String) { run.fail(guarantee, text) }
}

// The platform.
extension Ledger {
  func sent(
    _ request: HTTPRequest, arrives: Bool, besides others: Int, by process: Run.Process
  ) -> Attempt {
    let id = request.headers.first { $0.name == "Request-ID" }?.value ?? ""
    let bearer = request.headers.first { $0.name == "Authorization" }?.value ?? ""
    run.trace("→ \(id) \(request.url.dropFirst(Run.url.utf8.count)) \(arrives ? "" : "(lost)")")
    if run.disk.syncs > 0 { requestsInSyncs += 1 }
    if others >= run.concurrency { fail("G12", "\(others + 1) requests at a time") }
    if !request.url.hasPrefix(Run.url + "/") { fail("G22", "a request to \(request.url)") }
    if run.isTokenUpdate(request) { return Attempt(id: id, arrives: arrives) }
    guard let job = jobs[id] else {
      // A call without an id: the receipt may have been lost with its connection, or a crash.
      if !id.hasPrefix("id-") { fail("G2", "a request of an unknown job \(id)") }
      submit(id, "", on: nil, waits: true, repeats: true)
      return Attempt(id: id, arrives: arrives)
    }
    if run.isExpired(bearer) { fail("G6", "\(id) was sent with a JWT that has expired") }
    requests += 1
    check(job, request, bearer, process)
    if job.arrivals == 0, run.disk.failures == 0 { job.first = (requests, process.number) }
    job.arrivals += 1
    return Attempt(id: id, arrives: arrives)
  }

  private func check(
    _ job: Job, _ request: HTTPRequest, _ bearer: String, _ process: Run.Process
  ) {
    let id = job.id
    if job.isCleared { fail("G11", "\(id) was sent after the answer to clear") }
    if job.isDiscarded { fail("G8", "\(id) was sent after it was discarded") }
    if job.isRefused { fail("G2", "\(id) was sent although it was refused") }
    if job.failedIn == process.number {
      fail("G2", "\(id) was sent by the process that could not store it")
    }
    if job.finalIn == process.number, openRetries == 0, job.openRetries == 0 {
      fail("G3", "\(id) was sent again after its final answer")
    }
    if job.isEnded { fail("G7", "\(id) was sent although its end was on disk") }
    if !job.isAcknowledged, !job.waits, !job.isRepeated, job.process == process.number,
      job.connection?.calls.values.contains(where: { $0.job == id }) == true
    {
      fail("G2", "\(id) was sent before its acknowledgement")
    }
    let content = Self.content(of: request)
    if let known = job.content, known != content {
      fail("G3", "the content of \(id) has changed")
    }
    job.content = content
    let user = run.user(of: bearer)
    if let known = job.user, known != user { fail("G6", "\(id) of \(known) was sent as \(user)") }
    job.user = user
    if job.arrivals == 0 {
      checkOrder(of: job)
      checkSupersession(of: job, process)
    } else {
      checkRepetition(of: job)
    }
    checkPause(id)
  }

  /// Checks that no attempt begins in a pause. Those that were in progress send at most two requests each.
  private func checkPause(_ id: String) {
    let now = run.scheduler.now
    guard let known = pause, pauseEnders == 0, openRetries == 0,
      now + 1_000_000_000 < known.until
    else { return }
    if known.failed.contains(id) { fail("G12", "\(id) was tried again in a pause") }
    if now > known.from + 1_000_000_000 { pause?.requests += 1 }
    if now > known.from + 60_000_000_000 || known.requests >= 2 * run.concurrency - 2 {
      fail("G12", "\(id) was sent in a pause that the platform asked for")
    }
  }

  /// Checks that no earlier job of the same kind and connection is pending.
  private func checkOrder(of job: Job) {
    guard run.hasOneOwner, !job.isRepeated, !job.wasRetried, let engine = run.process?.engine,
      let connection = job.connection
    else { return }
    switch job.method {
    case "deliveryEvent", "openEvent": return
    default: break
    }
    for id in acknowledged {
      guard let other = jobs[id], other !== job, other.method == job.method,
        other.order < job.order, other.connection === connection, !other.wasRetried,
        !other.isRepeated, !other.isEnded, !other.isCleared
      else { continue }
      if engine.job(id)?.state == .pending {
        fail("G5", "\(job.id) was sent before \(id), which was accepted earlier")
      }
    }
  }

  /// Checks that no suspend or unsubscribe that was accepted later has had its answer before that subscription.
  private func checkSupersession(of job: Job, _ process: Run.Process) {
    guard run.hasOneOwner, job.method == "pushSubscribe", !job.isRepeated, !job.wasRetried,
      let connection = job.connection
    else { return }
    for other in jobs.values.sorted(by: { $0.order < $1.order })
    where other.order > job.order && other.connection === connection && !other.isRepeated
      && !other.wasRetried && other.finalIn == process.number
    {
      if other.method == "pushSuspend" || other.method == "pushUnSubscribe" {
        fail("G8", "\(job.id) was sent after \(other.id), which supersedes it")
      }
    }
  }

  /// Checks that a change of state whose end was not stored is not sent again after a later change of the same process.
  /// In the next one, a change that needs no push token may pass it.
  private func checkRepetition(of job: Job) {
    guard run.hasOneOwner, run.plan.durability == .power, Self.isChange(job), !job.isRepeated,
      !job.wasRetried, let before = job.requestsBeforeEnd
    else { return }
    for other in jobs.values.sorted(by: { $0.order < $1.order })
    where Self.isChange(other) && other.order > job.order && !other.isRepeated && !other.wasRetried
    {
      if let first = other.first, first.request > before, first.process == job.finalIn {
        fail("G5", "\(job.id) was sent again after \(other.id), the next change")
      }
    }
  }

  private static func isChange(_ job: Job) -> Bool {
    switch job.method {
    case "pushSubscribe", "pushSuspend", "pushUnSubscribe", "updateProfileFields": true
    default: false
    }
  }

  func answered(
    _ attempt: Attempt, _ result: Result<HTTPResponse, HTTPFailure>, by process: Run.Process
  ) {
    guard case .success(let response) = result else {
      run.trace("← \(attempt.id) no answer")
      if case .failure(.transport) = result { failed(attempt.id) }
      return
    }
    let pauses = response[header: "Retry-After"].map { " Retry-After \($0)" } ?? ""
    run.trace("← \(attempt.id) \(response.status)\(pauses)")
    if (500...599).contains(response.status) {
      if let seconds = response[header: "Retry-After"].flatMap(Self.seconds), seconds > 0 {
        let now = run.scheduler.now
        let until = now + UInt64(min(seconds, 3600)) * 1_000_000_000
        latestPause = max(latestPause, until)
        if let known = pause, known.until > now {
          pause?.until = max(until, known.until)
        } else {
          pause = Pause(from: now, until: until)
        }
        if pauseEnders > 0 || now < pauseEnded + 100_000_000 { pause = nil }
      }
      failed(attempt.id)
      return
    }
    guard let job = jobs[attempt.id] else { return }
    if (200...299).contains(response.status) {
      job.gotSuccess = true
    } else {
      job.gotRejection = true
    }
    // Under a JWT of a callback, a refusal is followed by one more request.
    let isRefusal = response.status == 401 || response.status == 403
    if !(isRefusal && run.usesJWT) {
      job.finalIn = process.number
      if run.disk.failures == 0 { job.requestsBeforeEnd = requests }
    }
  }

  func pauseEnds() {
    pause = nil
    pauseEnded = run.scheduler.now
  }

  /// Notes the failure of an attempt. The job is not tried again in a pause that began clearly before.
  private func failed(_ id: String) {
    guard let known = pause, run.scheduler.now > known.from + 1_000_000_000 else { return }
    pause?.failed.insert(id)
  }

  /// Returns the seconds of a pause, also of a number beyond all bounds; nil for other text.
  private static func seconds(_ text: String) -> Int? {
    text.allSatisfy(\.isWholeNumber) ? Int(text) ?? .max : nil
  }

  /// Returns the parts of a request that must not change between attempts.
  private static func content(of request: HTTPRequest) -> [UInt8] {
    var body = request.body
    let type = request.headers.first { $0.name == "Content-Type" }?.value ?? ""
    if let boundary = type.split(separator: "boundary=").last, type.contains("boundary=") {
      body = Array(String(decoding: body, as: UTF8.self).replacing(boundary, with: "").utf8)
    }
    // Push tokens are fetched for each attempt; all have the same length.
    let token = Array("tok-".utf8)
    var index = 0
    while index + 12 <= body.count {
      if body[index] == token[0], Array(body[index..<index + 4]) == token {
        for digit in index + 4..<index + 12 { body[digit] = UInt8(ascii: "0") }
        index += 12
      } else {
        index += 1
      }
    }
    return body + Array((request.url.split(separator: "?").first ?? "").utf8)
  }
}

// A process begins or the run ends.
extension Ledger {
  /// Checks everything that was promised against a process that has just read the disk.
  func audit(_ engine: Engine, afterPowerCut: Bool) {
    let losesUnsynced = afterPowerCut && run.plan.durability == .process
    if losesUnsynced {
      mayLose = true
      forget(engine)
    }
    for id in acknowledged {
      guard let job = jobs[id] else { continue }
      let state = engine.job(id)?.state
      run.trace("\(id) is \(state?.rawValue ?? "unknown")")
      if state == nil, !losesUnsynced, !job.isCleared, !job.mayBeCleared, !job.isEnded {
        fail("G1", "the acknowledged \(id) is gone")
      }
      if let state, state != .pending, !losesUnsynced {
        // This process may have ended it just now, and not stored that yet.
        if job.finalIn != run.process?.number { job.isEnded = true }
        if state == .delivered, !job.gotSuccess { fail("G7", "\(id) ended without an answer") }
        if state == .rejected, !job.gotRejection { fail("G7", "\(id) was not rejected") }
        if state == .lost, !mayLose { fail("G8", "\(id) is lost without damage") }
      } else {
        if job.isEnded, state == .pending { fail("G7", "the ended \(id) is pending again") }
        if job.isCleared, state == .pending { fail("G11", "the cleared \(id) is pending") }
        if job.isDiscarded, state == .pending { fail("G8", "the discarded \(id) is pending") }
      }
    }
    guard !losesUnsynced else {
      outcomes = [:]
      return
    }
    var kept: [Int: (String, String)] = [:]
    let (page, _) = engine.outcomes(
      after: 0, in: nil, limit: 100_000, bytes: 1 << 30,
      filter: OutcomeFilter(states: nil, methods: nil, requestIdPrefix: nil))
    for report in page.outcomes {
      kept[Int(report.outcome)] = (report.requestId, report.state.rawValue)
    }
    for (number, reported) in outcomes.sorted(by: { $0.key < $1.key }) {
      if let found = kept[number] {
        if found != reported {
          fail("G7", "outcome \(number) was \(reported), and is \(found)")
        }
      } else if number > Int(page.range.last) {
        fail("G7", "the reported outcome \(number) of \(reported.id) is gone")
      } else if let job = jobs[reported.id], !job.wasRetried, !job.mayBeCleared, clears == 0 {
        // A clear forgets an outcome that it cannot read, also if it fails later.
        fail("G7", "outcome \(number) of \(reported.id) is not kept")
      }
    }
  }

  /// Forgets the promises that a power failure may have broken.
  private func forget(_ engine: Engine) {
    acknowledged.removeAll { engine.job($0) == nil }
    for job in jobs.values {
      job.isRepeated = true
      switch engine.job(job.id)?.state {
      case nil:
        job.isAcknowledged = false
        job.content = nil
        // A caller that repeats the job may be another user.
        job.user = nil
      case .pending?:
        job.isEnded = false
        job.isDiscarded = false
        continue
      default: continue
      }
      job.isEnded = false
    }
  }

  /// Checks that everything has ended.
  func auditEnd(_ engine: Engine) {
    let statistics = engine.statistics
    if statistics.pending > 0 {
      let rest = engine.jobs(limit: 5, after: nil, states: [.pending])?.items ?? []
      let list = rest.map { "\($0.requestId) (\($0.waitingFor?.rawValue ?? "-"))" }
      fail("G3", "\(statistics.pending) jobs never end: \(list.joined(separator: ", "))")
    }
    audit(engine, afterPowerCut: false)
    for host in run.hosts {
      for (id, call) in (host.connection?.calls ?? [:]).sorted(by: { $0.key < $1.key }) {
        fail("G14", "call \(id), \(call.method), is never answered")
      }
    }
  }

  /// Marks the jobs that may be gone from the call on.
  func mayClear() {
    openClears += 1
    clearing = nil
    for job in jobs.values { job.mayBeCleared = true }
    // A call that repeats a job, and is accepted after the clear, makes a new job.
    for call in run.hosts.flatMap({ $0.connection?.calls.values.map(\.job) ?? [] }) {
      if let call, let job = jobs[call], job.isRepeated { job.mayBeNew() }
    }
  }

  /// Expects that ends and discards up to now may be lost, and with them the ids of jobs.
  func mayForget() {
    for job in jobs.values {
      job.isRepeated = true
      job.isDiscarded = false
      job.mayBeNew()
    }
  }

  /// Notes the answer to a `clear` before which that many jobs had been acknowledged.
  func cleared(before: Int) {
    clears += 1
    lastClear = run.scheduler.now
    for id in acknowledged.prefix(before) where jobs[id]?.isRepeated == false {
      jobs[id]?.isCleared = true
    }
  }
}
