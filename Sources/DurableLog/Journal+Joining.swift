import System

extension Journal {
  /// Commits everything appended before, or leaves the records to a commit already in progress on another
  /// thread. In that case this thread does not wait, and can append records for the next sync.
  ///
  /// The return says nothing about durability; use `whenDurable`. A thread that commits for others stops when
  /// its own records are durable and leaves the rest to the background thread, so no caller is blocked for
  /// long.
  package func groupCommit() {
    var target: UInt64 = 0
    var goesOn = false
    var writing = monitor.withLock { () -> Writing? in
      target = nextSequence - 1
      guard acknowledgements.outcome(of: target) == nil else { return nil }
      guard case .idle = grouping else {
        grouping = .leading(hasFollowers: true)
        return nil
      }
      grouping = .leading(hasFollowers: false)
      return nextWriting(until: target, goesOn: &goesOn)
    }
    while let current = writing {
      perform(current).run()
      writing = monitor.withLock { nextWriting(until: target, goesOn: &goesOn) }
    }
    if goesOn { commitSoon() }
  }

  /// Begins the next piece of work of a group commit, or ends the group commit. Requires the lock. `goesOn` is set if
  /// others have left their records to this thread.
  private func nextWriting(until target: UInt64, goesOn: inout Bool) -> Writing? {
    if let writing = beginWriting(until: target) { return writing }
    if case .leading(let hasFollowers) = grouping { goesOn = hasFollowers }
    grouping = .idle
    return nil
  }
}
