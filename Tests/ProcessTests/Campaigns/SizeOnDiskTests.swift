import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests that accepted data is readable again: data at the bounds of the files it is stored in, with limits
/// at their greatest and least values, and files of a length that the bridge does not write.
@Suite(.timeLimit(.minutes(20))) struct SizeOnDiskTests {
  private let directory = TemporaryDirectory()

  /// Returns the greatest value of a limit that the start accepts.
  private static func greatest(_ name: String, of values: [Int]) throws -> [String] {
    let place = TemporaryDirectory()
    for value in values {
      let limit = "\(name)=\(value)"
      let start = try FinishedCommand.bridge(
        "serve", "--data-dir", place.path + "/data", "--limit", limit)
      if start.status == 0 { return ["--limit", limit] }
    }
    return []
  }

  /// With `depth` at 1,000, jobs and settings nested 600 levels were accepted. The readers of both stopped at
  /// 512, so the next start lost them (finding 10).
  @Test("data of the maximum accepted depth is there after a restart")
  func depth() async throws {
    let arguments = try Self.greatest("depth", of: [1000, 512, 500, 256, 128, 64])
    var stored: [Int] = []
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
    }
    let candidates = [990, 600, 520, 511, 510, 509, 508, 505, 500, 490, 250, 120, 60, 55]
    try await withBridge(arguments, in: directory) { bridge in
      let host = bridge.stdio
      try await host.storeToken("http://127.0.0.1:1")
      for levels in candidates {
        let text = nested(levels)
        for (method, parameters) in [
          ("mobileEvent", #"{"sid":"p","eventName":"e","matching":{"d":\#(text)}}"#),
          ("setUserDefaultsValue", #"{"suiteName":"s","key":"k\#(levels)","value":\#(text)}"#),
          ("pushSubscribe", #"{"profileFields":{"d":\#(text)}}"#),
        ] {
          let id = "\(method)-\(levels)"
          try host.send(
            #"{"jsonrpc":"2.0","id":"\#(id)","method":"\#(method)","params":\#(parameters)}"#)
          do {
            _ = try await host.answer(to: .string(id))
            if method == "setUserDefaultsValue" { stored.append(levels) }
          } catch is WireConnection.Refused {}
        }
      }
      try await stop(bridge)
    }
    #expect(stored.contains(55))

    try await withBridge(arguments, in: directory) { bridge in
      let counts = try await bridge.stdio.call("bridge.stats")["outbox"]
      #expect(counts?["lost"] == 0 && counts?["pending"] == counts?["accepted"], "\(arguments)")
      #expect(counts?["accepted"] != 0)
      for levels in stored {
        let value = try await bridge.stdio.call(
          "bridge.getUserDefaultsValue", ["suiteName": "s", "key": .string("k\(levels)")])
        #expect(value.text == nested(levels), "\(levels) levels")
      }
    }
  }

  /// With greater limits, a configuration was saved that the next start refused to read (finding 19).
  @Test("a configuration of the maximum accepted length does not prevent the next start")
  func settings() async throws {
    let limits = [
      "--limit", "frameBytes=16777216", "--limit", "stringBytes=16000000", "--limit",
      "inFlightBytes=33554432",
    ]
    for length in [1_000_000, 4_190_000, 4_194_304, 5_000_000] {
      let directory = TemporaryDirectory()
      let text = JSON.string(String(repeating: "x", count: length))
      let configuration: JSON = [
        "apiUrl": "http://127.0.0.1:1", "rToken": "r",
        "appInfo": ["appID": text, "appIID": "2", "appVer": "3"],
      ]
      var isAccepted = false
      try await withBridge(limits, in: directory) { bridge in
        do {
          try await bridge.stdio.call("initialization", ["configuration": configuration])
          isAccepted = true
        } catch is WireConnection.Refused {}
        try await stop(bridge)
      }
      try await withBridge(limits, in: directory) { bridge in
        guard isAccepted else { return }
        try await bridge.stdio.call("mobileEvent", ["sid": "p", "eventName": "e"])
      }
    }
  }

  /// A record that just fitted into a segment did not fit when it was copied into another (finding 21).
  @Test("the longest accepted record can be copied, and is delivered")
  func records() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    try simulator.script([ScriptRule(fault: .status(503))])
    let limits = quickRetries + ["--limit", "segmentBytes=16384", "--limit", "recordBytes=16384"]
    var longest = 0
    try await withBridge(limits, in: directory) { bridge in
      try await bridge.stdio.storeToken(url)
      func accepts(_ length: Int) async throws -> Bool {
        let text = JSON.string(String(repeating: "x", count: length))
        do {
          try await bridge.stdio.call(
            "mobileEvent", ["sid": "p", "eventName": "e", "payload": ["t": text]])
          return true
        } catch let refused as WireConnection.Refused {
          #expect(refused.reason == "tooLarge", "\(length)")
          return false
        }
      }
      var range = 1..<17_000
      while range.count > 1 {
        let middle = (range.lowerBound + range.upperBound) / 2
        range = try await accepts(middle) ? middle..<range.upperBound : range.lowerBound..<middle
      }
      longest = range.lowerBound
      for length in max(1, longest - 40)...longest { #expect(try await accepts(length)) }
      try await stop(bridge)
    }
    #expect(longest > 1000)

    for _ in 1...3 {
      try await withBridge(limits, in: directory) { bridge in
        #expect(try await bridge.stdio.call("bridge.stats")["outbox"]?["lost"] == 0)
        let events = try await bridge.stdio.call("events.list", ["codes": [403]])["events"]
        #expect(events == [], "a failing disk is reported")
        try await bridge.stdio.call("mobileEvent", ["sid": "p", "eventName": "e"])
        try await stop(bridge)
      }
    }
    simulator.clearScript()
    try await withBridge(limits, in: directory) { bridge in
      try await eventually("all is delivered") {
        try await bridge.stdio.call("outbox.flush")
        return try await bridge.stdio.call("bridge.stats")["outbox"]?["pending"] == 0
      }
      let events = try await bridge.stdio.call("events.list", ["codes": [403]])["events"]
      #expect(events == [], "a failing disk is reported")
    }
  }

  /// A named pipe was opened, and the open waited for a writer; a sparse file was read to its end (finding
  /// 22).
  @Test(
    "a planted file that no bridge writes does not prevent a start",
    arguments: ["pipe", "sparse", "empty", "directory"], ["0000000000000009.log", "config.json"])
  func planted(kind: String, name: String) async throws {
    try await withBridge(in: directory) { bridge in
      try await bridge.stdio.storeToken("http://127.0.0.1:1")
      try await bridge.stdio.call("mobileEvent", ["sid": "p", "eventName": "e"])
      try await stop(bridge)
    }
    let path = ServiceProcess.dataDirectory(in: directory) + "/g-default/" + name
    unlink(path)
    switch kind {
    case "pipe": #expect(mkfifo(path, 0o600) == 0)
    case "directory": #expect(mkdir(path, 0o700) == 0)
    default:
      try Data().write(to: URL(fileURLWithPath: path))
      chmod(path, 0o600)
      if kind == "sparse" { #expect(truncate(path, 1 << 40) == 0) }
    }

    let bridge = try ServiceProcess(serving: [], in: directory)
    try await eventually("it starts or reports the reason", within: .seconds(10)) {
      bridge.ending != nil || bridge.errorText.contains(#"{"ready""#)
    }

    #expect(try await bridge.problemsAtStop(allowing: [0, 70, 78]) == [])
  }
}
