import Foundation
import Glibc
import System

/// A command that runs until its user stops it.
package final class RunningCommand: Sendable {
  private let process: SpawnedProcess
  private let input: Int32
  private let outputFile: String
  private let folder = TemporaryDirectory()

  private init(_ program: String, _ arguments: [String], _ environment: [String: String]) throws {
    outputFile = folder.path + "/output"
    try Data().write(to: URL(filePath: outputFile))
    let input = try PipeEnds()
    defer { close(input.reading) }
    self.input = input.writing
    process = try SpawnedProcess(
      program, arguments, environment: SpawnedProcess.environment(adding: environment),
      input: .descriptor(input.reading), output: .file(outputFile))
  }

  deinit { close(input) }

  /// Starts the built bridge with its output in a file.
  package static func bridge(_ arguments: String...) throws -> RunningCommand {
    try RunningCommand(builtProduct("altcraft-bridge"), arguments, [:])
  }

  /// Starts the built bridge on a terminal. Both outputs are one stream there.
  package static func onTerminal(_ arguments: String...) throws -> RunningCommand {
    try RunningCommand(
      "/usr/bin/script", FinishedCommand.terminalArguments(arguments),
      ["TERM": "xterm", "NO_COLOR": ""])
  }

  /// The output so far.
  package var output: String {
    String(decoding: FileManager.default.contents(atPath: outputFile) ?? Data(), as: UTF8.self)
  }

  package func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
  }

  package func interrupt() { process.send(signal: SIGINT) }

  /// The exit status, once the command has exited; nil if it does not exit.
  package var ending: Int32? {
    get async {
      let deadline = ContinuousClock.now + testTimeout
      while ContinuousClock.now < deadline {
        if let ending = process.ending { return ending.status }
        try? await Task.sleep(for: .milliseconds(5))
      }
      return nil
    }
  }

  /// Kills the command if it still runs, so that a failed test leaves no process behind.
  package func end() { process.send(signal: SIGKILL) }
}
