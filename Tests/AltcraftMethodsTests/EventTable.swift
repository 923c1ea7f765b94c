import HTTP
import JSONCodec
import TestSupport
import Testing

@testable import AltcraftMethods

/// An event code of the documentation, and a way to cause it.
struct EventRow: Sendable, CustomTestStringConvertible {
  typealias Provocation = @Sendable (EventFixture) async throws -> Void

  let code: Int
  /// The number in the documentation's table; by default the same.
  let legacyCode: Int
  let name: String
  /// "event", "error" or "retryError".
  let type: String
  /// The members of its value.
  let value: Set<String>
  /// The codes of the events before it, its causes.
  let after: [Int]
  let given: EventFixture.Given
  /// Nil for a code that cannot occur.
  let provocation: Provocation?

  var testDescription: String { "\(code) \(name)" }

  init(
    _ code: Int, _ name: String, _ type: String = "error", value: Set<String> = [],
    after: [Int] = [], legacy: Int? = nil, given: EventFixture.Given = .ready,
    by provocation: Provocation?
  ) {
    self.code = code
    legacyCode = legacy ?? code
    self.name = name
    self.type = type
    self.value = value
    self.after = after
    self.given = given
    self.provocation = provocation
  }

  /// Returns the event for one answer of the platform.
  var isHTTPOutcome: Bool { value.contains("response_with_http_code") }
}

/// Every event code.
enum EventTable {
  static let rows: [EventRow] =
    [
      happened, background, outcomes, refusals, settings, values, pushes, waits, users, ends,
      absent,
    ].flatMap(\.self)

  /// The table of codes on the page "SDK functionality", v75: the number at the start of each of its lines. The table
  /// of v73 lacks 208, 209 and 409.
  static let documented =
    Array(200...201) + Array(203...209) + Array(230...235) + Array(401...409) + Array(422...423)
    + Array(430...435) + Array(450...457) + Array(471...476) + Array(501...505) + Array(520...521)
    + Array(524...525) + Array(529...531) + Array(534...535) + Array(540...543)
    + Array(561...562) + Array(571...574)

  private static let happened: [EventRow] = [
    EventRow(200, "configuration.installed", "event", given: .nothing) {
      try await $0.configure(#""rToken":"r""#)
    },
    EventRow(201, "pushToken.changed", "event", value: ["provider"]) {
      try await $0.call("setPushToken", #"{"provider":"ios-apns","pushToken":"b"}"#)
      try await $0.call("getPushToken")
    },
    EventRow(202, "push.foreign", "event", value: ["message"]) {
      try await $0.call("takePush", #"{"message":{"order":"7"}}"#)
    },
    EventRow(203, "push.received", "event") {
      $0.bridge.http.enqueue(.hold)
      try await $0.call("takePush", push)
    },
    EventRow(204, "push.posted", "event", after: [203]) {
      $0.bridge.http.enqueue(.hold)
      try await $0.call("takePush", push)
    },
    EventRow(205, "data.cleared", "event", value: ["cleared"]) { try await $0.call("clear") },
    EventRow(207, "tokenUpdate.waiting", "event", after: [201], legacy: 506, given: .subscribed) {
      $0.bridge.http.enqueue(.hold)
      try await $0.call("setPushToken", otherToken)
      try await $0.call("pushSubscribe")
    },
  ]

  private static let background: [EventRow] = [
    EventRow(208, "backgroundTask.started", "event", legacy: 206) {
      try await $0.call("backgroundTasks.registerBackgroundTask", everyMinute)
      try await $0.pass(.seconds(60))
    },
    EventRow(209, "backgroundTask.completed", "event", after: [208], legacy: 207) {
      try await $0.call("backgroundTasks.registerBackgroundTask", everyMinute)
      try await $0.pass(.seconds(60))
    },
    EventRow(505, "backgroundTask.expired", after: [208]) {
      $0.bridge.http.enqueue(.hold)
      try await $0.call("pushSubscribe")
      await $0.bridge.http.waitForRequests(1)
      try await $0.call("backgroundTasks.registerBackgroundTask", everyMinute)
      try await $0.pass(.seconds(60))
      _ = try await $0.events(through: "backgroundTask.started")
      try await $0.pass(.seconds(60))
    },
  ]

  /// Answers of the platform: 2xx, 4xx, 5xx.
  private static let outcomes: [EventRow] = [
    job(230, 230, "pushSubscribe", "pushSubscribe"),
    job(231, 230, "pushSuspend", "pushSuspend"),
    job(232, 230, "pushUnSubscribe", "pushUnSubscribe"),
    outcome(
      233, 231, "tokenUpdate", [200, 400, 503], after: [201], given: .subscribed
    ) {
      try await $0.call("setPushToken", otherToken)
      try await $0.call("changePushProviderPriorityList", #"{"list":["ios-firebase"]}"#)
    },
    outcome(234, 232, "unSuspend", [200, 400]) { try await $0.call("unSuspendPushSubscription") },
    outcome(235, 233, "status", [200, 400]) { try await $0.call("getStatusOfLatestSubscription") },
    job(236, 234, "pushEvent", "openEvent", #"{"messageUID":"u"}"#, value: ["uid", "type"]),
    job(
      237, 235, "mobileEvent", "mobileEvent", #"{"sid":"s","eventName":"buy"}"#, value: ["name"]),
    job(238, 238, "profileUpdate", "updateProfileFields"),
  ].flatMap(\.self)

  private static func job(
    _ code: Int, _ legacy: Int, _ name: String, _ method: String, _ params: String = "{}",
    value: Set<String> = []
  ) -> [EventRow] {
    outcome(code, legacy, name, [200, 400, 503], value: value) {
      try await $0.call(method, params)
    }
  }

  private static func outcome(
    _ code: Int, _ legacy: Int, _ name: String, _ statuses: [Int], value: Set<String> = [],
    after: [Int] = [], given: EventFixture.Given = .ready,
    by provocation: @escaping EventRow.Provocation
  ) -> [EventRow] {
    let endings = [
      ("succeeded", "event", 0), ("failed", "error", 200), ("retrying", "retryError", 300),
    ]
    return zip(statuses, endings).map { status, ending in
      EventRow(
        code + ending.2, name + "." + ending.0, ending.1,
        value: value.union(["response_with_http_code"]), after: after, legacy: legacy + ending.2,
        given: given
      ) {
        $0.bridge.http.enqueue(.status(status))
        try await provocation($0)
      }
    }
  }

  /// Calls with a missing requirement.
  private static let refusals: [EventRow] = [
    EventRow(401, "configurationNotSet", given: .nothing) {
      try await $0.call("initialization", #"{"configuration":null}"#)
    },
    EventRow(402, "userTagMissing", after: [540], given: .userless) {
      try await $0.call("pushSubscribe")
    },
    EventRow(
      403, "storageError", value: ["cause", "from", "to", "lost"]
    ) { fixture in
      fixture.bridge.http.enqueue(.hold)
      for id in ["job-a", "job-b", "job-c"] {
        try await fixture.call("pushSubscribe", #"{"requestId":"\#(id)"}"#)
      }
      try await fixture.restart { try EventFixture.damage("job-b", in: $0) }
    },
    EventRow(405, "appGroupMissing") { try await $0.call("setAppGroup", #"{"groupName":""}"#) },
    EventRow(406, "tokenUpdateUnsupported") {
      try await $0.call("deleteDeviceToken", #"{"provider":"ios-apns"}"#)
    },
    EventRow(422, "unSuspend.dataMissing", after: [502], given: .configured) {
      try await $0.call("unSuspendPushSubscription")
    },
    EventRow(423, "status.dataMissing", after: [540, 543], given: .userless) {
      try await $0.call("getStatusOfLatestSubscription")
    },
    EventRow(501, "configurationMissing", given: .nothing) { try await $0.call("pushSubscribe") },
    EventRow(502, "pushTokenMissing", given: .configured) {
      try await $0.call("unSuspendPushSubscription")
    },
  ]

  /// Calls with invalid values.
  private static let settings: [EventRow] = [
    EventRow(471, "apiUrlInvalid") {
      try await $0.call("initialization", #"{"configuration":{"rToken":"r"}}"#)
    },
    EventRow(472, "rTokenInvalid") { try await $0.configure(#""rToken":"a b""#) },
    EventRow(473, "providerInvalid", value: ["provider"]) {
      try await $0.call("setPushToken", #"{"provider":"pigeon","pushToken":"x"}"#)
    },
  ]

  private static let values: [EventRow] = [
    EventRow(475, "valuesNotScalar", value: ["parameter"]) {
      try await $0.call("pushSubscribe", #"{"customFields":{"a":[1]}}"#)
    },
    EventRow(476, "subscriptionTypeUnsupported") {
      try await $0.call(
        "mobileEvent",
        #"{"sid":"s","eventName":"buy","subscription":{"channel":"fax","resource_id":1}}"#)
    },
  ]

  /// Invalid pushes.
  private static let pushes: [EventRow] = [
    EventRow(451, "pushUidMissing") {
      try await $0.call("openEvent", #"{"message":{"_ac_push":"1"}}"#)
    },
    EventRow(453, "mediaInvalid") {
      $0.bridge.http.enqueue(.hold)
      try await $0.call(
        "nse.handleNotificationRequest",
        #"{"request":{"content":{"userInfo":{"_ac_push":"1","_uid":"u","_media":"no url"}}}}"#)
    },
    EventRow(454, "buttonsInvalid") { try await $0.call(click, tap("button0", buttons: "none")) },
    EventRow(455, "buttonIdentifierInvalid", value: ["identifier", "index"]) {
      try await $0.call(click, tap("button2", buttons: "[]"))
    },
    EventRow(457, "buttonUnknown", value: ["identifier"]) {
      try await $0.call(click, tap("dismiss", buttons: "[]"))
    },
  ]

  /// Missing requirements of an attempt, other than the user.
  private static let waits: [EventRow] = [
    EventRow(500, "transport.failed", "retryError") {
      $0.bridge.http.enqueue(.fail(.transport(message: "connection refused")))
      try await $0.call("pushSubscribe")
    },
    EventRow(504, "permissionDenied", "retryError") {
      try await $0.call("notificationManager.setPermission", #"{"granted":false}"#)
      try await $0.call("pushSubscribe")
    },
    EventRow(
      520, "pushSubscribe.dataMissing", "retryError", after: [502], given: .configured
    ) { try await $0.call("pushSubscribe") },
  ]

  /// The first JWT is for the call, the second for the attempt.
  private static let users: [EventRow] = [
    EventRow(503, "userTagUnavailable", "retryError", given: .asked) {
      try await $0.call("pushSubscribe", "{}", jwts: [ann, .string(TestJWT.bob)])
    },
    EventRow(
      521, "tokenUpdate.dataMissing", "retryError", after: [201, 540, 543], given: .asked
    ) {
      try await $0.call("pushSubscribe", "{}", jwts: [ann, ann])
      _ = try await $0.events(through: "pushSubscribe.succeeded")
      try await $0.call("setPushToken", otherToken)
      $0.begin()
      try await $0.call(
        "changePushProviderPriorityList", #"{"list":["ios-firebase"]}"#, jwts: [ann, .null])
    },
    EventRow(
      524, "pushEvent.dataMissing", "retryError", after: [540, 543], given: .asked
    ) { try await $0.call("openEvent", #"{"messageUID":"u"}"#, jwts: [ann, .null]) },
    EventRow(
      525, "mobileEvent.dataMissing", "retryError", after: [540, 543], given: .asked
    ) {
      try await $0.call("mobileEvent", #"{"sid":"s","eventName":"buy"}"#, jwts: [ann, .null])
    },
    EventRow(
      526, "profileUpdate.dataMissing", "retryError", after: [540, 543], given: .asked
    ) { try await $0.call("updateProfileFields", "{}", jwts: [ann, .null]) },
    EventRow(540, "jwtMissing", given: .userless) { try await $0.call("pushSubscribe") },
    EventRow(541, "jwtInvalid", given: .asked) {
      try await $0.call("pushSubscribe", "{}", jwts: ["junk"])
    },
    EventRow(542, "matchingInvalid", given: .asked) {
      try await $0.call("pushSubscribe", "{}", jwts: [.string(TestJWT.unidentified)])
    },
    EventRow(543, "authMissing", after: [540], given: .userless) {
      try await $0.call("getStatusOfLatestSubscription")
    },
  ]

  /// Jobs that ended without an answer of the platform.
  private static let ends: [EventRow] = [
    EventRow(600, "work.expired", value: ["method", "createdAt"], after: [200, 530]) {
      $0.bridge.http.enqueue(.status(503))
      try await $0.configure(
        #""rToken":"resource-token","retry":{"firstSeconds":90,"totalSeconds":60}"#)
      try await $0.call("pushSubscribe")
      _ = try await $0.events(through: "pushSubscribe.retrying")
      try await $0.pass(.seconds(90))
    },
    EventRow(601, "work.cleared", value: ["method", "createdAt"], after: [530]) {
      $0.bridge.http.enqueue(.status(503))
      try await $0.call("pushSubscribe")
      _ = try await $0.events(through: "pushSubscribe.retrying")
      try await $0.configure(#""rToken":"other""#)
    },
    EventRow(602, "work.lost", value: ["method", "createdAt"], after: [530]) {
      $0.bridge.http.enqueue(.status(503))
      try await $0.call("pushSubscribe", #"{"requestId":"job-a"}"#)
      _ = try await $0.events(through: "pushSubscribe.retrying")
      try $0.damage("job-a")
      try await $0.pass(.seconds(1))
    },
  ]

  /// ✗ in the contract.
  private static let absent: [EventRow] =
    [
      (206, "initialization.waiting"), (220, "push.redirected"), (409, "initializationTimeout"),
      (480, "pushSubscribe.givenUp"), (484, "pushEvent.givenUp"), (487, "mobileEvent.givenUp"),
      (488, "profileUpdate.givenUp"),
    ].map { EventRow($0, $1, "event", by: nil) }
    + [
      (404, "modelNotLoaded"), (407, "entityNameInvalid"), (408, "entityNotFound"),
      (410, "tokenUpdateRefused"), (439, "unknown.failed"), (450, "userInfoInvalid"),
      (452, "imageNotLoaded"), (456, "buttonOutOfRange"), (470, "configurationInvalid"),
      (474, "mapNotEncodable"), (529, "commonDataMissing"), (562, "responseNotProcessed"),
      (571, "requestUrlInvalid"), (573, "pushSubscribe.dataInvalid"),
      (574, "pushEvent.dataInvalid"),
    ].map { EventRow($0, $1, "error", by: nil) }
    + [
      (506, "tokenUpdate.blocking"), (539, "unknown.retrying"), (560, "responseMissing"),
      (561, "requestNotBuilt"), (572, "responseInvalid"),
    ].map { EventRow($0, $1, "retryError", by: nil) }

  private static let push =
    #"{"message":{"_ac_push":"1","_uid":"u","_title":"Sale","_body":"Today only"}}"#
  private static let otherToken = #"{"provider":"ios-firebase","pushToken":"fcm-token-2"}"#
  private static let everyMinute = #"{"intervalSeconds":60}"#
  private static let click = "notificationManager.didReceive"
  private static let ann = JSON.string(TestJWT.ann)

  private static func tap(_ action: String, buttons: String) -> String {
    """
    {"response":{"actionIdentifier":"\(action)","request":{"content":{"userInfo":\
    {"_ac_push":"1","_uid":"u","_buttons":"\(buttons)"}}}}}
    """
  }
}
