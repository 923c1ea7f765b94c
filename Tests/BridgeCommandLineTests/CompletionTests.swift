import Foundation
import TestSupport
import Testing

@testable import BridgeCommandLine

@Suite("Completion", .blocking) struct CompletionTests {
  @Test("a script contains every command, flag, fixed value and method", arguments: Shell.allCases)
  func knows(_ shell: Shell) {
    let script = CompletionScript.text(for: shell)
    let flags = CommandName.allCases.flatMap(\.flags)
    let dashes = shell == .fish ? "-l " : "--"

    #expect(flags.filter { !script.contains(dashes + $0.name) }.isEmpty)
    #expect(CommandName.allCases.filter { !script.contains($0.rawValue) }.isEmpty)
    let words = CommandName.allCases.flatMap(\.page.operandChoices)
    #expect(words.filter { !script.contains($0) }.isEmpty)
    #expect(words.contains("mobileEvent") && words.contains("initialize"))
    for case .choice(let choices) in flags.map(\.value) {
      #expect(script.contains(choices.joined(separator: " ")))
    }
  }

  /// The typed text and the expected candidates.
  static let cases: [(line: String, words: [String])] = [
    ("altcraft-bridge ev", ["events"]),
    ("altcraft-bridge call bridge.pi", ["bridge.ping"]),
    ("altcraft-bridge call --socket b.sock bridge.pi", ["bridge.ping"]),
    ("altcraft-bridge call bridge.ping --conn", ["--connect"]),
    ("altcraft-bridge help prot", ["protocol"]),
    ("altcraft-bridge completion ", ["bash", "fish", "zsh"]),
    ("altcraft-bridge serve --log-format ", ["json", "text"]),
    ("altcraft-bridge outbox ver", ["verify"]),
    ("altcraft-bridge generate --output out py", ["python"]),
    ("altcraft-bridge call mobileEvent eventN", ["eventName="]),
    ("altcraft-bridge call mobileEvent sid=1 eventN", ["eventName="]),
    ("altcraft-bridge call initialize conf", ["configuration="]),
    ("altcraft-bridge call initialize configuration.apiU", ["configuration.apiUrl="]),
    ("altcraft-bridge call mobileEvent sid=1 wait=o", ["wait=outcome"]),
    ("altcraft-bridge call mobileEvent wait=", ["wait=accepted", "wait=outcome"]),
    ("altcraft-bridge jwt ema", ["email="]),
    ("altcraft-bridge jwt db_id=1 subs", ["subscription_id="]),
    ("altcraft-bridge jwt db_id=1 matching=cu", ["matching=custom"]),
    ("altcraft-bridge events --exe", ["--exec"]), ("altcraft-bridge serve --rec", ["--record"]),
    ("altcraft-bridge demo --fa", ["--fast"]), ("altcraft-bridge push --a", ["--as"]),
    ("altcraft-bridge status --form", ["--format"]), ("altcraft-bridge top --wa", ["--wait"]),
    ("altcraft-bridge endpoint --verb", ["--verbose"]), ("altcraft-bridge jwt --he", ["--help"]),
    ("altcraft-bridge outbox --he", ["--help"]), ("altcraft-bridge replay --prog", ["--program"]),
    ("altcraft-bridge doctor --conf", ["--config"]),
    ("altcraft-bridge service --forc", ["--force"]),
    ("altcraft-bridge platform --scr", ["--script"]),
    ("altcraft-bridge schema --form", ["--format"]),
    ("altcraft-bridge generate --out", ["--output"]),
    ("altcraft-bridge completion --he", ["--help"]), ("altcraft-bridge version --he", ["--help"]),
    ("altcraft-bridge help --form", ["--format"]), ("altcraft-bridge call --fie", ["--field"]),
    ("altcraft-bridge outbox ", ["list", "verify"]),
    // A directory, but no file.
    ("altcraft-bridge outbox list Sour", ["Sources/"]),
    ("altcraft-bridge outbox list CONTRIB", []),
    ("altcraft-bridge replay CONTRIB", ["CONTRIBUTING.md"]),
    ("altcraft-bridge push fcmV1IOS --to subt", ["subtitle="]),
    ("altcraft-bridge help outbox.li", ["outbox.list"]),
    ("altcraft-bridge serve --limit inFlightB", ["inFlightBytes="]),
    ("altcraft-bridge call --connect w", ["ws://127.0.0.1:"]),
    (
      "altcraft-bridge events --codes 53", ["530", "531", "532", "533", "536", "537", "538"]
    ),
    ("altcraft-bridge events --codes 230,42", ["230,422", "230,423"]),
    // In a directory with files of any names.
    ("altcraft-bridge demo CONTRIB", []), ("altcraft-bridge call bridge.ping CONTRIB", []),
  ]

  /// Readline may split a word at its equals signs; the candidates then have no key.
  @Test("bash offers the matching candidates", arguments: cases, [true, false])
  func bash(_ shown: (line: String, words: [String]), splits: Bool) throws {
    let line = splits ? shown.line.replacing("=", with: " = ") : shown.line
    let script = """
      \(CompletionScript.text(for: .bash))
      read -ra COMP_WORDS <<<"$1"
      case $1 in *'= ') ;; *\\ ) COMP_WORDS+=('') ;; esac
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      set -eu
      _altcraft_bridge
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let bash = try FinishedCommand("/bin/bash", ["-c", script, "bash", line])

    // Readline adds the slash of a directory.
    let offered = bash.output.split(separator: "\n").map {
      $0 == "Sources" ? "Sources/" : String($0)
    }
    let isValue = shown.line.split(separator: " ").last?.contains("=") == true
    #expect(
      offered.sorted()
        == (splits && isValue
          ? shown.words.map { String($0.split(separator: "=")[1]) } : shown.words))
    #expect(bash.status == 0 && bash.errors == "")
  }

  @Test(
    "bash offers nothing for the number of a limit",
    arguments: ["inFlight =", "inFlight = 3", "inFlight=", "= inFlight =", "inFlight=3"])
  func numbers(_ typed: String) throws {
    let script = """
      \(CompletionScript.text(for: .bash))
      COMP_WORDS=(altcraft-bridge serve --limit \(typed))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _altcraft_bridge
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let offered = try FinishedCommand("/bin/bash", ["-c", script]).output

    #expect(offered.trimmingCharacters(in: .newlines) == (typed == "inFlight=" ? typed : ""))
  }

  @Test(
    "bash also completes a value behind an equals sign",
    arguments: [("= pro", "process\n"), ("=", "power\nprocess\n")])
  func equalsSign(_ typed: String, _ offered: String) throws {
    let script = """
      \(CompletionScript.text(for: .bash))
      COMP_WORDS=(altcraft-bridge serve --durability \(typed))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _altcraft_bridge
      printf '%s\\n' "${COMPREPLY[@]}"
      """

    #expect(try FinishedCommand("/bin/bash", ["-c", script]).output == offered)
  }

  @Test(
    "bash and zsh put no space behind a value that goes on",
    arguments: [
      ("serve --limit inFlightB", "serve --limit inFlightBytes="),
      ("call --connect 1", "call --connect 127.0.0.1:"),
      ("serve --durability pro", "serve --durability process "),
    ])
  func goesOn(_ typed: String, _ completed: String) throws {
    let script = """
      \(CompletionScript.text(for: .bash))
      compopt() { echo "compopt $*"; }
      COMP_WORDS=(altcraft-bridge \(typed))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _altcraft_bridge
      """
    let bash = try FinishedCommand("/bin/bash", ["-c", script]).output
    #expect((bash == "compopt -o nospace\n") == !completed.hasSuffix(" "))
    guard Self.zshPath != nil else { return }
    let home = TemporaryDirectory()
    let file = home.path + "/_altcraft-bridge"
    try CompletionScript.text(for: .zsh).write(toFile: file, atomically: true, encoding: .utf8)
    let zsh = try run(
      "compinit -u -D; source \(file)", ["altcraft-bridge \(typed)"], in: home)
    // zsh removes a space behind the word again when a sign is typed there.
    let line = completed.hasSuffix(" ") ? String(completed.dropLast()) : completed
    #expect(zsh.output == "altcraft-bridge \(line)\n")
  }

  static let fishPath = FinishedCommand.installed("fish")

  @Test(
    "fish offers the matching candidates", .enabled(if: fishPath != nil, "fish"), arguments: cases)
  func fish(_ line: String, _ words: [String]) throws {
    let home = TemporaryDirectory()
    let script = CompletionScript.text(for: .fish) + "complete -C $argv[1]"
    let fish = try FinishedCommand(
      try #require(Self.fishPath), ["--no-config", "-c", script, line],
      environment: ["HOME": home.path, "XDG_CONFIG_HOME": home.path, "XDG_DATA_HOME": home.path])
    let offered = fish.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first }

    #expect(offered.map(String.init).sorted() == words)
    #expect(fish.errors == "")
  }

  static let zshPath = FinishedCommand.installed("zsh")

  /// The shell runs on its own terminal and types the only matching word.
  @Test(
    "zsh completes the word, with a sourced script and with a directory of functions",
    .enabled(if: zshPath != nil, "zsh"), arguments: [true, false])
  func zsh(isSourced: Bool) throws {
    let home = TemporaryDirectory()
    let file = home.path + "/_altcraft-bridge"
    try CompletionScript.text(for: .zsh).write(toFile: file, atomically: true, encoding: .utf8)
    let start =
      isSourced
      ? "compinit -u -D; source \(file)" : "fpath+=(\(home.path)); compinit -u -D"
    let lines = Self.cases.filter { $0.words.count == 1 }
    let zsh = try run(start, lines.map(\.line), in: home)

    let typed = zsh.output.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    // The shell removes the slash of a directory again.
    #expect(typed.map(String.init) == lines.flatMap(\.words).map { $0.replacing("s/", with: "s") })
  }

  @Test(
    "zsh lists the codes behind a comma, and takes no file for a demo",
    .enabled(if: zshPath != nil, "zsh"))
  func zshLists() throws {
    let home = TemporaryDirectory()
    let file = home.path + "/_altcraft-bridge"
    try CompletionScript.text(for: .zsh).write(toFile: file, atomically: true, encoding: .utf8)
    let lines = ["altcraft-bridge events --codes 230,42", "altcraft-bridge demo CONTRIB"]
    let zsh = try run(
      "compinit -u -D; source \(file)", lines, in: home, printing: "${output}")

    #expect(zsh.output.contains("422  423"))
    #expect(!zsh.output.contains("CONTRIBUTING"))
  }

  /// Types each line and a tab, and prints the line that the shell then has.
  private func run(
    _ start: String, _ lines: [String], in home: TemporaryDirectory,
    printing text: String = #"${${output##*$'\n<'}%%>*}"#
  ) throws -> FinishedCommand {
    let script = """
      zmodload zsh/zpty
      zpty -b shell zsh -f -i
      zpty -w shell "PS1= PROMPT_SP= RPS1=; unsetopt prompt_cr; autoload -Uz compinit; \(start); print -r READY\\$((1))"
      zpty -r shell output '*READY1*'
      for line in "$@"; do
        zpty -w -n shell "$line"$'\\t'$'\\x01'"print -r '<"$'\\x05'">'"$'\\n'
        zpty -r shell output $'*\\n<*>*'
        print -r -- "\(text)"
      done
      zpty -d shell
      """
    return try FinishedCommand(
      try #require(Self.zshPath), ["-f", "-c", script, "zsh"] + lines,
      environment: ["HOME": home.path, "TERM": "dumb"])
  }
}
