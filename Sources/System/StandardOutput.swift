import Glibc
import Synchronization

/// The standard output and error of a command. They are not buffered: a line is written when the call returns. On
/// a terminal, control and invisible characters of any text are escaped. SIGPIPE must be ignored.
///
/// A reader that closes the pipe has seen enough: the command prints nothing more and ends as usual. Any other failure is
/// in `error`, which decides the exit status of the process.
package enum StandardOutput {
  private static let isTerminal = isatty(STDOUT_FILENO) == 1
  private static let hasErrorTerminal = isatty(STDERR_FILENO) == 1

  private static let failure = Mutex<SystemError?>(nil)

  /// The error because of which output is missing; nil if there is none. A closed pipe does not count.
  package static var error: SystemError? { failure.withLock { $0 } }

  /// Keeps the numbers of closed standard streams from the next files. Reading or writing there fails.
  package static func reserveNumbers() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is the one that is closed.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Prints a line. Returns false if nothing more can be printed.
  @discardableResult
  package static func line(_ text: String) -> Bool { self.text(text + "\n") }

  @discardableResult
  package static func text(_ text: String) -> Bool { painted(isTerminal ? text.visible : text) }

  /// Prints text with colours. Its other parts must be escaped with `visible` before.
  @discardableResult
  package static func painted(_ text: String) -> Bool {
    guard !File.write(Array(text.utf8), to: STDOUT_FILENO) else { return true }
    let error = SystemError("standard output")
    if error.code != EPIPE { failure.withLock { $0 = $0 ?? error } }
    return false
  }

  /// Prints a line to standard error. This is the only place that escapes the text of errors.
  package static func errorLine(_ text: String) {
    paintedError((hasErrorTerminal ? text.visible : text) + "\n")
  }

  /// Prints text with control sequences to standard error, as `painted` does to standard output.
  package static func paintedError(_ text: String) {
    File.write(Array(text.utf8), to: STDERR_FILENO)
  }
}
