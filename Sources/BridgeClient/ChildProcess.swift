import Glibc
import System

/// A child process, connected by its standard input and output. The caller that starts it must end it.
package final class ChildProcess: Sendable {
  package let pid: pid_t
  /// The connection: reads from its standard output, writes to its standard input.
  package let wire: Wire
  private let log: Monitor<Log>
  private let status = Monitor<Int32?>(nil)

  private struct Log {
    var bytes: [UInt8] = []
    var isComplete = false
  }

  /// Starts the program at `path`. Keeps the last 64 KiB that it writes to standard error.
  package init(_ path: String, _ arguments: [String], environment: [String: String])
    throws(SystemError)
  {
    let input = try Pipe()
    let output = try Pipe.orClosing([input])
    let errors = try Pipe.orClosing([input, output])
    defer {
      close(input.reading)
      close(output.writing)
      close(errors.writing)
    }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)

    // Some commands block or ignore signals, and a child process inherits both.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &broken)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var argv: [UnsafeMutablePointer<CChar>?] = (["altcraft-bridge"] + arguments).map { strdup($0) }
    argv.append(nil)
    var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
    envp.append(nil)
    defer { (argv + envp).forEach { free($0) } }

    var pid: pid_t = 0
    let failure = posix_spawn(&pid, path, &actions, &attributes, argv, envp)
    guard failure == 0 else {
      close(input.writing)
      close(output.reading)
      close(errors.reading)
      throw SystemError("cannot start \(path)", code: failure)
    }
    self.pid = pid
    wire = Wire(input: output.reading, output: input.writing)
    let log = Monitor(Log())
    self.log = log
    ChildProcess.keep(errors.reading, in: log)
  }

  private static func keep(_ descriptor: Int32, in log: Monitor<Log>) {
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

  package func send(signal: Int32) {
    // Do not signal after `waitpid`: the process id may belong to another process by then.
    status.update { status in
      if status == nil { kill(pid, signal) }
    }
  }

  /// Waits until the process has ended, at most until the deadline. Returns its exit status, or 128 plus the
  /// number of the signal that ended it; nil if it still runs.
  package func waitForExit(until deadline: Deadline) -> Int32? {
    while true {
      let ended = status.update { status -> Int32? in
        if status == nil { status = reap() }
        return status
      }
      if let ended {
        // The last output may still be in the pipe. The wait is bounded because a grandchild may keep the
        // pipe open.
        _ = log.wait(until: .after(.milliseconds(200))) { $0.isComplete ? true : nil }
        return ended
      }
      if deadline.hasPassed { return nil }
      usleep(2000)
    }
  }

  private func reap() -> Int32? {
    var word: Int32 = 0
    guard waitpid(pid, &word, WNOHANG) == pid else { return nil }
    let signal = word & 0x7f
    return signal == 0 ? (word >> 8) & 0xff : 128 + signal
  }

  /// Ends the process: sends SIGTERM, and SIGKILL if it has not ended after `patience`.
  @discardableResult
  package func end(patience: Duration) -> Int32? {
    send(signal: SIGTERM)
    if let status = waitForExit(until: .after(patience)) { return status }
    send(signal: SIGKILL)
    return waitForExit(until: .after(.seconds(2)))
  }
}

private struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError("cannot open a pipe") }
    // Another process started in between would inherit the descriptors. The commands start processes one at a
    // time.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    writing = ends[1]
  }

  static func orClosing(_ others: [Pipe]) throws(SystemError) -> Pipe {
    do {
      return try Pipe()
    } catch {
      for pipe in others {
        close(pipe.reading)
        close(pipe.writing)
      }
      throw error
    }
  }
}
