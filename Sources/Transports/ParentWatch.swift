import Glibc
import Synchronization

/// Looks every two seconds whether a process that this one belongs to is still there. The end of
/// standard input does not tell when a launcher in between holds the pipe open.
package final class ParentWatch: Sendable {
  package enum Subject: Sendable {
    /// Whoever is the parent when the watch begins.
    case parent
    /// A process by its id, which must exist.
    case process(pid_t)
  }

  package enum Problem: Error, Equatable {
    case noSuchProcess(pid_t)
    case system(SystemError)
  }

  private let stopping: Occasion
  private let running: Mutex<Thread?>

  /// Calls `whenGone` once, on a thread of its own, when `subject` is there no more.
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
      // The number alone may have come to mean another process.
      isGone = { ProcessStart(of: id) != start }
    }
    let stopping: Occasion
    do throws(SystemError) {
      stopping = try Occasion()
    } catch {
      throw .system(error)
    }
    self.stopping = stopping
    let thread = startThread {
      while !isGone() {
        if waitFor(-1, 0, or: stopping, until: .now + interval).woken { return }
      }
      whenGone()
    }
    guard let thread else { throw .system(SystemError(call: "pthread_create", code: EAGAIN)) }
    running = Mutex(thread)
  }

  /// Ends the watch. Not to be called by `whenGone`.
  package func stop() {
    let thread = running.withLock { running in
      defer { running = nil }
      return running
    }
    stopping.happen()
    thread?.join()
  }
}

/// When a process began, in clock ticks since the machine did: with its id, that is one process.
private struct ProcessStart: Equatable {
  private let ticks: UInt64

  /// Nil when there is no such process, or it has ended and was not collected.
  init?(of id: pid_t) {
    guard id > 0, let file = fopen("/proc/\(id)/stat", "re") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = fread(&buffer, 1, buffer.count, file)
    // The name, in parentheses, may hold anything. Behind it: the state, and the start as the 20th.
    guard let name = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = buffer[(name + 1)..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let state = fields[0].first, !"ZXx".utf8.contains(state),
      let ticks = UInt64(String(decoding: fields[19], as: UTF8.self))
    else { return nil }
    self.ticks = ticks
  }
}
