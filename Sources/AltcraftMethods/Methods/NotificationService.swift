import AltcraftEngine
import JSONCodec
import JSONRPC

struct NotificationParameters: Sendable {
  var request: NotificationRequest

  static let fields = ObjectCodec(
    NotificationParameters.init,
    Field(
      "request", \.request, NotificationRequest.codec,
      """
      The notification request from the operating system, as JSON. Example: `{"identifier": "request-1", \
      "content": {"title": "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
      """))
}

extension Catalog {
  static let nseHandleNotificationRequest = BridgeMethod.ofPush(
    "nse.handleNotificationRequest",
    "Returns the content to show for a notification, with the buttons and the image of the push.",
    details: """
      Title, text, badge, sound and userInfo do not change. The delivery event is registered once for each uid \
      and is on disk when the call is answered; if it cannot be registered, an event (451, 402, 403 or 501) \
      gives the reason and the call is answered all the same. Event 204 follows; event 453 before it means that \
      the image has no valid URL. The content of a push of another sender does not change: nothing is registered, \
      and event 202 follows.
      """,
    parameters: NotificationParameters.fields, result: ShownContent.codec,
    examples: [
      Example(
        "with a button and an image", given: ExampleSteps.ready, ["request": PushSamples.request],
        .exactly(PushSamples.shown)),
      Example(
        "a push of another sender", given: ExampleSteps.ready,
        ["request": ["content": ["title": "News", "userInfo": ["id": "42"]]]],
        .exactly(PushSamples.shownForeign)),
      Example(
        "no request", given: ExampleSteps.ready, [:],
        .error(code: -32602, reason: "invalidParams")),
    ],
    plan: { call, parameters in
      let function = "nse.handleNotificationRequest"
      let content = parameters.request.content
      let message = content.userInfo ?? [:]
      let push = ParsedPush(message)
      guard push.isAltcraft else {
        let shown = ShownContent(content: content, attachments: [], category: nil)
        call.context.setBestContent(shown)
        return PushPlan(result: shown, after: [.foreignPush(message, function: function)])
      }
      let shown = ShownContent(content, push)
      // Store it before the turn: the system is about to stop a caller that asks for the best content, so it
      // cannot wait for a JWT.
      call.context.setBestContent(shown)
      var plan = PushPlan(
        result: shown, registers: PushEvent.Registration(event: .delivery, uid: push.uid))
      if push.media != nil, push.mediaURL == nil {
        plan.after.append(EventDraft(.mediaInvalid, function: function))
      }
      plan.after.append(EventDraft(.pushPosted, function: function))
      return plan
    })

  static let nseServiceExtensionTimeWillExpire = BridgeMethod.immediate(
    "nse.serviceExtensionTimeWillExpire",
    """
    Returns the best content so far: that of the latest request of this connection, or null without one.
    """,
    order: .free, parameters: NoParameters.fields, result: ShownContent.codec.orNull,
    examples: [
      Example(
        "after a request",
        given: ExampleSteps.ready + [
          .init("nse.handleNotificationRequest", ["request": PushSamples.request])
        ], [:], .exactly(PushSamples.shown)),
      Example("without one", [:], .exactly(.null)),
      Example(
        "with a parameter", ["request": nil], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, _ throws(EngineError) in call.context.bestContent })
}

extension PushSamples {
  static let shownForeign: JSON = [
    "title": "News", "subtitle": nil, "body": nil, "badge": nil, "sound": nil,
    "categoryIdentifier": nil, "userInfo": ["id": "42"], "attachments": [], "category": nil,
  ]

  static let shown: JSON = [
    "title": "Sale", "subtitle": nil, "body": "Today only", "badge": 1, "sound": "default",
    "categoryIdentifier": "Altcraft", "userInfo": device,
    "attachments": [["identifier": "img", "url": "https://example.com/sale.png"]],
    "category": [
      "identifier": "Altcraft",
      "actions": [["identifier": "button0", "title": "Show", "options": ["foreground"]]],
    ],
  ]
}
