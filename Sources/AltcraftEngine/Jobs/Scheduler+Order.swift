// The order of the jobs of a lane; see `Lane`.
extension Scheduler {
  /// Returns the job that the lane tries next; nil if all stand aside.
  func candidate(_ key: LaneID) -> Job.ID? {
    // The lane is copied only if jobs stand aside. A method as an argument would copy the scheduler.
    guard let glance = lanes.glance(key) else { return nil }
    guard glance.hasAside, let lane = lanes[key] else { return glance.first }
    return candidate(lane)
  }

  func candidate(_ lane: Lane) -> Job.ID? {
    guard !lane.aside.isEmpty else { return lane.queue.first }
    let heads = (lane.aside.map(\.queue.first) + [lane.queue.first]).compactMap(\.self)
      .sorted(by: precedes)
    var missing: JobKind.Needs = []
    var passed: [JobKind.Needs] = []
    for id in heads {
      let needs = jobs.needs(of: id)
      if let need = jobs.waitingFor(id).flatMap(\.need) {
        missing.formUnion(need)
      } else if needs.isDisjoint(with: missing), !passed.contains(needs), !isPassed(id, by: heads) {
        return id
      }
      passed.append(needs)
    }
    return nil
  }

  /// Returns true for a subscription whose outcome is on its way: a later job that ends it has been sent before.
  private func isPassed(_ id: Job.ID, by heads: [Job.ID]) -> Bool {
    jobs.role(of: id) == .subscribes
      && heads.contains {
        $0 > id && jobs.role(of: $0) == .endsSubscription && jobs.attempts(of: $0) ?? 0 > 0
      }
  }

  /// Returns true if the first job is tried before the second one, if neither waits.
  // Inlined, because a call from a change of the scheduler copies it.
  @inline(__always)
  func precedes(_ one: Job.ID, _ other: Job.ID) -> Bool {
    let (first, second) = (jobs.hasPriority(one), jobs.hasPriority(other))
    return first == second ? one < other : first
  }

  /// Puts the jobs aside that the next one passes, and makes the lane ready if there is a next one. Call it for a lane
  /// that neither is busy nor sleeps.
  mutating func arrange(_ key: LaneID) {
    guard let status = lanes[key]?.status else { return enqueue(key) }
    guard !status.isBusy, !status.isSleeping else { return }
    arrangeQueue(key)
    guard candidate(key) != nil else {
      lanes[key]?.status = .blocked
      return
    }
    lanes[key]?.status = .ready
    enqueue(key)
  }

  private mutating func arrangeQueue(_ key: LaneID) {
    while candidate(key) == nil, let id = lanes[key]?.queue.first { putAside(id, key) }
  }

  /// Moves a job out of the queue of the lane. Returns the place of its new queue.
  @discardableResult
  private mutating func putAside(_ id: Job.ID, _ key: LaneID) -> Int? {
    let needs = jobs.needs(of: id)
    guard var index = lanes[key]?.aside.count else { return nil }
    if let known = lanes[key]?.aside.firstIndex(where: { $0.needs == needs }) {
      index = known
    } else {
      lanes[key]?.aside.append(Lane.Aside(needs: needs))
    }
    guard lanes[key]?.queue.remove(id) == true else { return index }
    let first = lanes[key]?.aside[index].queue.first
    lanes[key]?.aside[index].queue.insert(id)
    // A job that is retried comes before the later ones.
    if let first, id < first { endWait(key, first, in: index) }
    return index
  }

  /// Ends the wait of a job.
  mutating func endWait(_ key: LaneID, _ id: Job.ID) {
    guard let reason = jobs.waitingFor(id) else { return }
    jobs.setWaitingFor(nil, id)
    guard let lane = lanes[key] else { return }
    for index in lane.aside.indices where lane.aside[index].queue.first == id {
      lanes[key]?.aside[index].deferredUntil = nil
    }
    // The first jobs of two queues may wait for the same.
    guard
      !lane.aside.contains(where: { aside in
        aside.queue.first.map { $0 != id && jobs.waitingFor($0) == reason } == true
      })
    else { return }
    parked[reason]?.remove(key, of: lane.user)
  }

  /// Ends the wait of a job that is no longer the first of its queue.
  private mutating func endWait(_ key: LaneID, _ id: Job.ID, in index: Int) {
    lanes[key]?.aside[index].deferredUntil = nil
    endWait(key, id)
  }

  /// Lets a job wait while other jobs of its lane pass it.
  mutating func stepAside(
    _ id: Job.ID, _ key: LaneID, until time: Duration?, at now: Duration, jitter: Double
  ) {
    guard let index = putAside(id, key), let aside = lanes[key]?.aside[index],
      aside.queue.first == id
    else {
      endWait(key, id)
      return makeReady(key)
    }
    let until = time ?? now + policy.delay(afterFailure: aside.waits, jitter: jitter)
    if time == nil { lanes[key]?.aside[index].waits = aside.waits + 1 }
    lanes[key]?.aside[index].deferredUntil = until
    lanes[key]?.status = .ready
    setAlarm(key, at: until)
    arrange(key)
  }

  /// Ends the waits of a lane that are over.
  mutating func endWaits(_ key: LaneID, at now: Duration) {
    guard let lane = lanes[key] else { return }
    for aside in lane.aside {
      if let until = aside.deferredUntil, until <= now, let id = aside.queue.first {
        endWait(key, id)
      }
    }
    if lane.status.isOver(at: now) { makeReady(key) } else { arrange(key) }
  }

  /// Ends the waits for those reasons in the jobs aside.
  mutating func endWaits(_ key: LaneID, where isMeant: (WaitingFor) -> Bool) {
    guard let lane = lanes[key], !lane.aside.isEmpty else { return }
    for aside in lane.aside {
      if let id = aside.queue.first, let reason = jobs.waitingFor(id), reason.need != nil,
        isMeant(reason)
      {
        endWait(key, id)
      }
    }
    arrange(key)
  }

  /// Returns the subscriptions that are over when that job has been answered: those of its lane that were accepted
  /// before it, in order.
  func subscriptions(passedBy id: Job.ID) -> [Job.ID] {
    guard jobs.role(of: id) == .endsSubscription, let key = jobs.lane(of: id),
      let lane = lanes[key]
    else { return [] }
    var passed: [Job.ID] = []
    for queue in lane.aside.map(\.queue) + [lane.queue] {
      passed += queue.prefix { $0 < id || jobs.hasPriority($0) }
        .filter { jobs.role(of: $0) == .subscribes }
    }
    return passed.sorted()
  }
}

// Requests on the wire.
extension Scheduler {
  /// Records that the request of a job is being sent. Returns false if no attempt at the job is in progress any more.
  package mutating func markSent(_ id: Job.ID) -> Bool {
    guard isInFlight(id), let key = jobs.lane(of: id) else { return false }
    lanes[key]?.isSent = true
    return true
  }

  /// Returns true if the platform may have received the request of the attempt in progress.
  func isSent(_ id: Job.ID) -> Bool {
    isInFlight(id) && jobs.lane(of: id).flatMap { lanes[$0]?.isSent } == true
  }
}

// Reports.
extension Scheduler {
  /// The jobs that are being tried.
  var jobsInFlight: [Job.ID] { inFlightLanes.compactMap { lanes[$0]?.status.jobInFlight } }

  /// Returns true if a flush asked for another attempt while that job was being tried.
  package func isFlushedInFlight(_ id: Job.ID) -> Bool {
    guard isInFlight(id), let key = jobs.lane(of: id) else { return false }
    return lanes[key]?.wakeups.contains(.retry) == true
  }

  /// Returns true for the job that its lane tries next, or is trying.
  func isHead(_ id: Job.ID) -> Bool {
    guard jobs.isHeld(id) == false, let key = jobs.lane(of: id) else { return false }
    return (lanes.glance(key)?.status.jobInFlight ?? head(key)) == id
  }

  /// Returns the time of the next check of that job; nil for a job that is ready, in flight or behind another job.
  package func nextAttempt(of job: Job) -> Duration? {
    guard let lane = id(of: job.lane).flatMap({ lanes[$0] }) else { return nil }
    if case .sleeping(let until, job.id) = lane.status { return until }
    return lane.aside.first { $0.queue.first == job.id }?.deferredUntil
  }

  /// Returns the reason a job is not being tried; nil if it is being tried, or is the next of its lane.
  package func waitingFor(_ job: Job) -> WaitingFor? {
    if let reason = job.waitingFor { return reason }
    guard let key = id(of: job.lane), let lane = lanes[key] else { return nil }
    switch lane.status {
    case .inFlight(job.id): return nil
    case .ready, .holding: return candidate(key) == job.id ? nil : .lane
    case .inFlight, .sleeping, .blocked: return .lane
    }
  }
}
