// The steps of the transitions of an outbox.
extension OutboxState {
  /// Records a step of a job, if steps are recorded.
  func trace(_ step: @autoclosure () -> JobStep, of job: Job, _ effects: Effects) {
    guard let trace = effects.trace else { return }
    trace.put(step(), of: job, kinds[job.kind])
  }

  /// Records that a job waits, if it does and steps are recorded.
  func traceWait(of id: Job.ID, at now: Duration, _ effects: Effects) {
    guard let trace = effects.trace, let job = scheduler[id], let reason = job.waitingFor else {
      return
    }
    let delay = scheduler.nextAttempt(of: job).map { $0 - now }
    trace.put(.waiting(reason, delay: delay), of: job, kinds[job.kind])
  }

  /// Records that a job is behind others of its lane, if it is and steps are recorded.
  func tracePlace(of id: Job.ID, _ effects: Effects) {
    guard let trace = effects.trace, let job = scheduler[id],
      scheduler.waitingFor(job) == .lane
    else { return }
    trace.put(.waiting(.lane, delay: nil), of: job, kinds[job.kind])
  }
}
