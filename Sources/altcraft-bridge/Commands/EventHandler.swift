import BridgeCommandLine
import Glibc
import JSONCodec
import Synchronization
import System

/// The handler of one event after the other: prints it or runs a command with it, then stores the
/// position.
struct EventHandler: Sendable {
  /// The command to run; nil to print.
  let command: EventCommand?
  let position: EventPosition?
  let tail: EventTail

  /// Returns false if the reader of the output has gone. Throws if the event was not handled.
  func handle(_ event: JSON) throws(CommandFailure) -> Bool {
    if let command {
      try command.run(event)
    } else if !StandardOutput.painted(tail.line(event) + "\n") {
      return false
    }
    try position?.write(event)
    return true
  }
}

/// A shell command that runs once for each event, with the event as its input.
final class EventCommand: Sendable {
  private struct State {
    var running: ChildProcess?
    var isOver = false
  }

  private let line: String
  private let state = Mutex(State())

  /// The time for a command to end after SIGTERM.
  private static let grace = Duration.seconds(2)

  init(_ line: String) { self.line = line }

  /// Runs the command and waits for its end.
  func run(_ event: JSON) throws(CommandFailure) {
    let ending: ChildProcess.Ending?
    do throws(SystemError) {
      ending = try start().map { process, input in
        // A command may exit without reading its input.
        File.write(Array((event.text + "\n").utf8), to: input)
        close(input)
        return process.wait()
      }
      state.withLock { $0.running = nil }
    } catch {
      throw .ours("--exec: \(error.message)")
    }
    guard ending == .exited(0) else {
      let reason =
        switch ending {
        case .exited(let status): "exited with status \(status)"
        case .killed(let signal): "was ended by signal \(signal)"
        case .unknown: "ended"
        case nil: "was not started"
        }
      throw .ours("--exec: the command \(reason) for event \(event["seq"]?.text ?? "?")")
    }
  }

  /// Ends the running command, with the processes that it has started in its group. No other
  /// command is started.
  func end() {
    let running = state.withLock { state in
      state.isOver = true
      return state.running
    }
    guard let running else { return }
    running.sendToGroup(signal: SIGTERM)
    if running.wait(until: .after(Self.grace)) == nil { running.sendToGroup(signal: SIGKILL) }
  }

  /// Starts the command. Returns also the descriptor of its input, which the caller closes; nil
  /// after `end`.
  private func start() throws(SystemError) -> (ChildProcess, input: Int32)? {
    let pipe = try PipeEnds()
    do throws(SystemError) {
      let process = try state.withLock { state throws(SystemError) -> ChildProcess? in
        guard !state.isOver else { return nil }
        // In a group of its own: an interrupt of the terminal reaches this program, which ends the
        // whole group.
        state.running = try ChildProcess(
          .path("/bin/sh"), ["sh", "-c", line],
          environment: nil,
          input: .descriptor(pipe.reading), output: .descriptor(1), errors: .descriptor(2),
          resetting: [SIGPIPE, SIGTERM], inOwnGroup: true)
        return state.running
      }
      guard let process else {
        pipe.closeBoth()
        return nil
      }
      close(pipe.reading)
      return (process, pipe.writing)
    } catch {
      pipe.closeBoth()
      throw error
    }
  }
}
