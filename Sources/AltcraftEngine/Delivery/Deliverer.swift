import HTTP
import JSONCodec
import Tracing

/// The delivery loop of one outbox: it takes a step, performs it and records the outcome. It runs in one
/// task, with a child task for each attempt in progress. All of these run on the executor that the HTTP
/// client prefers.
struct Deliverer: Sendable {
  let outbox: Outbox
  let ports: Ports

  /// The services of the engine that an attempt needs.
  struct Ports: Sendable {
    let environment: Environment
    let log: Log
    let health: PlatformHealth
    let appGroup: String
    let limits: @Sendable () -> Limits
    let http: any HTTPClient
    let configuration: @Sendable () -> Configuration?
    let credentials: @Sendable (JWTReason) async -> Result<Credentials, CredentialsFailure>
    /// Returns true if a request for credentials goes to the host, which may have newer ones.
    let canAskHost: @Sendable () -> Bool
    let pushToken: @Sendable () async -> PushToken?
    /// Checks if the platform knows the current token.
    let checkToken: @Sendable () -> Void
    let hasPermission: @Sendable () -> Bool
    let emit: @Sendable (EventDraft) -> Void
    let isExpired: @Sendable (Entry) -> Bool
  }

  /// Runs until its task is cancelled. Attempts in progress end with it and are repeated later.
  func run() async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        switch outbox.nextStep(isExpired: ports.isExpired) {
        case .attempt(let attempt):
          group.addTask { await TraceContext.with(attempt.trace) { await perform(attempt) } }
        case .expire(let entry):
          expire(entry)
          // A million more jobs may follow, and responses wait to be read.
          await Task.yield()
        case .lose(let entry):
          lose(entry)
          await Task.yield()
        case .rest(let entry, let cause):
          rest(entry, cause)
          await Task.yield()
        case .wait(let until):
          await outbox.compactIfUseful()
          await wait(until: until)
        }
      }
      group.cancelAll()
    }
  }

  private func wait(until time: Duration?) async {
    let changed = outbox.changed
    let alarm = time.map { time in
      Task {
        try await ports.environment.sleep(time - ports.environment.now())
        changed.fire()
      }
    }
    await withTaskCancellationHandler {
      await changed.wait()
    } onCancel: {
      changed.fire()
    }
    alarm?.cancel()
  }
}

extension Deliverer {
  /// The reason a request is not sent now.
  private enum Hindrance: Error {
    case lacking(Obstacle)
    /// A token update must be sent first. The job is already queued behind it.
    case tokenUpdate
  }

  /// A requirement of the request that is not met.
  private struct Obstacle {
    let reason: WaitingFor
    let events: [EventDraft]

    func workError(_ numbering: EventNumbering) -> WorkError {
      let last = events.last
      return WorkError(code: last?.code.number(numbering) ?? 0, message: last?.message ?? "")
    }
  }

  private func perform(_ attempt: Outbox.Attempt) async {
    let entry = attempt.entry
    let kind = outbox.kinds[Int(entry.kind)]
    do {
      let prepared = try await prepare(attempt, kind, .request)
      let result = await send(prepared.request, attempt, kind)
      guard !Task.isCancelled else { return }
      guard let second = await secondChance(after: result, prepared, attempt, kind) else {
        return record(result, attempt, kind, prepared.token)
      }
      let secondResult = await send(second.request, attempt, kind)
      guard !Task.isCancelled else { return }
      record(secondResult, attempt, kind, second.token)
    } catch {
      guard !Task.isCancelled else { return }
      switch error {
      case .lacking(let obstacle):
        for event in obstacle.events { ports.emit(event) }
        ports.log.info(
          "work waits",
          [
            "requestId": .text(entry.requestId), "method": .text(kind.method),
            "appGroup": .text(ports.appGroup), "for": .text(obstacle.reason.rawValue),
          ])
        outbox.wait(entry, for: obstacle.reason, obstacle.workError(numbering))
      case .tokenUpdate:
        ports.emit(
          EventDraft(.tokenUpdateWaiting, function: kind.method, requestID: entry.requestId))
      }
    }
  }

  private struct Prepared {
    let request: HTTPRequest
    let credentials: Credentials
    let token: PushToken?
  }

  /// Collects the parts of the request, in the order in which missing parts are reported.
  private func prepare(
    _ attempt: Outbox.Attempt, _ kind: JobKind, _ reason: JWTReason
  ) async throws(Hindrance) -> Prepared {
    let entry = attempt.entry
    guard let configuration = ports.configuration() else {
      throw obstacle(.configuration, entry, [(.configurationMissing, nil)])
    }
    let credentials: Credentials
    switch await ports.credentials(reason) {
    case .success(let found): credentials = found
    case .failure(let failure):
      throw obstacle(
        .user, entry,
        [
          (failure.code, failure.message), (.authMissing, nil), (kind.operation.dataMissing, nil),
        ])
    }
    guard credentials.userTag == entry.lane.userTag else {
      throw obstacle(.user, entry, [(.userTagUnavailable, nil)])
    }
    if kind.needs.contains(.permission), !ports.hasPermission() {
      throw obstacle(.permission, entry, [(.permissionDenied, nil)])
    }
    var token: PushToken?
    if kind.needs.contains(.pushToken) {
      let epoch = outbox.epoch
      token = await ports.pushToken()
      guard token != nil else {
        throw obstacle(
          .token, entry, [(.pushTokenMissing, nil), (kind.operation.dataMissing, nil)])
      }
      if let token, stepsBack(entry, for: token, epoch) { throw .tokenUpdate }
    }
    let context = DeliveryContext(
      configuration: configuration, authorization: credentials.authorization, pushToken: token,
      createdAt: Timestamp(milliseconds: entry.createdAt))
    let limits = ports.limits()
    let request = kind.request(attempt.body, context).http(
      to: configuration.apiURL, as: credentials.authorization, requestID: entry.requestId,
      limits: AttemptLimits(
        deadline: limits.attemptTime, responseBytes: limits.responseBytes))
    return Prepared(request: request, credentials: credentials, token: token)
  }

  /// Returns true if the job must wait for a token update. Under a resource token the platform must know the
  /// token of the device before a subscription names it; otherwise the device would be registered twice. If
  /// the update cannot be stored, the job does not wait for it.
  private func stepsBack(_ entry: Entry, for token: PushToken, _ epoch: UInt64) -> Bool {
    guard entry.lane.userTag == .resourceToken, !entry.isPastTokenUpdate else { return false }
    do throws(OutboxRefusal) {
      let check = try outbox.updateToken(
        to: token, of: .resourceToken, epoch: epoch, before: entry)
      return check != .upToDate
    } catch {
      return false
    }
  }

  private func obstacle(
    _ reason: WaitingFor, _ entry: Entry, _ events: [(SDKCode, String?)]
  ) -> Hindrance {
    .lacking(
      Obstacle(
        reason: reason,
        events: events.map { code, message in
          EventDraft(
            code, function: outbox.kinds[Int(entry.kind)].method, message: message,
            requestID: entry.requestId)
        }))
  }

  /// Prepares one more request after the platform refused the JWT of a callback, if the host has another JWT.
  private func secondChance(
    after result: Result<HTTPResponse, HTTPFailure>, _ first: Prepared,
    _ attempt: Outbox.Attempt, _ kind: JobKind
  ) async -> Prepared? {
    guard case .success(let response) = result, response.status == 401 || response.status == 403,
      ports.canAskHost(), let second = try? await prepare(attempt, kind, .rejected),
      second.credentials.authorization != first.credentials.authorization
    else { return nil }
    return second
  }

  private func send(
    _ request: HTTPRequest, _ attempt: Outbox.Attempt, _ kind: JobKind
  ) async -> Result<HTTPResponse, HTTPFailure> {
    let begun = ports.log.isOn(.info) ? ports.environment.now() : nil
    ports.log.debug(
      "attempt begins",
      [
        "requestId": .text(attempt.entry.requestId), "method": .text(kind.method),
        "appGroup": .text(ports.appGroup), "attempt": .number(attempt.entry.attempts + 1),
        "trace": attempt.trace.map { .text(String($0.traceID)) },
      ])
    let result: Result<HTTPResponse, HTTPFailure>
    do { result = .success(try await ports.http.send(request)) } catch { result = .failure(error) }
    guard let begun, !Task.isCancelled else { return result }
    let (status, failure) = result.parts
    ports.log.info(
      "attempt ended",
      [
        "requestId": .text(attempt.entry.requestId), "method": .text(kind.method),
        "appGroup": .text(ports.appGroup), "attempt": .number(attempt.entry.attempts + 1),
        "status": status.map { .number($0) }, "failure": failure.map(Log.Value.text),
        "ms": .milliseconds(ports.environment.now() - begun),
        "trace": attempt.trace.map { .text(String($0.traceID)) },
      ])
    return result
  }

  private var numbering: EventNumbering { ports.configuration()?.eventCodes ?? .current }
}

// Records outcomes.
extension Deliverer {
  private func record(
    _ result: Result<HTTPResponse, HTTPFailure>, _ attempt: Outbox.Attempt, _ kind: JobKind,
    _ token: PushToken?
  ) {
    let entry = attempt.entry
    let outcome: Outcome
    switch result {
    case .success(let response):
      outcome = Outcome(response, at: Timestamp(milliseconds: ports.environment.wallTime()))
    case .failure(let failure): outcome = Outcome(failure)
    }
    ports.health.note(outcome)
    let draft = EventDraft.ofOutcome(
      outcome, of: kind.operation, about: kind.subject(attempt.body), requestID: entry.requestId)
    let code = draft.code.number(numbering)
    switch outcome {
    case .delivered(let reply):
      outbox.destinationAnswered()
      let isOutdated = kind.method == TokenUpdate.method && outbox.isOutdated(entry)
      end(
        entry,
        .init(
          state: .delivered, eventCode: code, response: reply,
          savedToken: kind.savedToken(attempt.body, token), byAttempt: true), draft)
      if isOutdated { ports.checkToken() }
    case .rejected(let reply):
      outbox.destinationAnswered()
      end(
        entry,
        .init(
          state: .rejected, eventCode: code, response: reply,
          lastError: WorkError(code: code, httpCode: reply.httpCode, message: draft.message),
          byAttempt: true), draft)
    case .retry(.platform(let reply, let pause)):
      postpone(entry, draft, httpCode: reply.httpCode, retryAfter: pause)
    case .retry(.transport): postpone(entry, draft, httpCode: nil, retryAfter: nil)
    }
  }

  private func postpone(
    _ entry: Entry, _ draft: EventDraft, httpCode: Int?, retryAfter: Duration?
  ) {
    let error = WorkError(
      code: draft.code.number(numbering), httpCode: httpCode, message: draft.message)
    outbox.postpone(entry, error, retryAfter: retryAfter) { ports.emit(draft) }
  }

  private func expire(_ entry: Entry) {
    let draft = EventDraft(
      .workExpired, function: outbox.kinds[Int(entry.kind)].method,
      value: entry.eventValue(outbox.kinds), requestID: entry.requestId)
    end(
      entry,
      .init(state: .expired, eventCode: draft.code.number(numbering), byAttempt: false),
      draft)
  }

  private func lose(_ entry: Entry) {
    let draft = EventDraft(
      .workLost, function: outbox.kinds[Int(entry.kind)].method,
      value: entry.eventValue(outbox.kinds), requestID: entry.requestId)
    end(
      entry, .init(state: .lost, eventCode: draft.code.number(numbering), byAttempt: false),
      draft)
  }

  private func end(_ entry: Entry, _ ending: Outbox.Ending, _ draft: EventDraft) {
    ports.log.info(
      "work ended",
      [
        "requestId": .text(entry.requestId),
        "method": .text(outbox.kinds[Int(entry.kind)].method),
        "appGroup": .text(ports.appGroup), "state": .text(ending.state.rawValue),
        "event": .number(ending.eventCode),
      ])
    outbox.settle(entry, ending) { ports.emit(draft) }
  }

  /// Parks a job whose record the disk cannot read now: a later read may succeed.
  private func rest(_ entry: Entry, _ cause: StorageCause) {
    let draft = EventDraft(
      .storageError, function: outbox.kinds[Int(entry.kind)].method,
      value: ["cause": .string(cause.rawValue)], requestID: entry.requestId)
    ports.emit(draft)
    outbox.wait(
      entry, for: .retry,
      WorkError(code: draft.code.number(numbering), message: draft.message))
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

extension Entry {
  /// Returns the value of the events 600, 601 and 602, which report jobs that ended without a response.
  func eventValue(_ kinds: [JobKind]) -> JSONObject {
    [
      "method": .string(kinds[Int(kind)].method),
      "createdAt": .string(Timestamp(milliseconds: createdAt).text),
    ]
  }
}
