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
    Field(
      "sid", \.sid, .string(minLength: 1),
      """
      The identifier of the pixel that records the event, from the settings of the pixel in the Altcraft \
      account. Example: `"px-1"`.
      """),
    Field(
      "eventName", \.eventName, .string(minLength: 1),
      """
      The name of the event, as scenarios and segments of the platform expect it; not empty. Example: \
      `"signup"`.
      """),
    Field(
      "sendMessageId", \.sendMessageId, optional: .string,
      """
      The identifier (SMID) of the message that led to the event, from the data of that message; it ties the \
      event to its mailing. Example: `"m-7"`.
      """),
    Field(
      "payload", \.payload, optional: SDKConstants.scalars,
      """
      Data of the event, chosen by the host. Values are strings, numbers, booleans or null; any other is \
      refused with 475. Example: `{"amount": 12, "currency": "EUR"}`.
      """),
    Field(
      "matching", \.matching, optional: .map,
      """
      Identifiers of the user by type, from the host's own data of the user; the platform finds the profile \
      by them. Example: `{"email": "ann@example.com"}`.
      """),
    Field(
      "matchingType", \.matchingType, optional: .string,
      """
      The type of the identifier in `matching` by which the platform finds the profile, as the platform names \
      it: email, phone, profile_id and others. Example: `"email"`.
      """),
    Field(
      "profileFields", \.profileFields, optional: .map,
      """
      Fields of the profile to set, by name, as the database of the platform defines them. Example: \
      `{"_fname": "Ann"}`.
      """),
    Field(
      "subscription", \.subscription, optional: MobileEventSubscription.codec,
      """
      A subscription to add to the profile with the event. An unknown channel is refused with 476. Example: \
      `{"channel": "email", "resource_id": 1, "email": "ann@example.com"}`.
      """),
    Field(
      "utm", \.utm, optional: UTM.codec,
      """
      The UTM tags of the link that led the user to the app, from that link or from the attribution service of \
      the host. Example: `{"campaign": "spring", "source": "newsletter"}`.
      """))
}

/// The attribution of a campaign.
struct UTM: Sendable {
  var campaign: String?
  var content: String?
  var keyword: String?
  var medium: String?
  var source: String?
  var temp: String?

  static let codec = Codec.object(
    "UTM", "The UTM tags of a link: the source of a visit.", UTM.init,
    Field(
      "campaign", \.campaign, optional: .string,
      "The campaign, `utm_campaign` of the link; sent as `cn`. Example: `\"spring\"`."),
    Field(
      "content", \.content, optional: .string,
      "The content, `utm_content` of the link; sent as `cc`. Example: `\"banner-2\"`."),
    Field(
      "keyword", \.keyword, optional: .string,
      "The keyword, `utm_term` of the link; sent as `ck`. Example: `\"shoes\"`."),
    Field(
      "medium", \.medium, optional: .string,
      "The medium, `utm_medium` of the link; sent as `cm`. Example: `\"email\"`."),
    Field(
      "source", \.source, optional: .string,
      "The source, `utm_source` of the link; sent as `cs`. Example: `\"newsletter\"`."),
    Field(
      "temp", \.temp, optional: .string,
      "A temporary tag, chosen by the host; sent as `ct`. Example: `\"test-1\"`."))

  /// The parts with their names, in the order of the form.
  var parts: [(name: String, value: String?)] {
    [
      ("cn", campaign), ("cc", content), ("ck", keyword), ("cm", medium), ("cs", source),
      ("ct", temp),
    ]
  }
}

/// The job of a mobile event, as it is stored and sent: the parts of its form by name.
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

  /// Builds the job when the call is accepted, with the current offset of the time zone.
  static func body(_ owner: JobOwner, _ parameters: MobileEventParameters) -> JobBody {
    body(minutesWest: owner.minutesWest, parameters)
  }

  static func body(minutesWest: Int, _ parameters: MobileEventParameters) -> JobBody {
    JSONWriter.small { writer in
      writer.beginObject()
      writer.key("sid")
      writer.string(parameters.sid)
      writer.key("parts")
      writer.beginObject()
      writer.key("tz")
      writer.string(String(minutesWest))
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

  /// Builds the form, in the order of the contract. JSON stays JSON; a text becomes a text part.
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

// Parts of a form, omitted if empty.
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
      Answered when the event is on disk. The events of one user reach the platform in the order of acceptance, \
      independently of subscriptions.
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
        "a payload with a list", given: ExampleSteps.ready,
        ["sid": "px-1", "eventName": "signup", "payload": ["items": [1, 2]]],
        .error(code: 475, reason: "valuesNotScalar")),
      Example(
        "an unknown channel", given: ExampleSteps.ready,
        [
          "sid": "px-1", "eventName": "signup",
          "subscription": ["channel": "pigeon", "resource_id": 1],
        ], .error(code: 476, reason: "subscriptionTypeUnsupported")),
      Example(
        "no name", given: ExampleSteps.ready, ["sid": "px-1", "eventName": ""],
        .error(code: -32602, reason: "invalidParams")),
    ],
    check: { _, parameters throws(EngineError) in
      try parameters.payload?.checkScalars("payload", function: "mobileEvent")
      if let subscription = parameters.subscription {
        try MobileEventSubscription.check(subscription)
      }
    }, groupedRead: DurableGroup.mobileEvent, body: MobileEvent.body)
}
