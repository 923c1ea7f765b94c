import AltcraftEngine
import JSONCodec
import JSONRPC

struct Permission: Sendable {
  var granted: Bool

  static let field = Field<Permission, Bool>(
    "granted", \.granted, .bool,
    "True if the user allows notifications. The operating system of the device knows it.")
  static let fields = ObjectCodec(Permission.init, field)
  static let codec = Codec.result(
    "Permission", "The permission to show notifications.", Permission.init, field)
}

extension Catalog {
  static let setPermission = BridgeMethod.immediate(
    "notificationManager.setPermission",
    "Sets whether the user allows notifications; the initial state is granted.",
    details: """
      Without the permission subscriptions wait (event 504); they are sent when it is granted. All other jobs, also \
      a suspend or an unsubscribe, need no permission. It is stored with the app group and in all other open ones: \
      a denial holds after a restart, after `clear`, and in a group that is selected later, until the host grants it.
      """,
    parameters: Permission.fields, result: .alwaysTrue, failures: [.storageFailed(cause: .noSpace)],
    examples: [
      Example("granted", ["granted": true], .exactly(true)),
      Example("without the parameter", [:], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      try call.context.engine.setPermission(granted: parameters.granted)
      return true
    })

  static let registerForPushNotifications = authorization(
    "notificationManager.registerForPushNotifications")
  static let requestNotificationPermission = authorization("requestNotificationPermission")

  private static func authorization(_ name: String) -> BridgeMethod {
    .waiting(
      name, "Makes the host ask the user to allow notifications.",
      details: """
        Calls notificationManager.requestAuthorization on this connection. Without a valid answer the permission \
        does not change.
        """,
      parameters: NoParameters.fields, result: Permission.codec,
      failures: [.storageFailed(cause: .noSpace), .shuttingDown, .requestCancelled],
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
          try engine.setPermission(granted: answer)
          return Permission(granted: answer)
        }
      })
  }
}
