import AltcraftEngine
import JSONCodec
import JSONRPC

struct Permission: Sendable {
  var granted: Bool

  static let doc =
    "True if the user allows notifications, from the operating system of the device. Example: `true`."
  static let fields = ObjectCodec(
    Permission.init, Field("granted", \.granted, .bool, doc))
}

/// The answer of a user who is asked to allow notifications.
struct Authorization: Sendable {
  var granted: Bool
  /// The error of the operating system, as a text of the host.
  var error: String?

  /// The codec of the answer of the host: the object, or a boolean for `granted` alone.
  static let answer = Codec<Authorization>(
    Schema(
      ["oneOf": [["type": "boolean"], .object(object.schema.json)]],
      referringTo: [object.schema]),
    expected: "boolean, or object with granted",
    decode: { json throws(Invalid) in
      if let granted = json.boolValue { return Authorization(granted: granted, error: nil) }
      // The answer of the user counts, also beside members that nothing reads.
      guard let granted = json["granted"]?.boolValue else {
        throw Invalid(expected: "boolean, or object with granted", found: json)
      }
      return Authorization(granted: granted, error: json["error"]?.stringValue)
    },
    encode: object.encode)

  static let codec = Codec.result(
    "Permission", "The permission to show notifications.", Authorization.init,
    Field("granted", \.granted, .bool, Permission.doc),
    Field("error", \.error, optional: .string, errorDoc))

  private static let object = Codec.object(
    "AuthorizationAnswer", "The answer of a user who was asked to allow notifications.",
    Authorization.init,
    Field("granted", \.granted, .bool, Permission.doc),
    Field("error", \.error, optional: .string, errorDoc))

  private static let errorDoc =
    "The error of the operating system, as a text of the host; null if there is none."
}

extension Catalog {
  static let setPermission = BridgeMethod.immediate(
    "notificationManager.setPermission",
    "Sets whether the user allows notifications; the initial state is granted.",
    details: """
      Without the permission subscriptions wait (event 504); they are sent when it is granted. All other jobs, also \
      a suspend or an unsubscribe, need no permission. It is stored for all app groups of the data \
      directory: a denial holds after a restart, after `clear`, and in every other group, until the host grants it.
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
        does not change. `error` is the text in the answer of the host.
        """,
      parameters: NoParameters.fields, result: Authorization.codec,
      failures: [.storageFailed(cause: .noSpace), .shuttingDown, .requestCancelled],
      examples: [
        Example("the user agrees", [:], .exactly(["granted": true, "error": nil])),
        Example(
          "with a parameter", ["granted": true], .error(code: -32602, reason: "invalidParams")),
      ],
      run: { call, _ throws(EngineError) in
        let engine = call.context.engine
        let permission = Authorization(granted: engine.hasPermission, error: nil)
        return { () async throws(EngineError) in
          let answer = await call.context.answer(
            to: Callbacks.requestAuthorization,
            Callbacks.AuthorizationRequest(options: ["alert", "badge", "sound"]))
          guard let answer else { return permission }
          try engine.setPermission(granted: answer.granted)
          return answer
        }
      })
  }
}
