import System

extension Journal {
  /// Commits everything appended before, or leaves the records to a commit already in progress on another
  /// thread. In that case this thread does not wait, and can append records for the next sync.
  ///
  /// The return says nothing about durability; use `whenDurable`. A thread that commits for others stops when
  /// its own records are durable and leaves the rest to the background thread, so no caller is blocked for
  /// long.
  package func groupCommit() {
    let target = monitor.withLock { () -> UInt64? in
      let target = nextSequence - 1
      guard acknowledgements.outcome(of: target) == nil else { return nil }
      guard !isCommitting else {
        isJoined = true
        return nil
      }
      isCommitting = true
      return target
    }
    guard let target else { return }
    while let due = writeNext(until: target) { due.run() }
    let goesOn = monitor.withLock {
      defer {
        isCommitting = false
        isJoined = false
      }
      return isJoined
    }
    if goesOn { commitSoon() }
  }
}
