import Glibc
import JSONRPC
import Synchronization
import System

/// An output of lines for a reader that may be slow or absent, such as standard error. Writing never blocks:
/// unread lines wait in a queue, and lines without room there are dropped and counted.
package final class LineOutput: Sendable {
  private struct State {
    var outbound: ConnectionWriter
    var openedAt: ContinuousClock.Instant
    /// The file to open again after a failure; nil after `close`.
    var file: SharedFD?
  }

  private let state: Mutex<State>
  private let losses: Losses
  private let open: @Sendable (SharedFD) throws(SystemError) -> ConnectionWriter

  /// The count of dropped lines. It is separate from the output, which reports it.
  private final class Losses: Sendable {
    let count = Atomic(0)
    let outbound = Mutex<ConnectionWriter?>(nil)
    let notice: @Sendable (Int) -> String

    init(_ notice: @escaping @Sendable (Int) -> String) { self.notice = notice }

    /// Writes the notice in place of the dropped lines, if there is room.
    func emit(to outbound: ConnectionWriter) {
      guard count.load(ordering: .relaxed) > 0 else { return }
      let dropped = count.exchange(0, ordering: .relaxed)
      guard dropped > 0, !outbound.send(line: notice(dropped)) else { return }
      count.add(dropped, ordering: .relaxed)
    }
  }

  /// Creates an output to the file of `descriptor`, which stays with the caller. At most `maxBytes` wait to
  /// be read. `notice` makes the line that reports the number of dropped lines.
  package init(
    to descriptor: Int32, maxBytes: Int = 256 << 10, notice: @escaping @Sendable (Int) -> String
  ) throws(SystemError) {
    var limits = TransportLimits()
    limits.outQueueBytes = maxBytes
    limits.outQueueMessages = maxBytes / 64
    limits.closeGrace = .seconds(1)
    let losses = Losses(notice)
    self.losses = losses
    open = { [limits] file throws(SystemError) in
      try ConnectionWriter(
        to: file, limits: limits, traffic: Traffic(),
        onCaughtUp: { losses.outbound.withLock { $0 }.map(losses.emit(to:)) }, onEnd: {})
    }
    let file = try SharedFD(FileDescriptor(duplicating: descriptor))
    let outbound = try open(file)
    state = Mutex(State(outbound: outbound, openedAt: .now, file: file))
    losses.outbound.withLock { $0 = outbound }
  }

  deinit {
    losses.outbound.withLock { $0 = nil }
  }

  /// Writes a line, given without its newline.
  package func write(_ line: String) {
    let outbound = current()
    losses.emit(to: outbound)
    if !outbound.send(line: line) { losses.count.add(1, ordering: .relaxed) }
  }

  /// Stops accepting lines and gives the reader one second for the waiting ones.
  package func close() {
    let outbound = state.withLock { state in
      state.file = nil
      return state.outbound
    }
    outbound.close()
    _ = outbound.finish()
  }

  /// Returns the output to write to. One that has failed, on a full disk or without a reader, is reopened at
  /// most once a second.
  private func current() -> ConnectionWriter {
    state.withLock { state in
      guard state.outbound.hasEnded, let file = state.file,
        .now - state.openedAt >= .seconds(1), let fresh = try? open(file)
      else { return state.outbound }
      // The lines waiting in the failed output are lost: at least the line it failed at.
      losses.count.add(1, ordering: .relaxed)
      losses.outbound.withLock { $0 = fresh }
      state.outbound = fresh
      state.openedAt = .now
      return fresh
    }
  }
}

extension ConnectionWriter {
  fileprivate func send(line: String) -> Bool {
    var line = line
    return line.withUTF8 { send(UnsafeRawBufferPointer($0), as: .event) }
  }
}
