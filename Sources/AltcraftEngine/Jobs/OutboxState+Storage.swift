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
