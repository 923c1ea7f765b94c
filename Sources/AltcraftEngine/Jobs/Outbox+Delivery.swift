import DurableLog
import JSONCodec
import Tracing

// Delivery.
extension Outbox {
  package func nextStep() -> Scheduler.Step {
    let (now, time) = (environment.now(), time)
    return perform { state, journal, _ in state.nextStep(at: now, time, to: &journal) }
  }

  /// The outcome of one job.
  package struct JobCompletion: Sendable {
    package let state: JobState
    package let eventCode: Int
    /// The part of the response that is kept.
    package var response: PlatformReply? { didSet { response = response?.kept } }
    package var lastError: AttemptError?
    package var savedToken: PushToken?
    /// True if an attempt ended the job; the attempt is then counted.
    package let byAttempt: Bool
    /// The id of the trace of that attempt.
    var trace: String?

    package init(
      state: JobState, eventCode: Int, response: PlatformReply? = nil,
      lastError: AttemptError? = nil, savedToken: PushToken? = nil, byAttempt: Bool
    ) {
      self.state = state
      self.eventCode = eventCode
      self.response = response?.kept
      self.lastError = lastError
      // A token update of an earlier version may have a longer token.
      self.savedToken = savedToken.flatMap { PushToken.fits($0.token.reveal()) ? $0 : nil }
      self.byAttempt = byAttempt
    }

    var outcome: JobOutcome {
      JobOutcome(state: state, eventCode: eventCode, response: response?.json ?? .null)
    }
  }

  /// The outcome of a subscription that a suspend or unsubscribe has passed, and its event.
  package struct Supersession: Sendable {
    let completion: JobCompletion
    let emit: @Sendable (Job) -> Void

    package init(_ completion: JobCompletion, emit: @escaping @Sendable (Job) -> Void) {
      self.completion = completion
      self.emit = emit
    }
  }

  /// Ends a job by its attempt: records the answer of the platform and the outcome, answers the calls that
  /// wait for it, runs `emit`, and releases the lane. If the job has already ended, as by a change of the
  /// rToken, only releases the lane.
  package func settle(
    _ job: Job, _ completion: JobCompletion, superseding: Supersession? = nil,
    emit: @escaping @Sendable () -> Void
  ) {
    let endedAt = environment.wallTime()
    var completion = completion
    completion.trace = TraceContext.current.map { String($0.traceID) }
    perform { [completion] state, journal, effects in
      if completion.byAttempt { state.destinationAnswered() }
      let isEnded = state.complete(
        job.id, completion, at: endedAt, holdingLane: true, superseding: superseding, emit: emit,
        to: &journal, &effects)
      if !isEnded { state.proceed(job.lane, after: job.id, &effects) }
    }
  }

  /// Ends a job, in progress or not. Returns false if it had ended before.
  package func end(_ id: Job.ID, _ completion: JobCompletion) -> Bool {
    let endedAt = environment.wallTime()
    return perform { state, journal, effects in
      state.complete(
        id, completion, at: endedAt, holdingLane: false, to: &journal, &effects)
    }
  }

  /// Records a failed attempt that will be repeated. Runs `emit`, unless the job has ended meanwhile, and
  /// returns the delay.
  @discardableResult
  package func postpone(
    _ job: Job, _ error: AttemptError, retryAfter: Duration?,
    emit: @escaping @Sendable () -> Void
  ) -> Duration? {
    let (now, jitter) = (environment.now(), environment.random(0...1))
    return perform { state, journal, effects in
      state.postpone(
        job, error, retryAfter: retryAfter, at: now, jitter: jitter, emit: emit, to: &journal,
        &effects)
    }
  }

  /// Parks a job that could not be tried, until the requirement is met.
  package func wait(_ job: Job, for reason: WaitingFor, _ error: AttemptError) {
    let (now, jitter) = (environment.now(), environment.random(0...1))
    perform { $0.wait(job, for: reason, error, at: now, jitter: jitter, &$2) }
  }

  /// Parks a job while the host is asked for a push token, at most until `time`: other jobs of its lane pass it.
  func standAside(_ job: Job, until time: Duration) {
    let now = environment.now()
    perform { $0.wait(job, for: .token, nil, until: time, at: now, jitter: 0, &$2) }
  }

  /// Records that the request of a job is being sent. Returns false, and releases the lane, if the job has ended
  /// meanwhile: it must not be sent.
  func markSent(_ job: Job) -> Bool {
    perform { state, _, effects in state.markSent(job, &effects) }
  }

  func isPending(_ id: Job.ID) -> Bool { read { $0.scheduler.jobs.contains(id) } }
}
