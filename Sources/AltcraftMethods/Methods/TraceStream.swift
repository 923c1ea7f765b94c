import AltcraftEngine
import JSONCodec
import JSONRPC

struct TraceSubscribeParameters: Sendable {
  var kinds: [TraceHub.Kind]?
  var since: Int?
  var epoch: String?

  static let fields = ObjectCodec(
    TraceSubscribeParameters.init,
    Field(
      "kinds", \.kinds, optional: .list(of: .choice()),
      """
      The kinds of items to receive: wire for the messages of connections, job for the steps of jobs; without it: \
      both. Items of other kinds do not count as a gap. Example: `["job"]`.
      """),
    Field(
      "since", \.since, optional: .int(in: 0...Int.max),
      """
      The `seq` of the last item that the client has; the kept items after it follow. Without it: only new items. \
      Example: `17`.
      """),
    Field(
      "epoch", \.epoch, optional: .string,
      """
      The `epoch` of the item that `since` comes from. It identifies the run of the process. Example: `"9f2c4b1e"`.
      """))
}

extension Catalog {
  static let traceSubscribe = BridgeMethod.immediate(
    "trace.subscribe", role: .observer,
    "Subscribes this connection to a trace of all messages and jobs: each item comes as a notification `trace`.",
    details: """
      Replaces this connection's earlier subscription. The answer comes before the first item. Items are recorded from \
      the first subscription to the end of the last one, and cover secrets as `--trace-wire` does. A subscriber that \
      does not keep up loses items, never responses, and is told which by `trace.gap`.
      """,
    parameters: TraceSubscribeParameters.fields, result: EventSchema.position,
    examples: [
      Example(
        "from now on", [:],
        .like(["epoch": "9f2c4b1e", "seq": 0, "oldest": nil, "gap": nil])),
      Example(
        "after a restart", ["kinds": ["job"], "since": 17, "epoch": "0d6a77c1"],
        .like([
          "epoch": "9f2c4b1e", "seq": 0, "oldest": nil,
          "gap": ["from": 18, "to": nil, "count": nil, "reason": "restart"],
        ])),
      Example(
        "an unknown kind", ["kinds": ["log"]], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      let session = call.context
      let remote = session.remote
      let trace = session.engine.trace
      let epoch = trace.epoch
      let subscription = trace.subscribe(
        since: parameters.since, epoch: parameters.epoch, kinds: parameters.kinds,
        replacing: session.subscription(to: .trace)
      ) { delivery in
        let wasTaken =
          switch delivery {
          case .event(let item):
            remote.notify(ServerNotifications.trace.name, item.bytes, as: .trace)
          case .gap(let gap):
            remote.notify(
              ServerNotifications.traceGap.name, gap.json(epoch: epoch).bytes, as: .trace)
          }
        if !wasTaken { session.reportLossSoon(of: .trace) }
        return wasTaken
      }
      session.setSubscription(to: .trace, subscription)
      call.afterReply { subscription.start() }
      return subscription.answer.json
    })

  static let traceUnsubscribe = BridgeMethod.immediate(
    "trace.unsubscribe", role: .observer, "Ends this connection's subscription to the trace.",
    parameters: NoParameters.fields, result: .alwaysTrue,
    examples: [
      Example("remove", [:], .exactly(true)),
      Example("no parameters", ["kinds": []], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in
      call.context.setSubscription(to: .trace, nil)
      return true
    })
}
