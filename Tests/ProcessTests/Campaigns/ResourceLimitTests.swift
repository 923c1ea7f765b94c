import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of full and read-only disks and of process limits, all real: nothing acknowledged is lost, the host
/// is notified, and jobs accepted before are delivered meanwhile.
@Suite struct ResourceLimitTests {
  private static let arguments =
    quickRetries + ["--limit", "segmentBytes=65536", "--limit", "recordBytes=16384"]

  @Test(
    "on a disk without a free byte it delivers, also after a start on it, and reports the problem",
    .disabled(if: skipping("full disk", unless: SmallDisk.canBeMade, "needs the right to mount")))
  func fullDisk() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let disk = try SmallDisk()
    let directory = TemporaryDirectory()
    var ledger = Ledger(simulator)
    try simulator.script([ScriptRule(fault: .status(503))])
    let bridge = try serve(disk.data, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(url)
    try await accept(20, "first", bridge.stdio, &ledger)
    disk.fill()
    simulator.clearScript()
    try await bridge.stdio.call("outbox.flush")
    try await drained(bridge.stdio)
    try simulator.script([ScriptRule(fault: .status(503))])
    _ = try? await accept(50, "second", bridge.stdio, &ledger)
    try await bridge.crash()

    // Fill the space that the start freed before it can be used.
    disk.fill()
    simulator.clearScript()
    let again = try serve(disk.data, in: directory)
    try await again.ready()
    try await again.stdio.call("outbox.flush")
    try await drained(again.stdio)
    disk.fill()
    let refused = try await refusedAtLast("third", again.stdio, &ledger)
    #expect(refused.code == -32011 && refused.data["cause"] == "noSpace")
    try await expectStorageEvent("noSpace", again.stdio)
    #expect(again.log.problems == [])
    try await again.crash()

    disk.empty()
    let tally = try await ledger.settle(
      simulator, Self.arguments, in: directory, data: disk.data)
    #expect(tally.missing == 0 && tally.problems == [])
    report("campaign: full disk: \(tally)")
  }

  @Test(
    "a volume that the jobs have filled takes new ones once they are delivered",
    .disabled(if: skipping("full volume", unless: SmallDisk.canBeMade, "needs the right to mount")),
    arguments: ["size=2m", "size=16m,nr_inodes=20"])
  func filledVolume(_ size: String) async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let disk = try SmallDisk(size)
    let directory = TemporaryDirectory()
    var ledger = Ledger(simulator)
    try simulator.script([ScriptRule(fault: .status(503))])
    let bridge = try serve(disk.data, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(url)
    let refused = try await refusedAtLast("first", bridge.stdio, &ledger)
    #expect(refused.code == -32011 && refused.data["cause"] == "noSpace")

    simulator.clearScript()
    try await bridge.stdio.call("outbox.flush")
    try await drained(bridge.stdio)
    try await eventually("a call is accepted again") {
      (try? await accept(1, "second", bridge.stdio, &ledger)) != nil
    }
    try await drained(bridge.stdio)
    ledger.read(simulator)
    #expect(ledger.delivered == ledger.acknowledged)
    #expect(bridge.log.problems == [])
    try await bridge.crash()
    let tally = try await ledger.settle(
      simulator, Self.arguments, in: directory, data: disk.data)
    // A crash forgets the outcomes that had no room, but no end.
    #expect(tally.duplicates == 0 && tally.lost == 0)
    report("campaign: filled volume, \(size): \(tally)")
  }

  @Test("a limit on the length of files does not end it: a write that is cut short is undone")
  func fileSize() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let data = ServiceProcess.dataDirectory(in: directory)
    var ledger = Ledger(simulator)
    try simulator.script([ScriptRule(fault: .status(503))])
    let bridge = try serve(data, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(url)
    try await accept(4, "before", bridge.stdio, &ledger)

    // The limit falls within the current segment, and within one of the next records.
    try limit(bridge, "--fsize=\(4 * 1500 + 3000):")
    let refused = try await refusedAtLast("after", bridge.stdio, &ledger)
    #expect(refused.code == -32011 && refused.data["cause"] == "noSpace")
    try await expectStorageEvent("noSpace", bridge.stdio)
    simulator.clearScript()
    try await bridge.stdio.call("outbox.flush")
    try await drained(bridge.stdio)
    ledger.read(simulator)
    #expect(ledger.delivered == ledger.acknowledged)
    #expect(ledger.unstored.allSatisfy { ledger.attempts[$0] == nil })
    if CampaignLength.isLong {
      try limit(bridge, "--fsize=unlimited:")
      try await bridge.stdio.event("it works again") {
        $0["value"]?["cause"] == "recovered"
      }
      try await accept(1, "resumed", bridge.stdio, &ledger)
    }
    #expect(bridge.log.problems == [])
    try await bridge.crash()

    let tally = try await ledger.settle(simulator, Self.arguments, in: directory)
    #expect(tally.missing == 0 && tally.problems == [])
    report("campaign: file size limit: \(tally)")
  }

  @Test("without a free descriptor it continues with the connected hosts, and delivers")
  func descriptors() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    var ledger = Ledger(simulator)
    let bridge = try serve(
      ServiceProcess.dataDirectory(in: directory), in: directory,
      ["--stdio", "--socket", directory.path + "/run/s", "--limit", "connections=1000"])
    try await bridge.ready()
    try await bridge.stdio.storeToken(url)
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(bridge.pid)/fd").count
    try limit(bridge, "--nofile=\(open + 80):")

    // More connections than there are descriptors for. Without a reserve libdispatch ends the process: it
    // opens a file in `/proc` every second.
    var crowd: [WireConnection] = []
    for _ in 0..<120 {
      do { crowd.append(try await bridge.connectUnix()) } catch { break }
    }
    try await accept(40, "crowded", bridge.stdio, &ledger)
    try await drained(bridge.stdio)
    let stats = try await bridge.stdio.call("bridge.stats")
    #expect(stats["connections"]?["refused"]?.intValue ?? 0 > 50)

    for connection in crowd { connection.abandon() }
    try await eventually("others are served again") {
      guard let host = try? await bridge.connectUnix() else { return false }
      return (try? await host.call("bridge.ping", within: .seconds(2))) == "pong"
    }
    ledger.read(simulator)
    #expect(ledger.delivered == ledger.acknowledged && ledger.acknowledged.count == 40)
    #expect(bridge.log.problems == [])
    try await bridge.crash()
    let tally = try await ledger.settle(simulator, Self.arguments, in: directory)
    #expect(tally.missing == 0 && tally.problems == [])
    report("campaign: descriptor limit: \(tally)")
  }

  @Test("app groups and connections leave the descriptors that calls and deliveries need")
  func descriptorReserve() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    var ledger = Ledger(simulator)
    let bridge = try serve(
      ServiceProcess.dataDirectory(in: directory), in: directory,
      ["--stdio", "--socket", directory.path + "/run/s", "--limit", "connections=1000"])
    try await bridge.ready()
    try await bridge.stdio.storeToken(url)
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(bridge.pid)/fd").count
    // Low descriptor numbers, to be released when the high ones are taken.
    var early: [WireConnection] = []
    for _ in 0..<20 { early.append(try await bridge.connectUnix()) }
    for connection in early { #expect(try await connection.call("bridge.ping") == "pong") }
    try limit(bridge, "--nofile=\(open + 20 * 3 + 70):")

    // More groups than there are descriptors for: the rest is refused. The service once took the last
    // descriptor, and libdispatch ended it.
    var refused = 0
    for number in 0..<60 {
      do {
        try await bridge.stdio.call("setAppGroup", ["groupName": .string("g\(number)")])
      } catch let refusal as WireConnection.Refused {
        #expect(refusal.code == -32011)
        refused += 1
      }
    }
    #expect(refused > 0)
    for connection in early { connection.abandon() }
    try await eventually("the early connections are closed") {
      let stats = try await bridge.stdio.call("bridge.stats")
      return stats["connections"]?["open"]?.intValue == 1
    }
    // Each newest descriptor now has a low number, which is not a measure of the descriptors left.
    var late: [WireConnection] = []
    for _ in 0..<200 {
      do { late.append(try await bridge.connectUnix()) } catch { break }
    }
    try await bridge.stdio.call("setAppGroup", ["groupName": "default"])
    try await accept(40, "crowded", bridge.stdio, &ledger)
    try await drained(bridge.stdio)
    let left =
      open + 20 * 3 + 70
      - (try FileManager.default.contentsOfDirectory(atPath: "/proc/\(bridge.pid)/fd").count)
    #expect(left >= 30, "\(left) descriptors are left")
    #expect(bridge.ending == nil)
    for connection in late { connection.abandon() }
    #expect(bridge.log.problems == [])
    try await bridge.crash()
  }

  @Test("a directory that becomes unwritable accepts no new files and loses nothing")
  func unwritableDirectory() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let data = ServiceProcess.dataDirectory(in: directory)
    var ledger = Ledger(simulator)
    try simulator.script([ScriptRule(fault: .status(503))])
    let bridge = try serve(data, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(url)
    try await accept(4, "before", bridge.stdio, &ledger)
    // Root ignores file modes; where root cannot seal a directory either, the test is not possible.
    let group = data + "/g-default"
    let isRoot = getuid() == 0
    guard isRoot ? run("chattr", "+i", group) : run("chmod", "0500", group) else {
      _ = skipping("unwritable directory", unless: false, "chattr +i does not work here")
      return try await bridge.crash()
    }
    defer { _ = isRoot ? run("chattr", "-i", group) : run("chmod", "0700", group) }

    let refused = try await refusedAtLast("after", bridge.stdio, &ledger)
    #expect(refused.code == -32011 && refused.data["cause"] == "readOnly")
    simulator.clearScript()
    try await bridge.stdio.call("outbox.flush")
    try await drained(bridge.stdio)
    ledger.read(simulator)
    #expect(ledger.delivered == ledger.acknowledged)
    #expect(bridge.log.problems == [])
    try await bridge.crash()

    // A start may fail, but must say why.
    let closed = try serve(data, in: directory)
    if (try? await closed.ready()) != nil {
      let refused = try await closed.stdio.refusal(of: "pushSubscribe", ["requestId": "closed"])
      #expect(refused.data["cause"] == "readOnly")
      try await expectStorageEvent("readOnly", closed.stdio)
      try await closed.crash()
    } else {
      let ending = try await closed.waitForExit()
      #expect([.exited(70), .exited(78)].contains(ending))
      #expect(closed.errorText.split(separator: "\n").count == 1)
    }
    _ = isRoot ? run("chattr", "-i", group) : run("chmod", "0700", group)
    let tally = try await ledger.settle(simulator, Self.arguments, in: directory)
    #expect(tally.missing == 0 && tally.problems == [])
    report("campaign: unwritable directory: \(tally)")
  }

  @Test(
    "a file system that becomes read-only refuses new jobs and loses nothing",
    .disabled(
      if: skipping(
        "read-only file system", unless: LoopDisk.canBeMade,
        "needs root, loop devices, mkfs.ext4 and clang")))
  func readOnlyFileSystem() async throws {
    let (simulator, url) = try platform()
    defer { simulator.stop() }
    let directory = TemporaryDirectory()
    let disk = try LoopDisk()
    let data = disk.path + "/data"
    var ledger = Ledger(simulator)
    try simulator.script([ScriptRule(fault: .status(503))])
    let bridge = try serve(data, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(url)
    try await accept(10, "before", bridge.stdio, &ledger)

    // This is what ext4 does when the device below it fails.
    guard run("mount", "-o", "remount,abort", disk.path) else {
      _ = skipping("read-only file system", unless: false, "ext4 does not take remount,abort here")
      return try await bridge.crash()
    }
    let refused = try await refusedAtLast("after", bridge.stdio, &ledger)
    #expect(refused.code == -32011)
    #expect(["readOnly", "ioError"].contains(refused.data["cause"]))
    simulator.clearScript()
    try await bridge.stdio.call("outbox.flush")
    try await drained(bridge.stdio)
    ledger.read(simulator)
    #expect(ledger.delivered == ledger.acknowledged)
    #expect(bridge.log.problems == [])
    try await bridge.crash()

    let copy = try disk.snapshot()
    try copy.mount()
    let tally = try await ledger.settle(
      simulator, Self.arguments, in: directory, data: copy.path + "/data")
    #expect(tally.missing == 0 && tally.problems == [])
    report("campaign: read-only file system: \(tally)")
  }

  private func serve(
    _ data: String, in directory: TemporaryDirectory, _ more: [String] = []
  ) throws -> ServiceProcess {
    try ServiceProcess(["serve", "--data-dir", data] + Self.arguments + more, in: directory)
  }

  private func limit(_ bridge: ServiceProcess, _ limit: String) throws {
    guard run("prlimit", "--pid", "\(bridge.pid)", limit) else {
      throw Overdue("prlimit \(limit)")
    }
  }

  private func accept(
    _ count: Int, _ name: String, _ host: WireConnection, _ ledger: inout Ledger
  ) async throws {
    for number in 1...count { try await offer("\(name)-\(number)", host, &ledger) }
  }

  private func offer(_ id: String, _ host: WireConnection, _ ledger: inout Ledger) async throws {
    let text = JSON.string(String(repeating: "x", count: 1200))
    do {
      try await host.call(
        "pushSubscribe", ["requestId": .string(id), "customFields": ["text": text]])
      ledger.acknowledged.insert(id)
    } catch let error as WireConnection.Refused {
      ledger.unstored.insert(id)
      throw error
    }
  }

  /// Makes calls until one is refused. The current segment and its spare are preallocated, so the first calls
  /// succeed.
  private func refusedAtLast(
    _ name: String, _ host: WireConnection, _ ledger: inout Ledger
  ) async throws -> WireConnection.Refused {
    for number in 1...1500 {
      do {
        try await offer("\(name)-\(number)", host, &ledger)
      } catch let error as WireConnection.Refused {
        return error
      }
    }
    throw Overdue("nothing was refused")
  }

  private func drained(_ host: WireConnection) async throws {
    try await eventually("all is delivered") {
      try await host.call("bridge.stats")["outbox"]?["pending"] == 0
    }
  }

  private func expectStorageEvent(_ cause: String, _ host: WireConnection) async throws {
    try await eventually("event 403 reports \(cause)") {
      let events = try await host.call("events.list", ["codes": [403], "limit": 1000])["events"]
      return events?.arrayValue?.contains { $0["value"]?["cause"] == .string(cause) } == true
    }
  }
}

/// A file system in memory, small enough to be filled. It is unmounted with this value.
final class SmallDisk: Sendable {
  static let canBeMade: Bool = (try? SmallDisk()) != nil

  private let place = TemporaryDirectory()
  var data: String { place.path + "/data" }
  private var filler: String { data + "/filler" }

  init(_ size: String = "size=1m") throws {
    guard mkdir(data, 0o700) == 0,
      run("mount", "-t", "tmpfs", "-o", "\(size),mode=0700", "tmpfs", data)
    else { throw Overdue("mount -t tmpfs") }
  }

  deinit { while run("umount", "-l", data) {} }

  /// Fills the disk to the last page, and keeps the existing files.
  func fill() {
    _ = run("dd", "if=/dev/zero", "of=\(filler)", "bs=4k", "oflag=append", "conv=notrunc")
  }

  func empty() { unlink(filler) }
}
