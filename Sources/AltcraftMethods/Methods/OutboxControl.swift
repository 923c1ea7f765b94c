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
    "Moves a rejected job back to pending, with the same id and a new time to live.",
    details: """
      A rejected job can be retried while it is among the last 10 000 ended jobs and its body is kept: new jobs \
      displace the oldest rejected body. Needs a configuration.
      """,
    failures: [
      .notInitialized,
      .outboxFull(
        limit: "outboxBytes", max: Limits().outboxBytes, used: Limits().outboxBytes,
        retryAfterMs: 1000),
    ],
    accepts: "the id of a rejected job that is kept",
    check: { engine, id throws(EngineError) in
      guard engine.configuration != nil || !engine.isRetryable(id) else {
        throw .notInitialized
      }
      return engine.isRetryable(id)
    }
  ) { engine, id throws(Outbox.ControlFailure) in
    try await engine.retry(id)
    return {}
  }

  static let outboxDiscard = control(
    "outbox.discard", "Ends a pending job, or drops the body of a rejected one: it is never sent.",
    details: """
      A pending job ends in state cleared, with event 601 whose value has `cause` "discarded". One that is being \
      sent is refused with -32602. A rejected job still counts as rejected, and `outbox.get` still returns its outcome.
      """,
    accepts: "the id of a pending job that is not being sent, or of a rejected job that is kept",
    check: { engine, id throws(EngineError) in engine.isDiscardable(id) }
  ) { engine, id throws(Outbox.ControlFailure) in try await engine.discard(id) }

  private static func control(
    _ name: String, _ summary: String, details: String, failures: [RPCError] = [],
    accepts accepted: String,
    check: @escaping @Sendable (Engine, String) throws(EngineError) -> Bool,
    _ change:
      @escaping @Sendable (Engine, String) async throws(Outbox.ControlFailure)
      -> @Sendable () -> Void
  ) -> BridgeMethod {
    let refusal = EngineError.invalid(parameter: "requestId", expected: accepted)
    return .barrier(
      name, summary, details: details, parameters: OutboxGetParameters.fields,
      result: .alwaysTrue,
      failures: [.storageFailed(cause: .noSpace), .shuttingDown, .requestCancelled] + failures,
      examples: [
        Example(
          "a rejected job", given: ExampleSteps.rejected,
          ["requestId": "example-1"], .exactly(true)),
        Example(
          "an unknown id", ["requestId": "unknown-1"],
          .error(code: -32602, reason: "invalidParams")),
      ],
      check: { session, parameters throws(EngineError) in
        guard try check(session.engine, parameters.requestId) else { throw refusal }
      },
      run: { call, parameters throws(EngineError) in
        do throws(Outbox.ControlFailure) {
          call.afterReply(try await change(call.context.engine, parameters.requestId))
          return true
        } catch {
          switch error {
          case .notRetryable: throw refusal
          case .refused(let refusal): throw .outbox(refusal)
          }
        }
      })
  }
}
