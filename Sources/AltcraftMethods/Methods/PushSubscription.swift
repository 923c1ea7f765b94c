import AltcraftEngine
import JSONCodec
import JSONRPC

/// The parameters of pushSubscribe, pushSuspend and pushUnSubscribe.
struct SubscriptionParameters: Sendable {
  var sync: Bool
  var profileFields: JSONObject?
  var customFields: JSONObject?
  var categories: [PushCategory]?
  var replace: Bool?
  var skipTriggers: Bool?

  static let skipTriggersDoc =
    "True if triggers of mailings and scenarios must ignore the profile for this change. Example: `true`."

  static let fields = ObjectCodec(
    SubscriptionParameters.init,
    Field(
      "sync", \.sync, .bool, default: true,
      """
      True if the platform answers with the final result and the profile; false if it answers as soon as it \
      has accepted the request. Example: `true`.
      """
    ),
    Field(
      "profileFields", \.profileFields, optional: .map,
      """
      Fields of the profile to set, by name, as the database of the platform defines them: any JSON, including \
      objects returned by `actionField`. Example: `{"_fname": "Ann"}`.
      """),
    Field(
      "customFields", \.customFields, optional: SDKConstants.scalars,
      """
      Custom fields of the subscription by name, as the resource of the platform defines them. Values are \
      strings, numbers, booleans or null; any other is refused with 475. Example: `{"plan": "pro"}`.
      """),
    Field(
      "cats", \.categories, optional: .list(of: .category),
      """
      Categories of the subscription, as the resource of the platform defines them. A plain string means an \
      active category with that name. Example: `[{"name": "news", "active": true}, "offers"]`.
      """),
    Field(
      "replace", \.replace, optional: .bool,
      """
      True to unsubscribe the subscriptions of other profiles of the database with the same push token. \
      Example: `true`.
      """
    ),
    Field(
      "skipTriggers", \.skipTriggers, optional: .bool,
      SubscriptionParameters.skipTriggersDoc))
}

extension Codec where Value == PushCategory {
  private static let object = Codec.object(
    "Category",
    "A category of the subscription. The platform reads only `name` and `active` of it.",
    { name, title, steady, active in
      PushCategory(name: name, title: title, steady: steady, active: active)
    },
    Field(
      "name", \.name, optional: .string,
      """
      The name of the category, as the resource of the platform defines it. Example: `"news"`.
      """),
    Field(
      "title", \.title, optional: .string,
      "The title of the category, as users see it. Example: `\"News\"`."),
    Field(
      "steady", \.steady, optional: .bool,
      "True if subscribers cannot turn the category off. Example: `false`."),
    Field(
      "active", \.active, optional: .bool,
      "True if the category is turned on for this subscription. Example: `true`."))

  /// A category. Only the given members are sent.
  static let category = Codec(

    Schema(
      ["oneOf": [["type": "string"], .object(object.schema.json)]],
      referringTo: [object.schema]),
    expected: "string or object",
    decode: { json throws(Invalid) in
      switch json {
      case .string(let name): return PushCategory(name: name, active: true)
      case .object: return try object.decode(json)
      default: throw Invalid(expected: "string or object", found: json)
      }
    },
    encode: { value, writer in object.encode(value, &writer) })
}

/// The jobs of the three calls, as they are stored and sent.
enum PushSubscription {
  static let subscribe = kind(
    "pushSubscribe", .subscribe, .subscribed, needs: [.pushToken, .permission])
  static let suspend = kind("pushSuspend", .suspend, .suspended, needs: .pushToken)
  static let unsubscribe = kind("pushUnSubscribe", .unsubscribe, .unsubscribed, needs: .pushToken)

  private static func kind(
    _ method: String, _ operation: Operation, _ status: SubscriptionRequest.Status,
    needs: JobKind.Needs
  ) -> JobKind {
    JobKind(
      method: method, operation: operation, lane: .state, needs: needs,
      savedToken: { _, inUse in inUse }
    ) { body, context in
      guard let token = context.pushToken else { preconditionFailure("\(method) needs a token") }
      let request = SubscriptionRequest(
        status: status, sync: body["sync"]?.boolValue ?? true, created: context.createdAt,
        fields: body["fields"]?.objectValue ?? [:],
        cats: (body["cats"]?.arrayValue ?? []).compactMap { $0.objectValue.map(PushCategory.init) },
        profileFields: body["profileFields"]?.objectValue,
        replace: body["replace"]?.boolValue ?? false,
        skipTriggers: body["skipTriggers"]?.boolValue ?? false)
      return request.request(for: token, as: context.authorization)
    }
  }

  /// Builds the job when the call is accepted, with the device and app fields of that moment.
  static func body(_ owner: JobOwner, _ parameters: SubscriptionParameters) -> JobBody {
    var body: JSONObject = ["sync": .bool(parameters.sync)]
    body["profileFields"] = parameters.profileFields.map(JSON.object)
    body["fields"] = .object(owner.subscriptionFields(parameters.customFields))
    body["cats"] = .array((parameters.categories ?? []).map(\.json))
    body["replace"] = .bool(parameters.replace ?? false)
    body["skipTriggers"] = .bool(parameters.skipTriggers ?? false)
    return .object(body)
  }
}

extension Catalog {
  static let pushSubscribe = subscription(
    PushSubscription.subscribe, "Subscribes the device to push notifications.",
    outcome: (230, "subscribed"))
  static let pushSuspend = subscription(
    PushSubscription.suspend, "Suspends the subscription of the device.",
    outcome: (231, "suspended"))
  static let pushUnSubscribe = subscription(
    PushSubscription.unsubscribe, "Ends the subscription of the device.",
    outcome: (232, "unsubscribed"))

  private static func subscription(
    _ kind: JobKind, _ summary: String, outcome: (code: Int, status: String)
  ) -> BridgeMethod {
    .durable(
      kind, summary,
      details: """
        Answered when the job is on disk; its outcome is an event, or the answer itself with `wait` "outcome". \
        Delivered in order with all other changes of the user's profile and subscription, and retried until the \
        platform answers.
        """,
      parameters: SubscriptionParameters.fields, failures: [.valuesNotScalar],
      examples: [
        Example(
          "accepted", given: ExampleSteps.ready, ["requestId": "example-1"],
          .exactly(["requestId": "example-1"])),
        Example(
          "with everything", given: ExampleSteps.ready,
          [
            "sync": true, "profileFields": ["_fname": "Ann"], "customFields": ["plan": "pro"],
            "cats": [["name": "news", "active": true], "offers"], "replace": false,
            "skipTriggers": true, "requestId": "example-2",
          ], .exactly(["requestId": "example-2"])),
        Example(
          "with its outcome", given: ExampleSteps.ready,
          ["requestId": "example-3", "wait": "outcome"],
          .like([
            "requestId": "example-3",
            "outcome": [
              "state": "delivered", "eventCode": .int(outcome.code),
              "response": [
                "httpCode": 200,
                "response": [
                  "error": 0, "errorText": "",
                  "profile": [
                    "id": "1", "status": "subscribed", "isTest": false,
                    "subscription": [
                      "subscriptionId": "fcm-token-1", "hashId": "8a1f", "provider": "ios-firebase",
                      "status": .string(outcome.status), "fields": ["_os": "IOS"], "cats": [],
                    ],
                  ],
                ],
              ],
            ],
          ])),
        Example(
          "a field with a list", given: ExampleSteps.ready,
          ["customFields": ["sizes": [38, 39]]],
          .error(code: 475, reason: "valuesNotScalar")),
        Example(
          "an id of another job",
          given: ExampleSteps.ready + [
            .init(kind.method, ["requestId": "example-4", "sync": false])
          ], ["requestId": "example-4"],
          .error(code: -32015, reason: "duplicateRequestId")),
        Example(
          "without a JWT provider",
          given: [.init("initialization", ["configuration": ["apiUrl": "http://127.0.0.1:8090"]])],
          [:], .error(code: 402, reason: "userTagMissing")),
        Example(
          "before any configuration", [:], .error(code: 501, reason: "configurationMissing")),
      ],
      check: { _, parameters throws(EngineError) in
        try parameters.customFields?.checkScalars("customFields", function: kind.method)
      }, body: PushSubscription.body)
  }
}

extension JSONObject {
  /// Refuses members that are not strings, numbers, booleans or nulls with 475, which names the first.
  func checkScalars(_ parameter: String, function: String) throws(EngineError) {
    try check(parameter, function: function) { value in
      switch value {
      case .null, .bool, .number, .string: true
      case .array, .object: false
      }
    }
  }

  /// Refuses members with a value that is not allowed with 475, which names the first.
  func check(
    _ parameter: String, function: String, _ isAllowed: (JSON) -> Bool
  ) throws(EngineError) {
    guard let member = members.first(where: { !isAllowed($0.value) }) else { return }
    let path = "\(parameter).\(member.key.prefix(64))"
    throw .refused(
      SDKError(
        EventDraft(
          .valuesNotScalar, function: function,
          message: "\(SDKCode.valuesNotScalar.meaning): \(path)",
          value: ["parameter": .string(path)]),
        data: ["parameter": .string(path)]))
  }
}

/// The calls that examples require first.
enum ExampleSteps {
  /// Configured under a resource token, with a push token.
  static let ready: [Example.Step] = [
    .init(
      "initialization",
      ["configuration": ["apiUrl": "http://127.0.0.1:8090", "rToken": "resource-token"]]),
    .init("setPushToken", ["provider": "ios-firebase", "pushToken": "fcm-token-1"]),
  ]

  /// A subscription that the platform has refused. Its value is text, so it cannot be incremented.
  static let rejected =
    ready + [
      .init(
        "pushSubscribe",
        [
          "profileFields": ["visits": ["action": "incr", "value": "many"]],
          "requestId": "example-1", "wait": "outcome",
        ])
    ]
}
