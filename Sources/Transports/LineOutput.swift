import Glibc
import JSONRPC
import Synchronization

/// Lines for a reader that may be slow, or not read at all, such as standard error. Writing never blocks: what
/// is not read waits in a queue, and what finds no room there is dropped and counted.
package final class LineOutput: Sendable {
  private let outbound: Outbound
  private let losses: Losses

  /// Of what is dropped. Apart from the output, which tells of it.
  private final class Losses: Sendable {
    let count = Atomic(0)
    let outbound = Mutex<Outbound?>(nil)
    let notice: @Sendable (Int) -> String

    init(_ notice: @escaping @Sendable (Int) -> String) { self.notice = notice }

    /// Puts the notice where the dropped lines would stand, if there is room by now.
    func tell(_ outbound: Outbound) {
      guard count.load(ordering: .relaxed) > 0 else { return }
      let dropped = count.exchange(0, ordering: .relaxed)
      guard dropped > 0, !outbound.send(line: notice(dropped)) else { return }
      count.add(dropped, ordering: .relaxed)
    }
  }

  /// Writes to the file of `descriptor`, which stays the caller's. At most `maxBytes` wait to be read.
  /// `notice` makes the line that says how many were dropped.
  package init(
    to descriptor: Int32, maxBytes: Int = 256 << 10, notice: @escaping @Sendable (Int) -> String
  ) throws(SystemError) {
    var limits = TransportLimits()
    limits.outQueueBytes = maxBytes
    limits.outQueueMessages = maxBytes / 64
    limits.closeGrace = .seconds(1)
    let losses = Losses(notice)
    self.losses = losses
    outbound = try Outbound(
      to: SharedFD(OwnedFD(duplicating: descriptor)), limits: limits, traffic: Traffic(),
      onCaughtUp: { losses.outbound.withLock { $0 }.map(losses.tell) }, onEnd: {})
    losses.outbound.withLock { $0 = outbound }
  }

  deinit {
    losses.outbound.withLock { $0 = nil }
  }

  /// A line without its newline.
  package func write(_ line: String) {
    losses.tell(outbound)
    if !outbound.send(line: line) { losses.count.add(1, ordering: .relaxed) }
  }

  /// Takes no more lines and gives the reader a second for those that wait.
  package func close() {
    outbound.close()
    _ = outbound.finish()
  }
}

extension Outbound {
  fileprivate func send(line: String) -> Bool {
    var line = line
    return line.withUTF8 { send(UnsafeRawBufferPointer($0), as: .event) }
  }
}
