import Synchronization

/// A request to the host for a push token. An attempt waits for a quick answer only, so that a host that does not answer
/// holds up no other job.
final class TokenRequest: Sendable {
  struct Answer: Sendable {
    /// Nil if the host has none.
    let token: PushToken?
  }

  /// The time for which an attempt waits. An answer within it does not change the order of jobs.
  static let quickWait = Duration.milliseconds(250)
  /// The time after which a job that waits for the answer is tried again in any case.
  static let maximumWait = Duration.seconds(60)

  let choice: PushTokens.Choice
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let found = Mutex<Answer?>(nil)
  private let changed = AsyncSignal()

  private init(_ choice: PushTokens.Choice) { self.choice = choice }

  /// Sends the request, and calls `report` with the event for a token that is new.
  static func send(
    _ choice: PushTokens.Choice, _ tokens: PushTokens,
    report: @escaping @Sendable (EventDraft) -> Void
  ) -> TokenRequest {
    let request = TokenRequest(choice)
    let task = Task {
      let (token, event) = await tokens.current(choice)
      if let event { report(event) }
      request.found.withLock { $0 = Answer(token: token) }
      request.changed.fire()
    }
    request.task.withLock { $0 = task }
    return request
  }

  /// Waits for the answer; nil if it takes longer than `limit`, or if the caller was cancelled.
  func answer(within limit: Duration, _ environment: Environment) async -> Answer? {
    let alarm = Task { [changed] in
      try await environment.sleep(limit)
      changed.fire()
    }
    defer { alarm.cancel() }
    await wait()
    return found.withLock { $0 }
  }

  /// Waits for the answer; nil if the caller was cancelled.
  func answer() async -> Answer? {
    while true {
      if let answer = found.withLock({ $0 }) { return answer }
      guard !Task.isCancelled else { return nil }
      await wait()
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await changed.wait()
    } onCancel: {
      task.withLock { $0?.cancel() }
      changed.fire()
    }
  }
}

/// The answers for jobs that stood aside. Each is used by the next attempt at its job, only while the sources of the token
/// are the same.
final class TokenAnswers: Sendable {
  private struct Retained {
    let answer: TokenRequest.Answer
    let choice: PushTokens.Choice
    let until: Duration
  }

  private let retained = Mutex<[Job.ID: Retained]>([:])

  /// Retains an answer while another job of the lane may be tried, which takes at most two requests of `attemptTime`.
  /// Otherwise a job would be passed by all others while the platform is slow.
  func retain(
    _ answer: TokenRequest.Answer, to choice: PushTokens.Choice, for job: Job.ID,
    at now: Duration, attemptTime: Duration
  ) {
    retained.withLock { retained in
      retained = retained.filter { $0.value.until > now }
      retained[job] = Retained(
        answer: answer, choice: choice, until: now + attemptTime * 2 + .seconds(10))
    }
  }

  func take(
    for job: Job.ID, _ choice: PushTokens.Choice, at now: Duration
  ) -> TokenRequest.Answer? {
    guard let found = retained.withLock({ $0.removeValue(forKey: job) }), found.until > now,
      found.choice.isSame(as: choice)
    else { return nil }
    return found.answer
  }
}
