import Glibc

/// A child process with its standard input and output connected to this process by two pipes. Its standard
/// error goes to a file.
final class ChildProcess {
  let pid: pid_t
  /// The descriptor to read its output, and the one to write its input.
  let reading: Int32
  let writing: Int32
  private let workspace: BenchWorkspace
  private let errors: String
  private var hasEnded = false
  private var isInputOpen = true

  init(_ command: [String], _ workspace: BenchWorkspace) throws(BenchError) {
    self.workspace = workspace
    errors = workspace.newPath("errors")
    let input = try ChildProcess.pipe()
    let output = try ChildProcess.pipe()
    defer {
      close(input.reading)
      close(output.writing)
    }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(
      &actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)

    // Signals are blocked or ignored in this process, and a child inherits both.
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

    var arguments = command.map { strdup($0) } + [nil]
    var environment = ChildProcess.environment.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &environment)
    guard failure == 0 else {
      close(input.writing)
      close(output.reading)
      throw BenchError(call: "cannot start \(command[0])", code: failure)
    }
    self.pid = pid
    reading = output.reading
    writing = input.writing
    workspace.adopt(pid)
  }

  deinit {
    end()
    close(reading)
    unlink(errors)
  }

  /// The text it has written to standard error so far.
  var errorText: String { FileText.read(errors) }

  var isRunning: Bool { !hasEnded && !wait(WNOHANG) }

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
      if attempt == 1000 { Glibc.kill(pid, SIGTERM) }
      if wait(WNOHANG) { return }
      usleep(attempt < 100 ? 200 : 5000)
    }
    kill()
  }

  func kill() {
    guard !hasEnded else { return }
    closeInput()
    Glibc.kill(pid, SIGKILL)
    _ = wait(0)
  }

  private func wait(_ options: Int32) -> Bool {
    let result = waitpid(pid, nil, options)
    guard result == pid || (result < 0 && errno == ECHILD) else { return false }
    hasEnded = true
    workspace.forget(pid)
    return true
  }

  private static func pipe() throws(BenchError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw BenchError(call: "pipe") }
    // No other thread starts processes, so none can inherit the descriptors in between.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
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
