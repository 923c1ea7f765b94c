import DurableLog
import Synchronization
import System

/// The progress of a long operation on the last line of a terminal. The line is removed at the end.
package final class ProgressLine: Sendable {
  /// The smallest size in bytes that gets a progress line. Less is read too fast for anyone to follow.
  static let shortest = 8 << 20

  private let subject: String
  private let write: @Sendable (String) -> Void
  private let shown = Mutex<Int?>(nil)

  init(_ subject: String, _ write: @escaping @Sendable (String) -> Void) {
    self.subject = subject
    self.write = write
  }

  /// Returns nil if standard error is not a terminal, or one that cannot redraw a line.
  package static func onTerminal(_ subject: String) -> ProgressLine? {
    guard Terminal.errors.canRedraw else { return nil }
    return ProgressLine(subject) { StandardOutput.paintedError($0) }
  }

  /// Returns nil for a recovery that is too short to show.
  package static func percent(_ progress: RecoveryProgress) -> Int? {
    guard progress.totalBytes >= shortest else { return nil }
    return min(100, progress.bytes * 100 / progress.totalBytes)
  }

  package func show(_ progress: RecoveryProgress) {
    guard let percent = ProgressLine.percent(progress) else { return }
    shown.withLock { shown in
      if percent == 100 {
        if shown != nil { write("\r\u{1b}[K") }
        shown = nil
      } else if percent != shown {
        let size = progress.totalBytes >> 20
        write("\r\u{1b}[K\(subject): \(percent) % of \(size) MiB, \(progress.records) records")
        shown = percent
      }
    }
  }
}
