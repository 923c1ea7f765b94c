import System

extension Journal {
  /// Commits everything appended before, or leaves the records to a commit already in progress on another
  /// thread. In that case this thread does not wait, and can append records for the next sync.
  ///
  /// The return says nothing about durability; use `whenDurable`. A thread that commits for others stops when
  /// its own records are durable and leaves the rest to the background thread, so no caller is blocked for
  /// long.
  package func groupCommit() {
    var target: UInt64?
    var goesOn = false
    var writing = monitor.wait { state -> Waiting<Writing?> in
      if let target { return nextWriting(until: target, goesOn: &goesOn, &state) }
      let last = state.nextSequence - 1
      guard state.acknowledgements.outcome(of: last) == nil else { return .done(nil) }
      guard case .idle = state.grouping else {
        state.grouping = .leading(hasFollowers: true)
        return .done(nil)
      }
      state.grouping = .leading(hasFollowers: false)
      target = last
      return nextWriting(until: last, goesOn: &goesOn, &state)
    }
    while let current = writing, let target {
      perform(current).run()
      writing = monitor.wait { nextWriting(until: target, goesOn: &goesOn, &$0) }
    }
    if goesOn { commitSoon() }
  }

  /// Begins the next write or sync of a group commit, or ends the group commit. `goesOn` is set if others have left
  /// their records to this thread.
  private func nextWriting(
    until target: UInt64, goesOn: inout Bool, _ state: inout State
  ) -> Waiting<Writing?> {
    let next = beginWriting(until: target, &state)
    guard case .done(nil) = next else { return next }
    if case .leading(let hasFollowers) = state.grouping { goesOn = hasFollowers }
    state.grouping = .idle
    return next
  }
}
