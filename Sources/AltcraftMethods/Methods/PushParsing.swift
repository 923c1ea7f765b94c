import AltcraftEngine
import JSONCodec
import JSONRPC

struct PushMessageParameters: Sendable {
  var message: JSONObject

  static let fields = ObjectCodec(
    PushMessageParameters.init,
    Field(
      "message", \.message, .map,
      """
      The push: the data map as it arrived on the device, or the whole message of a provider. Its values may \
      be strings that hold JSON. Example: `{"_ac_push": "true", "_uid": "uid-1"}`.
      """))
}

extension Catalog {
  static let isAltcraftPush = recognition("isAltcraftPush")
  static let nseIsAltcraftPush = recognition("nse.isAltcraftPush")

  private static func recognition(_ name: String) -> BridgeMethod {
    .immediate(
      name, "Checks whether a push comes from the platform.",
      details: """
        True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or `ack`, or with \
        both `uid` and `launch_id`. Takes a `request` or a `message`.
        """,
      parameters: PushSource.fields, result: .bool,
      examples: [
        Example(
          "with the marker", ["message": ["_ac_push": "true", "_uid": "uid-1"]], .exactly(true)),
        Example(
          "as the request of the system",
          [
            "request": [
              "identifier": "request-1",
              "content": [
                "title": "Sale", "userInfo": ["uid": "uid-1", "launch_id": "launch-1"],
              ],
            ]
          ], .exactly(true)),
        Example("a push of another sender", ["message": ["id": "42"]], .exactly(false)),
        Example("without a push", [:], .error(code: -32602, reason: "invalidParams")),
      ],
      check: { _, source throws(EngineError) in _ = try source.required() },
      run: { _, source throws(EngineError) in ParsedPush(try source.required()).isAltcraft })
  }

  static let parsePush = BridgeMethod.immediate(
    "parsePush", "Converts a push of any structure of the platform into one form.",
    details: """
      Reads messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS, AppMetrica and \
      RuStore, and the flat maps that arrive on devices. A push of another sender is read as far as possible, \
      with `isAltcraft` false. Nothing is lost: `rest` has the members without a name here. Nothing is registered \
      and nothing is fetched.
      """,
    parameters: PushMessageParameters.fields, result: ParsedPush.codec,
    examples: [
      Example("on a device", ["message": PushSamples.device], .exactly(PushSamples.parsedDevice)),
      Example("no message", [:], .error(code: -32602, reason: "invalidParams")),
    ],
    run: { _, parameters throws(EngineError) in ParsedPush(parameters.message) })
}

extension PushSource {
  func required() throws(EngineError) -> JSONObject {
    guard let data else {
      throw .invalid(
        Invalid(expected: "object, unless request is given", path: "message", .missing))
    }
    return data
  }
}

/// The pushes that the examples of several methods share.
enum PushSamples {
  static let device: JSON = [
    "_ac_push": "true", "_uid": "uid-1", "_media": "https://example.com/sale.png",
    "_click-url": "https://example.com/sale",
    "_buttons": "[{\"label\":\"Show\",\"link\":\"https://example.com/show\"}]",
    "aps": ["alert": ["title": "Sale", "body": "Today only"], "badge": 1, "sound": "default"],
    "shop": "north",
  ]

  static let parsedDevice: JSON = [
    "isAltcraft": true, "structure": "sdk", "uid": "uid-1", "launchId": nil, "title": "Sale",
    "subtitle": nil, "body": "Today only", "media": "https://example.com/sale.png", "icon": nil,
    "clickUrl": "https://example.com/sale",
    "buttons": [
      ["identifier": "button0", "label": "Show", "link": "https://example.com/show"]
    ],
    "hubLink": nil, "badge": 1, "sound": "default", "silent": false, "contentAvailable": nil,
    "deeplink": nil, "intent": nil, "color": nil, "channelId": nil, "importance": nil,
    "extra": ["shop": "north"], "rest": ["_ac_push": "true"],
  ]

  /// The same push as a request of the system.
  static let request: JSON = [
    "identifier": "request-1",
    "content": [
      "title": "Sale", "body": "Today only", "badge": 1, "sound": "default", "userInfo": device,
    ],
  ]

  /// The same request with every member, as the bridge writes it.
  static let fullRequest: JSON = [
    "identifier": "request-1",
    "content": [
      "title": "Sale", "subtitle": nil, "body": "Today only", "badge": 1, "sound": "default",
      "categoryIdentifier": nil, "userInfo": device,
    ],
  ]
}
