import Foundation
import Testing

@testable import altcraft_bridge

@Suite("Help and completion") struct HelpTests {
  /// `UPDATE=1` rewrites the files instead.
  @Test(
    "help reads as it was last agreed on",
    arguments: [nil] + CommandName.allCases.map(Optional.some))
  func golden(_ command: CommandName?) throws {
    let name = command?.rawValue ?? "overview"
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/help-\(name).txt")
    let text = HelpText.text(for: command)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }

    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("no line of help is wider than a terminal", arguments: CommandName.allCases)
  func width(_ command: CommandName) {
    let lines = (HelpText.text(for: command) + HelpText.text(for: nil)).split(separator: "\n")
    #expect(lines.filter { $0.count > 100 }.isEmpty)
  }

  @Test("completion knows every command, flag and fixed value", arguments: Shell.allCases)
  func completion(_ shell: Shell) {
    let script = CompletionScript.text(for: shell)
    let flags = CommandName.allCases.flatMap(\.flags)
    let dashes = shell == .fish ? "-l " : "--"

    #expect(flags.filter { !script.contains(dashes + $0.name) }.isEmpty)
    #expect(CommandName.allCases.filter { !script.contains($0.rawValue) }.isEmpty)
    for case .choice(let choices) in flags.map(\.value) {
      #expect(script.contains(choices.joined(separator: " ")))
    }
  }

  @Test("shells that are installed accept their completion", arguments: Shell.allCases)
  func syntax(_ shell: Shell) throws {
    let place = ["/bin", "/usr/bin"].map { "\($0)/\(shell.rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let place else { return }
    let process = Process()
    process.executableURL = URL(filePath: place)
    process.arguments = ["-n"]
    let input = Pipe()
    process.standardInput = input
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(CompletionScript.text(for: shell).utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()

    #expect(process.terminationStatus == 0)
  }

  @Test("each flag has a variable of its own, and each of serve a member of the file")
  func names() {
    let perCommand = CommandName.allCases.map(\.flags)
    for flags in perCommand {
      #expect(Set(flags.map(\.environmentVariable)).count == flags.count)
    }
    #expect(Flag.dataDir.environmentVariable == "ALTCRAFT_BRIDGE_DATA_DIR")
    #expect(Flag.allowInsecureHTTP.fileMember == "allowInsecureHttp")
    #expect(Flag.serve.filter { $0.fileMember == nil } == [.config])
  }
}
