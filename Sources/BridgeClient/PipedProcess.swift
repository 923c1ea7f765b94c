import Glibc
import System

/// A child process that is connected by its standard input and output, and whose standard error is kept. The caller
/// that starts it must end it.
package final class PipedProcess: Sendable {
  /// The connection: reads from its standard output, writes to its standard input.
  package let wire: Wire
  private let process: ChildProcess
  private let log: Monitor<Log>

  private struct Log {
    var bytes: [UInt8] = []
    var isComplete = false
  }

  /// Starts the program at `path`. Keeps the last 64 KiB that it writes to standard error.
  package init(_ path: String, _ arguments: [String], environment: [String: String])
    throws(SystemError)
  {
    var pipes: [PipeEnds] = []
    do throws(SystemError) {
      for _ in 0..<3 { pipes.append(try PipedProcess.pipe()) }
      process = try ChildProcess(
        .path(path), ["altcraft-bridge"] + arguments,
        environment: environment.map { "\($0.key)=\($0.value)" },
        input: .descriptor(pipes[0].reading), output: .descriptor(pipes[1].writing),
        errors: .descriptor(pipes[2].writing))
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw error
    }
    close(pipes[0].reading)
    close(pipes[1].writing)
    close(pipes[2].writing)
    wire = Wire(input: pipes[1].reading, output: pipes[0].writing)
    let log = Monitor(Log())
    self.log = log
    PipedProcess.record(pipes[2].reading, in: log)
  }

  private static func pipe() throws(SystemError) -> PipeEnds {
    do throws(SystemError) {
      return try PipeEnds()
    } catch {
      throw SystemError("cannot open a pipe", code: error.code)
    }
  }

  private static func record(_ descriptor: Int32, in log: Monitor<Log>) {
    PosixThread.require {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        log.update {
          $0.bytes += buffer[..<count]
          $0.bytes.removeFirst(max(0, $0.bytes.count - 64 * 1024))
        }
      }
      close(descriptor)
      log.update { $0.isComplete = true }
    }
  }

  /// The lines on standard error so far; all of them once the process has ended.
  package var errorLines: [String] {
    let bytes = log.update { $0.bytes }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Waits for a line on standard error for which `accept` returns a value. Returns nil if the process ends
  /// or the deadline passes first.
  package func waitForErrorLine<Result>(
    until deadline: Deadline, _ accept: (String) -> Result?
  ) -> Result? {
    let found = log.wait(until: deadline) { log -> Result?? in
      let lines = String(decoding: log.bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
      // The last piece has no newline yet.
      for line in lines.dropLast() {
        if let result = accept(String(line)) { return .some(result) }
      }
      return log.isComplete ? .some(nil) : nil
    }
    return found ?? nil
  }

  package var pid: pid_t { process.pid }

  package func send(signal: Int32) { process.send(signal: signal) }

  /// Waits until the process has ended, at most until the deadline. Returns its exit status, or 128 plus the
  /// number of the signal that ended it; nil if it still runs.
  package func waitForExit(until deadline: Deadline) -> Int32? {
    guard let ending = process.wait(until: deadline) else { return nil }
    // The last output may still be in the pipe. The wait is bounded because a grandchild may keep the pipe open.
    _ = log.wait(until: .after(.milliseconds(200))) { $0.isComplete ? true : nil }
    switch ending {
    case .exited(let status): return status
    case .killed(let signal): return 128 + signal
    case .unknown: return nil
    }
  }

  /// Ends the process: sends SIGTERM, and SIGKILL if it has not ended after `timeout`.
  @discardableResult
  package func end(timeout: Duration) -> Int32? {
    send(signal: SIGTERM)
    if let status = waitForExit(until: .after(timeout)) { return status }
    send(signal: SIGKILL)
    return waitForExit(until: .after(.seconds(2)))
  }
}
