import DurableLog
import JSONCodec
import Tracing

// Updates that report a new token of this installation to the platform.
extension Outbox {
  /// The result of a check of the current token.
  package enum TokenCheck: Sendable, Equatable {
    /// The platform knows that token, or no token that this one would replace.
    case upToDate
    /// A job updates the platform; it is new or was pending already.
    case update(Job.ID)
  }

  /// Updates the platform's token: creates a job if the token it is believed to know is not the current one,
  /// at most one for each user. `epoch` is the one in which the token was read; after a `clear` no update is
  /// due.
  ///
  /// If `job`, which is being tried, must not be sent before the update, it is queued behind it.
  package func updateToken(
    to current: PushToken, of userTag: UserTag, epoch: UInt64, before job: Job? = nil
  ) throws(AcceptError) -> TokenCheck {
    let saved = read { state in
      state.epoch == epoch && state.savedToken != current ? state.savedToken : nil
    }
    guard let saved else { return .upToDate }
    let kind = kinds[tokenUpdateKind]
    let body = TokenUpdate.body(from: saved, to: current)
    let update = NewJob(
      kind: tokenUpdateKind, requestId: environment.identifier(), userTag: userTag,
      digest: CallDigest(of: JSON.object([kind.method: .object(body)]).canonical.bytes),
      trace: TraceContext.current, body: body)
    let now = time
    let check = try withRecord(of: update, at: now) { record throws(AcceptError) in
      try perform { state, journal, effects throws(AcceptError) -> TokenCheck? in
        guard state.epoch == epoch, state.savedToken == saved else { return nil }
        return try state.updateToken(
          to: current, by: update, record, at: now, before: job, to: &journal, &effects)
      }
    }
    if let check { return check }
    // The saved token has changed just now.
    return try updateToken(to: current, of: userTag, epoch: epoch, before: job)
  }

  /// Returns true if the token changed again since that update was created. Call it while the update is
  /// pending.
  package func isOutdated(_ update: Job) -> Bool {
    read { state in
      guard let pending = state.tokenUpdates[update.lane.userTag] else { return false }
      return pending.id == update.id && pending.isOutdated
    }
  }
}

extension OutboxState {
  /// Accepts the update of a token, unless one is pending for that user; then notes that this is not the last one.
  /// Queues the job that is being tried behind it.
  fileprivate mutating func updateToken(
    to current: PushToken, by update: NewJob, _ record: Payload, at time: OutboxClock.Reading,
    before job: Job?, to journal: inout JobJournal, _ effects: inout Effects
  ) throws(AcceptError) -> Outbox.TokenCheck {
    let id: Job.ID
    if let pending = tokenUpdates[update.userTag] {
      id = pending.id
      if pending.new != current { setOutdated(tokenUpdateOf: update.userTag) }
    } else {
      let decision = try accept(update, record, at: time, to: &journal, &effects)
      guard case .new(let sequence) = decision else { throw .duplicateRequestId }
      id = sequence.value
      effects.add(.afterSync(sequence, .tokenUpdate(requestId: update.requestID.text)))
      effects.add(.commitSoon)
    }
    if let job { yield(job, behind: id, &effects) }
    return .update(id)
  }

  /// Returns true if that job is a subscription under a resource token, behind a token update.
  func waitsForTokenUpdate(_ id: Job.ID) -> Bool {
    guard tokenUpdates[.resourceToken] != nil, let job = scheduler[id] else { return false }
    return job.lane.userTag == .resourceToken && kinds[job.kind].needs.contains(.pushToken)
  }

  /// Returns true if the user may have a job of that kind. There is at most one token update for a user.
  func mayHold(_ kind: JobKind, of userTag: UserTag) -> Bool {
    kind.method != TokenUpdate.method || tokenUpdates[userTag] == nil
  }
}
