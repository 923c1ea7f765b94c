import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ArgumentsTests {
  // Swift reads its list of arguments from /proc: without /proc the program once reported "no command given".
  @Test(
    "the arguments are seen where a container hides /proc",
    .enabled(
      if: run("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/proc"),
      "a mount namespace of one's own"))
  func withoutProc() {
    let script = #"mount -t tmpfs none /proc && exec "$0" version"#

    #expect(run("unshare", "-rm", "sh", "-c", script, builtProduct("altcraft-bridge")))
  }

  // Each command line names a file to be read; FILE is replaced by its path.
  static let readers = [
    ["serve", "--stdio", "--config", "FILE"], ["doctor", "--config", "FILE"],
    ["platform", "--script", "FILE"], ["replay", "FILE"],
    ["generate", "go", "--schema", "FILE", "--output", "DIR/out"],
    ["call", "bridge.ping", "--connect", "127.0.0.1:1", "--token-file", "FILE"],
  ]

  @Test("a pipe in the place of a file to be read is refused, not waited for", arguments: readers)
  func pipes(_ command: [String]) async throws {
    let place = TemporaryDirectory()
    #expect(mkfifo(place.path + "/pipe", 0o600) == 0)
    let arguments = command.map {
      $0.replacing("FILE", with: place.path + "/pipe").replacing("DIR", with: place.path)
    }

    let command = try ServiceProcess(
      arguments, in: place, environment: ["XDG_STATE_HOME": place.path], log: WireLog(nil))
    defer { command.send(signal: SIGKILL) }
    let ending = try await command.waitForExit(within: .seconds(15))

    #expect(ending != .exited(0))
    try await command.stdio.waitForEnd()
    let told = command.errorText + String(decoding: command.stdio.bytes, as: UTF8.self)
    // The doctor wraps its lines.
    let words = told.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("not a regular file"), "\(told)")
  }
}
