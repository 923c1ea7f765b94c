import DurableLog

// Storage failures.
extension OutboxState {
  /// Records a failure of the disk. Reports it if it is new.
  mutating func storageFailed(_ cause: StorageCause, at now: Duration, _ effects: inout Effects) {
    if failure == nil {
      lastTry = now
      effects.add(.storageChanged(cause))
    }
    failure = cause
  }

  /// Records that the disk works. Reports the end of a failure.
  mutating func storageWorks(_ effects: inout Effects) {
    if failure != nil { effects.add(.storageChanged(nil)) }
    failure = nil
  }

  /// Records a try to repair the disk.
  mutating func diskIsTried(at now: Duration) { lastTry = now }

  /// Returns true for the first caller a second or more after the last try.
  mutating func takesTurn(at now: Duration) -> Bool {
    guard failure != nil, now - lastTry >= .seconds(1) else { return false }
    diskIsTried(at: now)
    return true
  }
}

// Cleaning.
extension OutboxState {
  /// Starts a compaction. Returns false for an inactive group: its files may be closed.
  mutating func beginCompaction() -> Bool {
    guard isActive, !isClosed, !isCleaning else { return false }
    isCleaning = true
    return true
  }

  mutating func endCompaction() { isCleaning = false }

  /// Records the size of the dead records: after a whole pass, or if there are fewer now.
  mutating func setDead(_ bytes: Int, afterPass: Bool) {
    deadAfterCleaning = afterPass ? bytes : min(deadAfterCleaning, bytes)
  }
}
