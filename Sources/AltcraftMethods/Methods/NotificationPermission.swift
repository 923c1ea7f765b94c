import AltcraftEngine
import JSONCodec
import JSONRPC

struct Permission: Sendable {
  var granted: Bool

  static let field = Field<Permission, Bool>(
    "granted", \.granted, .bool, "Whether the user lets notifications be shown.")
  static let fields = ObjectCodec(Permission.init, field)
  static let codec = Codec.result(
    "Permission", "Whether notifications may be shown.", Permission.init, field)
}

extension Catalog {
  static let setPermission = BridgeMethod.immediate(
    "notificationManager.setPermission",
    "Says whether the user lets notifications be shown; granted until said otherwise.",
    details: """
      Without the permission subscriptions wait (event 504); they go out when it is granted. It holds for \
      all app groups, until the process ends.
      """,
    parameters: Permission.fields, result: .alwaysTrue,
    examples: [
      Example("granted", ["granted": true], .exactly(true)),
      Example("nothing said", [:], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      call.context.engine.setPermission(granted: parameters.granted)
      return true
    })

  static let registerForPushNotifications = authorization(
    "notificationManager.registerForPushNotifications")
  static let requestNotificationPermission = authorization("requestNotificationPermission")

  private static func authorization(_ name: String) -> BridgeMethod {
    .waiting(
      name, "Has the host ask the user whether notifications may be shown.",
      details: """
        Asks this connection by notificationManager.requestAuthorization. Without a usable answer the \
        permission stays what it was.
        """,
      parameters: NoParameters.fields, result: Permission.codec,
      failures: [.shuttingDown, .requestCancelled],
      examples: [
        Example("the user agrees", [:], .exactly(["granted": true])),
        Example(
          "with a parameter", ["granted": true], .error(code: -32602, reason: "invalidParams")),
      ],
      run: { call, _ throws(EngineError) in
        let engine = call.context.engine
        let permission = Permission(granted: engine.hasPermission)
        return { () async throws(EngineError) in
          let answer = await call.context.answer(
            to: Callbacks.requestAuthorization,
            Callbacks.Authorization(options: ["alert", "badge", "sound"]))
          guard let answer else { return permission }
          engine.setPermission(granted: answer)
          return Permission(granted: answer)
        }
      })
  }
}
