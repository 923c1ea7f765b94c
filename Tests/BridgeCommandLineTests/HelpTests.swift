import AltcraftMethods
import Foundation
import JSONCodec
import JSONRPC
import TestSupport
import Testing

@testable import BridgeCommandLine

@Suite("Help and completion") struct HelpTests {
  /// With `UPDATE=1` the test rewrites the files instead.
  @Test(
    "the help texts match the golden files",
    arguments: ["overview"] + HelpTopic.words)
  func golden(_ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/help-\(name).txt")
    let text = HelpText.text(for: HelpTopic(name) ?? .overview)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }

    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("no line of help is wider than a terminal", arguments: CommandName.allCases)
  func width(_ command: CommandName) {
    let lines = (HelpText.text(for: .command(command)) + HelpText.text(for: .overview)).split(
      separator: "\n")
    #expect(lines.filter { $0.count > TextLayout.width }.isEmpty)
  }

  @Test("help fits a screen with its prompts", arguments: CommandName.allCases)
  func height(_ command: CommandName) {
    let lines = HelpText.text(for: .command(command)).split(
      separator: "\n", omittingEmptySubsequences: false)
    // The flags for the connection to a bridge, and those for the units, need a few lines more.
    #expect(
      lines.count
        <= (command == .serve
          ? 64
          : command.flags.contains(.connect)
            ? 30 : [.service, .doctor].contains(command) ? 32 : 24))
  }

  @Test(
    "the help of a method has its parameters, result, errors and an example to paste",
    arguments: Catalog.methods.map(\.name))
  func method(_ name: String) throws {
    let text = HelpText.text(for: try #require(HelpTopic(name)))
    let method = try #require(Catalog.methods.first { $0.name == name }).declaration

    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(method.summary.replacing("`", with: "")))
    for parameter in method.parameters { #expect(text.contains("\n  \(parameter.name) (")) }
    for error in method.failures where error.reason != "invalidParams" {
      #expect(text.contains("\n  \(error.code) \(error.reason)"))
    }
    #expect(text.contains("\nRESULT\n"))
    if method.examples.contains(where: { $0.result != nil }) {
      #expect(text.contains("    altcraft-bridge call \(name)"))
    }
  }

  @Test(
    "the help of a method lists the members of its structured parameters, with their types",
    arguments: [
      (
        "initialization",
        ["apiUrl (string", "rToken (string", "appInfo (", "appID (string", "firstSeconds (number"]
      ),
      ("mobileEvent", ["EmailSubscription", "channel (\"email\"", "resource_id (integer"]),
    ])
  func members(_ name: String, _ members: [String]) throws {
    let text = HelpText.text(for: try #require(HelpTopic(name)))
    let parameters = try #require(text.firstMatch(of: /PARAMETERS\n([\s\S]*?)\nRESULT/)).output.1

    for member in members { #expect(parameters.contains(" \(member)"), "\(member)") }
  }

  @Test(
    "the help of a method lists the members of the objects of its result",
    arguments: [
      ("outcomes.list", ["outcomes (list", "outcome (integer", "endedAt (time"]),
      ("outbox.list", ["items (list", "waitingFor ("]),
    ])
  func resultMembers(_ name: String, _ members: [String]) throws {
    let text = HelpText.text(for: try #require(HelpTopic(name)))
    let result = try #require(text.firstMatch(of: /RESULT\n([\s\S]*?)\nERRORS/)).output.1

    for member in members { #expect(result.contains(" \(member)"), "\(member)") }
  }

  @Test("notifications and callbacks are topics of help", arguments: HelpTopic.messageNames)
  func message(_ name: String) throws {
    let text = HelpText.text(for: try #require(HelpTopic(name)))

    #expect(text.contains("\nPARAMETERS\n") && !text.contains("altcraft-bridge call "))
    #expect(text.contains("\nRESULT\n") == Catalog.callbacks.contains { $0.name == name })
  }

  @Test(
    "the word that starts this program again is the one with which it was started, quoted for a shell",
    arguments: [
      ("altcraft-bridge", "altcraft-bridge"),
      (".build/release/altcraft-bridge", ".build/release/altcraft-bridge"),
      ("/opt/my apps/x", "'/opt/my apps/x'"), ("./it's", "'./it'\\''s'"), ("", "altcraft-bridge"),
    ])
  func startWord(_ started: String, _ word: String) {
    #expect(ProcessArguments.word(startedAs: started) == word)
  }

  @Test("every command has examples that begin with its name", arguments: CommandName.allCases)
  func examples(_ command: CommandName) {
    let examples = command.page.examples
    #expect(!examples.isEmpty)
    // The manual is indented by seven columns.
    #expect(examples.filter { $0.line.count > TextLayout.width - 7 }.isEmpty)
    #expect(examples.filter { !$0.line.contains("altcraft-bridge \(command.rawValue)") }.isEmpty)
  }

  @Test(
    "the installed shells accept their completion scripts", .blocking, arguments: Shell.allCases)
  func syntax(_ shell: Shell) throws {
    let place = ["/bin", "/usr/bin"].map { "\($0)/\(shell.rawValue)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let place else { return }
    let command = try FinishedCommand(place, ["-n"], input: CompletionScript.text(for: shell))

    #expect(command.status == 0, "\(command.errors)")
  }

  @Test(
    "each flag but two has an environment variable, and each flag of serve has a member in the configuration file"
  )
  func names() {
    let perCommand = CommandName.allCases.map(\.flags)
    for flags in perCommand {
      let without = flags.filter { $0.environmentVariable == nil }
      #expect(without.filter { $0 != .socket && $0 != .ofDataDir }.isEmpty)
      let variables = flags.compactMap(\.environmentVariable)
      #expect(Set(variables).count == variables.count)
    }
    #expect(Flag.dataDir.environmentVariable == "ALTCRAFT_BRIDGE_DATA_DIR")
    #expect(Flag.allowInsecureHTTP.fileMember == "allowInsecureHttp")
    #expect(CommandName.serve.flags.filter { $0.fileMember == nil } == [.config])
  }
}
