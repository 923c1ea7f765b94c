// Giving up the oldest segments, one after the other, once what lives in them stands again at the end.
extension Journal {
  /// The segments that count, oldest first. The last one is being written to.
  package var segments: [UInt64] {
    monitor.withLock {
      guard case .open(let position) = phase else { return [] }
      return fileBytes.keys.filter { $0 >= base && $0 < position.segment }.sorted()
        + [position.segment]
    }
  }

  /// Gives up all segments below `segment`, which is one of `segments`.
  ///
  /// Whoever calls has appended again, as copies, what is still needed of them, last a `.state`, and knows it
  /// to be durable. A new segment says from where on the log counts; when it has its name, the old files are
  /// removed. If this throws, they are all still there. Does nothing where a checkpoint has come first.
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
