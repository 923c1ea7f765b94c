import Foundation
import Glibc
import Synchronization

/// A command that runs until its user stops it.
package final class RunningCommand: Sendable {
  private struct State: Sendable {
    var output = Data()
    var status: Int32?
  }

  private final class Written: Sendable {
    let state = Mutex(State())
  }

  private let pid: Int32
  private let input: FileHandle
  private let written = Written()

  private init(_ program: String, _ arguments: [String], _ environment: [String: String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("ALTCRAFT_BRIDGE") }
      .merging(environment) { $1 }
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    output.fileHandleForReading.readabilityHandler = { [written] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      written.state.withLock { $0.output += data }
    }
    process.terminationHandler = { [written] process in
      written.state.withLock { $0.status = process.terminationStatus }
    }
    try process.run()
    pid = process.processIdentifier
    self.input = input.fileHandleForWriting
  }

  /// Starts the built bridge with its output in a pipe.
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
    written.state.withLock { String(decoding: $0.output, as: UTF8.self) }
  }

  package func type(_ text: String) { input.write(Data(text.utf8)) }

  package func interrupt() { kill(pid, SIGINT) }

  /// The exit status, once the command has exited; nil if it does not exit.
  package var ending: Int32? {
    get async {
      let deadline = ContinuousClock.now + patience
      while ContinuousClock.now < deadline {
        if let status = written.state.withLock({ $0.status }) { return status }
        try? await Task.sleep(for: .milliseconds(5))
      }
      return nil
    }
  }

  /// Kills the command if it still runs, so that a failed test leaves no process behind.
  package func end() {
    if written.state.withLock({ $0.status == nil }) { kill(pid, SIGKILL) }
  }
}
