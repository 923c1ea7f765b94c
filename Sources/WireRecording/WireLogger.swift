import Dispatch
import Glibc
import Synchronization

/// A logger that writes the events of connections to a file. Callers do not wait for the disk: events go to a
/// queue. Events without room in the queue are counted, and the count is written to the file.
package final class WireLogger: Sendable {
  private struct State {
    var items: [WireItem] = []
    var bytes = 0
    var lost = 0
    var isWriting = false
    var isClosed = false
  }

  /// The file and its text. Only the queue takes the lock, so no thread waits for the disk.
  private struct Writer: ~Copyable {
    var file: WireFile
    var text: any WireText
    /// The number of items that the disk did not accept.
    var lost = 0

    mutating func begin() {
      let head = text.head()
      if !head.isEmpty { _ = file.write(head) }
    }
  }

  private let path: String
  private let maxBytes: Int
  private let wallTime: @Sendable () -> Int64
  private let state = Mutex(State())
  private let writer: Mutex<Writer>
  private let queue: DispatchQueue

  /// Opens the file, or creates it if it is missing. `maxBytes` bounds the data that waits to be written.
  package init(
    path: String, maxBytes: Int = 8 << 20, wallTime: @escaping @Sendable () -> Int64,
    text: any WireText
  ) throws(WireFileError) {
    self.path = path
    self.maxBytes = maxBytes
    self.wallTime = wallTime
    let file = try WireFile(appendingTo: path)
    writer = Mutex(Writer(file: file, text: text))
    // A separate queue: a disk that hangs blocks nothing else.
    queue = DispatchQueue(label: "wire tap")
    queue.async { [self] in writer.withLock { $0.begin() } }
  }

  package func put(_ connection: UInt64, _ content: WireItem.Content) {
    let item = WireItem(time: wallTime(), connection: connection, content)
    let begins = state.withLock { state in
      guard !state.isClosed else { return false }
      guard state.bytes + item.cost <= maxBytes || state.items.isEmpty else {
        state.lost += 1
        return false
      }
      state.items.append(item)
      state.bytes += item.cost
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if begins { queue.async { [self] in writeAll() } }
  }

  /// Continues in the file that the path names now, after the old one was moved away. Keeps the old file if
  /// the new one cannot be opened.
  package func reopen() {
    queue.async { [self] in
      writer.withLock { writer in
        do throws(WireFileError) {
          guard !writer.file.isStill(at: path) else { return }
          writer.file = try WireFile(appendingTo: path)
          writer.begin()
        } catch {}
      }
    }
  }

  /// Writes the queued items and accepts no more. Returns when that is done or `limit` has passed.
  package func close(within limit: Duration) {
    state.withLock { $0.isClosed = true }
    let done = DispatchSemaphore(value: 0)
    queue.async { [self] in
      writeAll()
      done.signal()
    }
    _ = done.wait(timeout: .now() + Double(limit.components.seconds))
  }

  private func writeAll() {
    while true {
      let (items, lost) = state.withLock { state in
        defer {
          state.isWriting = !state.items.isEmpty
          state.items = []
          state.bytes = 0
          state.lost = 0
        }
        return (state.items, state.lost)
      }
      guard !items.isEmpty || lost > 0 else { return }
      writer.withLock { writer in
        var bytes: [UInt8] = []
        for item in items { bytes += writer.text.text(item) }
        // The items counted as lost came after all of these.
        writer.lost += lost
        if writer.lost > 0 { bytes += writer.text.text(lost: writer.lost, at: wallTime()) }
        if writer.file.write(bytes) { writer.lost = 0 } else { writer.lost += items.count }
      }
    }
  }
}
