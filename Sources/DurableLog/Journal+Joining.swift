extension Journal {
  /// Has everything appended before made durable, by this thread or by the one that is at it already: then
  /// this one need not wait, and can append what the next sync makes durable.
  ///
  /// So that it returns says nothing; `whenDurable` does. Who commits for others does so until its own records
  /// are durable, and leaves the rest to the background thread: no caller is kept for long.
  package func commitOrJoin() {
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
