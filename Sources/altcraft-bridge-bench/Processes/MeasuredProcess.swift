import Glibc
import System

/// A child process with its standard input and output connected to this process by two pipes. Its standard
/// error goes to a file.
final class MeasuredProcess {
  /// The descriptor to read its output, and the one to write its input.
  let reading: Int32
  let writing: Int32
  private let process: ChildProcess
  private let workspace: BenchWorkspace
  private let errors: String
  private var hasEnded = false
  private var isInputOpen = true

  init(_ command: [String], _ workspace: BenchWorkspace) throws(BenchError) {
    self.workspace = workspace
    errors = workspace.newPath("errors")
    var pipes: [PipeEnds] = []
    do throws(SystemError) {
      for _ in 0..<2 { pipes.append(try PipeEnds()) }
      process = try ChildProcess(
        .named(command[0]), command, environment: MeasuredProcess.environment,
        input: .descriptor(pipes[0].reading), output: .descriptor(pipes[1].writing),
        errors: .file(errors, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND))
    } catch {
      for pipe in pipes { pipe.closeBoth() }
      throw BenchError(error.message)
    }
    close(pipes[0].reading)
    close(pipes[1].writing)
    writing = pipes[0].writing
    reading = pipes[1].reading
    workspace.adopt(pid)
  }

  var pid: pid_t { process.pid }

  deinit {
    end()
    close(reading)
    unlink(errors)
  }

  /// The text it has written to standard error so far.
  var errorText: String { File.text(errors) }

  var isRunning: Bool { !checkEnded() }

  func closeInput() {
    guard isInputOpen else { return }
    isInputOpen = false
    close(writing)
  }

  /// Ends the process by closing its input, then by force if that was not enough.
  func end() {
    guard !hasEnded else { return }
    closeInput()
    for attempt in 0..<2000 {
      if attempt == 1000 { process.send(signal: SIGTERM) }
      if checkEnded() { return }
      usleep(attempt < 100 ? 200 : 5000)
    }
    kill()
  }

  func kill() {
    guard !hasEnded else { return }
    closeInput()
    process.send(signal: SIGKILL)
    process.wait()
    _ = checkEnded()
  }

  private func checkEnded() -> Bool {
    if !hasEnded, process.ending != nil {
      hasEnded = true
      workspace.forget(pid)
    }
    return hasEnded
  }

  /// The environment of this process, without variables that would configure a bridge.
  private static var environment: [String] {
    var entries: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if !text.hasPrefix("ALTCRAFT_BRIDGE_") { entries.append(text) }
      next += 1
    }
    return entries
  }
}
