import Foundation
import Glibc
import Synchronization
import TestSupport

/// The reader of a process's standard error, which is a small pipe or a terminal. It reads until `end`.
final class ErrorReader: Sendable {
  /// The write end, for the process.
  let writing: Int32
  private let reading: Int32
  private let state = Mutex((hasEnded: false, isClosed: false, hasClosedWriting: false))

  init(isTerminal: Bool) throws {
    var ends: [Int32] = [0, 0]
    let failure = ends.withUnsafeMutableBufferPointer { ends -> Int32 in
      guard let start = ends.baseAddress else { return -1 }
      return isTerminal ? openpty(start, start + 1, nil, nil, nil) : pipe(start)
    }
    guard failure == 0 else {
      throw Overdue("a reader of errors: errno \(errno)")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // One page: full after a few lines.
    let setPipeSize: Int32 = 1031
    if !isTerminal { _ = fcntl(ends[1], setPipeSize, 4096) }
    (reading, writing) = (ends[0], ends[1])
    Thread.detachNewThread { [weak self, reading] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        let ready = poll(&waiting, 1, 20)
        guard let self else { return }
        let isOver = self.state.withLock { state in
          if ready > 0, !state.hasEnded, !state.isClosed, read(reading, &buffer, 4096) <= 0 {
            return true
          }
          return state.hasEnded
        }
        if isOver { return }
      }
    }
  }

  deinit {
    end(closing: true)
    closeWritingEnd()
  }

  /// Stops reading. The pipe fills, or breaks if it is closed.
  func end(closing: Bool) {
    state.withLock { state in
      state.hasEnded = true
      if closing, !state.isClosed {
        close(reading)
        state.isClosed = true
      }
    }
  }

  /// Closes this process's copy of the write end. The started process has its own.
  func closeWritingEnd() {
    state.withLock { state in
      if !state.hasClosedWriting { close(writing) }
      state.hasClosedWriting = true
    }
  }
}

/// Opens a terminal. The Swift module of the C library does not export this function.
@_silgen_name("openpty")
private func openpty(
  _ reading: UnsafeMutablePointer<Int32>, _ writing: UnsafeMutablePointer<Int32>,
  _ name: UnsafeMutablePointer<CChar>?, _ settings: UnsafeRawPointer?, _ size: UnsafeRawPointer?
) -> Int32
