import AltcraftEngine
import JSONCodec
import JSONRPC

extension Catalog {
  static let takePush = BridgeMethod.ofPush(
    "takePush",
    "Processes a push that arrived: registers the delivery event and returns what to show.",
    details: """
      For a push of another sender the answer is null, with event 202; for one of the platform events 203 and \
      204 follow, for a silent one only 203. The delivery event is registered once for each uid and is on disk when the call is answered; \
      if it cannot be registered, an event (451, 402, 403 or 501) gives the reason and the call is answered all \
      the same.
      """,
    parameters: PushMessageParameters.fields, result: ParsedPush.codec.orNull,
    examples: [
      Example(
        "one of the platform", given: ExampleSteps.ready, ["message": PushSamples.device],
        .exactly(PushSamples.parsedDevice)),
      Example(
        "a push of another sender", given: ExampleSteps.ready, ["message": ["id": "42"]],
        .exactly(.null)),
      Example(
        "no message", given: ExampleSteps.ready, [:], .error(code: -32602, reason: "invalidParams")),
    ],
    plan: { _, parameters in
      let push = ParsedPush(parameters.message)
      guard push.isAltcraft else {
        return PushPlan(
          result: nil, after: [.foreignPush(parameters.message, function: "takePush")])
      }
      return PushPlan(
        result: push, registers: PushEvent.Registration(event: .delivery, uid: push.uid),
        before: [EventDraft(.pushReceived, function: "takePush")],
        after: push.silent ? [] : [EventDraft(.pushPosted, function: "takePush")])
    })
}

extension EventDraft {
  /// Returns the event for a push that is not from the platform.
  static func foreignPush(_ message: JSONObject, function: String) -> EventDraft {
    // No push service delivers more than 4 KiB; a longer message must not fill the event buffer.
    let isPush = JSON.object(message).bytes.count <= 4096
    return EventDraft(
      .pushForeign, function: function, value: isPush ? ["message": .object(message)] : nil)
  }
}
