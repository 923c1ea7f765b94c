import Foundation
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the main purpose of a host application: subscribing a device.
@Suite struct MainJobTests {
  @Test("a subscription is acknowledged, sent according to the contract, and reported")
  func subscribe() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      #expect(try await host.call("events.subscribe")["seq"] != nil)

      let answer = try await host.call(
        "pushSubscribe",
        [
          "profileFields": ["_fname": "Ann"], "customFields": ["plan": "pro"],
          "cats": [["name": "news", "active": true], "offers"], "requestId": "job-1",
        ])
      #expect(answer == ["requestId": "job-1"])

      let request = try #require(simulator.waitForRequests(1).first)
      #expect(request.method == "POST" && request.path == "/subscription/push/subscribe/")
      #expect(
        request.query == ["provider": "ios-firebase", "matching_mode": "push_sub", "sync": "true"])
      #expect(request.headers["authorization"] == "Bearer rtoken@r-1")
      #expect(request.headers["content-type"] == "application/json")
      #expect(request.requestID == "job-1" && request.status == 200)
      let body = try #require(request.json)
      #expect(body["subscription"]?["subscription_id"] == "fcm-token-1")
      #expect(body["subscription"]?["status"] == "subscribed")
      #expect(body["subscription"]?["fields"]?["plan"] == "pro")
      #expect(body["profile_fields"] == ["_fname": "Ann"])
      #expect(
        body["subscription"]?["cats"] == [
          ["name": "news", "active": true], ["name": "offers", "active": true],
        ])

      let event = try await host.event(230)
      #expect(event["requestId"] == "job-1" && event["name"] == "pushSubscribe.succeeded")
      #expect(event["function"] == "processResponse" && event["type"] == "event")
      #expect(event["value"]?["response_with_http_code"]?["httpCode"] == 200)
      let order = host.messages
      let reported = try #require(order.firstIndex { $0["params"]?["code"] == 230 })
      let answered = try #require(order.firstIndex { $0["result"] == answer })
      #expect(answered < reported)

      let job = try await host.call("outbox.get", ["requestId": "job-1"])
      #expect(job.state == "delivered" && job["attempts"] == 1)
      #expect(job["method"] == "pushSubscribe" && job["outcome"]?["eventCode"] == 230)
      #expect(host.callbacks.allSatisfy { $0["params"] == ["provider": "ios-firebase"] })
    }
  }

  @Test(
    "a waiting call is answered with the outcome",
    arguments: [
      ("pushSubscribe", 230, "subscribed"), ("pushSuspend", 231, "suspended"),
      ("pushUnSubscribe", 232, "unsubscribed"),
    ])
  func outcome(method: String, code: Int, status: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.prepare(url)

      let answer = try await bridge.stdio.call(method, ["wait": "outcome"])

      let outcome = try #require(answer["outcome"])
      #expect(outcome.state == "delivered" && outcome["eventCode"] == .int(code))
      let subscription = outcome["response"]?["response"]?["profile"]?["subscription"]
      #expect(subscription?["status"]?.stringValue == status)
      #expect(subscription?["subscriptionId"] == "fcm-token-1")
      let id = try #require(answer["requestId"]?.stringValue)
      #expect(id.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
      #expect(simulator.requests().map(\.requestID) == [id])
    }
  }

  @Test("a retryable answer is reported, and the same request is sent again")
  func retry() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 2, fault: .status(503))])
    try await withBridge(quickRetries) { bridge in
      try await bridge.stdio.prepare(url)
      try await bridge.stdio.call("events.subscribe")

      try await bridge.stdio.call("pushSubscribe", ["requestId": "again"])
      let event = try await bridge.stdio.event(230)

      #expect(event["requestId"] == "again")
      #expect(bridge.stdio.events.compactMap(\.code).filter { $0 != 201 } == [530, 530, 230])
      let requests = simulator.requests()
      #expect(requests.map(\.requestID) == ["again", "again", "again"])
      #expect(requests.map(\.status) == [503, 503, 200])
      #expect(Set(requests.compactMap { $0.json?.text }).count == 1)
      let job = try await bridge.stdio.call("outbox.get", ["requestId": "again"])
      #expect(job["attempts"] == 3)
    }
  }

  @Test("a refusal of the platform is final and stored", arguments: [400, 404, 422, 302])
  func rejected(status: Int) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([
      ScriptRule(
        times: 1, fault: .status(status, body: ["error": 7, "error_text": "not today"]))
    ])
    try await withBridge(quickRetries) { bridge in
      try await bridge.stdio.prepare(url)
      try await bridge.stdio.call("events.subscribe")

      let answer = try await bridge.stdio.call(
        "pushSubscribe", ["requestId": "no", "wait": "outcome"])

      #expect(answer["outcome"]?.state == "rejected" && answer["outcome"]?["eventCode"] == 430)
      #expect(answer["outcome"]?["response"]?["httpCode"] == .int(status))
      if status >= 400 {
        #expect(answer["outcome"]?["response"]?["response"]?["errorText"] == "not today")
      }
      try await bridge.stdio.event(430)
      let job = try await bridge.stdio.call("outbox.get", ["requestId": "no"])
      #expect(job.state == "rejected" && job["lastError"]?["httpCode"] == .int(status))
      let list = try await bridge.stdio.call("outbox.list", ["state": "rejected"])
      #expect(list["items"]?[0]?["requestId"] == "no")
      #expect(simulator.requests().count == 1)
    }
  }

  @Test("a request id identifies one job, also after a restart")
  func idempotency() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let call: JSON = ["sync": true, "customFields": ["a": 1, "b": 2], "requestId": "one"]
    let same: JSON = [
      "requestId": "one", "customFields": ["b": 2, "a": 1], "sync": true, "wait": "outcome",
    ]
    try await withBridge(in: directory) { bridge in
      try await bridge.stdio.prepare(url)

      try await bridge.stdio.call("pushSubscribe", call)
      let again = try await bridge.stdio.call("pushSubscribe", same)
      #expect(again["outcome"]?.state == "delivered")

      for other: (String, JSON) in [
        ("pushSubscribe", ["requestId": "one"]), ("pushSuspend", call),
      ] {
        let refused = try await bridge.stdio.refusal(of: other.0, other.1)
        #expect(refused.code == -32015 && refused.reason == "duplicateRequestId")
      }
    }

    try await withBridge(in: directory) { bridge in
      #expect(try await bridge.stdio.call("pushSubscribe", call) == ["requestId": "one"])
      let again = try await bridge.stdio.call("pushSubscribe", same)
      #expect(again["outcome"]?.state == "delivered")
      let refused = try await bridge.stdio.refusal(of: "pushSubscribe", ["requestId": "one"])
      #expect(refused.code == -32015)
    }
    #expect(simulator.requests().count == 1)
  }

  @Test("a pipelined burst is answered and arrives in order")
  func burst() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.prepare(url)
      let ids = (1...200).map { "burst-\($0)" }

      let calls = try ids.map {
        try bridge.stdio.begin(
          $0.hasSuffix("7") ? "pushSuspend" : "pushSubscribe", ["requestId": .string($0)])
      }
      for (call, id) in zip(calls, ids) {
        #expect(try await bridge.stdio.answer(to: call) == ["requestId": .string(id)])
      }

      let requests = simulator.waitForRequests(200)
      #expect(requests.compactMap(\.requestID) == ids)
    }
  }

  @Test(
    "a static token is used for its purpose",
    arguments: [
      ("text", "some-token", "some-token"), ("hex", "00FFab", "00ffab"),
      ("base64", "AP+r", "00ffab"),
    ])
  func tokenByHand(encoding: String, given: String, expected: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
      #expect(try await host.call("getPushToken") == .null)

      try await host.call(
        "setPushToken",
        ["provider": "IOS-APNS", "pushToken": .string(given), "encoding": .string(encoding)])

      let token: JSON = ["provider": "ios-apns", "token": .string(expected)]
      #expect(try await host.call("getPushToken") == token)
      try await host.call("pushSubscribe", ["wait": "outcome"])
      let request = try #require(simulator.requests().first)
      #expect(request.query["provider"] == "ios-apns")
      #expect(request.json?["subscription"]?["subscription_id"]?.stringValue == expected)
    }
  }

  @Test("a job of an app group waits until its group is selected again")
  func groups() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.call("setAppGroup", ["groupName": "one"])
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
      try await host.call("pushSubscribe", ["requestId": "of-one"])

      try await host.call("setAppGroup", ["groupName": "two"])
      #expect(try await host.refusal(of: "pushSubscribe").code == 501)
      try await host.call("setFCMTokenProvider", ["provider": ["token": "t"]])
      #expect(try await host.call("outbox.get", ["requestId": "of-one"]) == .null)
      #expect(simulator.requests().isEmpty)

      try await host.call("setAppGroup", ["groupName": "one"])
      #expect(simulator.waitForRequests(1).map(\.requestID) == ["of-one"])
      #expect(try await host.refusal(of: "setAppGroup", ["groupName": ""]).code == 405)
    }
  }

  @Test(
    "a configuration with legacy numbering gets the numbers of the older table, and the same names",
    arguments: [("current", 231), ("legacy", 230)])
  func numbering(eventCodes: String, code: Int) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.storeToken(url)
      try await bridge.stdio.call(
        "initialization",
        [
          "configuration": [
            "apiUrl": .string(url), "rToken": "r-1", "eventCodes": .string(eventCodes),
          ]
        ])
      try await bridge.stdio.call("events.subscribe")

      let answer = try await bridge.stdio.call("pushSuspend", ["wait": "outcome"])

      #expect(answer["outcome"]?["eventCode"] == .int(code))
      #expect(try await bridge.stdio.event(code)["name"] == "pushSuspend.succeeded")
    }
  }

  @Test("the counters add up for every outcome of a job")
  func counters() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([
      ScriptRule(.init(requestID: "bad"), fault: .status(400)),
      ScriptRule(.init(requestID: "late"), fault: .status(500)),
    ])
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.prepare(url)
      for id in ["good", "bad"] {
        try await host.call("pushSubscribe", ["requestId": .string(id), "wait": "outcome"])
      }
      try await host.call("events.subscribe")
      try await host.call("pushSubscribe", ["requestId": "late"])
      try await host.event(530)

      let counts = try #require(try await host.call("bridge.stats")["outbox"])

      let fates = ["delivered", "rejected", "expired", "cleared", "lost", "pending"]
      #expect(fates.map { counts[$0]?.intValue } == [1, 1, 0, 0, 0, 1])
      #expect(counts["accepted"] == 3)
      let late = try await host.call("outbox.get", ["requestId": "late"])
      #expect(late["waitingFor"] == "retry" && late["lastError"]?["httpCode"] == 500)
    }
  }
}
