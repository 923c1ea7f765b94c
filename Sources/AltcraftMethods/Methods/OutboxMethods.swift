import AltcraftEngine
import JSONCodec
import JSONRPC

struct OutboxGetParameters: Sendable {
  var requestId: String

  static let fields = ObjectCodec(
    OutboxGetParameters.init,
    Field(
      "requestId", \.requestId, .string,
      "The id of the job, from the answer of the durable call. Example: `\"example-1\"`."))
}

struct OutboxListParameters: Sendable {
  enum State: String, Sendable, CaseIterable { case pending, rejected }

  var limit: Int
  var after: String?
  var state: State?

  static let fields = ObjectCodec(
    OutboxListParameters.init,
    Field(
      "limit", \.limit, .int(in: 1...1000), default: 100,
      "The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`."),
    Field(
      "after", \.after, optional: .string,
      "The `next` of the previous page; without it: the first page. Example: `\"example-1\"`."),
    Field(
      "state", \.state, optional: .choice(),
      "Lists only jobs in this state; without it: both. Example: `\"rejected\"`."))
}

private struct JobPage: Sendable {
  var items: [JobReport]
  var next: String?
}

extension Catalog {
  static let outboxGet = BridgeMethod.immediate(
    "outbox.get", role: .observer,
    "Returns state and outcome of one job, also after it has ended.",
    details: "The last `finishedRecords` (10 000) ended jobs are kept, across restarts too.",
    parameters: OutboxGetParameters.fields, result: JobSchema.codec.orNull,
    examples: [
      Example("an unknown id", ["requestId": "unknown-1"], .exactly(.null)),
      Example(
        "a pending job",
        given: ExampleSteps.ready + [.init("pushSubscribe", ["requestId": "example-1"])],
        ["requestId": "example-1"], .like(JobSchema.sample)),
      Example("no id", [:], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      call.context.engine.job(parameters.requestId)
    })

  static let outboxList = BridgeMethod.immediate(
    "outbox.list", role: .observer,
    "Returns pending jobs, and rejected ones that can still be retried, in order of acceptance.",
    parameters: OutboxListParameters.fields,
    result: Codec.result(
      "JobPage", "A page of the jobs in the outbox.", JobPage.init,
      Field(
        "items", \.items, .list(of: JobSchema.codec),
        "The jobs in order of acceptance, without secrets; `response` of an outcome is null here."),
      Field(
        "next", \.next, optional: .string,
        "The `after` of the next page; null on the last page.")),
    examples: [
      Example("nothing", [:], .exactly(["items": [], "next": nil])),
      Example(
        "after an unknown id", ["after": "unknown-1"],
        .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      let states = parameters.state.map { [$0 == .pending ? JobState.pending : .rejected] }
      guard
        let page = call.context.engine.jobs(
          limit: parameters.limit, after: parameters.after,
          states: Set(states ?? [.pending, .rejected]))
      else { throw .invalid(parameter: "after", expected: "the id of a known job") }
      return JobPage(items: page.items, next: page.next)
    })
}
