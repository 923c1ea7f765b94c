import AltcraftEngine
import JSONCodec
import JSONRPC

struct OutboxFlushParameters: Sendable {
  var wait: Bool

  static let fields = ObjectCodec(
    OutboxFlushParameters.init,
    Field(
      "wait", \.wait, .bool, default: false,
      "True to answer after each waiting job has had its attempt, false to answer immediately."))
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
      "True to count the jobs that `filter` chooses, and change nothing."))

  func check(_ outbox: Outbox) throws(EngineError) {
    switch (requestId, filter) {
    case (let id?, nil):
      guard outbox.isRetryable(id) else { throw .notRetryable }
      guard !dryRun else {
        throw .invalid(parameter: "dryRun", expected: "false, or a filter in place of requestId")
      }
    case (nil, let filter?):
      guard !filter.isEmpty else {
        throw .invalid(parameter: "filter", expected: "at least one member")
      }
    case (_?, _?):
      throw .invalid(parameter: "filter", expected: "no filter beside requestId")
    case (nil, nil):
      throw .invalid(parameter: "requestId", expected: "the id of a rejected job, or a filter")
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
      let outbox = call.context.engine.outbox
      if !parameters.wait { outbox.flush() }
      let pending = outbox.pendingCount
      return { () async throws(EngineError) in
        guard parameters.wait else { return PendingCount(pending: pending) }
        await outbox.flushAndWait()
        return PendingCount(pending: outbox.pendingCount)
      }
    })

  static let outboxRetry = control(
    "outbox.retry",
    "Moves rejected jobs back to pending, with the same id and a new time to live.",
    details: """
      A rejected job can be retried while it is among the last 10 000 ended jobs and its body is kept: new jobs \
      displace the oldest rejected body. Needs a configuration. Takes one `requestId`, or a `filter`.
      """,
    failures: [
      .notInitialized,
      .outboxFull(
        limit: "outboxBytes", max: Limits().outboxBytes, used: Limits().outboxBytes,
        retryAfterMs: 1000),
    ],
    check: { engine throws(EngineError) in
      guard engine.configuration != nil else { throw .notInitialized }
    }
  ) { engine, id throws(Outbox.ControlFailure) in try await engine.retry(id) }

  static let outboxDiscard = control(
    "outbox.discard", "Drops the bodies of rejected jobs: they are never sent again.",
    details:
      "The job still counts as rejected, and `outbox.get` still returns its outcome. Takes one `requestId`, or a `filter`."
  ) { engine, id throws(Outbox.ControlFailure) in try await engine.outbox.discard(id) }

  private static func control(
    _ name: String, _ summary: String, details: String, failures: [RPCError] = [],
    check: @escaping @Sendable (Engine) throws(EngineError) -> Void = { _ in },
    _ change: @escaping @Sendable (Engine, String) async throws(Outbox.ControlFailure) -> Void
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
        try parameters.check(session.engine.outbox)
        if !parameters.dryRun { try check(session.engine) }
      },
      run: { call, parameters throws(EngineError) in
        let engine = call.context.engine
        guard let filter = parameters.filter else {
          do throws(Outbox.ControlFailure) {
            try await change(engine, parameters.requestId ?? "")
          } catch { throw EngineError(error) }
          return .one
        }
        let matching = engine.outbox.retryable(where: filter.matches)
        guard !parameters.dryRun else {
          return .many(OutboxChanges(matched: matching.count, done: 0))
        }
        let (done, failure) = await changed(matching) {
          id async throws(Outbox.ControlFailure) in try await change(engine, id)
        }
        // Some were changed: the numbers say how many were not.
        if let failure, done == 0 { throw EngineError(failure) }
        return .many(OutboxChanges(matched: matching.count, done: done))
      })
  }

  /// Changes jobs, up to 64 at a time, so that they share a sync. Stops after the first that is refused. Returns the
  /// number of changed ones.
  private static func changed(
    _ ids: [String],
    _ change: @escaping @Sendable (String) async throws(Outbox.ControlFailure) -> Void
  ) async -> (done: Int, Outbox.ControlFailure?) {
    var (done, rest) = (0, ids[...])
    while !rest.isEmpty {
      let results = await withTaskGroup(
        of: Outbox.ControlFailure?.self, returning: [Outbox.ControlFailure?].self
      ) { group in
        for id in rest.prefix(64) {
          group.addTask {
            do throws(Outbox.ControlFailure) {
              try await change(id)
              return nil
            } catch { return error }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      done += results.count { $0 == nil }
      // A job that cannot be retried has changed meanwhile.
      if let failure = results.lazy.compactMap({ $0 }).first(where: { $0 != .notRetryable }) {
        return (done, failure)
      }
      rest = rest.dropFirst(64)
    }
    return (done, nil)
  }
}

extension EngineError {
  fileprivate static let notRetryable = EngineError.invalid(
    parameter: "requestId", expected: "the id of a rejected job that is kept")

  fileprivate init(_ failure: Outbox.ControlFailure) {
    switch failure {
    case .notRetryable: self = .notRetryable
    case .refused(let refusal): self = .outbox(refusal)
    }
  }
}
