import AltcraftEngine
import JSONCodec
import JSONRPC

/// The presentation of a notification while the app is in use.
struct PresentationOptions: Sendable {
  var options: [String]

  static let standard = PresentationOptions(options: ["banner", "badge", "sound"])

  static let codec = Codec.result(
    "PresentationOptions", "The way to show a push while the app is in the foreground.",
    PresentationOptions.init,
    Field(
      "options", \.options, .list(of: .string),
      """
      Any of banner, badge and sound, also list and alert; empty to show nothing. Example: `["banner", "sound"]`.
      """))

  /// The options that iOS has.
  private static let known: Set = ["alert", "badge", "banner", "list", "sound"]

  /// The codec of the answer of a host. Other members and unknown options are ignored.
  static let answer = Codec<PresentationOptions>(
    codec.schema, expected: "object with options",
    decode: { json throws(Invalid) in
      let options = try Codec<[String]>.list(of: .string).decode(
        json["options"] ?? .null, at: "options")
      return PresentationOptions(options: options.filter(known.contains))
    },
    encode: codec.encode)
}

/// The result of a click.
struct ClickResult: Sendable {
  enum Handler: String, Sendable, CaseIterable { case sdk, app, dismissed }

  var url: String?
  var handledBy: Handler

  static let codec = Codec.result(
    "ClickResult", "The result of a tap on a notification.", ClickResult.init,
    Field(
      "url", \.url, optional: .string,
      "The address that the host must open; null if there is none."),
    Field(
      "handledBy", \.handledBy, .choice(),
      """
      sdk: the bridge has registered the open event. app: the connection that processes clicks has done \
      everything. dismissed: the user dismissed the notification, which is not an open; nothing is sent.
      """))
}

struct ClickParameters: Sendable {
  var response: NotificationClick

  static let fields = ObjectCodec(
    ClickParameters.init,
    Field(
      "response", \.response, NotificationClick.response,
      """
      The response of the user, from the operating system, as JSON. Example: `{"actionIdentifier": "button0", \
      "request": {"content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}}`.
      """)
  )
}

extension Catalog {
  static let willPresent = BridgeMethod.ofPush(
    "notificationManager.willPresent",
    "Returns how to show a push that arrives while the app is in the foreground.",
    details: """
      Returns the standard options, unless a connection has called notificationManager.setCustomPushProcessing \
      and answers with others.
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
        PushListener(connection: receiver.session.id, decides: receiver.decides) {
          switch await receiver.session.reaction(
            to: Callbacks.onForegroundNotification, parameters)
          {
          case .answer(let options): options
          case .unusable: .standard
          case .unreachable: nil
          }
        }
      }
    },
    plan: { _, _ in PushPlan(result: .standard) })

  static let didReceive = BridgeMethod.ofPush(
    "notificationManager.didReceive",
    "Processes a tap on a notification: registers the open event and returns what to open.",
    details: """
      A tap opens the click URL of the push, a button its link. If there is none, event 454, 455 or 457 gives \
      the reason. The open event is registered in any case, once for each uid, and is on disk when the call is \
      answered; if it cannot be registered, an event (451, 402, 403 or 501) gives the reason. A connection that \
      has called notificationManager.setCustomClickProcessing processes the tap itself. For a push of another \
      sender nothing is registered, and event 202 follows. A dismissal is not a tap: nothing is registered.
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
        "a dismissal", given: ExampleSteps.ready,
        [
          "response": [
            "actionIdentifier": .string(NotificationClick.dismissal),
            "request": PushSamples.request,
          ]
        ], .exactly(["url": nil, "handledBy": "dismissed"])),
      Example(
        "no request", given: ExampleSteps.ready, ["response": ["actionIdentifier": "button0"]],
        .error(code: -32602, reason: "invalidParams")),
    ],
    listener: { call, parameters in
      guard parameters.response.actionIdentifier != NotificationClick.dismissal else { return nil }
      return call.context.service.receivers[.click].map { receiver in
        PushListener(connection: receiver.session.id, decides: receiver.decides) {
          switch await receiver.session.reaction(
            to: Callbacks.onNotificationClick, parameters.response)
          {
          case .answer, .unusable: ClickResult(url: nil, handledBy: .app)
          case .unreachable: nil
          }
        }
      }
    },
    plan: { _, parameters in
      let function = "notificationManager.didReceive"
      let click = parameters.response
      guard click.actionIdentifier != NotificationClick.dismissal else {
        return PushPlan(result: ClickResult(url: nil, handledBy: .dismissed))
      }
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
      """
      True if this connection decides and the bridge waits for its answer; false if the bridge only informs \
      it. Example: `true`.
      """))
}

extension Catalog {
  static let setCustomPushProcessing = customProcessing(
    "notificationManager.setCustomPushProcessing",
    """
    Makes the bridge ask this connection how to show pushes that arrive while the app is in the foreground.
    """, .foreground
  )
  static let setCustomClickProcessing = customProcessing(
    "notificationManager.setCustomClickProcessing",
    "Makes this connection process taps on notifications.", .click)

  private static func customProcessing(
    _ name: String, _ summary: String, _ matter: NotificationReceivers.Matter
  ) -> BridgeMethod {
    .immediate(
      name, summary,
      details: """
        Applies to the latest connection that called it and is open. When that connection ends, the one that \
        called before it is asked again.
        """,
      parameters: EnabledParameters.fields, result: .alwaysTrue,
      examples: [
        Example("a callback", ["enabled": true], .exactly(true)),
        Example("only inform this connection", ["enabled": false], .exactly(true)),
        Example("without the parameter", [:], .error(code: -32602, reason: "invalidParams")),
      ],
      run: { call, parameters throws(EngineError) in
        let session = call.context
        session.register {
          session.service.receivers.set(session, decides: parameters.enabled, for: matter)
        }
        return true
      })
  }
}
