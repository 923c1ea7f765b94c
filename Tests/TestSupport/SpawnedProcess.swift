import Foundation
import Glibc
import System

/// A child process of the tests. The process always ends when this value is released.
///
/// Foundation's `Process` cannot replace it: that reads beyond its list of descriptors when this process has more
/// than about 1,350 open, as the tests of services do.
package final class SpawnedProcess: Sendable {
  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case killed(Int32)

    /// The exit status, or the number of the signal.
    package var status: Int32 {
      switch self {
      case .exited(let status), .killed(let status): status
      }
    }

    fileprivate init(_ ending: ChildProcess.Ending) {
      switch ending {
      case .exited(let status): self = .exited(status)
      case .killed(let signal): self = .killed(signal)
      case .unknown: preconditionFailure("the tests reap their processes themselves")
      }
    }
  }

  package enum Stream: Sendable {
    /// A file, which the child process opens.
    case file(String)
    /// A descriptor, which stays with the caller.
    case descriptor(Int32)

    package static let null = Stream.file("/dev/null")

    fileprivate func opened(_ flags: Int32) -> ChildProcess.Stream {
      switch self {
      case .file(let path): .file(path, flags)
      case .descriptor(let number): .descriptor(number)
      }
    }
  }

  private let process: ChildProcess

  package var pid: pid_t { process.pid }

  /// Starts the program at `path`. The process gets the three standard streams and `descriptors` as its
  /// descriptors from 3 on, and no other. Its environment is `environment`, by default that of the tests
  /// without the bridge's own variables.
  package init(
    _ path: String, _ arguments: [String],
    environment: [String: String] = SpawnedProcess.environment(), in directory: String? = nil,
    input: Stream = .null, output: Stream = .null, errors: Stream = .null,
    descriptors: [Int32] = []
  ) throws {
    process = try ChildProcess(
      .path(path), [path] + arguments, environment: environment.map { "\($0.key)=\($0.value)" },
      in: directory, input: input.opened(O_RDONLY), output: output.opened(O_WRONLY | O_APPEND),
      errors: errors.opened(O_WRONLY | O_APPEND), descriptors: descriptors,
      // The process must not inherit the ignored signals of the test runner.
      resetting: [SIGHUP, SIGPIPE, SIGXFSZ, SIGINT, SIGTERM])
  }

  deinit {
    send(signal: SIGKILL)
    wait()
  }

  /// Returns the environment of the tests without the bridge's own variables, plus `additions`.
  package static func environment(adding additions: [String: String] = [:]) -> [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ALTCRAFT_BRIDGE") }
      .merging(additions) { $1 }
  }

  package func send(signal: Int32) { process.send(signal: signal) }

  /// The way the process ended; nil while it runs.
  package var ending: Ending? { process.ending.map(Ending.init) }

  /// Waits until the process has ended.
  @discardableResult
  package func wait() -> Ending { Ending(process.wait()) }
}
