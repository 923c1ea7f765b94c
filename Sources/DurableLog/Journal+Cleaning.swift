import System

// The removal of the oldest segments, one after the other, once their live records are copied to the end of
// the log.
extension Journal {
  /// The segments of the log, oldest first. The last one is being written to.
  package var segments: [UInt64] {
    monitor.withLock { state in
      guard case .open(let position) = state.phase else { return [] }
      return state.fileBytes.keys.filter { $0 >= state.base && $0 < position.segment }.sorted()
        + [position.segment]
    }
  }

  /// Removes all segments below `segment`, which is one of `segments`.
  ///
  /// The caller has appended copies of the records that are still needed, then a `.state`, and knows that
  /// these are durable. A new segment stores the new base of the log. When it has its name, the old files are
  /// removed. If this throws, they all still exist. Does nothing after a checkpoint that removed them first.
  package func supersede(below segment: UInt64) throws(JournalError) {
    let target = try monitor.wait { state throws(JournalError) -> Waiting<UInt64?> in
      guard state.mayAppend() else { return .until(.never) }
      guard segment > state.base else { return .done(nil) }
      let position = try state.openPosition()
      precondition(segment <= position.segment, "segments that are still to be written")
      _ = try rotate(from: position, leaving: .nothing, base: segment, isEarly: true, &state)
      return .done(state.nextSequence - 1)
    }
    guard let target else { return }
    while let due = writeNext(until: target) { due.run() }
    if let failure { throw failure }
    let old = monitor.withLock { state in state.fileBytes.keys.filter { $0 < state.base } }
    let remaining = Set(store.remove(old))
    monitor.withLock { state in
      for number in old where !remaining.contains(number) { state.fileBytes[number] = nil }
    }
    restoreReserve()
  }
}
