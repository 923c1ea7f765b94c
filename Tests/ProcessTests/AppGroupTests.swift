import Foundation
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of several app groups in one process: their separate and their shared state.
@Suite struct AppGroupTests {
  @Test(
    "no descriptor is closed twice when groups are opened and closed: its number may belong to another file by then",
    .disabled(if: skipping("descriptors", unless: run("strace", "-V"), "needs strace")))
  func descriptors() async throws {
    let directory = TemporaryDirectory()
    let trace = directory.path + "/trace"
    // With `-D` the tracer is not a child of the test; the bridge is.
    let bridge = try ServiceProcess(
      [
        "-D", "-f", "-qq", "-o", trace, "-e", "trace=close", "-e", "status=failed", "-e",
        "signal=none",
        builtProduct("altcraft-bridge"), "serve",
        "--data-dir", ServiceProcess.dataDirectory(in: directory),
      ], in: directory, program: "/usr/bin/strace")
    try await bridge.ready()
    for group in ["red", "blue", "red", "green"] { try await bridge.stdio.select(group) }
    try await stop(bridge)

    let closedTwice = try String(contentsOfFile: trace, encoding: .utf8)
    #expect(closedTwice == "")
  }

  @Test("a group beyond the limit of open groups is refused, and the selected one stays")
  func manyGroups() async throws {
    try await withBridge { bridge in
      let host = bridge.stdio
      for number in 1..<64 { try await host.select("group-\(number)") }

      let refusal = try await host.refusal(of: "setAppGroup", ["groupName": "one more"])

      #expect(refusal.code == -32002 && refusal.reason == "busy")
      #expect(refusal.data["limit"] == "appGroups" && refusal.data["max"] == 64)
      #expect(try await host.call("bridge.info")["appGroup"] == "group-63")
      try await host.select("group-1")
    }
  }

  // The runtime opened the descriptors for its timers with the first timer, and trapped when it could not.
  @Test("groups that use up the descriptors are refused, and the next durable call is answered")
  func descriptorsRunOut() async throws {
    try await withBridge(["--limit", "appGroups=1000"]) { bridge in
      let host = bridge.stdio
      try #require(run("prlimit", "--pid", "\(bridge.pid)", "--nofile=128:"))
      try await host.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "t"]])
      var refusal: WireConnection.Refused?
      for number in 1...100 where refusal == nil {
        do { try await host.select("group-\(number)") } catch let error as WireConnection.Refused {
          refusal = error
        }
      }

      #expect(refusal?.code == -32011 && refusal?.reason == "storageFailed")
      try await host.call(
        "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "t"]])
      let answer = try await host.call(
        "pushSubscribe", ["wait": "outcome", "waitTimeoutMs": 100])
      #expect(answer["outcome"]?["state"] == "pending")
    }
  }

  @Test("configuration, token, values, jobs and counters belong to the group, also after a restart")
  func apart() async throws {
    let (red, redURL) = try platform()
    let (blue, blueURL) = try platform()
    defer {
      red.stop()
      blue.stop()
    }
    let directory = TemporaryDirectory()
    let groups = [("red", redURL, 1), ("blue", blueURL, 2)]
    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      for (group, url, _) in groups {
        try await host.select(group)
        let configuration: JSON = ["apiUrl": .string(url), "rToken": .string(group)]
        try await host.call("initialization", ["configuration": configuration])
        try await host.call(
          "setPushToken", ["provider": "ios-apns", "pushToken": .string("token-of-\(group)")])
        try await host.call(
          "setUserDefaultsValue", ["suiteName": "app", "key": "colour", "value": .string(group)])
      }
      // The same id identifies a different job in each group.
      for (group, _, count) in groups {
        try await host.select(group)
        for number in 1...count {
          try await host.call(
            "pushSubscribe",
            [
              "requestId": .string("job-\(number)"), "customFields": ["colour": .string(group)],
              "wait": "outcome",
            ])
        }
      }
      for (group, _, count) in groups { try await host.expect(group, delivered: count) }
      try await stop(bridge)
    }
    for (index, simulator) in [red, blue].enumerated() {
      let (group, _, count) = groups[index]
      let sent = simulator.requests()
      #expect(sent.map(\.requestID) == (1...count).map { "job-\($0)" })
      #expect(sent.allSatisfy { $0.headers["authorization"] == "Bearer rtoken@\(group)" })
      #expect(sent.allSatisfy { $0.json?["subscription_id"] == .string("token-of-\(group)") })
      #expect(
        sent.allSatisfy { $0.json?["subscription"]?["fields"]?["colour"]?.stringValue == group })
    }

    try await withBridge(["--app-group", "blue"], in: directory) { bridge in
      let host = bridge.stdio
      #expect(try await host.call("bridge.info")["appGroup"] == "blue")
      for (group, _, count) in groups.reversed() { try await host.expect(group, delivered: count) }
    }
    #expect(red.requests().count == 1 && blue.requests().count == 2)
  }

  @Test("a denial holds in every group of the data directory after a restart, and a grant too")
  func permission() async throws {
    let directory = TemporaryDirectory()
    var isGranted = false
    for (group, next) in [("a", "b"), ("b", "a")] {
      try await withBridge(["--app-group", group], in: directory) { bridge in
        try await bridge.stdio.call(
          "notificationManager.setPermission", ["granted": .bool(isGranted)])
        try await stop(bridge)
      }
      try await withBridge(["--app-group", next], in: directory) { bridge in
        let host = bridge.stdio
        try await host.call(
          "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "t"]])
        try await host.call("setPushToken", ["provider": "ios-apns", "pushToken": "t"])
        let id = "of-\(next)"
        try await host.call("pushSubscribe", ["requestId": .string(id)])
        let reason: JSON = isGranted ? "retry" : "permission"
        try await eventually {
          try await host.call("outbox.get", ["requestId": .string(id)])["waitingFor"] == reason
        }
        try await stop(bridge)
      }
      isGranted = true
    }
  }

  @Test("providers and the event stream belong to the process")
  func shared() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.select("one")
      try await host.useJWT(url) { _ in .string(TestJWT.ann) }
      let epoch = try await host.call("events.subscribe")["epoch"]
      try await host.call("pushSubscribe", ["requestId": "of-one", "wait": "outcome"])

      try await host.select("two")
      try await host.call("initialization", ["configuration": ["apiUrl": .string(url)]])
      try await host.call("pushSubscribe", ["requestId": "of-two", "wait": "outcome"])

      try await host.event("the job of two") { $0["code"] == 230 && $0["requestId"] == "of-two" }
      #expect(host.events.allSatisfy { $0["epoch"] == epoch })
      let numbers = host.events.compactMap { $0["seq"]?.intValue }
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
      #expect(
        host.events.filter { $0["code"] == 230 }.map { $0["requestId"] } == ["of-one", "of-two"])
      #expect(
        simulator.requests().allSatisfy { $0.headers["authorization"] == "Bearer \(TestJWT.ann)" })
    }
  }

  @Test(
    "a job waits while another group is selected, also across restarts, and goes out with its group"
  )
  func waits() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    try await withBridge(["--app-group", "one"], in: directory) { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-1"]])
      try await host.call("pushSubscribe", ["requestId": "of-one"])
    }
    try await withBridge(["--app-group", "two"], in: directory) { bridge in
      let host = bridge.stdio
      try await host.call(
        "initialization", ["configuration": ["apiUrl": .string(url), "rToken": "r-2"]])
      try await host.call("setFCMTokenProvider", ["provider": ["token": "t-1"]])
      try await host.call("pushSubscribe", ["requestId": "of-two", "wait": "outcome"])
      #expect(simulator.requests().map(\.requestID) == ["of-two"])

      try await host.select("one")

      let sent = simulator.waitForRequests(2)
      #expect(sent.map(\.requestID) == ["of-two", "of-one"])
      #expect(
        sent.map { $0.headers["authorization"] } == ["Bearer rtoken@r-2", "Bearer rtoken@r-1"])
    }
  }

  @Test("a request in flight while another group is selected is recorded in its own group")
  func onTheWire() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(times: 1, fault: .delay(milliseconds: 1000))])
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.select("one")
      try await host.prepare(url)
      try await host.call("events.subscribe")
      try await host.call("pushSubscribe", ["requestId": "of-one"])
      // The acceptance is recorded before it is answered.
      #expect(simulator.waitForRequests(1).count == 1)

      try await host.select("two")
      #expect(!host.events.contains { $0["code"] == 230 }, "too late to be on the wire")
      try await host.event(230)

      #expect(try await host.call("outbox.get", ["requestId": "of-one"]) == .null)
      #expect(try await host.counters() == [0, 0, 0])
      try await host.select("one")
      let job = try await host.call("outbox.get", ["requestId": "of-one"])
      #expect(job.state == "delivered" && job["attempts"] == 1)
      #expect(try await host.counters() == [1, 1, 0])
      #expect(simulator.requests().count == 1)
    }
  }

  /// The ways in which the user is known: immediately, or only after the host has answered.
  static let users: [String] = ["rToken", "JWT by callback"]

  @Test("pipelined calls take effect in the group that was selected before them", arguments: users)
  func pipelined(user: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      let host = bridge.stdio
      for group in ["two", "one"] {
        try await host.select(group)
        if user == "rToken" {
          try await host.prepare(url)
        } else {
          try await host.useJWT(url) { _ in .string(TestJWT.ann) }
        }
      }
      let calls: [(String, JSON)] = (1...10).flatMap { number -> [(String, JSON)] in
        let group = number % 2 == 0 ? "two" : "one"
        return [
          ("setAppGroup", ["groupName": .string(group)]),
          ("pushSubscribe", ["requestId": .string("\(group)-\(number)")]),
          ("setUserDefaultsValue", ["suiteName": "s", "key": "k", "value": .int(number)]),
        ]
      }
      let texts = calls.enumerated().map { index, call -> String in
        let message: JSON = [
          "jsonrpc": "2.0", "id": .string("call-\(index)"), "method": .string(call.0),
          "params": call.1,
        ]
        return message.text
      }

      try host.sendTogether(texts)
      for index in calls.indices { _ = try await host.answer(to: .string("call-\(index)")) }

      for (group, last) in [("one", 9), ("two", 10)] {
        try await host.select(group)
        let kept = try await host.call(
          "bridge.getUserDefaultsValue", ["suiteName": "s", "key": "k"])
        #expect(kept == .int(last))
        #expect(try await host.counters()[0] == 5)
        try await eventually("all of \(group) is delivered") {
          try await host.counters() == [5, 5, 0]
        }
        let ids = simulator.requests().compactMap(\.requestID).filter { $0.hasPrefix(group) }
        let numbers = stride(from: last - 8, through: last, by: 2)
        #expect(ids == numbers.map { "\(group)-\($0)" })
      }
    }
  }

  @Test("a call that waits for its user stays in its group")
  func switchedMeanwhile() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let arguments = ["--stdio", "--socket", directory.path + "/run/s"]
    try await withBridge(arguments, in: directory) { bridge in
      let host = bridge.stdio
      try await host.select("one")
      try await host.useJWT(url) { _ in nil }
      let call = try host.begin("pushSubscribe", ["requestId": "of-one"])
      try await eventually("the host is asked") { !host.callbacks.isEmpty }
      let other = try await bridge.connectUnix()
      try await other.select("two")

      host.onCallback("provider.getJWT") { _ in .string(TestJWT.ann) }
      let answer: JSON = [
        "jsonrpc": "2.0", "id": host.callbacks[0]["id"] ?? .null, "result": .string(TestJWT.ann),
      ]
      try host.send(answer.text)
      _ = try await host.answer(to: call)

      #expect(try await host.call("outbox.get", ["requestId": "of-one"]) == .null)
      try await other.select("one")
      #expect(simulator.waitForRequests(1).map(\.requestID) == ["of-one"])
    }
  }

  @Test("a group that cannot be selected leaves the current one selected")
  func refused() async throws {
    try await withBridge { bridge in
      let host = bridge.stdio
      try await host.select("one")

      let empty = try await host.refusal(of: "setAppGroup", ["groupName": ""])
      let long = try await host.refusal(
        of: "setAppGroup", ["groupName": .string(String(repeating: "x", count: 1025))])

      #expect(empty.code == 405 && empty.reason == "appGroupMissing")
      #expect(long.code == -32602 && long.data["parameter"] == "groupName")
      #expect(try await host.call("bridge.info")["appGroup"] == "one")
    }
  }

  /// Names that a file system would interpret, or confuse with each other.
  static let names: [String] = [
    ".", "..", "/", "../data", "a/b", "a\\b", "a b", "%2E", "g-default", "default", "DEFAULT",
    "\u{e9}", "e\u{301}", "K", "\u{212A}", "\u{FEFF}a", "a", "a\u{0}", "a\n", "-", "*",
    String(repeating: "x", count: 1024), String(repeating: "x", count: 1023) + "y",
    String(repeating: "\u{1F600}", count: 256),
  ]

  @Test("every name has a separate store within the data directory")
  func anyName() async throws {
    let directory = TemporaryDirectory()
    let value: @Sendable (Int) -> JSON = { ["suiteName": "s", "key": "k", "value": .int($0)] }
    try await withBridge(in: directory) { bridge in
      let host = bridge.stdio
      for (index, name) in Self.names.enumerated() {
        try await host.select(name)
        try await host.call("setUserDefaultsValue", value(index))
      }
      for (index, name) in Self.names.enumerated() {
        try await host.select(name)
        let kept = try await host.call(
          "bridge.getUserDefaultsValue", ["suiteName": "s", "key": "k"])
        #expect(kept == .int(index), "\(name.prefix(20).debugDescription)")
        let answered = try await host.call("bridge.info")["appGroup"]?.stringValue ?? ""
        #expect(Array(answered.utf8) == Array(name.utf8))
      }
      let stores = try FileManager.default.contentsOfDirectory(atPath: bridge.dataDirectory)
        .filter { $0.hasPrefix("g-") || $0.hasPrefix("h-") }
      #expect(stores.count == Self.names.count)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["data"])
    }
    for name in ["..", "e\u{301}", "\u{212A}", Self.names[22]] {
      try await withBridge(["--app-group", name], in: directory) { bridge in
        let kept = try await bridge.stdio.call(
          "bridge.getUserDefaultsValue", ["suiteName": "s", "key": "k"])
        let index = Self.names.firstIndex { Array($0.utf8) == Array(name.utf8) }
        #expect(kept.intValue == index)
      }
    }
  }
}

extension WireConnection {
  fileprivate func select(_ group: String) async throws {
    #expect(try await call("setAppGroup", ["groupName": .string(group)]) == true)
  }

  /// Returns the numbers of accepted, delivered and pending jobs.
  fileprivate func counters() async throws -> [Int] {
    let outbox = try await call("bridge.stats")["outbox"]
    return ["accepted", "delivered", "pending"].compactMap { outbox?[$0]?.intValue }
  }

  /// Selects the group and expects everything that `AppGroupTests.apart` stored there.
  fileprivate func expect(_ group: String, delivered: Int) async throws {
    try await select(group)
    let token: JSON = ["provider": "ios-apns", "token": .string("token-of-\(group)")]
    #expect(try await call("getPushToken") == token)
    let value = try await call(
      "bridge.getUserDefaultsValue", ["suiteName": "app", "key": "colour"])
    #expect(value.stringValue == group)
    #expect(try await counters() == [delivered, delivered, 0])
    #expect(try await call("outbox.get", ["requestId": "job-1"]).state == "delivered")
    let second = try await call("outbox.get", ["requestId": "job-2"])
    #expect(second.state == (delivered == 2 ? "delivered" : nil))
  }
}
