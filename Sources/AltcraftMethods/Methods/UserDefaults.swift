import AltcraftEngine
import JSONCodec
import JSONRPC

struct SetUserDefaultsParameters: Sendable {
  var suiteName: String
  var key: String
  var value: JSON?

  static let fields = ObjectCodec(
    SetUserDefaultsParameters.init,
    Field(
      "suiteName", \.suiteName, .string,
      "The name of the suite that holds the value, chosen by the host. Example: `\"app\"`."),
    Field(
      "key", \.key, .string,
      """
      The key of the value in its suite, chosen by the host; a blank key is ignored. Example: `"theme"`.
      """),
    Field(
      "value", \.value, optional: Codec.json.secret,
      """
      The value to store: any JSON up to 64 KiB; null removes the stored one. Example: `"dark"`.
      """))
}

struct GetUserDefaultsParameters: Sendable {
  var suiteName: String
  var key: String

  static let fields = ObjectCodec(
    GetUserDefaultsParameters.init,
    Field(
      "suiteName", \.suiteName, .string,
      "The name of the suite that holds the value, chosen by the host. Example: `\"app\"`."),
    Field("key", \.key, .string, "The key of the value in its suite. Example: `\"theme\"`."))
}

extension Catalog {
  static let setUserDefaultsValue = BridgeMethod.immediate(
    "setUserDefaultsValue", "Stores a value with the app group.",
    parameters: SetUserDefaultsParameters.fields, result: .alwaysTrue,
    failures: [.storageFailed(cause: .noSpace)],
    examples: [
      Example(
        "keep a value", ["suiteName": "app", "key": "theme", "value": "dark"], .exactly(true)),
      Example("remove it", ["suiteName": "app", "key": "theme", "value": nil], .exactly(true)),
      Example("no key", ["suiteName": "app"], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      try call.context.engine.setUserDefault(
        parameters.value ?? .null, suite: parameters.suiteName, key: parameters.key)
      return true
    })

  static let getUserDefaultsValue = BridgeMethod.immediate(
    "bridge.getUserDefaultsValue", role: .observer,
    "Returns the value that setUserDefaultsValue stored, or null.",
    parameters: GetUserDefaultsParameters.fields, result: Codec.json.secret,
    examples: [
      Example(
        "a value",
        given: [
          .init("setUserDefaultsValue", ["suiteName": "app", "key": "theme", "value": "dark"])
        ], ["suiteName": "app", "key": "theme"], .exactly("dark")),
      Example("without one", ["suiteName": "app", "key": "nothing"], .exactly(.null)),
      Example("no suite", ["key": "theme"], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { call, parameters throws(EngineError) in
      call.context.engine.userDefault(suite: parameters.suiteName, key: parameters.key) ?? .null
    })
}
