import AltcraftEngine
import JSONCodec

/// The way a host provides JWTs or the push tokens of one service.
enum ProviderSetting: Sendable {
  /// The bridge asks the connection that registered.
  case callback
  case fixed(Secret)
  /// The host provides none any more.
  case none

  static let expected = "\"callback\", an object with the string member token, or null"

  static let codec = Codec<ProviderSetting>(
    Schema([
      "anyOf": [
        ["type": "string", "const": "callback"],
        [
          "type": "object",
          "properties": [
            "token": [
              "type": "string",
              "description":
                """
              The JWT from the server of the app, or the push token from the push service. Example: \
              `"fcm-token-1"`.
              """, "x-secret": true,
            ]
          ],
          "additionalProperties": false, "required": ["token"],
        ],
        ["type": "null"],
      ]
    ]).named(
      "ProviderSource",
      """
      The source of JWTs or push tokens: "callback" calls this connection each time, an object holds a fixed \
      one, null removes the source.
      """),
    expected: expected,
    decode: { json throws(Invalid) in
      switch json {
      case .null: return .none
      case .string("callback"): return .callback
      case .object(let object):
        for key in object.keys where key != "token" {
          throw Invalid(unknown: key, among: ["token"])
        }
        guard let token = object["token"] else {
          throw Invalid(expected: "string", path: "token", .missing)
        }
        return .fixed(Secret(try Codec.string.secret.decode(token, at: "token")))
      default: throw Invalid(expected: expected, foundForString: json)
      }
    },
    encode: { value, writer in
      switch value {
      case .callback: writer.string("callback")
      case .fixed(let token): writer.value(["token": .string(token.reveal())])
      case .none: writer.null()
      }
    })
}

/// The parameter of the provider setters.
struct ProviderParameters: Sendable {
  var provider: ProviderSetting

  /// Returns the codec of a setter whose description shows `token`.
  static func fields(example token: String) -> ObjectCodec<ProviderParameters> {
    ObjectCodec(
      ProviderParameters.init,
      Field(
        "provider", \.provider, ProviderSetting.codec,
        """
        The source: "callback" to answer a request of the bridge each time, an object with a fixed token, or \
        null to remove the source. Example: `{"token": "\(token)"}`.
        """))
  }
}
