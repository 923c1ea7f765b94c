import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests that use canaries as secrets, in every feature that handles one. Afterwards no output that others
/// can read may contain them.
@Suite(.timeLimit(.minutes(10))) struct SecretTests {
  private static let pushToken = "canaryPushToken0123456789abcdefghij"
  private static let rToken = "canaryResourceToken0123456789abcdef"
  private static let signature = "canaryJWTsignature0123456789abcdefg"
  private static let password = "canaryPassword0123456789abcdefghijk"
  private static let jwt = TestJWT.ann.dropLast(3) + signature
  private static let payload = String(TestJWT.ann.split(separator: ".")[1])

  @Test(
    "no secret appears in a wrong place, on any path", arguments: ["text", "json"])
  func canaries(_ format: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let place = TemporaryDirectory()
    let arguments = [
      "--stdio", "--socket", place.path + "/run/s", "--listen", "127.0.0.1:0", "--require-token",
      "--log-level", "debug", "--log-format", format, "--limit", "callbackSeconds=0.3",
      "--trace-wire", place.path + "/trace", "--record", place.path + "/recording",
    ]
    try await withBridge(arguments + quickRetries, in: place) { bridge in
      let token = try String(contentsOfFile: bridge.dataDirectory + "/rpc.token", encoding: .utf8)
      let canaries = [
        Self.pushToken, Self.rToken, Self.signature, Self.payload, Self.password, token,
      ]
      let host = bridge.stdio
      let witness = try await bridge.connectUnix()
      try await witness.call("events.subscribe")
      try await witness.call("trace.subscribe")
      try await host.call("events.subscribe")

      var checked = (host: 0, witness: 0)
      for scenario in Self.scenarios {
        simulator.clearScript()
        for (method, parameters) in try await scenario.play(host, simulator, url, token) {
          do {
            try await host.call(method, parameters)
          } catch is WireConnection.Refused {}
        }
        let tcp = try await bridge.connectTCP()
        _ = try? await tcp.call("bridge.authenticate", ["token": .string("x" + token)])
        let name: Comment = "\(format), \(scenario.name)"

        // The messages to the owner, except the one answer that must contain the token, and all messages to
        // others.
        let seen = (host: host.messages, witness: witness.messages)
        let new =
          seen.host.dropFirst(checked.host) + seen.witness.dropFirst(checked.witness) + tcp.messages
        checked = (seen.host.count, seen.witness.count)
        for message in new where message["result"]?["token"] == nil {
          let text = Self.withoutOwn(message)
          #expect(!canaries.contains { text.contains($0) }, "\(name): \(text.prefix(500))")
        }
        for method in ["events.list", "outbox.list", "bridge.info", "bridge.stats"] {
          let text = Self.withoutOwn(try await witness.call(method))
          #expect(!canaries.contains { text.contains($0) }, "\(name): \(method)")
        }
        for job in try await witness.call("outbox.list")["items"]?.arrayValue ?? [] {
          let text = try await witness.call("outbox.get", ["requestId": job["requestId"] ?? ""])
            .text
          #expect(!canaries.contains { text.contains($0) }, "\(name): outbox.get")
        }
        let log = bridge.errorText
        #expect(!canaries.contains { log.contains($0) }, "\(name): log")
        try expectFilesClean(of: bridge, in: place, token, name)
        try expectProcessesClean(bridge, canaries, name)
      }
      // The canaries were really used: the platform got them, and the owner gets the token.
      let sent = simulator.requests().map { $0.headers["authorization"] ?? "" }
      #expect(sent.contains { $0.contains(Self.rToken) } && sent.contains { $0.contains(Self.jwt) })
      #expect(host.messages.contains { $0["result"]?["token"]?.stringValue == Self.pushToken })

      #expect(witness.notifications("trace").contains { $0.text.contains("<secret:") })
      #expect(witness.notifications("trace").contains { $0["step"] == "ended" })

      // The memory of the process is full of canaries now.
      bridge.send(signal: SIGABRT)
      #expect(try await bridge.waitForExit() == .killed(SIGABRT))
      #expect(!canaries.contains { bridge.errorText.contains($0) })
    }
  }

  /// Removes the subscription's id, which the platform's answer contains: it is for subscribers of events
  /// and `outbox.get`.
  private static func withoutOwn(_ message: JSON) -> String {
    message.text.replacing(#""subscriptionId":"\#(pushToken)""#, with: "")
  }

  /// Expects the JWT in no file, and the other secrets only in the files that store them.
  private func expectFilesClean(
    of bridge: ServiceProcess, in place: TemporaryDirectory, _ token: String, _ name: Comment
  ) throws {
    let token = token.trimmingCharacters(in: .newlines)
    for canary in [
      Self.signature, Self.payload, Self.password, Self.pushToken, Self.rToken, token,
    ] {
      // Segments are long; without optimisation, a search by Foundation takes a second.
      let found = try FinishedCommand(
        "/bin/grep", ["-rlsF", "--devices=skip", "-e", canary, place.path])
      for file in found.output.split(separator: "\n") {
        let mayHoldIt =
          switch canary {
          case Self.pushToken, Self.rToken: file.hasSuffix("/config.json") || file.hasSuffix(".log")
          case token: file.hasSuffix("/rpc.token")
          default: false
          }
        #expect(mayHoldIt, "\(name): \(file): \(canary)")
      }
      // The search finds something at all.
      #expect(canary != token || !found.output.isEmpty, "\(name): \(found.errors)")
    }
  }

  /// Checks the output of `ps`, and the `/proc` files of the bridge and its child that the same user can
  /// read.
  private func expectProcessesClean(
    _ bridge: ServiceProcess, _ canaries: [String], _ name: Comment
  ) throws {
    var processes = ["\(bridge.pid)"]
    for pid in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
      let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
      if status.contains("PPid:\t\(bridge.pid)\n") { processes.append(pid) }
    }
    for pid in processes {
      for file in ["cmdline", "environ"] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(file)") ?? Data()
        for canary in canaries {
          #expect(bytes.firstRange(of: Data(canary.utf8)) == nil, "\(name): \(pid) \(file)")
        }
      }
    }
  }

  struct Scenario: Sendable {
    typealias Calls = [(String, JSON)]

    let name: String
    let play:
      @Sendable (WireConnection, Simulator, _ url: String, _ token: String) async throws -> Calls

    init(
      _ name: String,
      _ play: @escaping @Sendable (WireConnection, Simulator, String, String) async throws -> Calls
    ) {
      self.name = name
      self.play = play
    }
  }

  private static let outcome: JSON = ["wait": "outcome"]
  /// For jobs that cannot end.
  private static let briefly: JSON = ["wait": "outcome", "waitTimeoutMs": 300]
  private static func configuration(_ url: String, _ rToken: String? = rToken) -> JSON {
    ["configuration": ["apiUrl": .string(url), "rToken": .optional(rToken)]]
  }
  private static func push(_ token: String = pushToken, _ provider: String = "ios-firebase") -> JSON
  {
    ["provider": .string(provider), "pushToken": .string(token)]
  }
  private static func answer(_ host: WireConnection, _ jwt: JSON?) {
    host.onCallback("provider.getJWT") { _ in jwt }
  }

  static let scenarios: [Scenario] = [
    Scenario("a configuration") { _, _, url, _ in
      [("initialization", configuration(url)), ("setPushToken", push()), ("getPushToken", [:])]
    },
    Scenario("refused configurations") { _, _, url, _ in
      [
        ("initialization", configuration(url, rToken + "\r\nX: y")),
        ("initialization", configuration(url, rToken + " é")),
        ("initialization", configuration("https://user:\(password)@host.example")),
        ("initialization", configuration("https://host.example/?key=\(password)")),
        ("initialization", configuration("ftp://\(password)")),
        (
          "initialization",
          ["configuration": ["apiUrl": .string(url), "rToken": [.string(rToken)]]]
        ),
      ]
    },
    Scenario("tokens in the wrong place") { _, _, _, token in
      [
        ("setPushToken", push("ios-firebase", pushToken)),
        (
          "setPushToken",
          ["provider": "ios-apns", "pushToken": .string(pushToken), "encoding": "hex"]
        ),
        ("setPushToken", ["provider": "ios-apns", "pushToken": [.string(pushToken)]]),
        ("deleteDeviceToken", ["provider": .string(pushToken)]),
        ("setJWTProvider", ["provider": .string(String(jwt))]),
        ("setFCMTokenProvider", ["provider": .string(pushToken)]),
        ("setFCMTokenProvider", ["provider": ["token": [.string(pushToken)]]]),
        ("changePushProviderPriorityList", ["list": [.string(pushToken)]]),
        ("bridge.authenticate", ["token": .string("wrong" + token)]),
        ("bridge.authenticate", ["token": .string(token)]),
      ]
    },
    Scenario("a message that cannot be read") { host, _, _, token in
      let text = #"{"jsonrpc":"2.0","id":"x","method":"setPushToken","params":{"pushToken":"#
      try host.send(text + #""\#(pushToken)\#(jwt)\#(token)"]"#)
      try host.send(text + #""\#(rToken)","pushToken":"\#(pushToken)"}}"#)
      return [("bridge.ping", [:])]
    },
    Scenario("a delivery") { _, _, _, _ in [("pushSubscribe", outcome)] },
    Scenario("a rejection that repeats the token") { _, simulator, _, _ in
      try simulator.script([
        ScriptRule(
          fault: .status(400, body: ["error": 7, "error_text": .string("no \(password)")]))
      ])
      return [("bridge.ping", [:])]
    },
    Scenario("refusals of every kind") { _, simulator, _, _ in
      for status in [400, 401, 403, 404, 429, 302] {
        try simulator.script([ScriptRule(times: 1, fault: .status(status))])
      }
      return [
        ("pushSubscribe", outcome), ("pushSuspend", outcome), ("pushUnSubscribe", outcome),
        ("mobileEvent", ["sid": "p", "eventName": "e", "wait": "outcome"]),
      ]
    },
    Scenario("retries") { _, simulator, _, _ in
      try simulator.script([
        ScriptRule(times: 1, fault: .status(503)), ScriptRule(times: 1, fault: .drop(.before)),
      ])
      return [("pushSubscribe", outcome)]
    },
    Scenario("no platform") { _, _, _, _ in
      [
        ("initialization", configuration("http://127.0.0.1:9")),
        ("pushSubscribe", briefly),
        ("getStatusOfLatestSubscription", [:]), ("unSuspendPushSubscription", [:]),
      ]
    },
    Scenario("a token by callback, and its update") { host, _, url, _ in
      host.onCallback("provider.getToken") { _ in .string(pushToken) }
      return [
        ("initialization", configuration(url)), ("setFCMTokenProvider", ["provider": "callback"]),
        ("getPushToken", [:]), ("forcedTokenUpdate", [:]),
        ("deleteDeviceToken", ["provider": "ios-firebase"]),
      ]
    },
    Scenario("a static token") { _, _, _, _ in
      [
        ("setFCMTokenProvider", ["provider": ["token": .string(pushToken)]]),
        ("pushSubscribe", outcome), ("getStatusForCurrentSubscription", [:]),
      ]
    },
    Scenario("a static JWT") { _, _, url, _ in
      [
        ("initialization", configuration(url, nil)),
        ("setJWTProvider", ["provider": ["token": .string(String(jwt))]]),
        ("pushSubscribe", outcome), ("updateProfileFields", outcome),
      ]
    },
    Scenario("a JWT by callback") { host, _, _, _ in
      answer(host, .string(String(jwt)))
      return [
        ("setJWTProvider", ["provider": "callback"]), ("pushSubscribe", outcome),
        ("getStatusOfLatestSubscription", [:]), ("unSuspendPushSubscription", [:]),
      ]
    },
    Scenario("a JWT that is refused") { host, simulator, _, _ in
      answer(host, .string(String(jwt)))
      try simulator.script([ScriptRule(times: 2, fault: .status(401))])
      return [("pushSubscribe", outcome)]
    },
    Scenario("a JWT that is none") { host, _, _, _ in
      answer(host, .string(signature + "\r\nX-Injected: " + password))
      return [("pushSubscribe", briefly), ("getStatusOfLatestSubscription", [:])]
    },
    Scenario("a JWT of another type") { host, _, _, _ in
      answer(host, [.string(String(jwt))])
      return [("pushSubscribe", briefly)]
    },
    Scenario("an expired JWT") { host, _, _, _ in
      answer(
        host,
        .string(
          TestJWT.with(["exp": 1, "matching": #"{"db_id":1,"matching":"email","email":"x"}"#])
            .dropLast(3) + signature))
      return [("pushSubscribe", briefly)]
    },
    Scenario("no answer") { host, _, _, _ in
      answer(host, nil)
      return [("pushSubscribe", briefly)]
    },
    Scenario("checks") { _, _, url, _ in
      [
        ("bridge.check", ["method": "setPushToken", "params": push()]),
        ("bridge.check", ["method": "setPushToken", "params": push("x", pushToken)]),
        ("bridge.check", ["method": "initialization", "params": configuration(url + " ")]),
      ]
    },
    Scenario("another group, and the end of all of it") { _, _, url, _ in
      [
        ("setAppGroup", ["groupName": "other"]), ("initialization", configuration(url)),
        ("setPushToken", push()), ("setJWTProvider", ["provider": nil]),
        ("pushSubscribe", outcome), ("clear", [:]), ("setAppGroup", ["groupName": "default"]),
      ]
    },
  ]

  @Test(
    "a crash ends the process at once and prints none of its memory",
    arguments: [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP, SIGQUIT])
  func crash(_ number: Int32) async throws {
    let place = TemporaryDirectory()
    let bridge = try ServiceProcess(
      [
        "-c", #"cd "$1"; exec "$0" serve --data-dir "$1/data""#, builtProduct("altcraft-bridge"),
        place.path,
      ], in: place, program: "/bin/sh")
    try await bridge.ready()
    let limits = try String(contentsOfFile: "/proc/\(bridge.pid)/limits", encoding: .utf8)
    let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(core?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
    try await bridge.stdio.call("setPushToken", Self.push())
    let before = bridge.errorText

    bridge.send(signal: number)

    #expect(try await bridge.waitForExit() == .killed(number))
    #expect(bridge.errorText == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["data"])
  }

  @Test("stray prints have no access to standard output, and no descriptor is inherited")
  func output() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try await withBridge { bridge in
      try await bridge.stdio.storeToken(url)
      try await bridge.stdio.call("pushSubscribe", ["wait": "outcome"])
      let place = "/proc/\(bridge.pid)/fd"
      func target(_ name: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: place + "/" + name)
      }
      #expect(target("1") != nil && target("1") == target("2"))
      #expect(target("0") == "/dev/null")
      // libcurl does not set the flag of the pair by which its thread is woken; `serve` starts no program.
      var pair = 2
      for name in try FileManager.default.contentsOfDirectory(atPath: place) {
        guard let number = Int(name), number > 2 else { continue }
        // O_CLOEXEC, in octal, as the kernel prints it.
        let text = try String(contentsOfFile: "/proc/\(bridge.pid)/fdinfo/\(name)", encoding: .utf8)
        let flags = text.split(separator: "\n").first { $0.hasPrefix("flags:") }
          .flatMap { Int($0.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8) }
        if try #require(flags) & 0o2000000 == 0 {
          pair -= 1
          #expect(target(name)?.hasPrefix("socket:") == true && pair >= 0, "\(name)")
        }
      }
    }
  }
}
