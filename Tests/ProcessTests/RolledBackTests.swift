import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of a service that is started on an older copy of its directory, as after a restore from a backup.
@Suite struct RolledBackTests {
  @Test(
    "a host whose bridge is started on an older copy of its directory is told so, and gets every outcome",
    arguments: [false, true])
  func rolledBack(stopsCleanly: Bool) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let data = ServiceProcess.dataDirectory(in: directory)
    let copy = directory.path + "/copy"
    let known = try await serve(directory, url, stopsCleanly, jobs: ["a", "b"])
    try FileManager.default.copyItem(atPath: data, toPath: copy)
    let lost = try await serve(directory, url, stopsCleanly, jobs: ["c"])
    #expect(known["last"] == 2 && lost["last"] == 3)

    // The copy has not given the number 3 yet, and then has.
    for jobs in [[], ["d", "e"], []] {
      try FileManager.default.removeItem(atPath: data)
      try FileManager.default.copyItem(atPath: copy, toPath: data)
      let back = try await serve(directory, url, stopsCleanly, jobs: jobs)
      let first = try await continued(directory, after: lost)
      #expect(first.gaps.count == 1)
      #expect(first.gaps.first?["reason"] == "rolledBack")
      #expect(first.gaps.first?["from"] == 1 && first.gaps.first?["to"] == 0)
      #expect(first.ids == ["a", "b"] + jobs)
      // The positions of the history that was put back continue without a gap.
      #expect(try await continued(directory, after: known).ids == jobs)
      #expect(try await continued(directory, after: back).ids == [])
      #expect(try await continued(directory, after: ["last": known["last"] ?? .null]).ids == jobs)
    }
  }

  /// Runs jobs in one process, and returns the position of a host that has read their outcomes.
  private func serve(
    _ directory: TemporaryDirectory, _ url: String, _ stopsCleanly: Bool, jobs: [String]
  ) async throws -> JSON {
    let bridge = try ServiceProcess(serving: [], in: directory)
    try await bridge.ready()
    let host = bridge.stdio
    try await host.storeToken(url)
    for id in jobs {
      try await host.call(
        "mobileEvent",
        ["sid": "1", "eventName": "e", "requestId": .string(id), "wait": "outcome"])
    }
    let position = try await host.call("outcomes.subscribe")
    if stopsCleanly { try await stop(bridge) } else { try await bridge.crash() }
    expectTidy(bridge)
    return position
  }

  /// Returns what a host gets that continues after a position.
  private func continued(
    _ directory: TemporaryDirectory, after position: JSON
  ) async throws -> (gaps: [JSON], ids: [String]) {
    let bridge = try ServiceProcess(serving: [], in: directory)
    try await bridge.ready()
    let host = bridge.stdio
    var parameters: JSONObject = ["after": position["last"] ?? .null]
    if let epoch = position["epoch"] { parameters["epoch"] = epoch }
    let page = try await host.call("outcomes.list", .object(parameters))
    let ids = (page["outcomes"]?.arrayValue ?? []).compactMap { $0["requestId"]?.stringValue }
    try await host.call("outcomes.subscribe", .object(parameters))
    try await eventually("all outcomes") {
      host.notifications("outcome").count == ids.count
    }
    let gaps = host.notifications("outcomes.gap")
    #expect(page["rolledBack"] == .bool(!gaps.isEmpty))
    #expect(
      host.notifications("outcome").compactMap { $0["requestId"]?.stringValue }
        == ids)
    try await bridge.crash()
    expectTidy(bridge)
    return (gaps, ids)
  }
}
