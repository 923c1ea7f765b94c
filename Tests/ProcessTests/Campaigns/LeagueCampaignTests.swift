import Foundation
import TestSupport
import Testing

/// Tests of the bridge on the disk of `Tests/league`, which also cuts the power of other programs.
@Suite(
  .serialized, .enabled(if: FinishedCommand.installed("python3") != nil, "python3 is not installed")
)
struct LeagueCampaignTests {
  private static let league = #filePath.replacing(
    "ProcessTests/Campaigns/LeagueCampaignTests.swift", with: "league")

  @Test("a cut keeps what was flushed, and loses or tears what was not")
  func disk() throws {
    let result = try FinishedCommand("/usr/bin/env", ["python3", Self.league + "/test_disk.py"])

    #expect(result.status == 0, "\(result.text)")
    #expect(result.errors.contains("Ran 6 tests"), "\(result.text)")
  }

  @Test("no acknowledgement is lost by a cut, but a database that syncs nothing loses some")
  func cuts() throws {
    let count = CampaignLength.isLong ? "100" : CampaignLength.isShort ? "2" : "5"
    // Few cuts may lose nothing of a database.
    let programs = ["bridge power"] + (CampaignLength.isShort ? [] : ["sqlite off"])

    let result = try FinishedCommand(
      Self.league + "/run", ["--cuts", count] + programs,
      environment: ["ALTCRAFT_BRIDGE": builtProduct("altcraft-bridge")])

    if skipping("league", unless: result.status != 69, result.text) { return }
    for row in result.output.split(separator: "\n") where row.hasPrefix("| ") {
      report("campaign: league: \(row)")
    }
    #expect(result.status == 0, "\(result.text)")
  }
}
