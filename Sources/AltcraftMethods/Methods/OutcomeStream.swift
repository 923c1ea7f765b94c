import AltcraftEngine
import JSONCodec
import JSONRPC

struct OutcomeListParameters: Sendable {
  var after: Int
  var limit: Int
  var state: [OutcomeState]?
  var method: [String]?
  var requestId: String?

  static let fields = ObjectCodec(
    OutcomeListParameters.init,
    Field(
      "after", \.after, .int(in: 0...(1 << 53)), default: 0,
      "The number of the last outcome that the host has processed, or `next` of the previous page. Example: `17`."
    ),
    Field(
      "limit", \.limit, .int(in: 1...1000), default: 100,
      "The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`."),
    Field(
      "state", \.state, optional: .list(of: .choice()),
      "Lists only outcomes with these states. Example: `[\"rejected\", \"expired\"]`."),
    Field(
      "method", \.method, optional: .list(of: .string),
      "Lists only outcomes of these methods. Example: `[\"mobileEvent\"]`."),
    Field(
      "requestId", \.requestId, optional: .string,
      "Lists only jobs whose id starts with this text. Example: `\"order-\"`."))
}

struct OutcomeSubscribeParameters: Sendable {
  var after: Int?

  static let fields = ObjectCodec(
    OutcomeSubscribeParameters.init,
    Field(
      "after", \.after, optional: .int(in: 0...(1 << 53)),
      "The number of the last outcome that the host has processed; without it: only new outcomes. Example: `17`."
    ))
}

private struct OutcomeListPage: Sendable {
  var outcomes: [OutcomeReport]
  var next: Int
  var first: Int
  var last: Int
}

private struct OutcomePosition: Sendable {
  var first: Int
  var last: Int

  init(first: Int, last: Int) {
    self.first = first
    self.last = last
  }

  init(_ range: Outbox.OutcomeRange) {
    self.init(first: Int(range.first), last: Int(range.last))
  }
}

private enum OutcomeFields {
  static let first =
    "The number of the oldest outcome that is kept; one more than `last` if there is none. Example: `1`."
  static let last = "The number of the last outcome; 0 if there is none. Example: `17`."
}

extension Catalog {
  static let outcomesList = BridgeMethod.immediate(
    "outcomes.list", role: .observer, "Returns the kept outcomes of jobs after a number, in order.",
    details: """
      The last `finishedRecords` (10 000) outcomes are kept; the outcome of a job that was retried since is not. \
      A page may be short, or empty: repeat the call with its `next` as `after` until `next` is `last`.
      """,
    parameters: OutcomeListParameters.fields,
    result: Codec.result(
      "OutcomePage", "Outcomes in the order of their numbers.", OutcomeListPage.init,
      Field("outcomes", \.outcomes, .list(of: OutcomeSchema.codec), "The outcomes, oldest first."),
      Field("next", \.next, .int, "The `after` of the next page. Example: `17`."),
      Field("first", \.first, .int, OutcomeFields.first),
      Field("last", \.last, .int, OutcomeFields.last)),
    examples: [
      Example(
        "nothing", [:], .exactly(["outcomes": [], "next": 0, "first": 1, "last": 0])),
      Example(
        "an outcome", given: ExampleSteps.rejected, ["after": 0, "state": ["rejected"]],
        .like(["outcomes": [OutcomeSchema.sample], "next": 1, "first": 1, "last": 1])),
      Example(
        "a limit that is too high", ["limit": 1001], .error(code: -32602, reason: "invalidParams")),
      Example(
        "a number that was never given", ["after": 5],
        .error(code: -32602, reason: "invalidParams")),
    ],
    check: { session, parameters throws(EngineError) in
      try session.engine.checkOutcome(UInt64(parameters.after))
    },
    run: { call, parameters throws(EngineError) in
      let engine = call.context.engine
      let page = engine.outcomes(
        after: UInt64(parameters.after), limit: parameters.limit,
        bytes: engine.limits.outQueueBytes / 2,
        filter: OutcomeFilter(
          states: parameters.state.map { Set($0.map(\.job)) },
          methods: parameters.method.map(Set.init), requestIdPrefix: parameters.requestId))
      return OutcomeListPage(
        outcomes: page.outcomes, next: Int(page.next), first: Int(page.range.first),
        last: Int(page.range.last))
    })

  static let outcomesSubscribe = BridgeMethod.immediate(
    "outcomes.subscribe", role: .observer,
    "Subscribes this connection to outcomes: each arrives as a notification `outcome`.",
    details: """
      Replaces this connection's earlier subscription. The answer comes before the first notification. Outcomes arrive \
      in order, once they are durable; `outcomes.gap` reports numbers that are no longer kept. A subscriber that \
      does not keep up gets them later. The subscription is to the app group in use: subscribe again after \
      setAppGroup.
      """,
    parameters: OutcomeSubscribeParameters.fields,
    result: Codec.result(
      "OutcomePosition", "The numbers of the outcomes that are kept.",
      OutcomePosition.init(first:last:),
      Field("first", \.first, .int, OutcomeFields.first),
      Field("last", \.last, .int, OutcomeFields.last)),
    examples: [
      Example("from now on", [:], .exactly(["first": 1, "last": 0])),
      Example(
        "all that are kept", given: ExampleSteps.rejected, ["after": 0],
        .exactly(["first": 1, "last": 1])),
      Example(
        "a number that was never given", ["after": 5],
        .error(code: -32602, reason: "invalidParams")),
    ],
    check: { session, parameters throws(EngineError) in
      try session.engine.checkOutcome(parameters.after.map(UInt64.init))
    },
    run: { call, parameters throws(EngineError) in
      let session = call.context
      let (reader, range) = session.engine.outcomeReader(after: parameters.after.map(UInt64.init))
      let subscription = OutcomeSubscription(reader, session)
      session.setOutcomeSubscription(subscription)
      call.afterReply { subscription.start() }
      return OutcomePosition(range)
    })

  static let outcomesUnsubscribe = BridgeMethod.immediate(
    "outcomes.unsubscribe", role: .observer, "Ends this connection's subscription to outcomes.",
    parameters: NoParameters.fields, result: .alwaysTrue,
    examples: [
      Example("remove", [:], .exactly(true)),
      Example("no parameters", ["after": 1], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in
      call.context.setOutcomeSubscription(nil)
      return true
    })
}
