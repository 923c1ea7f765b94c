// Putting a new log in the place of the old one.
extension Journal {
  /// Replaces all records by those that `body` writes, and removes the old files. The way out of the
  /// poisoned state.
  ///
  /// What was appended before is committed first, so a `commit` just before makes it short. Appending
  /// waits meanwhile: either nobody else needs a lock to append, or the caller holds that lock. In that
  /// case it passes `later`, which receives the acknowledgements that became due, to be run when the lock
  /// is free; without it they run on this thread. If this throws, nothing `body` learned counts: the old locations
  /// stay valid, and a journal that was not poisoned stays usable unless the failure came in the very
  /// last step.
  package func checkpoint(
    epoch: UInt64, later: (@escaping () -> Void) -> Void = { $0() },
    _ body: (inout CheckpointWriter) throws(JournalError) -> Void
  ) throws(JournalError) {
    try hold()
    defer { release(later) }
    var writer = try storing { () throws(FileError) in
      try CheckpointWriter(store, options, firstSequence: nextSequence + 1, epoch: epoch)
    }
    do throws(JournalError) {
      try writer.begin()
      try body(&writer)
      try writer.finish()
    } catch {
      writer.abandon()
      throw error
    }
    do throws(JournalError) {
      try storing { () throws(FileError) in
        try store.publish(writer.spare, as: writer.firstSequence)
      }
    } catch {
      // The new file may be there or not, and if it is, it supersedes the old ones: nothing may be
      // added to those any more.
      monitor.withLock {
        fileBytes[writer.firstSequence] = writer.capacity
        nextSequence = writer.nextSequence
        deferred.append(poison(error))
      }
      throw error
    }
    adopt(writer, epoch: epoch)
  }

  /// Goes on in the segment of a complete checkpoint, and removes all others.
  private func adopt(_ writer: CheckpointWriter, epoch: UInt64) {
    head = writer.spare.file
    let old = monitor.withLock {
      phase = .open(
        Position(
          header: writer.header, capacity: writer.capacity, offset: writer.end,
          hasHeaderCopy: writer.hasHeaderCopy))
      nextSequence = writer.nextSequence
      newestEpoch = max(newestEpoch, epoch)
      base = writer.firstSequence
      recordBytes = writer.end - SegmentHeader.size
      hasUnsynced = false
      deferred.append(acknowledgements.succeed(through: nextSequence - 1))
      return Array(fileBytes.keys)
    }
    let remaining = store.remove(old)
    monitor.withLock {
      fileBytes = fileBytes.filter { remaining.contains($0.key) }
      fileBytes[writer.firstSequence] = writer.capacity
    }
    makeSpare()
  }
}
