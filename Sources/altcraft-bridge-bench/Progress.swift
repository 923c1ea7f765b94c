import Glibc
import System

/// A line on standard error with the current measurement, shown only on a terminal.
struct Progress {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    guard isShown else { return }
    StandardOutput.paintedError("\r\u{1B}[K\(text)")
  }

  func clear() { show("") }
}
