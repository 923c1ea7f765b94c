import AltcraftEngine
import JSONCodec
import JSONRPC

struct OutcomeListParameters: Sendable {
  var after: Int
  var epoch: String?
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
    Field("epoch", \.epoch, optional: .string, OutcomeFields.cursorEpoch),
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
  var epoch: String?

  static let fields = ObjectCodec(
    OutcomeSubscribeParameters.init,
    Field(
      "after", \.after, optional: .int(in: 0...(1 << 53)),
      "The number of the last outcome that the host has processed; without it: only new outcomes. Example: `17`."
    ), Field("epoch", \.epoch, optional: .string, OutcomeFields.cursorEpoch))
}

private struct OutcomeListPage: Sendable {
  var outcomes: [OutcomeReport]
  var next: Int
  var epoch: String
  var first: Int
  var last: Int
  var rolledBack: Bool
}

private struct OutcomePosition: Sendable {
  var epoch: String
  var first: Int
  var last: Int
}

private enum OutcomeFields {
  static let cursorEpoch =
    """
    The `epoch` of the outcome that `after` comes from. With it a position that is not of this data directory, as \
    after an older copy of it was put back, is reported and not refused. Example: `"9f2c4b1e"`.
    """
  static let first =
    "The number of the oldest outcome that is kept; one more than `last` if there is none. Example: `1`."
  static let last = "The number of the last outcome; 0 if there is none. Example: `17`."
}

extension Catalog {
  static let outcomesList = BridgeMethod.immediate(
    "outcomes.list", role: .observer, "Returns the kept outcomes of jobs after a number, in order.",
    details: """
      The last `finishedRecords` (10 000) outcomes are kept; the outcome of a job that was retried since is not. \
      A page may be short, or empty: repeat the call with its `next` as `after` and its `epoch` until `next` is `last`.
      """,
    parameters: OutcomeListParameters.fields,
    result: Codec.result(
      "OutcomePage", "Outcomes in the order of their numbers.", OutcomeListPage.init,
      Field("outcomes", \.outcomes, .list(of: OutcomeSchema.codec), "The outcomes, oldest first."),
      Field("next", \.next, .int, "The `after` of the next page. Example: `17`."),
      Field("epoch", \.epoch, .string, "The epoch of `next`. Example: `\"9f2c4b1e\"`."),
      Field("first", \.first, .int, OutcomeFields.first),
      Field("last", \.last, .int, OutcomeFields.last),
      Field(
        "rolledBack", \.rolledBack, .bool,
        "True if `after` and `epoch` are not of this data directory: the page begins with the oldest outcome."
      )),
    examples: [
      Example(
        "nothing", [:],
        .exactly([
          "outcomes": [], "next": 0, "epoch": "0", "first": 1, "last": 0, "rolledBack": false,
        ])),
      Example(
        "an outcome", given: ExampleSteps.rejected, ["after": 0, "state": ["rejected"]],
        .like([
          "outcomes": [OutcomeSchema.sample], "next": 1, "epoch": "9f2c4b1e", "first": 1, "last": 1,
          "rolledBack": false,
        ])),
      Example(
        "an older copy of the data directory", ["after": 5, "epoch": "9f2c4b1e"],
        .exactly([
          "outcomes": [], "next": 0, "epoch": "0", "first": 1, "last": 0, "rolledBack": true,
        ])),
      Example(
        "a limit that is too high", ["limit": 1001], .error(code: -32602, reason: "invalidParams")),
      Example(
        "a number that was never given", ["after": 5],
        .error(code: -32602, reason: "invalidParams")),
    ],
    check: { session, parameters throws(EngineError) in
      try session.engine.checkOutcome(UInt64(parameters.after), in: parameters.epoch)
    },
    run: { call, parameters throws(EngineError) in
      let engine = call.context.engine
      let (page, isRolledBack) = engine.outcomes(
        after: UInt64(parameters.after), in: parameters.epoch, limit: parameters.limit,
        bytes: engine.limits.outQueueBytes / 2,
        filter: OutcomeFilter(
          states: parameters.state.map { Set($0.map(\.job)) },
          methods: parameters.method.map(Set.init), requestIdPrefix: parameters.requestId))
      return OutcomeListPage(
        outcomes: page.outcomes, next: Int(page.next), epoch: page.epoch,
        first: Int(page.range.first), last: Int(page.range.last), rolledBack: isRolledBack)
    })

  static let outcomesSubscribe = BridgeMethod.immediate(
    "outcomes.subscribe", role: .observer,
    "Subscribes this connection to outcomes: each arrives as a notification `outcome`.",
    details: """
      Replaces this connection's earlier subscription. The answer comes before the first notification. Outcomes arrive \
      in order, once they are durable; `outcomes.gap` reports numbers that are no longer kept, and a position of \
      another copy of the data directory. A subscriber that does not keep up gets them later. The subscription is to the app group in use: subscribe again after \
      setAppGroup.
      """,
    parameters: OutcomeSubscribeParameters.fields,
    result: Codec.result(
      "OutcomePosition", "The numbers of the outcomes that are kept.",
      OutcomePosition.init,
      Field(
        "epoch", \.epoch, .string,
        "The epoch of `last`; \"0\" if there is none. Example: `\"9f2c4b1e\"`."),
      Field("first", \.first, .int, OutcomeFields.first),
      Field("last", \.last, .int, OutcomeFields.last)),
    examples: [
      Example("from now on", [:], .exactly(["epoch": "0", "first": 1, "last": 0])),
      Example(
        "all that are kept", given: ExampleSteps.rejected, ["after": 0],
        .like(["epoch": "9f2c4b1e", "first": 1, "last": 1])),
      Example(
        "an older copy of the data directory", ["after": 5, "epoch": "9f2c4b1e"],
        .exactly(["epoch": "0", "first": 1, "last": 0])),
      Example(
        "a number that was never given", ["after": 5],
        .error(code: -32602, reason: "invalidParams")),
    ],
    check: { session, parameters throws(EngineError) in
      try session.engine.checkOutcome(parameters.after.map(UInt64.init), in: parameters.epoch)
    },
    run: { call, parameters throws(EngineError) in
      let session = call.context
      let (reader, range, epoch) = session.engine.outcomeReader(
        after: parameters.after.map(UInt64.init), in: parameters.epoch)
      let subscription = OutcomeSubscription(reader, session)
      session.setOutcomeSubscription(subscription)
      call.afterReply { subscription.start() }
      return OutcomePosition(epoch: epoch, first: Int(range.first), last: Int(range.last))
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
