import AltcraftEngine
import DurableLog
import JSONCodec

// The messages of the bridge.
extension Ledger {
  func received(_ message: JSON, on connection: SimulatedConnection) {
    if let method = message["method"]?.stringValue {
      if message["id"] != nil {
        connection.host.answer(message, on: connection)
      } else {
        notified(method, message["params"] ?? .null, on: connection)
      }
      return
    }
    if let answers = message.arrayValue {
      for answer in answers { received(answer, on: connection) }
      return
    }
    guard let id = message["id"]?.stringValue, id != Self.malformedID else {
      // An answer to a malformed message.
      if message["error"] == nil { fail("G15", "an answer without an id: \(message.text)") }
      return
    }
    guard let call = connection.calls.removeValue(forKey: id) else {
      return fail("G15", "an answer to no call: \(message.text)")
    }
    answered(call, message["result"], message["error"]?["code"]?.intValue, on: connection)
  }

  private func answered(
    _ call: SimulatedHost.Call, _ result: JSON?, _ code: Int?, on connection: SimulatedConnection
  ) {
    switch call.purpose {
    case .durable: durable(call, result, code, on: connection)
    case .clear(let before):
      openClears -= 1
      if result == true { cleared(before: before) }
    case .endsPause:
      pauseEnders -= 1
      pauseEnds()
    case .retry:
      pauseEnders -= 1
      pauseEnds()
      if let id = call.job, let job = jobs[id] {
        job.openRetries -= 1
        // A final answer may have arrived while the call was on its way.
        if result == true { job.isRetried() }
      }
    case .discard:
      if result == true, let id = call.job, let job = jobs[id], !job.isEnded {
        // The same call drops the body of a rejected job, which has ended.
        job.isDiscarded = true
      }
    case .retryAll:
      openRetries -= 1
      for job in jobs.values where job.gotRejection { job.isRetried() }
      pauseEnds()
    case .events(let since):
      guard let result else { return }
      let epoch = result["epoch"]?.stringValue
      let gap = result["gap"].flatMap { $0.isNull ? nil : $0 }
      if let known = connection.events, known.epoch == epoch, let last = known.last,
        let now = result["seq"]?.intValue, now < last
      {
        fail("G7", "event \(last) came before a subscription from \(now) on")
      }
      let last: Int? = since == nil ? result["seq"]?.intValue : gap == nil ? since : nil
      connection.events = (epoch, last)
    case .outcomes(let after):
      guard let result else {
        // A number that this data directory never gave: the host begins again.
        connection.host.lastOutcome = 0
        connection.host.outcomeEpoch = nil
        connection.outcomes = nil
        return
      }
      connection.outcomes = after ?? result["last"]?.intValue
    case .stats:
      guard let outbox = result?["outbox"] else { return }
      let names = ["delivered", "rejected", "expired", "cleared", "lost", "pending"]
      let sum = names.reduce(0) { $0 + (outbox[$1]?.intValue ?? 0) }
      if outbox["accepted"]?.intValue != sum { fail("G8", "the sums differ: \(outbox.text)") }
      if outbox["lost"]?.intValue != 0, !mayLose { fail("G8", "jobs are lost without damage") }
    case .other: break
    }
  }

  private func durable(
    _ call: SimulatedHost.Call, _ result: JSON?, _ code: Int?, on connection: SimulatedConnection
  ) {
    let id = call.job
    if let code {
      guard let id, let job = jobs[id] else { return }
      if code == -32011 {
        if !job.isAcknowledged {
          job.failedIn = connection.process.number
          job.failedAt = order
        }
      } else if !job.isAcknowledged, !job.isRepeated {
        job.isRefused = code > 0 || [-32602, -32003, -32010, -32015].contains(code)
      }
      return
    }
    guard let stored = result?["requestId"]?.stringValue else { return }
    if let id, stored != id { fail("G4", "\(id) was acknowledged as \(stored)") }
    if jobs[stored] == nil {
      submit(stored, call.method, on: connection, waits: true, repeats: true)
    }
    guard let job = jobs[stored] else { return }
    if !job.isAcknowledged {
      acknowledged.append(stored)
      job.acknowledgedAt = job.acknowledgedAt ?? run.scheduler.now
      if !job.isRepeated { diskWorks(for: job, in: connection.process) }
    }
    job.isAcknowledged = true
    job.isRefused = false
    if job.isRepeated { job.failedIn = nil }
    if job.failedIn == connection.process.number, !job.isRepeated {
      fail("G2", "\(stored) was acknowledged after it failed")
    }
    if let state = result?["outcome"]?["state"]?.stringValue { outcome(state, of: job) }
    guard !job.isEnded else { return }
    // A clear that runs meanwhile may have ended the job, and forgets it if the disk fails.
    guard openClears == 0, call.time > lastClear else {
      job.mayBeCleared = true
      return
    }
    // A change of the resource token may have ended it, and a full disk has no room for its end.
    if connection.process.engine?.job(stored)?.state == .cleared { return }
    if !run.disk.hasStored(stored, synced: run.plan.durability == .power) {
      fail("G1", "\(stored) was acknowledged, and is not on disk")
    }
  }

  /// Notes that a job which was submitted after a failure of the disk has been stored: the log is a new one, so the
  /// jobs that failed are not in it.
  private func diskWorks(for job: Job, in process: Run.Process) {
    guard run.plan.durability == .power else { return }
    for other in jobs.values
    where other.failedIn == process.number && !other.isAcknowledged && !other.isRepeated
      && other.failedAt < job.order
    {
      other.isRefused = true
    }
  }

  private func outcome(_ state: String, of job: Job) {
    switch state {
    case "delivered": if !job.gotSuccess { fail("G7", "\(job.id) is delivered without an answer") }
    case "rejected": if !job.gotRejection { fail("G7", "\(job.id) is rejected without an answer") }
    case "lost" where !mayLose: fail("G8", "\(job.id) is lost without damage")
    default: break
    }
  }

  private func notified(_ method: String, _ params: JSON, on connection: SimulatedConnection) {
    switch method {
    case "event": event(params, on: connection)
    case "events.gap":
      let to = params["to"]?.intValue
      connection.events?.last = to
      if let to, let epoch = connection.events?.epoch {
        connection.host.eventPosition = (epoch, to)
      }
    case "outcome": outcome(params, on: connection)
    case "outcomes.gap":
      guard let from = params["from"]?.intValue, let to = params["to"]?.intValue else { return }
      if params["reason"] == "rolledBack" {
        if run.plan.durability != .process, !mayLose {
          fail("G7", "the position of \(connection.host.number) is gone")
        }
      } else if let last = connection.outcomes, from != last + 1 || to < from {
        fail("G7", "a gap from \(from) to \(to) after \(last)")
      }
      connection.outcomes = to
      connection.host.lastOutcome = to
      connection.host.outcomeEpoch = params["epoch"]?.stringValue
    default: break
    }
  }

  private func event(_ event: JSON, on connection: SimulatedConnection) {
    guard let seq = event["seq"]?.intValue else { return fail("G7", "an event without a number") }
    if let last = connection.events?.last, seq != last + 1 {
      fail("G7", "event \(seq) follows \(last) without a gap")
    }
    connection.events?.last = seq
    if let epoch = connection.events?.epoch { connection.host.eventPosition = (epoch, seq) }
    if event["code"] == 205 { clearing = seq }
    guard let id = event["requestId"]?.stringValue, let job = jobs[id] else { return }
    // An initialization with another resource token reports the jobs that it ended after its answer: a clear may come first.
    if job.isCleared, let clearing, seq > clearing, event["function"] != "initialization" {
      fail("G11", "event \(event["code"]?.intValue ?? 0) of the cleared \(id)")
    }
    // A change of the rToken ends jobs that are not acknowledged yet, and reports it at once.
    if event["code"] != 601, !job.isAcknowledged, !job.waits, !job.isRepeated,
      job.connection === connection,
      connection.calls.values.contains(where: { $0.job == id })
    {
      fail("G2", "an event of \(id) precedes its acknowledgement")
    }
  }

  private func outcome(_ report: JSON, on connection: SimulatedConnection) {
    guard let number = report["outcome"]?.intValue, let id = report["requestId"]?.stringValue,
      let state = report["state"]?.stringValue
    else { return fail("G7", "an outcome without a number") }
    if let last = connection.outcomes, number != last + 1 {
      fail("G7", "outcome \(number) follows \(last) without a gap")
    }
    connection.outcomes = number
    connection.host.lastOutcome = number
    connection.host.outcomeEpoch = report["epoch"]?.stringValue
    if let known = outcomes[number], known != (id, state) {
      fail("G7", "outcome \(number) was \(known), and is \(id), \(state)")
    }
    for (other, known) in outcomes where known.id == id && other != number {
      if let job = jobs[id], !job.wasRetried, !job.mayEndAgain {
        fail("G7", "\(id) has the outcomes \(other), \(number)")
      }
    }
    outcomes[number] = (id, state)
    if let job = jobs[id] { outcome(state, of: job) }
  }

  /// Checks that each durable call that only the disk can delay is answered in time.
  func checkAnswers() {
    guard run.hasOneOwner, run.inFlight > 8, let process = run.process, process.engine != nil
    else { return }
    let now = run.scheduler.now
    for host in run.hosts where host.connection?.process === process {
      for (id, call) in (host.connection?.calls ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard case .durable = call.purpose, let job = call.job.flatMap({ jobs[$0] }), !job.waits,
          !job.isRepeated, now > call.time + 180_000_000_000
        else { continue }
        fail("G14", "call \(id), \(call.method), is not answered in time")
      }
    }
  }
}
