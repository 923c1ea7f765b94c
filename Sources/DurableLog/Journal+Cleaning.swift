import System

// The removal of the oldest segments, one after the other, once their live records are copied to the end of
// the log.
extension Journal {
  /// The segments of the log, oldest first. The last one is being written to.
  package var segments: [UInt64] {
    monitor.withLock {
      guard case .open(let position) = phase else { return [] }
      return fileBytes.keys.filter { $0 >= base && $0 < position.segment }.sorted()
        + [position.segment]
    }
  }

  /// Removes all segments below `segment`, which is one of `segments`.
  ///
  /// The caller has appended copies of the records that are still needed, then a `.state`, and knows that
  /// these are durable. A new segment stores the new base of the log. When it has its name, the old files are
  /// removed. If this throws, they all still exist. Does nothing after a checkpoint that removed them first.
  package func supersede(below segment: UInt64) throws(JournalError) {
    let target = try monitor.withLock { () throws(JournalError) -> UInt64? in
      waitForHolder()
      guard segment > base else { return nil }
      let position = try openPosition()
      precondition(segment <= position.segment, "segments that are still to be written")
      _ = try rotate(from: position, leavingReserve: false, base: segment, isEarly: true)
      return nextSequence - 1
    }
    guard let target else { return }
    while let due = writeNext(until: target) { due.run() }
    if let failure { throw failure }
    let old = monitor.withLock { fileBytes.keys.filter { $0 < base } }
    let remaining = Set(store.remove(old))
    monitor.withLock {
      for number in old where !remaining.contains(number) { fileBytes[number] = nil }
    }
    makeSpare()
  }
}
