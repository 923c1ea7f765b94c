import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ArgumentsTests {
  // Swift reads its list of arguments from /proc: without /proc the program once reported "no command given".
  @Test(
    "the arguments are read in a container that hides /proc",
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

  @Test("a pipe in the place of an input file is refused without blocking", arguments: readers)
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
    let output = command.errorText + String(decoding: command.stdio.bytes, as: UTF8.self)
    // The doctor wraps its lines.
    let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("not a regular file"), "\(output)")
  }

  // Control characters of both ranges, DEL and a mark that reverses the direction of text.
  static let hostile = "a\u{1b}[31m\u{9b}31m\u{7f}\u{202e}b"

  // Each command line has a hostile argument, X, that its error message repeats.
  static let repeating = [
    ["X"], ["help", "X"], ["serve", "--X"], ["serve", "--config", "X"],
    ["platform", "--script", "X"], ["replay", "X"], ["outbox", "list", "X"],
    ["generate", "go", "--schema", "X", "--output", "DIR"],
    ["doctor", "--config", "X"], ["events", "--socket", "DIR/X"],
    ["events", "--connect", "X"], ["call", "bridge.ping", "[X"],
    ["call", "bridge.ping", "--field", "X", "--data-dir", "DIR/d"],
    ["call", "bridge.ping", "--socket", "DIR/X"],
    ["call", "bridge.ping", "--connect", "127.0.0.1:1", "--token-file", "X"],
    ["call", "bridge.check", "X=1"], ["call", "X", "--data-dir", "DIR/d"],
    ["call", "bridge.ping", "X"],
    ["serve", "--limit", "X=1"], ["serve", "--data-dir", "DIR/X", "--trace-wire", "DIR/X"],
    ["outbox", "verify", "X"], ["service", "install", "--output", "DIR/file/X"],
  ]

  @Test(
    "a long argument in an error message is cut, and escaped for a log file too",
    arguments: repeating)
  func longArguments(_ command: [String]) throws {
    let place = TemporaryDirectory()
    #expect(FileManager.default.createFile(atPath: place.path + "/file", contents: nil))
    let long = Self.hostile + "\n" + String(repeating: "x", count: 100_000)
    let arguments = command.map {
      $0.replacing("X", with: long).replacing("DIR", with: place.path)
    }

    let shown = try FinishedCommand(
      builtProduct("altcraft-bridge"), arguments,
      environment: ["XDG_STATE_HOME": place.path])

    #expect(shown.status != 0)
    let text = command[0] == "doctor" ? shown.output : shown.errors
    #expect(text.utf8.count < 8192 && !text.isEmpty)
    // The error object of a bridge is JSON for a program, which needs no more escapes.
    if text.hasPrefix("{") { return }
    for character in Self.hostile.unicodeScalars where !character.isASCII || character.value < 0x20
    {
      #expect(!text.unicodeScalars.contains(character), "\(text)")
    }
    #expect(!text.contains("\nx"))
  }

  @Test("a directory without an outbox is refused with a remedy")
  func noOutbox() throws {
    let place = TemporaryDirectory()

    let listed = try FinishedCommand.bridge("outbox", "list", place.path + "/none")

    #expect(
      listed.errors == "altcraft-bridge: \(place.path)/none: no such file or directory; "
        + "name the data directory of a bridge, see --data-dir\n")
  }

  @Test(
    "a hostile argument in an error message does not control the terminal", arguments: repeating)
  func hostileArguments(_ command: [String]) throws {
    let place = TemporaryDirectory()
    #expect(FileManager.default.createFile(atPath: place.path + "/file", contents: nil))
    let arguments = command.map {
      $0.replacing("X", with: Self.hostile).replacing("DIR", with: place.path)
    }

    let shown = try FinishedCommand.onTerminal(
      arguments, environment: ["NO_COLOR": "1", "XDG_STATE_HOME": place.path])

    #expect(shown.status != 0)
    #expect(shown.output.contains(#"a\u001b[31m\u009b31m\u007f\u202eb"#), "\(shown.output)")
    let raw = shown.output.unicodeScalars.filter { Self.hostile.unicodeScalars.contains($0) }
    #expect(!raw.contains { !$0.isASCII || $0.value < 0x20 || $0.value == 0x7F })
  }
}
