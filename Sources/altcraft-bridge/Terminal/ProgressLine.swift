import DurableLog
import Synchronization

/// How far something long has come, on the last line of a terminal. Gone when it has ended.
final class ProgressLine: Sendable {
  /// What is read faster than it can be followed by eye is not worth a line.
  static let shortest = 8 << 20

  private let subject: String
  private let write: @Sendable (String) -> Void
  private let shown = Mutex<Int?>(nil)

  init(_ subject: String, _ write: @escaping @Sendable (String) -> Void) {
    self.subject = subject
    self.write = write
  }

  /// Nil where nobody looks, or nothing can be overwritten.
  static func onTerminal(_ subject: String) -> ProgressLine? {
    guard Terminal.errors.canRedraw else { return nil }
    return ProgressLine(subject) { Output.write(Array($0.utf8), to: 2) }
  }

  /// Nil for what is soon over.
  static func percent(_ progress: RecoveryProgress) -> Int? {
    guard progress.totalBytes >= shortest else { return nil }
    return min(100, progress.bytes * 100 / progress.totalBytes)
  }

  func show(_ progress: RecoveryProgress) {
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
