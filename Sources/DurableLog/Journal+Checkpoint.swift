import System

// The replacement of the log by a checkpoint.
extension Journal {
  /// Replaces all records by those that `body` writes, and removes the old files. Ends the poisoned state.
  ///
  /// Records appended before are committed first, so a `commit` just before keeps the checkpoint short.
  /// Appending waits during a checkpoint. If threads append under a lock, the caller must hold that lock and
  /// pass `later`. `later` receives the acknowledgements that became due, to run them when the lock is free;
  /// without it they run on this thread. If this throws, all results of `body` are void: the old locations
  /// stay valid, and a journal that was not poisoned stays usable unless the very last step failed.
  package func checkpoint(
    epoch: UInt64, later: (@escaping () -> Void) -> Void = { $0() },
    _ body: (inout CheckpointWriter) throws(JournalError) -> Void
  ) throws(JournalError) {
    // A checkpoint in a directory that is gone would end the poisoned state, and hide that.
    try storing { () throws(FileError) in try store.directory.requirePlace() }
    var head = try beginExclusive()
    defer { endExclusive(head: head, later) }
    let firstSequence = monitor.withLock { $0.nextSequence + 1 }
    var writer = try storing { () throws(FileError) in
      try CheckpointWriter(store, options, firstSequence: firstSequence, epoch: epoch)
    }
    do throws(JournalError) {
      try writer.begin()
      try body(&writer)
      try writer.finish()
    } catch {
      writer.abandon()
      restoreReserve()
      throw error
    }
    do throws(JournalError) {
      try storing { () throws(FileError) in
        try store.publish(writer.preallocated, as: writer.firstSequence)
      }
    } catch {
      // The new file may exist or not. If it exists, it supersedes the old files, so nothing may be appended
      // to these.
      head = nil
      monitor.withLock { state in
        state.fileBytes[writer.firstSequence] = writer.capacity
        state.nextSequence = writer.nextSequence
        state.deferred.append(poison(error, &state))
      }
      throw error
    }
    head = writer.preallocated.file
    adopt(writer, epoch: epoch)
  }

  /// Continues in the segment of a complete checkpoint, and removes all others.
  private func adopt(_ writer: CheckpointWriter, epoch: UInt64) {
    let old = monitor.withLock { state in
      state.phase = .open(
        Position(
          header: writer.header, capacity: writer.capacity, offset: writer.end,
          hasHeaderCopy: writer.hasHeaderCopy))
      state.nextSequence = writer.nextSequence
      state.newestEpoch = max(state.newestEpoch, epoch)
      state.base = writer.firstSequence
      state.recordBytes = writer.end - SegmentHeader.size
      state.hasUnsynced = false
      state.deferred.append(state.acknowledgements.succeed(through: state.nextSequence - 1))
      return Array(state.fileBytes.keys)
    }
    let remaining = store.remove(old)
    monitor.withLock { state in
      state.fileBytes = state.fileBytes.filter { remaining.contains($0.key) }
      state.fileBytes[writer.firstSequence] = writer.capacity
    }
    restoreReserve()
  }
}
