import Glibc
import Synchronization
import System

/// The supervisor of the worker processes. It keeps at most one serving worker and ends those that are
/// drained, hung or dead. It runs on one thread, the only one that uses their sockets; the thread blocks in
/// `poll` and nowhere else. The thread also runs the tasks that prefer its executor: processing a response
/// and sending the next request then need no other thread.
///
/// A turn of `run`: commands and executor jobs → a worker for waiting requests → write → poll → read →
/// overdue requests and workers.
final class WorkerSupervisor {
  private let executor: WorkerExecutor
  private let wakeUp: Int32
  private let settings: WorkerHTTPClient.Settings

  private var links: [WorkerConnection] = []
  private var waiting: [PendingRequest] = []
  /// The dead or dying workers that are not reaped yet.
  private var unreaped: [ChildProcess] = []
  private var deathsInARow = 0
  private var mayStartAt = SuspendingClock.now
  /// The time without a request after which a worker ends.
  private var idle: Duration

  init(_ executor: WorkerExecutor, wakeUp: Int32) {
    self.executor = executor
    self.wakeUp = wakeUp
    settings = executor.settings
    idle = executor.settings.idle
  }

  func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let isDone = executeCommands()
      if executor.isClosed {
        // Commands posted before the close are still pending. Only executor jobs can follow them.
        _ = executeCommands()
        return end()
      }
      startWorkerIfNeeded()
      for link in links where !link.flush() { retire(link) }
      publish()
      wait(isDone ? nextTurn() : 0)
      for link in links { receive(link, buffer) }
      settleOverdue(at: .now)
      unreaped.removeAll { $0.ending != nil }
    }
  }

  /// Executes the pending commands and executor jobs. Returns true if none are left. Jobs post commands and
  /// cause further jobs, which share one turn and one write. The rounds are limited: a task that only yields
  /// must not delay the responses to other tasks.
  private func executeCommands() -> Bool {
    for _ in 0..<16 {
      guard let (commands, jobs) = executor.take() else { return true }
      commands.forEach(open)
      for job in jobs { job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
    }
    return false
  }

  private func open(_ command: WorkerExecutor.SupervisorCommand) {
    switch command {
    case .send(let ticket):
      if !ticket.isEnded { waiting.append(ticket) }
    case .cancel(let id):
      waiting.removeAll { $0.id == id }
      for link in links { link.cancel(id) }
    }
  }

  private func startWorkerIfNeeded() {
    guard !waiting.isEmpty else { return }
    var serving = links.first { $0.phase == .serving }
    if serving == nil && SuspendingClock.now >= mayStartAt {
      do throws(WorkerStartError) {
        let link = try WorkerConnection.start(executor.path)
        links.append(link)
        executor.state.withLock { $0.starts += 1 }
        executor.report(.started(processID: link.process.pid))
        serving = link
      } catch {
        for ticket in waiting { ticket.end(with: .failure(.worker(message: error.message))) }
        waiting = []
      }
    }
    guard let serving else { return }
    waiting.forEach(serving.take)
    waiting = []
    if serving.sends >= settings.maxSends { serving.phase = .draining }
  }

  /// Stops sending to a worker that no longer reads. If the process has ended, the next read detects it.
  private func retire(_ link: WorkerConnection) {
    waiting += link.takeBack().filter { !$0.isEnded }
    guard link.phase == .serving else { return }
    link.phase = .draining
    link.isBroken = true
    // A worker that never answered counts as dead. Otherwise workers would be restarted again and again
    // without a delay.
    if link.answers == 0 { countDeath() }
  }

  private func wait(_ milliseconds: Int32) {
    var descriptors = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
    for link in links {
      let events = link.hasOutgoing ? POLLIN | POLLOUT : POLLIN
      descriptors.append(pollfd(fd: link.socket, events: Int16(events), revents: 0))
    }
    poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    executor.state.withLock { $0.isAwake = true }
    guard descriptors[0].revents != 0 else { return }
    var bytes = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    _ = recv(wakeUp, &bytes, MemoryLayout.size(ofValue: bytes), Int32(MSG_DONTWAIT))
  }

  /// Returns the milliseconds until something is overdue, rounded up; -1 if nothing will be.
  private func nextTurn() -> Int32 {
    var times = waiting.map(\.deadline)
    if !waiting.isEmpty { times.append(mayStartAt) }
    // No event reports the exit of a process, which takes only microseconds. Check again soon.
    if !unreaped.isEmpty { times.append(.now + .milliseconds(10)) }
    for link in links {
      times += link.pending.values.map { $0.deadline + settings.grace }
      if !link.pending.isEmpty { times.append(link.nextLook) }
      switch link.phase {
      case .serving: if link.pending.isEmpty { times.append(link.quietSince + idle) }
      case .draining: if link.pending.isEmpty { return 0 }
      case .ending(let killAt): times.append(killAt)
      }
    }
    guard let first = times.min() else { return -1 }
    let (seconds, attoseconds) = (first - .now).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int32(min(seconds, 3600)) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
  }

  private func receive(_ link: WorkerConnection, _ buffer: UnsafeMutableRawBufferPointer) {
    let answersBefore = link.answers
    let reception = link.receive(into: buffer)
    if link.answers > answersBefore { deathsInARow = 0 }
    switch reception {
    case .open: break
    case .ended: terminate(link)
    case .garbled: terminate(link, "the delivery process sent an invalid message")
    }
  }

  private func settleOverdue(at now: SuspendingClock.Instant) {
    for ticket in waiting where ticket.deadline <= now {
      ticket.end(with: .failure(.worker(message: "no delivery process within the deadline")))
    }
    waiting.removeAll(where: \.isEnded)

    for link in links {
      if link.pending.values.contains(where: { $0.deadline + settings.grace <= now }) {
        terminate(link, "the delivery process hung and was killed")
        continue
      }
      if link.nextLook <= now, link.residentBytes() > settings.maxResidentBytes,
        link.phase == .serving
      {
        link.phase = .draining
      }
      switch link.phase {
      case .draining where link.isBroken && link.pending.isEmpty:
        terminate(link, "the delivery process was replaced (\(keptBusy))")
      case .serving, .draining:
        let until = link.phase == .draining ? now : link.quietSince + idle
        if link.pending.isEmpty, until <= now {
          shutdown(link.socket, Int32(SHUT_WR))
          link.phase = .ending(killAt: now + settings.grace)
        }
      case .ending(let killAt):
        if killAt <= now { terminate(link) }
      }
    }
  }

  /// Kills a worker and fails its requests.
  private func terminate(_ link: WorkerConnection, _ cause: String? = nil) {
    links.removeAll { $0 === link }
    close(link.socket)
    let wasExpected = link.phase != .serving && link.pending.isEmpty
    let ending = end(link.process)
    if !wasExpected { countDeath() }
    publish()
    let reason = cause ?? "the delivery process ended unexpectedly (\(ending))"
    if wasExpected && !link.isBroken {
      executor.report(.ended(processID: link.process.pid))
    } else {
      executor.state.withLock { $0.losses += 1 }
      executor.report(
        .lost(processID: link.process.pid, reason: reason, inARow: max(1, deathsInARow)))
    }
    link.failAll(reason)
  }

  private func countDeath() {
    deathsInARow += 1
    // The first dead worker is replaced at once.
    guard deathsInARow > 1 else { return }
    let delay = Duration.milliseconds(50 << min(deathsInARow - 2, 10))
    mayStartAt = .now + min(delay, settings.maxStartDelay)
  }

  private func end(_ process: ChildProcess) -> String {
    process.send(signal: SIGKILL)
    // A process closes its descriptors shortly before it can be reaped.
    for _ in 0..<10 {
      if let ending = process.ending { return text(of: ending) }
      poll(nil, 0, 1)
    }
    unreaped.append(process)
    return "still ending"
  }

  private func text(of ending: ChildProcess.Ending) -> String {
    switch ending {
    case .exited(EX_TEMPFAIL): "exit status \(EX_TEMPFAIL): \(keptBusy)"
    case .exited(let status): "exit status \(status)"
    case .killed(let signal): "signal \(signal)"
    case .unknown: "unknown"
    }
  }

  private func publish() {
    let processID = links.first { $0.phase == .serving }?.process.pid
    idle = executor.state.withLock { state in
      state.processID = processID
      return state.idle
    }
  }

  private func end() {
    let message = "the delivery process was closed"
    for ticket in waiting { ticket.end(with: .failure(.worker(message: message))) }
    for link in links {
      close(link.socket)
      link.process.send(signal: SIGKILL)
      link.failAll(message)
      link.process.wait()
    }
    for process in unreaped { process.wait() }
    let jobs = executor.state.withLock { state in
      if let end = state.wakeUp { close(end) }
      state.wakeUp = nil
      state.processID = nil
      defer { state.jobs = [] }
      return state.jobs
    }
    close(wakeUp)
    executor.runElsewhere(jobs)
  }
}

/// The reason why a worker stops reading requests, or ends with `EX_TEMPFAIL`: a server sends a response
/// that its network library processes for longer than the deadline, such as one with endless headers.
private let keptBusy = "a response kept it busy beyond its deadline"
