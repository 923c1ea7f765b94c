import AltcraftEngine
import JSONCodec
import JSONRPC

struct EventSubscribeParameters: Sendable {
  var since: Int?
  var epoch: String?
  var codes: [Int]?

  static let fields = ObjectCodec(
    EventSubscribeParameters.init,
    Field(
      "since", \.since, optional: .int(in: 0...Int.max),
      EventFields.since(without: "only new events")),
    Field("epoch", \.epoch, optional: .string, EventFields.epoch),
    Field("codes", \.codes, optional: .list(of: .int), EventFields.codes))
}

struct EventListParameters: Sendable {
  var since: Int?
  var limit: Int
  var epoch: String?
  var codes: [Int]?

  static let fields = ObjectCodec(
    EventListParameters.init,
    Field(
      "since", \.since, optional: .int(in: 0...Int.max),
      EventFields.since(without: "all kept events, from the oldest")),
    Field(
      "limit", \.limit, .int(in: 1...1000), default: 100,
      "The largest number of items in the answer, from 1 to 1000; by default 100. Example: `10`."),
    Field("epoch", \.epoch, optional: .string, EventFields.epoch),
    Field("codes", \.codes, optional: .list(of: .int), EventFields.codes))
}

private enum EventFields {
  /// Describes `since` with the effect of a call that leaves it out.
  static func since(without: String) -> String {
    """
    The `seq` of the last event that the host has processed; the kept events after it follow. Without it: \
    \(without). Example: `17`.
    """
  }
  static let epoch =
    """
    The `epoch` of the event that `since` comes from. It identifies the run of the process. Example: \
    `"9f2c4b1e"`.
    """
  static let codes =
    """
    The event codes to receive; without it: all. Events of other codes do not count as a gap. Example: `[230, \
    430]`.
    """
}

extension Catalog {
  static let eventsSubscribe = BridgeMethod.immediate(
    "events.subscribe", aliases: ["subscribeToEvents"], role: .observer,
    "Subscribes this connection to SDK events: each comes as a notification `event`.",
    details: """
      Replaces this connection's earlier subscription. The answer comes before the first event. A `since` \
      of another epoch is a cursor of an earlier run: `gap` says "restart", and all that is kept of this \
      run follows. A subscriber that does not keep up loses events, never responses, and is told which by \
      `events.gap`.
      """,
    parameters: EventSubscribeParameters.fields, result: EventSchema.position,
    examples: [
      Example(
        "from now on", [:],
        .like(["epoch": "9f2c4b1e", "seq": 0, "oldest": nil, "gap": nil])),
      Example(
        "after a restart", ["since": 17, "epoch": "0d6a77c1", "codes": [230, 430]],
        .like([
          "epoch": "9f2c4b1e", "seq": 0, "oldest": nil,
          "gap": ["from": 18, "to": nil, "count": nil, "reason": "restart"],
        ])),
      Example(
        "a cursor of the wrong type", ["since": "17"],
        .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      let session = call.context
      let remote = session.remote
      let epoch = session.engine.eventEpoch
      let subscription = session.engine.subscribe(
        since: parameters.since, epoch: parameters.epoch, codes: parameters.codes.map(Set.init),
        replacing: session.subscription(to: .events)
      ) { delivery in
        let wasTaken =
          switch delivery {
          case .event(let event):
            remote.notify(ServerNotifications.event.name, event.bytes, as: .event)
          case .gap(let gap):
            remote.notify(ServerNotifications.gap.name, gap.json(epoch: epoch).bytes, as: .event)
          }
        if !wasTaken { session.reportLossSoon(of: .events) }
        return wasTaken
      }
      session.setSubscription(to: .events, subscription)
      call.afterReply { subscription.start() }
      return subscription.answer.json
    })

  static let eventsUnsubscribe = BridgeMethod.immediate(
    "events.unsubscribe", aliases: ["unsubscribeFromEvent"], role: .observer,
    "Ends this connection's subscription to SDK events.",
    parameters: NoParameters.fields, result: .alwaysTrue,
    examples: [
      Example("remove", [:], .exactly(true)),
      Example("no parameters", ["codes": [230]], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in
      call.context.setSubscription(to: .events, nil)
      return true
    })

  static let eventsList = BridgeMethod.immediate(
    "events.list", role: .observer, "Returns the kept SDK events, oldest first.",
    details: """
      A page has fewer events than `limit` if more would exceed the limit outQueueBytes. To read all events, \
      repeat the call with the `seq` of the last event as `since`, until a page is empty.
      """,
    parameters: EventListParameters.fields, result: EventSchema.page,
    examples: [
      Example(
        "all events", given: ExampleSteps.ready, ["limit": 10],
        .like([
          "epoch": "9f2c4b1e", "seq": 1, "oldest": 1, "gap": nil,
          "events": [EventSchema.sample],
        ])),
      Example(
        "a limit that is too high", ["limit": 1001], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      let engine = call.context.engine
      return engine.events(
        since: parameters.since, limit: parameters.limit, epoch: parameters.epoch,
        codes: parameters.codes.map(Set.init))
    })

  static let eventsCatalog = BridgeMethod.inline(
    "events.catalog",
    "Returns every event code with its name, class and meaning, and whether the bridge emits it.",
    result: EventSchema.catalog,
    examples: [
      Example(
        "all codes", [:],
        .like([
          [
            "code": 230, "legacyCode": 230, "name": "pushSubscribe.succeeded", "class": "event",
            "meaning": "successful request: push/subscribe", "retried": false, "emitted": true,
            "note": nil,
          ]
        ])),
      Example("no parameters", ["code": 230], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { _ in .array(EventCatalog.entries.map(\.json)) })
}
