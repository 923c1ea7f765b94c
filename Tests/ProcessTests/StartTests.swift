import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of the conditions that prevent a start, and of their errors.
@Suite struct StartTests {
  @Test("the ready line contains everything a host needs, in every log format")
  func readyLine() async throws {
    let directory = TemporaryDirectory()
    let socket = directory.path + "/run/s"
    let arguments = [
      "--stdio", "--socket", socket, "--listen", "127.0.0.1:0", "--log-format", "json",
      "--log-level", "debug",
    ]
    try await withBridge(arguments, in: directory) { bridge in
      let line = try await bridge.ready()
      #expect(line["ready"] == true && line["pid"] == .int(bridge.pid))
      #expect(line["version"]?.stringValue?.isEmpty == false)
      #expect(line["dataDir"] == .string(bridge.dataDirectory))
      let listen = (line["listen"]?.arrayValue ?? []).compactMap(\.stringValue)
      #expect(listen.prefix(2) == ["stdio", "unix:" + socket])
      #expect(listen.last?.hasPrefix("tcp:127.0.0.1:") == true && listen.count == 3)
      let info = try await bridge.stdio.call("bridge.info")
      #expect(info["transports"] == line["listen"] && info["pid"] == line["pid"])
      for line in bridge.errorText.split(separator: "\n") {
        _ = try JSONParser.parse(Array(line.utf8))
      }
    }
  }

  @Test("the digest is that of the printed document")
  func schema() async throws {
    let printed = try ServiceProcess(["schema"], log: WireLog(nil))
    #expect(try await printed.waitForExit() == .exited(0))
    try await printed.stdio.waitForEnd()
    try await withBridge { bridge in
      let document = try await bridge.stdio.call("rpc.discover")
      let text = try JSONParser.parse(printed.stdio.bytes, limits: .generous).value
      #expect(document == text)
      let digest = try await bridge.stdio.call("bridge.info")["schemaDigest"]?.stringValue
      #expect(digest == "sha256:" + SHA256.hex(printed.stdio.bytes))
    }
  }

  // With 48 or 64 it reported that it was ready, and then closed each connection at once.
  @Test(
    "with few open files it does not start, and says how many it needs",
    arguments: ["-n 24", "-n 32", "-n 48", "-n 64", "-n 127"])
  func fewDescriptors(limit: String) async throws {
    let bridge = try limited(limit, in: TemporaryDirectory())

    #expect(try await bridge.waitForExit() == .exited(78))
    #expect(bridge.errorText.contains("open files is \(limit.dropFirst(3)), and 128 are needed"))
    #expect(bridge.stdio.bytes.isEmpty)
  }

  @Test(
    "with the fewest open files, or with more that it may ask for, it accepts connections and delivers",
    arguments: ["-n 128", "-n 256", "-S -n 48"])
  func enoughDescriptors(limit: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let bridge = try limited(limit, in: directory)
    try await bridge.ready()
    try await bridge.stdio.prepare(url)
    var hosts: [WireConnection] = []
    for _ in 0..<8 { hosts.append(try await bridge.connectUnix()) }

    for host in hosts {
      let answer = try await host.call(
        "mobileEvent", ["sid": "px", "eventName": "e", "wait": "outcome"])
      #expect(answer["outcome"]?["state"] == "delivered")
    }
    try await stop(bridge)
  }

  /// Starts a bridge with a socket under a limit that the shell sets.
  private func limited(_ limit: String, in directory: TemporaryDirectory) throws -> ServiceProcess {
    try ServiceProcess(
      [
        "-c", "ulimit \(limit); exec \"$0\" \"$@\"", builtProduct("altcraft-bridge"), "serve",
        "--data-dir", ServiceProcess.dataDirectory(in: directory), "--stdio", "--socket",
        directory.path + "/run/s",
      ], in: directory, program: "/bin/sh")
  }

  @Test("a second process on the same directory names the first and changes nothing")
  func second() async throws {
    try await withBridge { bridge in
      let second = try ServiceProcess(serving: [], in: bridge.directory)

      #expect(try await second.waitForExit() == .exited(75))
      #expect(second.errorText.contains("process \(bridge.pid)"))
      #expect(second.errorText.split(separator: "\n").count == 1)
      #expect(second.stdio.bytes.isEmpty)
      #expect(try await bridge.stdio.call("bridge.ping") == "pong")
    }
  }

  enum Spoiling: CaseIterable {
    case accessibleToOthers, wrongOwner, file, link, newerFormat
  }

  @Test("an unusable directory is refused", arguments: Spoiling.allCases)
  func directory(_ spoiling: Spoiling) async throws {
    let directory = TemporaryDirectory()
    let data = ServiceProcess.dataDirectory(in: directory)
    switch spoiling {
    case .accessibleToOthers:
      mkdir(data, 0o700)
      try #require(chmod(data, 0o755) == 0)
    case .wrongOwner:
      mkdir(data, 0o700)
      guard chown(data, 65534, 65534) == 0 else {
        print("SKIPPED: a directory of another user: this user may not give one away")
        return
      }
    case .file: try Data().write(to: URL(fileURLWithPath: data))
    case .link:
      mkdir(directory.path + "/elsewhere", 0o700)
      try #require(symlink(directory.path + "/elsewhere", data) == 0)
    case .newerFormat: try await spoil(in: directory, ending: "log") { $0[10] = 9 }
    }

    let bridge = try ServiceProcess(serving: [], in: directory)

    #expect(try await bridge.waitForExit() == .exited(78), "\(bridge.errorText)")
    let lines = bridge.errorText.split(separator: "\n")
    #expect(lines.last?.contains(data) == true)
    #expect(bridge.stdio.bytes.isEmpty)
  }

  @Test(
    "damage is reported and survived: settings go to quarantine, and the remaining jobs are delivered"
  )
  func damage() async throws {
    let directory = TemporaryDirectory()
    try await spoil(in: directory, ending: "json") { $0 = Array("{".utf8) }

    try await withBridge(in: directory) { bridge in
      #expect(bridge.errorText.contains("the stored settings are damaged"))
      #expect(try await bridge.stdio.refusal(of: "pushSubscribe").code == 501)
      let stats = try await bridge.stdio.call("bridge.stats")
      #expect(stats["outbox"]?["pending"] == 1)
      let events = try await bridge.stdio.call("events.list")["events"]
      #expect(events?[0]?["value"]?["cause"] == "damagedSettings")
    }
  }

  /// Lets a bridge write its files, and changes one of them.
  private func spoil(
    in directory: TemporaryDirectory, ending: String, _ change: (inout [UInt8]) -> Void
  ) async throws {
    try await withBridge(in: directory) { bridge in
      try await bridge.stdio.storeToken("http://127.0.0.1:9")
      try await bridge.stdio.call("pushSubscribe")
    }
    let data = ServiceProcess.dataDirectory(in: directory)
    let files = try FileManager.default.subpathsOfDirectory(atPath: data)
      .filter { $0.hasSuffix("." + ending) }
    let name = try #require(files.sorted().first, "\(ending)")
    let file = data + "/" + name
    let contents = try #require(FileManager.default.contents(atPath: file))
    var bytes = Array(contents)
    change(&bytes)
    if ending == "log" {
      let sum = crc32c(bytes[..<56])
      for index in 0..<4 {
        bytes[56 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
      }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  private func crc32c(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0x82F6_3B78 }
      }
    }
    return ~sum
  }

  @Test(
    "an impossible combination of options is a usage error",
    arguments: [
      ["--listen", "0.0.0.0:0"], ["--listen", "localhost:0"], ["--limit", "nonsense=1"],
      ["--limit", "depth=-1"], ["--limit", "depth=x"], ["--durability", "none"], ["--nonsense"],
      ["operand"], ["--parent-pid", "0"],
      ["--socket", "/tmp/" + String(repeating: "x", count: 120)],
    ])
  func usage(_ arguments: [String]) async throws {
    let bridge = try ServiceProcess(serving: arguments)
    #expect(try await bridge.waitForExit() == .exited(64))
    #expect(bridge.stdio.bytes.isEmpty && !bridge.errorText.isEmpty)
  }

  @Test("a socket in use, or another file in its place, is not touched")
  func socketInUse() async throws {
    let place = TemporaryDirectory()
    let socket = place.path + "/run/s"
    try await withBridge(["--socket", socket], in: place) { bridge in
      let other = try ServiceProcess(serving: ["--socket", socket])
      #expect(try await other.waitForExit() == .exited(78))
      #expect(try await bridge.connectUnix().call("bridge.ping") == "pong")
    }
    // The earlier bridge was killed, so its socket is stale and replaced.
    try await withBridge(["--socket", socket], in: place) { bridge in
      let host = try await bridge.connectUnix()
      #expect(try await host.call("bridge.ping") == "pong")
    }
    unlink(socket)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: socket))
    let refused = try ServiceProcess(serving: ["--socket", socket])
    #expect(try await refused.waitForExit() == .exited(78))
    #expect(FileManager.default.contents(atPath: socket) == Data("mine".utf8))
  }
}
