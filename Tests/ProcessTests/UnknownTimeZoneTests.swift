import Foundation
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of a machine without the time zone database, as a small container is. There every name
/// meant UTC.
@Suite(.timeLimit(.minutes(10))) struct UnknownTimeZoneTests {
  private static let hasDatabase = FileManager.default.fileExists(
    atPath: "/usr/share/zoneinfo/Europe/Moscow")
  private let place = TemporaryDirectory()
  private var missing: String { place.path + "/missing" }

  private func bridge(
    _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) async throws -> ServiceProcess {
    let bridge = try ServiceProcess(
      ["serve", "--data-dir", ServiceProcess.dataDirectory(in: place)] + arguments, in: place,
      environment: environment)
    try await bridge.ready()
    return bridge
  }

  private func configuration(_ zone: String, _ url: String = "http://127.0.0.1:1") -> JSON {
    [
      "configuration": [
        "apiUrl": .string(url), "rToken": "r-1", "device": ["timeZone": .string(zone)],
      ]
    ]
  }

  private func timeZones(_ environment: [String: String]) throws -> [String] {
    let shown = try FinishedCommand.bridge(
      "doctor", "--format", "json", "--data-dir", ServiceProcess.dataDirectory(in: place),
      environment: environment)
    let report = try JSONParser.parse(Array(shown.output.utf8), limits: .generous).value
    return (report["findings"]?.arrayValue ?? []).filter { $0["subject"] == "time zone" }.map {
      "\($0["verdict"]?.stringValue ?? "") \($0["message"]?.stringValue ?? "")"
    }
  }

  @Test("a name is refused with what to do, an offset is accepted, and the doctor says it")
  func refused() async throws {
    let bridge = try await bridge([], ["TZDIR": missing])

    let refused = try await bridge.stdio.refusal(
      of: "initialization", configuration("Europe/Moscow"))
    #expect(refused.code == -32602 && refused.data["parameter"] == "configuration.device.timeZone")
    let message = refused.error["message"]?.stringValue ?? ""
    #expect(message.contains("no time zone database in \(missing); install tzdata"), "\(message)")
    #expect(try await bridge.stdio.call("initialization", configuration("+0300")) == true)

    try await stop(bridge)
    let note = "note no database in \(missing): device.timeZone must be an offset, such as +0300"
    #expect(try timeZones(["TZDIR": missing]) == [note])
  }

  @Test(
    "a stored name that is no longer known is reported; a job that was accepted keeps its offset",
    .enabled(if: hasDatabase, "no time zone database under /usr/share/zoneinfo"))
  func stored() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let first = try await bridge()
    try await first.stdio.call("initialization", configuration("Asia/Kolkata", url))
    // It waits for a push token.
    try await first.stdio.call("pushSubscribe", ["requestId": "job-1"])
    try await stop(first)
    #expect(!first.errorText.contains("time zone"))

    let second = try await bridge([], ["TZDIR": missing, "TZ": "UTC"])
    #expect(
      second.errorText.contains(
        "the time zone of a stored configuration is unknown here; that of this machine is used"))
    try await second.stdio.call("setPushToken", ["provider": "ios-apns", "pushToken": "t"])
    let sent = try #require(simulator.waitForRequests(1).first)
    #expect(sent.json?["subscription"]?["fields"]?["_os_tz"] == "+0530")
    try await stop(second)

    let found = try timeZones(["TZDIR": missing, "TZ": "UTC"])
    let problem =
      "problem app group default: Asia/Kolkata is not in \(missing); new jobs have the zone of this machine"
    #expect(found.count == 2 && found.contains(problem), "\(found)")
  }

  @Test(
    "a variable TZ that names no zone is reported at the start and by the doctor",
    arguments: [("Nowhere/Atall", true), ("UTC", false), ("MSK-3", false)])
  func variable(_ zone: String, _ isReported: Bool) async throws {
    let bridge = try await bridge([], ["TZ": zone])

    #expect(
      bridge.errorText.contains("the time zone of this machine is unknown; UTC is used")
        == isReported)

    try await stop(bridge)
    let found = try timeZones(["TZ": zone])
    #expect(found.contains { $0.hasPrefix("problem TZ=\(zone) is neither a name") } == isReported)
  }
}
