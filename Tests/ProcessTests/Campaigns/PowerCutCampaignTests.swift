import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Tests of power failures: only the content that a disk had at some instant remains. The disk is an image
/// file; a copy of it shows the data that was really written, as nothing else of the running system goes with
/// it.
@Suite(
  .disabled(
    if: skipping(
      "power cuts", unless: LoopDisk.canBeMade, "needs root, loop devices, mkfs.ext4 and clang")))
struct PowerCutCampaignTests {
  @Test("after a power cut at any instant, everything acknowledged before it is there")
  func campaign() async throws {
    let count = CampaignLength.isLong ? 100 : CampaignLength.isShort ? 4 : 8
    let campaign = Campaign(
      name: "power cuts", budget: CampaignLength.budget(short: .max, quick: 20, long: 900))
    let fixtures = try (0..<campaign.lanes).map { _ in try PowerCutFixture() }

    let tally = await campaign.play(Array(1...count)) { lane, round in
      try await fixtures[lane].play(round, syncs: true)
    }

    #expect(tally.missing == 0 && tally.lost == 0)
    #expect(tally.problems == [])
    #expect(tally.acknowledged > tally.iterations && tally.iterations > 1)
  }

  /// A control: a campaign that cannot detect a loss is worthless, so without the syncs it must detect one.
  @Test("the control, in which syncs do nothing, loses jobs in most of the cuts")
  func control() async throws {
    let count = CampaignLength.isLong ? 40 : CampaignLength.isShort ? 3 : 5
    let campaign = Campaign(
      name: "power cuts, control without syncs",
      budget: CampaignLength.budget(short: .max, quick: 15, long: 300))
    let fixtures = try (0..<campaign.lanes).map { _ in try PowerCutFixture() }

    let tally = await campaign.play(Array(1...count)) { lane, round in
      try await fixtures[lane].play(round, syncs: false)
    }

    #expect(tally.faults * 2 > tally.iterations, "\(tally)")
    #expect(tally.iterations > 1)
  }
}

private final class PowerCutFixture: Sendable {
  private static let arguments =
    quickRetries + ["--limit", "segmentBytes=65536", "--limit", "recordBytes=4096"]

  private let simulator: Simulator

  init() throws { simulator = try platform().simulator }

  deinit { simulator.stop() }

  /// Plays one life of a disk: load, a cut, and a check of the data. `faults` counts the cuts that lost
  /// something.
  func play(_ round: Int, syncs: Bool) async throws -> CampaignTally {
    simulator.clearScript()
    // In every second round the platform is down, and all jobs wait.
    if round % 2 == 0 { try simulator.script([ScriptRule(fault: .status(503))]) }
    var ledger = Ledger(simulator)
    let disk = try LoopDisk()
    let faults = FaultyCalls()
    if !syncs { faults.armNow(.skip, of: .syncs) }
    let place = TemporaryDirectory()
    let bridge = try faults.serve(Self.arguments, in: place, data: disk.path + "/data")
    try await bridge.ready()
    let host = bridge.stdio
    try await host.storeToken(try simulator.start().url)
    let text = JSON.string(String(repeating: "x", count: 500))
    let moment = ContinuousClock.now + .milliseconds(Int.random(in: 20...500))
    var number = 0
    while ContinuousClock.now < moment {
      for _ in 0..<4 {
        number += 1
        try host.begin(
          "pushSubscribe",
          ["requestId": .string("cut-\(round)-\(number)"), "customFields": ["text": text]])
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...12)))
    }
    ledger.acknowledged = Set(
      host.messages.compactMap { $0["result"]?["requestId"]?.stringValue })
    // The bridge is stopped while the copy is made, which takes some milliseconds. The kernel goes on with
    // the writes it already has, so the instant may be in the middle of a write.
    bridge.send(signal: SIGSTOP)
    let copy = try disk.snapshot()
    bridge.send(signal: SIGCONT)
    try await bridge.crash()
    let problems = bridge.log.problems.filter { !$0.hasPrefix("ended within") }

    var tally = CampaignTally(iterations: 1)
    try copy.mount()
    do {
      tally = try await ledger.settle(
        simulator, Self.arguments, in: place, data: copy.path + "/data")
    } catch  where !syncs {
      // Not even the files of the copy are usable.
      tally.missing = ledger.acknowledged.count
    }
    if !syncs {
      tally.faults = tally.missing > 0 ? 1 : 0
      tally.problems = []
    } else {
      tally.faults = 1
      tally.problems += problems
    }
    return tally
  }
}

/// A small ext4 file system in a file. It is unmounted and removed with this value in every case.
final class LoopDisk: Sendable {
  static let canBeMade: Bool = {
    guard getuid() == 0, FaultyCalls.preload != nil else { return false }
    return (try? LoopDisk()) != nil
  }()

  let path: String
  private let image: String
  private let place: TemporaryDirectory

  /// Creates and mounts a new file system.
  convenience init() throws {
    self.init(place: TemporaryDirectory())
    guard
      run("truncate", "-s", "16M", image), run("mkfs.ext4", "-q", "-F", image)
    else { throw Overdue("mkfs.ext4 \(image)") }
    try mount()
  }

  private init(place: TemporaryDirectory) {
    self.place = place
    path = place.path + "/mounted"
    image = place.path + "/image"
  }

  deinit { while run("umount", "-l", path) {} }

  func mount() throws {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST, run("mount", "-o", "loop", image, path) else {
      throw Overdue("mount -o loop \(image)")
    }
  }

  /// Returns an unmounted copy of the current content of the disk.
  func snapshot() throws -> LoopDisk {
    let copy = LoopDisk(place: TemporaryDirectory())
    try Data(contentsOf: URL(fileURLWithPath: image)).write(to: URL(fileURLWithPath: copy.image))
    return copy
  }
}
