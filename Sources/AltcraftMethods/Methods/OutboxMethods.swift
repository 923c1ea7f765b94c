import AltcraftEngine
import JSONCodec
import JSONRPC

struct OutboxGetParameters: Sendable {
  var requestId: String

  static let fields = ObjectCodec(
    OutboxGetParameters.init,
    Field("requestId", \.requestId, .string, "The id that the durable call answered."))
}

struct OutboxListParameters: Sendable {
  enum State: String, Sendable, CaseIterable { case pending, rejected }

  var limit: Int
  var after: String?
  var state: State?

  static let fields = ObjectCodec(
    OutboxListParameters.init,
    Field("limit", \.limit, .int(in: 1...1000), default: 100, "How many at the most."),
    Field("after", \.after, optional: .string, "The last id of the page before: its `next`."),
    Field("state", \.state, optional: .choice(), "Only work of that state; both without it."))
}

private struct WorkPage: Sendable {
  var items: [WorkReport]
  var next: String?
}

extension Catalog {
  static let outboxGet = BridgeMethod.immediate(
    "outbox.get",
    "State and outcome of one piece of work, also after it has ended.",
    details: "The last 10 000 that ended are remembered, across restarts too.",
    parameters: OutboxGetParameters.fields, result: WorkShape.codec.orNull,
    examples: [
      Example("an id nobody gave", ["requestId": "nobody"], .exactly(.null)),
      Example(
        "work of a moment ago",
        given: ExampleSteps.ready + [.init("pushSubscribe", ["requestId": "example-1"])],
        ["requestId": "example-1"], .like(WorkShape.sample)),
      Example("no id", [:], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      call.context.engine.outbox.report(parameters.requestId)
    })

  static let outboxList = BridgeMethod.immediate(
    "outbox.list",
    "Work that is pending, and rejected work that can still be retried, in order of acceptance.",
    parameters: OutboxListParameters.fields,
    result: Codec.result(
      "WorkPage", "Work of the outbox, a page at a time.", WorkPage.init,
      Field(
        "items", \.items, .list(of: WorkShape.codec),
        "In order of acceptance, without secrets; `response` of an outcome is null here."),
      Field(
        "next", \.next, optional: .string,
        "What to pass as `after` for the next page; null at the end.")),
    examples: [
      Example("nothing", [:], .exactly(["items": [], "next": nil])),
      Example(
        "after an id nobody gave", ["after": "nobody"],
        .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      let states = parameters.state.map { [$0 == .pending ? WorkState.pending : .rejected] }
      guard
        let page = call.context.engine.outbox.list(
          limit: parameters.limit, after: parameters.after,
          states: Set(states ?? [.pending, .rejected]))
      else { throw .invalid(parameter: "after", expected: "the id of work that is known") }
      return WorkPage(items: page.items, next: page.next)
    })
}
