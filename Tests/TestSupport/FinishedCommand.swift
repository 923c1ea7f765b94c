import Dispatch
import Foundation
import Glibc

/// A command that has exited, and its output.
package struct FinishedCommand: Sendable {
  package let status: Int32
  package let output: String
  package let errors: String

  package var text: String { output + errors }

  /// Runs `program` in `directory`, or in the current directory. `status` is the exit status, or the number of
  /// the signal that ended it, SIGKILL after 15 minutes. Its environment is that of the tests without
  /// the bridge's own variables, plus `environment`.
  package init(
    _ program: String, _ arguments: [String], input: String = "",
    environment: [String: String] = [:], in directory: URL? = nil
  ) throws {
    // Use files: a pipe would block the command until its output is read.
    let folder = TemporaryDirectory()
    let files = ["in", "out", "err"].map { URL(filePath: "\(folder.path)/\($0)") }
    try Data(input.utf8).write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }
    let process = try SpawnedProcess(
      program, arguments, environment: SpawnedProcess.environment(adding: environment),
      in: directory?.path, input: .file(files[0].path), output: .file(files[1].path),
      errors: .file(files[2].path))
    // A command that hangs must not take the time of all tests.
    let limit = DispatchWorkItem { [weak process] in process?.send(signal: SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(900), execute: limit)
    defer { limit.cancel() }
    status = process.wait().status
    output = try String(contentsOf: files[1], encoding: .utf8)
    errors = try String(contentsOf: files[2], encoding: .utf8)
  }

  /// Runs the built bridge.
  package static func bridge(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> FinishedCommand {
    try FinishedCommand(
      builtProduct("altcraft-bridge"), arguments, input: input, environment: environment)
  }

  /// Runs the bridge on a terminal, 80 columns wide. Both outputs are one stream there.
  package static func onTerminal(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> FinishedCommand {
    try onTerminal(arguments, environment: environment)
  }

  package static func onTerminal(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> FinishedCommand {
    try FinishedCommand(
      "/usr/bin/script", terminalArguments(arguments),
      environment: ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 })
  }

  /// Returns the arguments with which `script` runs the bridge on a terminal. `script` starts a shell, which
  /// `exec` replaces: otherwise an interrupt would end the shell too, and its status would count as the
  /// command's.
  static func terminalArguments(_ arguments: [String]) -> [String] {
    let words = [builtProduct("altcraft-bridge")] + arguments
    let line = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    return ["-qec", "exec " + line, "/dev/null"]
  }

  /// Returns the path of an installed program, or nil.
  package static func installed(_ name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
