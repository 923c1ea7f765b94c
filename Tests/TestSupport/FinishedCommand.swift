import Foundation

/// A command that was run to its end, and what it wrote.
package struct FinishedCommand: Sendable {
  package let status: Int32
  package let output: String
  package let errors: String

  package var text: String { output + errors }

  /// Runs `program` with the variables of the tests, those of the bridge aside, and `environment`, here or in
  /// `directory`.
  package init(
    _ program: String, _ arguments: [String], input: String = "",
    environment: [String: String] = [:], in directory: URL? = nil
  ) throws {
    let process = Process()
    if let directory { process.currentDirectoryURL = directory }
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("ALTCRAFT_BRIDGE") }
      .merging(environment) { $1 }
    // In files, so that neither has to wait to be read.
    let folder = TemporaryDirectory()
    let files = ["in", "out", "err"].map { URL(filePath: "\(folder.path)/\($0)") }
    try Data(input.utf8).write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOf: files[1], encoding: .utf8)
    errors = try String(contentsOf: files[2], encoding: .utf8)
  }

  /// The built bridge.
  package static func bridge(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> FinishedCommand {
    try FinishedCommand(
      builtProduct("altcraft-bridge"), arguments, input: input, environment: environment)
  }

  /// The same on a terminal of its own, 80 columns wide, where both of its outputs are one.
  package static func onTerminal(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> FinishedCommand {
    try FinishedCommand(
      "/usr/bin/script", terminalArguments(arguments),
      environment: ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 })
  }

  /// What `script` is given to run the bridge on a terminal. It uses a shell for that: where that stayed, an
  /// interrupt would end it too, and its status would be that of the command.
  static func terminalArguments(_ arguments: [String]) -> [String] {
    let words = [builtProduct("altcraft-bridge")] + arguments
    let line = words.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    return ["-qec", "exec " + line, "/dev/null"]
  }

  /// Where a program of that name is, if it is installed.
  package static func installed(_ name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
