import Glibc
import JSONCodec
import PlatformSimulator
import PushMessages
import Synchronization
import TestSupport
import Testing

/// Tests of the whole way of a push without a device: campaign, push, what to show, click, counted events, and the
/// mobile event that follows.
@Suite("The round of a push") struct PushRoundTests {
  /// Returns the counts of the campaigns: sent, received, delivered, opened, attributed.
  private func counts(_ simulator: Simulator) -> [[Int]] {
    simulator.state.campaigns.map {
      [$0.sent, $0.received, $0.delivered, $0.opened, $0.attributed]
    }
  }

  private func campaign(_ members: JSONObject = [:]) -> JSON {
    var campaign: JSONObject = [
      "message": ["title": "Sale", "body": "Today", "clickUrl": "https://shop.example/sale"]
    ]
    for member in members.members { campaign[member.key] = member.value }
    return .object(campaign)
  }

  /// Subscribes the device at the platform, and the host to simulated pushes.
  private func prepare(
    _ host: WireConnection, _ url: String, provider: String = "ios-firebase"
  ) async throws {
    try await host.call(
      "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
    try await host.call("setPushToken", ["provider": .string(provider), "pushToken": "device-1"])
    let answer = try await host.call("pushSubscribe", ["wait": "outcome"])
    try #require(answer["outcome"]?.state == "delivered")
    #expect(try await host.call("push.simulated.subscribe") == true)
    try await host.call("events.subscribe")
  }

  /// Waits for simulated pushes and returns all so far.
  private func pushes(_ count: Int, _ host: WireConnection) async throws -> [JSON] {
    try await eventually { host.notifications("push.simulated").count >= count }
    return host.notifications("push.simulated")
  }

  /// Clicks on a shown push as an operating system reports it.
  private func click(_ message: JSON, _ host: WireConnection) async throws -> JSON {
    try await host.call(
      "notificationManager.didReceive",
      ["response": ["request": ["content": ["userInfo": message]]]])
  }

  @Test(
    "a push of each structure is taken, shown, clicked and counted, and the event after it is attributed",
    arguments: ["device", "provider"])
  func round(form: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await prepare(host, url)
      for (index, structure) in PushSample.names.enumerated() {
        let id = try simulator.send(
          campaign: campaign(["structure": .string(structure), "form": .string(form)]))
        let push = try await pushes(index + 1, host)[index]
        #expect(push["campaign"]?.stringValue == id)
        let message = try #require(push["message"])

        let shown = try await host.call("takePush", ["message": message])
        #expect(shown["title"] == "Sale" && shown["body"] == "Today", "\(structure)")
        if form == "provider" { #expect(shown["structure"]?.stringValue == structure) }
        let clicked = try await click(message, host)
        #expect(clicked["handledBy"] == "sdk")
        #expect(clicked["url"]?.stringValue == shown["clickUrl"]?.stringValue)
        let utm = try #require(shown["extra"]?["utm_campaign"])
        if let link = clicked["url"]?.stringValue {
          #expect(link.contains("utm_campaign=\(id)&"), "\(structure)")
        }
        let event = try await host.call(
          "mobileEvent",
          [
            "sid": "px", "eventName": "purchase", "utm": ["campaign": utm], "wait": "outcome",
            "sendMessageId": shown["uid"] ?? .null,
          ])
        #expect(event["outcome"]?.state == "delivered")
      }
      let expected = Array(repeating: [1, 1, 1, 1, 1], count: 10)
      // A push is acknowledged with the next question of the bridge.
      try await eventually { counts(simulator) == expected }
      #expect(counts(simulator) == expected)
    }
  }

  @Test("a push that is lost, comes twice or is another sender's is counted as it happened")
  func faults() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await prepare(host, url)
      try simulator.send(campaign: campaign(["fault": "lose"]))
      try simulator.send(campaign: campaign(["fault": "repeat"]))
      try simulator.send(push: ["id": "42"], to: "device-1")

      let arrived = try await pushes(3, host)
      #expect(arrived.map { $0["campaign"] ?? nil } == ["c2", "c2", nil])
      // The user may be faster than the delivery event.
      let message = try #require(arrived.first?["message"])
      _ = try await click(message, host)
      for push in arrived {
        _ = try await host.call("takePush", ["message": push["message"] ?? .null])
      }
      _ = try await host.event(202)

      try await eventually { counts(simulator) == [[1, 0, 0, 0, 0], [1, 2, 1, 1, 0]] }
      let uid = try #require(message["uid"]?.stringValue)
      #expect(simulator.state.pushMessages[uid] == PushMessage(deliveries: 1, opens: 1))
    }
  }

  @Test("pushes wait while the host is away, and end with its subscription")
  func away() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await prepare(host, url)
      try simulator.send(campaign: campaign())
      _ = try await pushes(1, host)
      try await eventually { simulator.state.pushes.count == 0 }

      try await host.call("push.simulated.unsubscribe")
      try simulator.send(campaign: campaign())
      #expect(simulator.pushes(of: "device-1").map(\.campaign) == ["c2"])
      try await host.call("push.simulated.subscribe")

      #expect(try await pushes(2, host).map { $0["campaign"] } == ["c1", "c2"])
    }
  }

  @Test("pushes come after a restart of the platform with its state, and after a new token")
  func restarted() async throws {
    let directory = TemporaryDirectory()
    let state = directory.path + "/state.json"
    let (simulator, url) = try platform { $0.stateFile = state }
    try await withBridge(quickRetries) { bridge in
      let host = bridge.stdio
      try await prepare(host, url)
      simulator.stop()
      let port = try #require(UInt16(url.split(separator: ":").last ?? ""))
      let (again, _) = try platform {
        $0.port = port
        $0.stateFile = state
      }
      defer { again.stop() }
      try again.send(campaign: campaign())
      _ = try await pushes(1, host)

      try await host.call(
        "setPushToken", ["provider": "ios-firebase", "pushToken": "device-2"])
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
      try await eventually { again.state.profiles.first?.subscriptions.first?.token == "device-2" }
      try again.send(campaign: campaign())
      #expect(try await pushes(2, host).map { $0["campaign"] } == ["c1", "c2"])
    }
  }

  @Test("an event with a trigger brings a push of its campaign")
  func trigger() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script(
      PlatformScript(
        json: Array(
          #"""
          {"platform":{"triggers":[{"id":"welcome","on":"subscribe","campaign":{"message":{"title":"W"}}},
            {"id":"buy","on":"mobileEvent","name":"purchase","campaign":{"message":{"title":"B"}}}]}}
          """#.utf8)))
    try await withBridge { bridge in
      let host = bridge.stdio
      try await prepare(host, url)
      try await host.call(
        "mobileEvent",
        [
          "sid": "px", "eventName": "purchase", "matchingType": "push_sub",
          "matching": ["provider": "ios-firebase", "subscription_id": "device-1"],
        ])

      #expect(try await pushes(2, host).map { $0["campaign"] } == ["welcome", "buy"])
      try await host.call("pushSubscribe", ["skipTriggers": true, "wait": "outcome"])
      #expect(simulator.state.campaigns.map(\.sent) == [1, 1])
    }
  }

  @Test("only a simulated platform on this machine hands over pushes")
  func refused() async throws {
    let (simulator, url) = try platform()
    simulator.stop()
    let other = FaultyHTTPServer(answering: { _ in .answer(status: 200) })
    try await withBridge { bridge in
      let host = bridge.stdio
      let before = try await host.refusal(of: "push.simulated.subscribe")
      #expect(before.error["code"] == 501)
      for (address, problem) in [
        (url, "no simulated platform answers at \(url)"),
        (other.url(""), "\(other.url("")) is not a simulated platform"),
        ("https://platform.example", "apiUrl is not an address of this machine"),
      ] {
        try await host.call(
          "initialization", ["configuration": ["apiUrl": .string(address), "rToken": "r-1"]])
        let refused = try await host.refusal(of: "push.simulated.subscribe")
        #expect(refused.error["code"] == -32017)
        #expect(refused.error["message"]?.stringValue?.hasPrefix(problem) == true)
      }
    }
  }

  @Test("a program that repeats a push and never waits is asked five times a second at most")
  func repeated() async throws {
    let polls = Mutex(0)
    let other = FaultyHTTPServer(answering: { request in
      guard request.path.hasPrefix("/__pushes") else { return .answer(status: 200) }
      polls.withLock { $0 += 1 }
      return .answer(status: 200, body: Array(#"{"pushes":[{"number":5,"message":{}}]}"#.utf8))
    })
    try await withBridge { bridge in
      let host = bridge.stdio
      try await prepare(host, other.url(""))
      let clock = ContinuousClock()
      let start = clock.now
      let before = polls.withLock { $0 }
      try await eventually { polls.withLock { $0 } >= before + 4 }
      // The first answer has the push, and a pause follows each of the next.
      #expect(clock.now - start >= .milliseconds(400))
      #expect(host.notifications("push.simulated").count == 1)
    }
  }
}
