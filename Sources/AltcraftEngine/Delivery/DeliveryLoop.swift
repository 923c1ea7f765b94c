import HTTP
import JSONCodec
import Synchronization
import Tracing

/// The delivery loop of one outbox: it takes a step, performs it and records the outcome. It runs in one
/// task, with a child task for each attempt in progress. All of these run on the executor that the HTTP
/// client prefers.
final class DeliveryLoop: Sendable {
  private let outbox: Outbox
  /// The name of the app group, for the log.
  private let groupName: String
  let dependencies: DeliveryDependencies
  private let tokenAnswers = TokenAnswers()
  private let suspects = Suspects()
  /// The number of times it found that there may be a job to deliver, and looked for one.
  let wakeUps = Atomic<Int>(0)

  init(outbox: Outbox, groupName: String, dependencies: DeliveryDependencies) {
    self.outbox = outbox
    self.groupName = groupName
    self.dependencies = dependencies
  }

  /// An attempt at one job.
  private struct Attempt {
    let job: Job
    let content: Outbox.Content
    /// The numbering of all codes of this attempt: it may outlive its group, and change meanwhile.
    let numbering: EventNumbering

    var kind: JobKind { content.kind }
  }

  /// Runs until its task is cancelled. Attempts in progress end with it and are repeated later. After the gate of the
  /// attempts was closed, they continue, and no other one begins.
  func run() async {
    let alarm = DeliveryAlarm(context.environment, fires: outbox.changed)
    defer { alarm.cancel() }
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled, let numbering = dependencies.appGroup?.numbering {
        guard !context.attempts.isClosed else {
          await waitForChange()
          continue
        }
        switch outbox.nextStep() {
        case .attempt(let job):
          switch outbox.content(of: job) {
          case .success(let content)?:
            let attempt = Attempt(job: job, content: content, numbering: numbering)
            group.addTask {
              await TraceContext.with(content.trace) { await self.perform(attempt) }
            }
            continue
          case .failure(let cause)?: park(job, cause, numbering)
          case nil: lose(job, numbering)
          }
          // A million more jobs may follow, and responses wait to be read.
          await Task.yield()
        case .expire(let job):
          expire(job, numbering)
          await Task.yield()
        case .wait(let until):
          await outbox.compactIfUseful()
          if let until { alarm.set(until) }
          await waitForChange()
          wakeUps.add(1, ordering: .relaxed)
        }
      }
      group.cancelAll()
    }
  }

  private func waitForChange() async {
    let changed = outbox.changed
    await withTaskCancellationHandler {
      await changed.wait()
    } onCancel: {
      changed.fire()
    }
  }
}

extension DeliveryLoop {
  /// The reason a request is not sent now.
  private enum AttemptBlocker: Error {
    case lacking(MissingRequirement)
    /// The host has not answered yet.
    case asking(TokenRequest)
    /// A token update must be sent first. The job is already queued behind it.
    case tokenUpdate
  }

  /// A requirement of the request that is not met.
  private struct MissingRequirement {
    let reason: WaitingFor
    let events: [EventDraft]

    func attemptError(_ numbering: EventNumbering) -> AttemptError {
      let last = events.last
      return AttemptError(code: last?.code.number(numbering) ?? 0, message: last?.message ?? "")
    }
  }

  private func perform(_ attempt: Attempt) async {
    let (job, kind) = (attempt.job, attempt.kind)
    do {
      let prepared = try await prepare(attempt, .request)
      guard !Task.isCancelled, context.attempts.begin() else { return }
      defer { context.attempts.end() }
      guard outbox.markSent(job) else { return }
      guard let result = await send(prepared.request, attempt) else { return }
      guard mayRefreshCredentials(after: result) else { return record(result, attempt, prepared) }
      guard let second = await withFreshCredentials(prepared, attempt) else {
        // During a stop no host can be asked: the job stays as it is, for the next process.
        guard !Task.isCancelled, !context.attempts.isClosed else { return }
        return record(result, attempt, prepared)
      }
      guard let secondResult = await send(second.request, attempt) else { return }
      record(secondResult, attempt, second)
    } catch {
      guard !Task.isCancelled else { return }
      switch error {
      case .lacking(let requirement):
        if outbox.isPending(job.id) {
          for event in requirement.events { emit(event, attempt.numbering) }
          logWait(attempt, for: requirement.reason)
        }
        outbox.wait(
          job, for: requirement.reason, requirement.attemptError(attempt.numbering))
      case .asking(let request):
        logWait(attempt, for: .token)
        outbox.standAside(job, until: context.environment.now() + TokenRequest.maximumWait)
        guard let answer = await request.answer() else { return }
        tokenAnswers.retain(
          answer, to: request.choice, for: job.id, at: context.environment.now(),
          attemptTime: context.limits.attemptTime)
        outbox.wake(.token, userTag: job.lane.userTag)
      case .tokenUpdate:
        guard outbox.isPending(job.id) else { return }
        emit(
          EventDraft(.tokenUpdateWaiting, function: kind.method, requestID: job.requestId),
          attempt.numbering)
      }
    }
  }

  private func logWait(_ attempt: Attempt, for reason: WaitingFor) {
    context.log.info(
      "job waits",
      [
        "requestId": .text(attempt.job.requestId), "method": .text(attempt.kind.method),
        "appGroup": .text(groupName), "for": .text(reason.rawValue),
      ])
  }

  /// Returns the push token for an attempt at the job.
  private func pushToken(
    for attempt: Attempt, of group: AppGroup
  ) async throws(AttemptBlocker) -> PushToken? {
    let (job, numbering) = (attempt.job, attempt.numbering)
    let (tokens, environment) = (dependencies.tokens, context.environment)
    let choice = tokens.choice(of: group)
    if let answer = tokenAnswers.take(for: job.id, choice, at: environment.now()) {
      return answer.token
    }
    guard choice.mayAsk else {
      let (token, event) = await tokens.current(choice)
      if let event { emit(event, numbering) }
      return token
    }
    let request = TokenRequest.send(choice, tokens) { [self] event in emit(event, numbering) }
    guard let answer = await request.answer(within: TokenRequest.quickWait, environment) else {
      throw .asking(request)
    }
    return answer.token
  }

  private struct Prepared {
    let address: APIURL
    let request: HTTPRequest
    let credentials: Credentials
    let token: PushToken?
  }

  /// Collects the parts of the request, in the order in which missing parts are reported. `known` is the push token of
  /// an earlier request of the attempt.
  private func prepare(
    _ attempt: Attempt, _ reason: JWTReason, _ known: PushToken? = nil
  ) async throws(AttemptBlocker) -> Prepared {
    let (job, kind) = (attempt.job, attempt.kind)
    guard let group = dependencies.appGroup, let configuration = group.configuration else {
      throw missing(.configuration, job, [(.configurationMissing, nil)])
    }
    let credentials: Credentials
    switch await dependencies.credentials.credentials(in: group, configuration, reason) {
    case .success(let found): credentials = found
    case .failure(let failure):
      throw missing(
        .user, job,
        [
          (failure.code, failure.message), (.authMissing, nil), (kind.operation.dataMissing, nil),
        ])
    }
    guard credentials.userTag == job.lane.userTag else {
      throw missing(.user, job, [(.userTagUnavailable, nil)])
    }
    if kind.needs.contains(.permission), !group.hasPermission(context) {
      throw missing(.permission, job, [(.permissionDenied, nil)])
    }
    var token = known
    if token == nil, kind.needs.contains(.pushToken) {
      let epoch = outbox.epoch
      token = try await pushToken(for: attempt, of: group)
      guard token != nil else {
        throw missing(
          .token, job, [(.pushTokenMissing, nil), (kind.operation.dataMissing, nil)])
      }
      if let token, yields(job, for: token, epoch) { throw .tokenUpdate }
    }
    let input = DeliveryContext(
      configuration: configuration, authorization: credentials.authorization, pushToken: token,
      createdAt: Timestamp(milliseconds: job.createdAt))
    let limits = context.limits
    var request = kind.request(attempt.content.body, input).http(
      to: configuration.apiURL, as: credentials.authorization, requestID: job.requestId,
      trace: attempt.content.trace,
      limits: AttemptLimits(
        deadline: limits.attemptTime, responseBytes: limits.responseBytes))
    request.isAlone = suspects.isAlone(job.id)
    return Prepared(
      address: configuration.apiURL, request: request, credentials: credentials, token: token)
  }

  /// Returns true if the job must wait for a token update. Under a resource token the platform must know the
  /// token of the device before a subscription names it; otherwise the device would be registered twice. If
  /// the update cannot be stored, the job does not wait for it.
  private func yields(_ job: Job, for token: PushToken, _ epoch: UInt64) -> Bool {
    guard job.lane.userTag == .resourceToken, !job.skipsTokenUpdate else { return false }
    do throws(AcceptError) {
      let check = try outbox.updateToken(
        to: token, of: .resourceToken, epoch: epoch, before: job)
      return check != .upToDate
    } catch {
      return false
    }
  }

  private func missing(
    _ reason: WaitingFor, _ job: Job, _ events: [(SDKCode, String?)]
  ) -> AttemptBlocker {
    .lacking(
      MissingRequirement(
        reason: reason,
        events: events.map { code, message in
          EventDraft(
            code, function: outbox.kind(of: job).method, message: message,
            requestID: job.requestId)
        }))
  }

  /// Returns whether the platform refused the JWT of a callback: the host may have another one.
  private func mayRefreshCredentials(after result: Result<HTTPResponse, HTTPFailure>) -> Bool {
    guard case .success(let response) = result, response.status == 401 || response.status == 403,
      let configuration = dependencies.appGroup?.configuration
    else { return false }
    return dependencies.credentials.canRefresh(configuration)
  }

  /// Prepares the request once more, if the host has another JWT.
  private func withFreshCredentials(_ first: Prepared, _ attempt: Attempt) async -> Prepared? {
    guard let second = try? await prepare(attempt, .rejected, first.token),
      second.credentials.authorization != first.credentials.authorization
    else { return nil }
    return second
  }

  /// Sends a request and returns its result; nil if the attempt has no outcome, because it was cancelled or a stop came
  /// before its request was sent.
  private func send(
    _ request: HTTPRequest, _ attempt: Attempt
  ) async -> Result<HTTPResponse, HTTPFailure>? {
    let trace = outbox.trace?.active
    trace?.put(.attempt(attempt.job.attempts + 1), of: attempt.job, attempt.kind)
    let begun = trace != nil || context.log.isOn(.info) ? context.environment.now() : nil
    context.log.debug(
      "attempt begins",
      [
        "requestId": .text(attempt.job.requestId), "method": .text(attempt.kind.method),
        "appGroup": .text(groupName), "attempt": .number(attempt.job.attempts + 1),
        "trace": attempt.content.trace.map { .text(String($0.traceID)) },
      ])
    let result: Result<HTTPResponse, HTTPFailure>
    do { result = .success(try await dependencies.http.send(request)) } catch {
      result = .failure(error)
    }
    let isUnsent = context.attempts.isClosed && result == .failure(.cancelled)
    guard !Task.isCancelled, !isUnsent else { return nil }
    guard let begun else { return result }
    let (status, failure) = result.parts
    let duration = context.environment.now() - begun
    trace?.put(
      .answer(JobAnswer(result, to: attempt.job.attempts + 1, after: duration)), of: attempt.job,
      attempt.kind)
    context.log.info(
      "attempt ended",
      [
        "requestId": .text(attempt.job.requestId), "method": .text(attempt.kind.method),
        "appGroup": .text(groupName), "attempt": .number(attempt.job.attempts + 1),
        "status": status.map { .number($0) }, "failure": failure.map(Log.Value.text),
        "ms": .milliseconds(duration),
        "trace": attempt.content.trace.map { .text(String($0.traceID)) },
      ])
    return result
  }

  private var context: EngineContext { dependencies.context }

  private func emit(_ draft: EventDraft, _ numbering: EventNumbering) {
    context.events.emit(draft, numbering: numbering)
  }
}

// Records outcomes.
extension DeliveryLoop {
  private func record(
    _ result: Result<HTTPResponse, HTTPFailure>, _ attempt: Attempt, _ prepared: Prepared
  ) {
    let (job, kind, body) = (attempt.job, attempt.kind, attempt.content.body)
    let numbering = attempt.numbering
    let outcome: AttemptOutcome
    switch result {
    case .success(let response):
      outcome = AttemptOutcome(
        response, at: Timestamp(milliseconds: context.environment.wallTime()))
    case .failure(let failure):
      outcome = AttemptOutcome(failure)
      suspects.record(failure, of: job.id, others: context.health.state(of: prepared.address))
    }
    context.health.record(outcome, of: prepared.address)
    let draft = EventDraft.ofOutcome(
      outcome, of: kind.operation, about: kind.subject(body), requestID: job.requestId)
    let code = draft.code.number(numbering)
    switch outcome {
    case .delivered(let reply):
      let isOutdated = kind.method == TokenUpdate.method && outbox.isOutdated(job)
      end(
        job,
        .init(
          state: .delivered, eventCode: code, response: reply,
          savedToken: kind.savedToken(body, prepared.token), byAttempt: true), draft, numbering)
      if isOutdated { dependencies.tokenCheck?.runSoon(function: "processResponse") }
    case .rejected(let reply):
      end(
        job,
        .init(
          state: .rejected, eventCode: code, response: reply,
          lastError: AttemptError(code: code, httpCode: reply.httpCode, message: draft.message),
          byAttempt: true), draft, numbering)
    case .retry(.platform(let reply, let pause)):
      postpone(job, draft, httpCode: reply.httpCode, retryAfter: pause, numbering)
    case .retry(.transport): postpone(job, draft, httpCode: nil, retryAfter: nil, numbering)
    }
  }

  private func postpone(
    _ job: Job, _ draft: EventDraft, httpCode: Int?, retryAfter: Duration?,
    _ numbering: EventNumbering
  ) {
    let error = AttemptError(
      code: draft.code.number(numbering), httpCode: httpCode, message: draft.message)
    outbox.postpone(job, error, retryAfter: retryAfter) { [self] in emit(draft, numbering) }
  }

  private func expire(_ job: Job, _ numbering: EventNumbering) {
    let draft = EventDraft(
      .workExpired, function: outbox.kind(of: job).method,
      value: job.eventValue(outbox.kind(of: job)), requestID: job.requestId)
    end(
      job,
      .init(state: .expired, eventCode: draft.code.number(numbering), byAttempt: false),
      draft, numbering)
  }

  private func lose(_ job: Job, _ numbering: EventNumbering) {
    let draft = EventDraft(
      .workLost, function: outbox.kind(of: job).method,
      value: job.eventValue(outbox.kind(of: job)), requestID: job.requestId)
    end(
      job, .init(state: .lost, eventCode: draft.code.number(numbering), byAttempt: false),
      draft, numbering)
  }

  private func end(
    _ job: Job, _ completion: Outbox.JobCompletion, _ draft: EventDraft, _ numbering: EventNumbering
  ) {
    suspects.forget(job.id)
    context.log.info(
      "job ended",
      [
        "requestId": .text(job.requestId),
        "method": .text(outbox.kind(of: job).method),
        "appGroup": .text(groupName), "state": .text(completion.state.rawValue),
        "event": .number(completion.eventCode),
      ])
    let superseding = Outbox.Supersession(.cleared(numbering)) { [self] passed in
      emit(
        passed.clearedEvent(
          outbox.kind(of: passed), function: outbox.kind(of: job).method,
          ["cause": "superseded", "by": .string(job.requestId)]), numbering)
    }
    outbox.settle(job, completion, superseding: superseding) { [self] in
      emit(draft, numbering)
    }
  }

  /// Parks a job whose record the disk cannot read now: a later read may succeed.
  private func park(_ job: Job, _ cause: StorageCause, _ numbering: EventNumbering) {
    let draft = EventDraft(
      .storageError, function: outbox.kind(of: job).method,
      value: ["cause": .string(cause.rawValue)], requestID: job.requestId)
    emit(draft, numbering)
    outbox.wait(
      job, for: .retry,
      AttemptError(code: draft.code.number(numbering), message: draft.message))
  }
}

/// The services that a delivery loop needs. They do not retain the app group: an attempt that outlives its end
/// must not keep a group open.
struct DeliveryDependencies: Sendable {
  weak let appGroup: AppGroup?
  let credentials: CredentialsService
  let tokens: PushTokens
  let http: any HTTPClient
  let context: EngineContext

  var tokenCheck: TokenCheck? {
    appGroup.map {
      TokenCheck(group: $0, credentials: credentials, tokens: tokens, context: context)
    }
  }
}

extension Result<HTTPResponse, HTTPFailure> {
  /// The status, or the reason that there is none.
  var parts: (status: Int?, failure: String?) {
    switch self {
    case .success(let response): (response.status, nil)
    case .failure(let failure): (nil, failure.message)
    }
  }
}

extension Outbox.JobCompletion {
  static func cleared(_ numbering: EventNumbering) -> Self {
    Self(state: .cleared, eventCode: SDKCode.workCleared.number(numbering), byAttempt: false)
  }
}

extension Job {
  /// Returns the event 601 of the job, with those members in its value.
  func clearedEvent(_ kind: JobKind, function: String, _ members: JSONObject = [:]) -> EventDraft {
    EventDraft(
      .workCleared, function: function,
      value: JSONObject(eventValue(kind).members + members.members), requestID: requestId)
  }

  /// Returns the value of the events 600, 601 and 602, which report jobs that ended without a response.
  func eventValue(_ kind: JobKind) -> JSONObject {
    [
      "method": .string(kind.method),
      "createdAt": .string(Timestamp(milliseconds: createdAt).text),
    ]
  }
}
