import AltcraftEngine
import JSONCodec
import JSONRPC

struct OutboxFlushParameters: Sendable {
  var wait: Bool

  static let fields = ObjectCodec(
    OutboxFlushParameters.init,
    Field(
      "wait", \.wait, .bool, default: false,
      """
      True to answer after each waiting job has had its attempt, false to answer immediately. Example: `true`.
      """))
}

private struct PendingCount: Sendable {
  var pending: Int
}

struct OutboxControlParameters: Sendable {
  var requestId: String?
  var filter: OutboxFilter?
  var dryRun: Bool

  static let fields = ObjectCodec(
    OutboxControlParameters.init,
    Field(
      "requestId", \.requestId, optional: .string,
      "The id of the job, from the answer of the durable call. Example: `\"example-1\"`."),
    Field(
      "filter", \.filter, optional: OutboxFilter.codec,
      "A choice of jobs, in place of `requestId`. Example: `{\"method\": [\"mobileEvent\"]}`."),
    Field(
      "dryRun", \.dryRun, .bool, default: false,
      "True to count the jobs that `filter` chooses, and change nothing. Example: `true`."))

  enum Choice {
    case one(String)
    case many(OutboxFilter)
  }

  /// Returns the job or the jobs to change.
  func choice() throws(EngineError) -> Choice {
    switch (requestId, filter) {
    case (let id?, nil):
      guard !dryRun else {
        throw .invalid(parameter: "dryRun", expected: "false, or a filter in place of requestId")
      }
      return .one(id)
    case (nil, let filter?):
      guard !filter.isEmpty else {
        throw .invalid(parameter: "filter", expected: "at least one member")
      }
      return .many(filter)
    case (_?, _?):
      throw .invalid(parameter: "filter", expected: "no filter beside requestId")
    case (nil, nil):
      throw .invalid(parameter: "requestId", expected: "the id of a job, or a filter")
    }
  }
}

/// One of the two changes that a host can make to jobs.
private struct JobChange: Sendable {
  /// The states of the jobs that can be changed.
  let states: Set<JobState>
  /// The description of an accepted `requestId`.
  let accepted: String
  var needsConfiguration = false
  let isPossible: @Sendable (Engine, String) -> Bool
  /// Changes a job. Returns the function to call after the reply.
  let make: @Sendable (Engine, String) async throws(Outbox.ControlFailure) -> @Sendable () -> Void

  var refusal: EngineError { .invalid(parameter: "requestId", expected: accepted) }

  func check(_ engine: Engine, _ parameters: OutboxControlParameters) throws(EngineError) {
    if case .one(let id) = try parameters.choice(), !isPossible(engine, id) { throw refusal }
    guard engine.configuration != nil || !needsConfiguration || parameters.dryRun else {
      throw .notInitialized
    }
  }

  func error(_ failure: Outbox.ControlFailure) -> EngineError {
    switch failure {
    case .notRetryable: refusal
    case .refused(let refusal): .outbox(refusal)
    }
  }

  /// Changes the jobs that a filter chooses, up to 64 at a time, so that they share a sync. Stops after the first that
  /// the disk refuses. Jobs that have changed meanwhile are skipped.
  func makeAll(
    _ engine: Engine, _ filter: OutboxFilter, dryRun: Bool
  ) async throws(EngineError) -> (OutboxChanges, afterReply: [@Sendable () -> Void]) {
    let matches = filter.predicate
    var changes = OutboxChanges(matched: 0, done: 0)
    var afterReply: [@Sendable () -> Void] = []
    var failure: Outbox.ControlFailure?
    for page in engine.pages(of: states) {
      var rest = page.filter(matches).map(\.requestId)[...]
      changes.matched += rest.count
      while !dryRun, failure == nil, !rest.isEmpty {
        for result in await makeSome(engine, rest.prefix(64)) {
          switch result {
          case .success(let action):
            changes.done += 1
            afterReply.append(action)
          case .failure(.notRetryable): break
          case .failure(let refusal): failure = refusal
          }
        }
        rest = rest.dropFirst(64)
      }
      // There may be hundreds of pages, and the thread has other calls.
      await Task.yield()
    }
    // If some were changed, the numbers say how many were not.
    if let failure, changes.done == 0 { throw error(failure) }
    return (changes, afterReply)
  }

  private func makeSome(
    _ engine: Engine, _ ids: ArraySlice<String>
  ) async -> [Result<@Sendable () -> Void, Outbox.ControlFailure>] {
    await withTaskGroup(
      of: Result<@Sendable () -> Void, Outbox.ControlFailure>.self, returning: [_].self
    ) { group in
      for id in ids {
        group.addTask {
          do throws(Outbox.ControlFailure) {
            return .success(try await make(engine, id))
          } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }
}

extension Catalog {
  static let outboxFlush = BridgeMethod.waiting(
    "outbox.flush",
    "Starts the next attempt of all waiting jobs now.",
    details: "Ends all pauses between attempts, including a pause that the platform requested.",
    parameters: OutboxFlushParameters.fields,
    result: Codec.result(
      "PendingCount", "The number of jobs left to deliver.", PendingCount.init,
      Field(
        "pending", \.pending, .int(in: 0...Int(Int32.max)),
        "The number of pending jobs.")),
    failures: [.shuttingDown, .requestCancelled],
    examples: [
      Example("nothing waits", ["wait": true], .exactly(["pending": 0])),
      Example(
        "a number in place of a boolean", ["wait": 1], .error(code: -32602, reason: "invalidParams")
      ),
    ],
    run: { call, parameters throws(EngineError) in
      let pending = call.context.engine.flush(waits: parameters.wait)
      return { () async throws(EngineError) in PendingCount(pending: await pending()) }
    })

  static let outboxRetry = control(
    "outbox.retry",
    "Moves rejected jobs back to pending, with the same id and a new time to live.",
    details: """
      A rejected job can be retried while it is among the last `finishedRecords` (10 000) ended jobs and its body is \
      kept: new jobs displace the oldest rejected body. Needs a configuration. Takes one `requestId`, or a `filter`.
      """,
    failures: [
      .notInitialized,
      .outboxFull(
        limit: "outboxBytes", max: Limits().outboxBytes, used: Limits().outboxBytes,
        retryAfterMs: 1000),
    ],
    JobChange(
      states: [.rejected], accepted: "the id of a rejected job that is kept",
      needsConfiguration: true, isPossible: { $0.isRetryable($1) },
      make: { engine, id throws(Outbox.ControlFailure) in
        try await engine.retry(id)
        return {}
      }))

  static let outboxDiscard = control(
    "outbox.discard",
    "Ends pending jobs, or drops the bodies of rejected ones: they are never sent.",
    details: """
      A pending job ends in state cleared, with event 601 whose value has `cause` "discarded". One that is being \
      sent is refused with -32602. A rejected job still counts as rejected, and `outbox.get` still returns its outcome. \
      Takes one `requestId`, or a `filter`.
      """,
    JobChange(
      states: [.pending, .rejected],
      accepted: "the id of a pending job that is not being sent, or of a rejected job that is kept",
      isPossible: { $0.isDiscardable($1) },
      make: { engine, id throws(Outbox.ControlFailure) in try await engine.discard(id) }))

  private static func control(
    _ name: String, _ summary: String, details: String, failures: [RPCError] = [],
    _ change: JobChange
  ) -> BridgeMethod {
    .barrier(
      name, summary, details: details, parameters: OutboxControlParameters.fields,
      result: OutboxChange.codec,
      failures: [.storageFailed(cause: .noSpace), .shuttingDown, .requestCancelled] + failures,
      examples: [
        Example(
          "a rejected job", given: ExampleSteps.rejected,
          ["requestId": "example-1"], .exactly(true)),
        Example(
          "all rejected subscriptions", given: ExampleSteps.rejected,
          ["filter": ["state": "rejected", "method": ["pushSubscribe"]]],
          .exactly(["matched": 1, "done": 1])),
        Example(
          "a count", given: ExampleSteps.rejected,
          ["filter": ["acceptedAfter": "2020-01-01"], "dryRun": true],
          .exactly(["matched": 1, "done": 0])),
        Example("an empty filter", ["filter": [:]], .error(code: -32602, reason: "invalidParams")),
        Example(
          "an unknown id", ["requestId": "unknown-1"],
          .error(code: -32602, reason: "invalidParams")),
      ],
      check: { session, parameters throws(EngineError) in
        try change.check(session.engine, parameters)
      },
      run: { call, parameters throws(EngineError) in
        let engine = call.context.engine
        switch try parameters.choice() {
        case .one(let id):
          do throws(Outbox.ControlFailure) {
            call.afterReply(try await change.make(engine, id))
          } catch { throw change.error(error) }
          return .one
        case .many(let filter):
          let (changes, actions) = try await change.makeAll(
            engine, filter, dryRun: parameters.dryRun)
          call.afterReply { for action in actions { action() } }
          return .many(changes)
        }
      })
  }
}
