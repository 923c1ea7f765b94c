import Foundation
import TestSupport
import Testing

/// Tests of what the program leaves in the home directory of its user.
@Suite struct HomeTests {
  static let commands = [
    ["version"], ["help", "protocol"], ["schema"], ["jwt", "db_id=1", "email=a@b.c"],
    ["push", "notification"], ["completion", "bash"],
    ["call", "bridge.ping", "--data-dir", "DIR/d"], ["outbox", "list", "DIR/d"],
    ["generate", "go", "--output", "DIR/out"], ["status", "--socket", "DIR/s"],
    ["service", "status", "--user"], ["serve", "--data-dir", "DIR/d"],
  ]

  @Test("a command leaves nothing in an empty home", arguments: commands)
  func empty(_ command: [String]) throws {
    let (home, place) = (TemporaryDirectory(), TemporaryDirectory())

    let done = try FinishedCommand(
      builtProduct("altcraft-bridge"), command.map { $0.replacing("DIR", with: place.path) },
      environment: [
        "HOME": home.path, "XDG_STATE_HOME": "", "XDG_CACHE_HOME": "", "XDG_DATA_HOME": "",
        "XDG_CONFIG_HOME": "",
      ])

    #expect(!done.text.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
  }
}
