import Glibc
import Synchronization
import System

/// A watch that checks every two seconds if a given process still exists. The end of standard input does not
/// show that when a launcher in between holds the pipe open.
package final class ParentWatch: Sendable {
  package enum Subject: Sendable {
    /// The process that is the parent when the watch begins.
    case parent
    /// A process by its id, which must exist.
    case process(pid_t)
  }

  package enum Problem: Error, Equatable {
    case noSuchProcess(pid_t)
    case system(SystemError)
  }

  private let stopping: EventFD
  private let running: Mutex<PosixThread?>

  /// Calls `whenGone` once, on its own thread, when `subject` no longer exists.
  package init(
    _ subject: Subject, every interval: Duration = .seconds(2),
    whenGone: @escaping @Sendable () -> Void
  ) throws(Problem) {
    let isGone: @Sendable () -> Bool
    switch subject {
    case .parent:
      let parent = getppid()
      isGone = { getppid() != parent }
    case .process(let id):
      guard let start = ProcessStart(of: id) else { throw .noSuchProcess(id) }
      // The id alone is not enough: it may have been reused by another process.
      isGone = { ProcessStart(of: id) != start }
    }
    do throws(SystemError) {
      let stopping = try EventFD()
      self.stopping = stopping
      running = Mutex(
        try PosixThread {
          while !isGone() {
            if waitFor(-1, 0, or: stopping, until: .now + interval).woken { return }
          }
          whenGone()
        })
    } catch {
      throw .system(error)
    }
  }

  /// Ends the watch. Must not be called by `whenGone`.
  package func stop() {
    let thread = running.withLock { running in
      defer { running = nil }
      return running
    }
    stopping.fire()
    thread?.join()
  }
}

/// The start time of a process, in clock ticks since boot. Together with the id it identifies one process.
private struct ProcessStart: Equatable {
  private let ticks: UInt64

  /// Reads the start time. Nil if there is no such process, or if it has ended and was not reaped.
  init?(of id: pid_t) {
    guard id > 0, case .success(let text) = File.read("/proc/\(id)/stat") else { return nil }
    // The name, in parentheses, may contain any character. After it come the state and, as the 20th field,
    // the start.
    guard let name = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = text[(name + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let state = fields[0].first, !"ZXx".utf8.contains(state),
      let ticks = UInt64(String(decoding: fields[19], as: UTF8.self))
    else { return nil }
    self.ticks = ticks
  }
}
