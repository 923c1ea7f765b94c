import Glibc
import TestSupport
import Testing

/// Tests in which each party is gone, or connected and unresponsive, at each step of a fixed script.
/// Meanwhile a healthy connection is answered in time. Afterwards every acknowledged job is delivered, and
/// the bridge exits with status 0.
@Suite struct GoneCampaignTests {
  private struct Cell: CustomStringConvertible {
    let party: GoneParty
    let step: GoneStep
    var description: String { "\(party) at \(step)" }
  }

  @Test("with any party gone at any step, the others continue, and no acknowledged job is lost")
  func table() async throws {
    let cannotMount = skipping("disk full", unless: SmallDisk.canBeMade, "needs the right to mount")
    let cannotLock = skipping(
      "directory read-only", unless: Self.canLockDirectories, "needs the right to use chattr +i")
    let parties = GoneParty.allCases.filter {
      !($0 == .diskFull && cannotMount) && !($0 == .directoryReadOnly && cannotLock)
    }
    let cells = parties.flatMap { party in GoneStep.allCases.map { Cell(party: party, step: $0) } }
    let campaign = Campaign(
      name: "gone", budget: CampaignLength.budget(short: 26, quick: 15, long: 1800), lanes: 4)

    let tally = await campaign.play(cells) { _, cell in
      try await GoneScript(cell.party, cell.step).play()
    }

    #expect(tally.missing == 0 && tally.problems == [])
    #expect(tally.faults > 0)
  }

  private static let canLockDirectories: Bool = {
    let directory = TemporaryDirectory()
    defer { _ = run("chattr", "-i", directory.path) }
    return run("chattr", "+i", directory.path)
  }()
}
