import AltcraftBridgeClient
import Synchronization
import TestSupport
import Testing

/// Tests of the generated types. They use what another package can use.
@Suite("The types of the client for Swift") struct TypeTests {
  private static let job: JSONValue = [
    "requestId": "r-1", "method": "mobileEvent", "state": "paused", "attempts": 2,
    "createdAt": "2026-11-27T00:00:00.000Z", "nextAttemptAt": nil, "endedAt": nil,
    "retryable": false, "waitingFor": "moon", "lastError": nil, "outcome": nil,
    "weather": ["sun": .uint(.max)],
  ]

  @Test("an object keeps the members and values that a newer bridge added")
  func newerMembers() throws {
    let job = try Job(json: Self.job)

    #expect(job.requestId == "r-1" && job.attempts == 2 && job.endedAt == nil)
    #expect(job.state != .pending && job.state.rawValue == "paused")
    #expect(job.otherMembers == ["weather": ["sun": .uint(.max)]])
    #expect(job.json["weather"] == Self.job["weather"] && job.json["state"] == "paused")
    #expect(try Job(json: job.json) == job)
  }

  @Test("a member of another type is refused with its name")
  func otherTypes() throws {
    var members = try #require(Self.job.objectValue)
    members["attempts"] = 1.5
    let error = #expect(throws: BridgeError.self) { try Job(json: .object(members)) }
    #expect(error == .unreadable("attempts: not an integer of 64 bits"))

    members["attempts"] = nil
    #expect(throws: BridgeError.unreadable("attempts: not an integer of 64 bits")) {
      try Job(json: .object(members))
    }
    #expect(throws: BridgeError.unreadable("not an object")) { try Job(json: [1]) }
  }

  @Test("a member that is nil is left out, or null if every value has it")
  func missingMembers() {
    let configuration = Configuration(apiUrl: "https://example.com")
    let category = Category(name: nil, active: true)

    #expect(configuration.json == ["apiUrl": "https://example.com"])
    #expect(category.json.objectValue?["active"] == true)
  }

  @Test("the variants of a union are distinguished, and a new one is kept")
  func unions() throws {
    let email = EmailSubscription(resourceId: 7, email: "a@example.com")

    #expect(Subscription.email(email).json["channel"] == "email")
    #expect(Subscription(json: Subscription.email(email).json) == .email(email))
    let fax: JSONValue = ["channel": "fax", "resource_id": 1]
    #expect(Subscription(json: fax) == .other(fax) && Subscription(json: fax).json == fax)
    #expect(ProviderSource(json: "callback") == .callback)
    #expect(ProviderSource.token(ProviderSourceToken(token: "t")).json == ["token": "t"])
  }

  @Test("an event has its typed value, and one of a newer bridge none")
  func events() throws {
    func event(_ name: String, _ value: JSONValue) -> JSONValue {
      [
        "epoch": "e", "seq": 1, "type": "event", "code": 999, "name": .string(name),
        "function": "f", "message": "m", "value": value, "date": "d", "requestId": nil, "more": 1,
      ]
    }
    func known(_ name: String, _ value: JSONValue) -> KnownEvent? {
      guard case .event(let event) = KnownNotification("event", event(name, value)) else {
        return nil
      }
      return event.known
    }

    #expect(known("data.cleared", ["cleared": 3]) == .dataCleared(ClearedValue(cleared: 3)))
    #expect(known("configuration.installed", nil) == .configurationInstalled)
    #expect(known("push.foreign", nil) == .pushForeign(nil))
    #expect(known("weather.changed", ["sun": true]) == .unknown)
    #expect(known("data.cleared", "all") == .unknown)
    #expect(
      KnownNotification("weather.notice", [1])
        == .unknown(method: "weather.notice", parameters: [1]))
    guard
      case .eventsGap(let gap) = KnownNotification(
        "events.gap", ["epoch": "e", "from": 2, "to": nil, "count": nil, "reason": "restart"])
    else {
      Issue.record("not a gap")
      return
    }
    #expect(gap.from == 2 && gap.to == nil)
  }

  @Test("the methods, callbacks and errors have their types")
  func methods() async throws {
    let directory = TemporaryDirectory()
    let questions = Mutex<[String]>([])
    var host = Bridge.Host()
    host.answerGetToken { provider in
      questions.withLock { $0.append(provider.rawValue) }
      return "token-1"
    }
    host.answerGetJWT { _ in nil }
    let bridge = try Bridge.start(
      builtProduct("altcraft-bridge"), dataDirectory: directory.path + "/data",
      arguments: ["--allow-insecure-http"], host: host)

    try await bridge.initialization(
      configuration: Configuration(apiUrl: "http://127.0.0.1:9", rToken: "r-1"))
    try await bridge.setFCMTokenProvider(provider: .callback)
    let token = try await bridge.getPushToken()
    let receipt = try await bridge.mobileEvent(
      sid: "px", eventName: "buy", payload: ["price": 12.5, "big": .uint(.max)],
      requestId: "order-7")
    let job = try await bridge.outbox.get(requestId: "order-7")
    let none = try await bridge.outbox.get(requestId: "order-8")
    let page = try await bridge.outbox.list(limit: 10, state: .pending)
    let refusal = await #expect(throws: BridgeError.self) {
      try await bridge.openEvent(messageUID: "")
    }

    #expect(token?.token == "token-1" && token?.provider == .iosFirebase)
    #expect(questions.withLock { $0 } == ["ios-firebase"])
    #expect(receipt.requestId == "order-7" && receipt.outcome == nil)
    #expect(job?.state == .pending && none == nil)
    #expect(page.items.map(\.requestId) == ["order-7"])
    #expect(refusal?.reason == .pushUidMissing)
    #expect(try await bridge.bridge.info().schemaDigest == BridgeSchema.digest)
    await bridge.end()
  }
}
