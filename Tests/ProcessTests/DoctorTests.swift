import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of `doctor` as a command, on the files of a stopped or a running service.
@Suite(.timeLimit(.minutes(10))) struct DoctorProcessTests {
  private let place = TemporaryDirectory()

  private func doctor(
    _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) async throws -> (ending: ServiceProcess.Ending, report: JSON) {
    let process = try ServiceProcess(
      ["doctor", "--format", "json", "--data-dir", ServiceProcess.dataDirectory(in: place)]
        + arguments, in: place,
      environment: ["XDG_RUNTIME_DIR": place.path].merging(environment) { $1 }, log: WireLog(nil))
    let ending = try await process.waitForExit()
    try await process.stdio.waitForEnd()
    return (ending, try JSONParser.parse(process.stdio.bytes, limits: .generous).value)
  }

  private func findings(_ report: JSON, _ subject: String) -> [(verdict: String, message: String)] {
    (report["findings"]?.arrayValue ?? []).filter { $0["subject"] == .string(subject) }.map {
      ($0["verdict"]?.stringValue ?? "", $0["message"]?.stringValue ?? "")
    }
  }

  @Test(
    "without a problem it reports that, changes nothing, and names libcurl and the certificates")
  func healthy() async throws {
    let (ending, report) = try await doctor()

    #expect(ending == .exited(0) && report["ok"] == true && report["problems"] == 0)
    #expect(findings(report, "libcurl").first?.message.contains(".") == true)
    #expect(findings(report, "certificates").first?.verdict == "ok")
    #expect(findings(report, "platform").first?.verdict == "note")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == [])
  }

  @Test("a running service is found at its socket, its port and its directory")
  func running() async throws {
    let socket = place.path + "/s"
    try await withBridge(["--socket", socket, "--listen", "127.0.0.1:0"], in: place) { bridge in
      let port = try await bridge.endpoint("tcp:127.0.0.1:")
      let (ending, report) = try await doctor(
        ["--socket", socket, "--listen", "127.0.0.1:\(port)"])

      #expect(ending == .exited(0))
      #expect(
        findings(report, "directory").first?.message.hasSuffix("in use by process \(bridge.pid)")
          == true)
      for subject in ["socket", "port"] {
        #expect(findings(report, subject).first?.message.contains("served by version ") == true)
        #expect(
          findings(report, subject).first?.message.hasSuffix(", process \(bridge.pid)") == true)
      }
    }
  }

  @Test("an obstacle to serving a socket or a port is reported")
  func sockets() async throws {
    // A socket left by a killed service.
    let stale = place.path + "/stale"
    try await withBridge(["--stdio", "--socket", stale], in: place) { _ in }
    #expect(
      findings(try await doctor(["--socket", stale]).report, "socket").first?.verdict == "note")

    let file = place.path + "/file"
    try Data().write(to: URL(fileURLWithPath: file))
    let long = place.path + "/" + String(repeating: "x", count: 120)
    mkdir(place.path + "/open", 0o700)
    chmod(place.path + "/open", 0o777)
    for path in [file, long, place.path + "/open/s"] {
      let (ending, report) = try await doctor(["--socket", path])
      #expect(ending == .exited(1), "\(path)")
      #expect(findings(report, "socket").first?.verdict == "problem")
    }
    // A listener that never answers.
    let silent = try ServiceSocket(ipv4: 0x7F00_0001)
    let (ending, report) = try await doctor(["--listen", "127.0.0.1:\(silent.port)"])
    #expect(ending == .exited(1))
    #expect(findings(report, "port").first?.message.contains("does not answer") == true)
  }

  @Test(
    "the platform of a stored configuration gets one request, without credentials, and its clock is compared"
  )
  func platform() async throws {
    // The page of the simulator is not recorded.
    let server = FaultyHTTPServer(["/": .answer(status: 404)])
    let url = server.url("")
    try await withBridge(in: place) { bridge in
      for group in ["default", "other"] {
        try await bridge.stdio.call("setAppGroup", ["groupName": .string(group)])
        try await bridge.stdio.storeToken(url)
      }
    }

    let (ending, report) = try await doctor()

    #expect(ending == .exited(0), "\(report.text)")
    let found = findings(report, "platform")
    #expect(
      found.count == 1
        && found.first?.message.hasPrefix("\(url) (app group default): HTTP ") == true)
    #expect(findings(report, "app group").count == 2)
    let requests = server.requests
    #expect(requests.map { "\($0.method) \($0.path)" } == ["GET /"])
    #expect(requests.first?[header: "authorization"] == nil)
  }

  static let clocks: [(Int, String, String)] = [
    (0, "ok", "agrees with "), (3600, "problem", "behind "),
    (-3600, "problem", "ahead of "),
  ]

  @Test("the clock is compared with that of the platform", arguments: clocks)
  func clock(_ ahead: Int, _ verdict: String, _ words: String) async throws {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let date = format.string(from: Date(timeIntervalSinceNow: Double(ahead)))
    let server = FaultyHTTPServer(["/": .answer(status: 404, headers: ["Date: \(date)"])])
    try await withBridge(in: place) { bridge in
      try await bridge.stdio.storeToken("http://127.0.0.1:\(server.port)")
    }

    let (ending, report) = try await doctor()

    #expect(ending == .exited(verdict == "ok" ? 0 : 1))
    let found = findings(report, "clock").last
    #expect(found?.verdict == verdict && found?.message.contains(words) == true, "\(report.text)")
  }

  @Test("an unreachable platform is a problem with advice")
  func unreachable() async throws {
    try await withBridge(in: place) { bridge in
      try await bridge.stdio.storeToken("http://127.0.0.1:1")
    }
    let (ending, report) = try await doctor()

    #expect(ending == .exited(1) && report["ok"] == false)
    let finding = (report["findings"]?.arrayValue ?? []).first { $0["subject"] == "platform" }
    #expect(finding?["verdict"] == "problem" && finding?["remedy"]?.stringValue != nil)
  }

  @Test("an untrusted certificate is reported with the TLS error")
  func certificate() async throws {
    guard let authority = Authority.ofTests else {
      print("SKIPPED: there is no openssl")
      return
    }
    let server = try SecureServer(.selfSigned, of: authority)
    try await withBridge(in: place) { bridge in
      try await bridge.stdio.storeToken("https://127.0.0.1:\(server.port)")
    }

    let (ending, report) = try await doctor()

    #expect(ending == .exited(1))
    let message = findings(report, "platform").first?.message ?? ""
    #expect(message.contains("tls ") && message.contains("certificate"), "\(message)")
  }

  @Test("a configuration is shown with its errors and the source of each setting")
  func configuration() async throws {
    let file = place.path + "/c.json"
    try Data(#"{"logLevel":"info","durability":"none","lissten":"x"}"#.utf8).write(
      to: URL(fileURLWithPath: file))
    chmod(file, 0o666)

    let (ending, report) = try await doctor(
      ["--config", file], ["ALTCRAFT_BRIDGE_LOG_FORMAT": "json"])

    #expect(ending == .exited(1))
    let messages = findings(report, "file").map(\.message)
    #expect(messages.contains("\(file) can be written by others"))
    #expect(messages.contains { $0.contains("durability: must be power or process") })
    #expect(
      messages.contains { $0.contains("lissten: unknown setting, did you mean listen?") })
    let settings = report["settings"]?.arrayValue ?? []
    #expect(settings.contains(["name": "logLevel", "value": "info", "source": .string(file)]))
    #expect(
      settings.contains([
        "name": "logFormat", "value": "json", "source": "ALTCRAFT_BRIDGE_LOG_FORMAT",
      ]))
    #expect(settings.contains(["name": "durability", "value": "power", "source": "default"]))
  }

  @Test("damage is reported")
  func damage() async throws {
    try await withBridge(in: place) { bridge in
      try await bridge.stdio.storeToken("http://127.0.0.1:9")
      try await bridge.stdio.call("pushSubscribe", ["requestId": "find-me"])
      try await bridge.stdio.call("pushSubscribe", ["requestId": "keep-me"])
    }
    #expect(
      try JournalDamage.flip(
        recordHolding: "find-me", in: ServiceProcess.dataDirectory(in: place)))

    let (ending, report) = try await doctor()

    #expect(ending == .exited(1))
    #expect(findings(report, "app group").first?.message.contains("damaged in ") == true)
  }
}
