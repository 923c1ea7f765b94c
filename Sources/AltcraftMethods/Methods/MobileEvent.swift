import AltcraftEngine
import HTTP
import JSONCodec
import JSONRPC

struct MobileEventParameters: Sendable {
  var sid: String
  var eventName: String
  var sendMessageId: String?
  var payload: JSONObject?
  var matching: JSONObject?
  var matchingType: String?
  var profileFields: JSONObject?
  var subscription: JSON?
  var utm: UTM?

  static let fields = ObjectCodec(
    MobileEventParameters.init,
    Field("sid", \.sid, .string(minLength: 1), "The pixel that records the event."),
    Field("eventName", \.eventName, .string(minLength: 1), "What happened."),
    Field("sendMessageId", \.sendMessageId, optional: .string, "The message that led to it."),
    Field(
      "payload", \.payload, optional: .map,
      "Data of the event. Values must be scalars, else the call is refused with 475."),
    Field("matching", \.matching, optional: .map, "How the platform finds the profile."),
    Field("matchingType", \.matchingType, optional: .string, "The kind of that matching."),
    Field("profileFields", \.profileFields, optional: .map, "Fields of the profile."),
    Field(
      "subscription", \.subscription, optional: MobileEventSubscription.codec,
      "A subscription to be made with the event. An unknown channel is refused with 476."),
    Field("utm", \.utm, optional: UTM.codec, "Where the user came from."))
}

/// Campaign attribution.
struct UTM: Sendable {
  var campaign: String?
  var content: String?
  var keyword: String?
  var medium: String?
  var source: String?
  var temp: String?

  static let codec = Codec.object(
    "UTM", "UTM tags: where the user came from.", UTM.init,
    Field("campaign", \.campaign, optional: .string, "The campaign, or mailing; sent as `cn`."),
    Field("content", \.content, optional: .string, "The content; sent as `cc`."),
    Field("keyword", \.keyword, optional: .string, "The keyword, or term; sent as `ck`."),
    Field("medium", \.medium, optional: .string, "The medium; sent as `cm`."),
    Field("source", \.source, optional: .string, "The source; sent as `cs`."),
    Field("temp", \.temp, optional: .string, "A temporary tag; sent as `ct`."))

  /// By the names of the parts, in their order.
  var parts: [(name: String, value: String?)] {
    [
      ("cn", campaign), ("cc", content), ("ck", keyword), ("cm", medium), ("cs", source),
      ("ct", temp),
    ]
  }
}

/// The work of a mobile event, as it is stored and sent: the parts of its form by name.
enum MobileEvent {
  static let kind = JobKind(
    method: "mobileEvent", operation: .mobileEvent, lane: .mobileEvent,
    subject: { body in .mobileEvent(name: body["parts"]?["wn"]?.stringValue ?? "") }
  ) { body, context in
    let form = form(body["parts"]?.objectValue ?? [:], at: context.createdAt)
    let encoded = form.encoded(boundary: MultipartBoundary.random)
    return PlatformRequest(
      path: "/event/post",
      query: [("i", body["sid"]?.stringValue), ("tr", "px"), ("t", "open"), ("v", "2")],
      content: .other(type: encoded.contentType, bytes: encoded.body))
  }

  /// Frozen when the call is accepted, the offset of the time zone too.
  static func body(_ owner: WorkOwner, _ parameters: MobileEventParameters) -> WorkBody {
    JSONWriter.small { writer in
      writer.beginObject()
      writer.key("sid")
      writer.string(parameters.sid)
      writer.key("parts")
      writer.beginObject()
      writer.key("tz")
      writer.string(String(owner.minutesWest))
      writer.key("wn")
      writer.string(parameters.eventName)
      writer.text("mm", parameters.matchingType)
      if let utm = parameters.utm { for (name, value) in utm.parts { writer.text(name, value) } }
      writer.json("wd", parameters.payload)
      writer.text("mi", parameters.sendMessageId)
      writer.json("ma", parameters.matching)
      writer.json("sn", parameters.subscription.map(MobileEventSubscription.wire)?.objectValue)
      writer.json("pf", parameters.profileFields)
      writer.endObject()
      writer.endObject()
      return .encoded(writer.bytes)
    }
  }

  /// In the order of the contract. What is JSON stays JSON, a text becomes a part of text.
  private static func form(_ parts: JSONObject, at created: Timestamp) -> MultipartForm {
    var form = MultipartForm()
    form.add("tz", .text(parts["tz"]?.stringValue ?? "0"))
    form.add("t", .text(String(created.seconds)))
    form.add("aci", .text(""))
    for name in ["wn", "mm", "cn", "cc", "ck", "cm", "cs", "ct"] {
      if let text = parts[name]?.stringValue { form.add(name, .text(text)) }
    }
    for name in ["wd", "mi", "ma", "sn", "pf"] {
      if let value = parts[name] { form.add(name, .json(value.bytes)) }
    }
    return form
  }
}

// Parts of a form, where there is something in them.
extension JSONWriter {
  fileprivate mutating func text(_ name: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    key(name)
    string(text)
  }

  fileprivate mutating func json(_ name: String, _ value: JSONObject?) {
    guard let value else { return }
    key(name)
    object(value)
  }
}

extension Catalog {
  static let mobileEvent = BridgeMethod.durable(
    MobileEvent.kind, aliases: ["nse.mobileEvent"],
    "Records a mobile event.",
    details: """
      Answered when the event is safely on disk. Events of one user reach the platform in the order in \
      which they were accepted, independent of subscriptions.
      """,
    parameters: MobileEventParameters.fields,
    failures: [.valuesNotScalar, .subscriptionTypeUnsupported],
    examples: [
      Example(
        "an event", given: ExampleSteps.ready,
        ["sid": "px-1", "eventName": "signup", "requestId": "example-1"],
        .exactly(["requestId": "example-1"])),
      Example(
        "with everything", given: ExampleSteps.ready,
        [
          "sid": "px-1", "eventName": "purchase", "sendMessageId": "m-7",
          "payload": ["amount": 12, "currency": "EUR"], "matching": ["email": "ann@example.com"],
          "matchingType": "email", "profileFields": ["_fname": "Ann"],
          "subscription": ["channel": "email", "resource_id": 1, "email": "ann@example.com"],
          "utm": ["campaign": "spring", "source": "newsletter"], "requestId": "example-2",
        ], .exactly(["requestId": "example-2"])),
      Example(
        "a payload that is no list of scalars", given: ExampleSteps.ready,
        ["sid": "px-1", "eventName": "signup", "payload": ["items": [1, 2]]],
        .error(code: 475, reason: "valuesNotScalar")),
      Example(
        "a channel nobody knows", given: ExampleSteps.ready,
        [
          "sid": "px-1", "eventName": "signup",
          "subscription": ["channel": "pigeon", "resource_id": 1],
        ], .error(code: 476, reason: "subscriptionTypeUnsupported")),
      Example(
        "no name", given: ExampleSteps.ready, ["sid": "px-1", "eventName": ""],
        .error(code: -32602, reason: "invalidParams")),
    ],
    check: { _, parameters throws(EngineError) in
      if let payload = parameters.payload, !payload.areScalars {
        throw .refused(Refusal(.valuesNotScalar, function: "mobileEvent"))
      }
      if let subscription = parameters.subscription {
        try MobileEventSubscription.check(subscription)
      }
    }, body: MobileEvent.body)
}
