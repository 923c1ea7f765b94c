import AltcraftEngine
import JSONCodec
import JSONRPC

/// How a notification is shown while the app is in use.
struct PresentationOptions: Sendable {
  var options: [String]

  static let standard = PresentationOptions(options: ["banner", "badge", "sound"])

  static let codec = Codec.result(
    "PresentationOptions", "How to show a push while the app is in use.", PresentationOptions.init,
    Field("options", \.options, .list(of: .string), "banner, badge and sound, or less."))
}

/// What became of a click.
struct ClickResult: Sendable {
  enum Handler: String, Sendable, CaseIterable { case sdk, app }

  var url: String?
  var handledBy: Handler

  static let codec = Codec.result(
    "ClickResult", "What a click leads to.", ClickResult.init,
    Field("url", \.url, optional: .string, "What to open; null for nothing."),
    Field(
      "handledBy", \.handledBy, .choice(),
      "sdk: the open event is registered. app: the app has done all there is to do."))
}

struct ClickParameters: Sendable {
  var response: NotificationClick

  static let fields = ObjectCodec(
    ClickParameters.init,
    Field("response", \.response, NotificationClick.response, "What the operating system reported.")
  )
}

extension Catalog {
  static let willPresent = BridgeMethod.ofPush(
    "notificationManager.willPresent", "How to show a push that arrives while the app is in use.",
    details: """
      The standard options, unless a connection took this over with \
      notificationManager.setCustomPushProcessing and answers with others.
      """,
    parameters: NotificationParameters.fields, result: PresentationOptions.codec,
    failures: [.shuttingDown, .requestCancelled],
    examples: [
      Example(
        "the standard options", ["request": PushSamples.request],
        .exactly(["options": ["banner", "badge", "sound"]])),
      Example("no request", [:], .error(code: -32602, reason: "invalidParams")),
    ],
    listener: { call, parameters in
      call.context.service.receivers[.foreground].map { receiver in
        PushListener(decides: receiver.decides) {
          await receiver.session.answer(to: Callbacks.onForegroundNotification, parameters)
            ?? .standard
        }
      }
    },
    plan: { _, _ in PushPlan(result: .standard) })

  static let didReceive = BridgeMethod.ofPush(
    "notificationManager.didReceive",
    "Takes a tap on a notification: registers the open and answers what to open.",
    details: """
      A tap leads to the click URL of the push, a button to its link. What cannot be resolved is told by \
      event 454, 455 or 457, and the open is registered all the same: once for each uid, and safely on disk \
      when the call is answered. Where it cannot be registered, an event (451, 402, 403, 501) says so. A \
      connection that took clicks over with notificationManager.setCustomClickProcessing does all of it. \
      Of a push of someone else nothing is registered, and event 202 follows.
      """,
    parameters: ClickParameters.fields, result: ClickResult.codec,
    failures: [.shuttingDown, .requestCancelled],
    examples: [
      Example(
        "a tap", given: ExampleSteps.ready, ["response": ["request": PushSamples.request]],
        .exactly(["url": "https://example.com/sale", "handledBy": "sdk"])),
      Example(
        "a button", given: ExampleSteps.ready,
        ["response": ["actionIdentifier": "button0", "request": PushSamples.request]],
        .exactly(["url": "https://example.com/show", "handledBy": "sdk"])),
      Example(
        "no request", given: ExampleSteps.ready, ["response": ["actionIdentifier": "button0"]],
        .error(code: -32602, reason: "invalidParams")),
    ],
    listener: { call, parameters in
      call.context.service.receivers[.click].map { receiver in
        PushListener(decides: receiver.decides) {
          await receiver.session.hears(of: Callbacks.onNotificationClick, parameters.response)
            ? ClickResult(url: nil, handledBy: .app) : nil
        }
      }
    },
    plan: { _, parameters in
      let function = "notificationManager.didReceive"
      let click = parameters.response
      let message = click.request.content.userInfo ?? [:]
      let push = ParsedPush(message)
      var plan = PushPlan(result: ClickResult(url: nil, handledBy: .sdk))
      switch click.target(function: function) {
      case .url(let url): plan.result.url = url
      case .unknown(let event): plan.before.append(event)
      }
      if push.isAltcraft {
        plan.registers = PushEvent.Registration(event: .open, uid: push.uid)
      } else {
        plan.after.append(.foreignPush(message, function: function))
      }
      return plan
    })
}

struct EnabledParameters: Sendable {
  var enabled: Bool

  static let fields = ObjectCodec(
    EnabledParameters.init,
    Field(
      "enabled", \.enabled, .bool,
      "Whether this connection decides; otherwise it is told, and not waited for."))
}

extension Catalog {
  static let setCustomPushProcessing = customProcessing(
    "notificationManager.setCustomPushProcessing",
    "Has this connection asked how to show pushes that arrive while the app is in use.", .foreground
  )
  static let setCustomClickProcessing = customProcessing(
    "notificationManager.setCustomClickProcessing",
    "Hands clicks on notifications over to this connection, with all that follows them.", .click)

  private static func customProcessing(
    _ name: String, _ summary: String, _ matter: NotificationReceivers.Matter
  ) -> BridgeMethod {
    .immediate(
      name, summary,
      details: "The latest connection to call it is the one, until it ends.",
      parameters: EnabledParameters.fields, result: .alwaysTrue,
      examples: [
        Example("ask me", ["enabled": true], .exactly(true)),
        Example("tell me", ["enabled": false], .exactly(true)),
        Example("neither", [:], .error(code: -32602, reason: "invalidParams")),
      ],
      run: { call, parameters throws(EngineError) in
        let session = call.context
        session.service.receivers.set(session, decides: parameters.enabled, for: matter)
        session.registered()
        return true
      })
  }
}
