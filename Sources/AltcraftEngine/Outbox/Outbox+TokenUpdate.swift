import DurableLog
import JSONCodec
import Synchronization
import Tracing

/// A pending token update.
struct PendingTokenUpdate: Sendable {
  let id: Job.ID
  /// The new token; nil if the record could not be read.
  let new: PushToken?
  /// True if the token has changed once more since: this update is not the last one.
  var isOutdated = false
}

// Updates that tell the platform of a new token of this installation.
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
    let now = time
    let requestId = environment.identifier()
    var accepted: Sequence?
    do throws(AcceptError) {
      let check = try guarded.withLock { guarded throws(AcceptError) -> TokenCheck in
        guard guarded.epoch == epoch, let saved = guarded.savedToken, saved != current else {
          return .upToDate
        }
        let update: Job.ID
        if let pending = guarded.tokenUpdates[userTag] {
          update = pending.id
          if pending.new != current { guarded.tokenUpdates[userTag]?.isOutdated = true }
        } else {
          let sequence = try accept(
            TokenUpdate.body(from: saved, to: current), requestId, userTag, now, &guarded)
          accepted = sequence
          update = sequence.value
        }
        if let job { guarded.scheduler.yield(job.id, behind: update) }
        return .update(update)
      }
      if let accepted { releaseWhenStored(accepted, requestId) }
      if job != nil { changed.fire() }
      return check
    } catch {
      noticeFailure()
      throw error
    }
  }

  private func accept(
    _ body: JSONObject, _ requestId: String, _ userTag: UserTag, _ now: OutboxClock.Reading,
    _ guarded: inout Guarded
  ) throws(AcceptError) -> Sequence {
    let kind = kinds[tokenUpdateKind]
    let digest = CallDigest(of: JSON.object([kind.method: .object(body)]).canonical.bytes)
    let newJob = NewJob(
      kind: tokenUpdateKind, requestId: requestId, userTag: userTag, digest: digest,
      trace: TraceContext.current, body: body)
    let decision = try withRecord(of: newJob, at: now) { record throws(AcceptError) in
      try admit(newJob, record, at: now, &guarded)
    }
    guard case .new(let sequence) = decision else { throw .duplicateRequestId }
    return sequence
  }

  private func releaseWhenStored(_ sequence: Sequence, _ requestId: String) {
    journal.whenDurable(sequence) { [self] result in
      if case .success(let acceptance) = stored(sequence, requestId, result) {
        acceptance.release()
      } else {
        changed.fire()
      }
      noticeFailure()
    }
    journal.commitSoon()
  }

  /// Returns true if the token changed again since that update was created. Call it while the update is
  /// pending.
  package func isOutdated(_ update: Job) -> Bool {
    guarded.withLock { guarded in
      guard let pending = guarded.tokenUpdates[update.lane.userTag] else { return false }
      return pending.id == update.id && pending.isOutdated
    }
  }
}

extension Outbox.Guarded {
  /// Returns true if that job is a subscription under a resource token, behind a token update.
  func waitsForTokenUpdate(_ id: Job.ID, _ kinds: [JobKind]) -> Bool {
    guard tokenUpdates[.resourceToken] != nil, let job = scheduler[id] else { return false }
    return job.lane.userTag == .resourceToken
      && kinds[job.kind].needs.contains(.pushToken)
  }

  /// Returns true if the user may have a job of that kind. There is at most one token update for a user.
  func mayHold(_ kind: JobKind, of userTag: UserTag) -> Bool {
    kind.method != TokenUpdate.method || tokenUpdates[userTag] == nil
  }

  mutating func recordTokenUpdate(_ job: Job, _ kind: JobKind, _ body: () -> JSONObject?) {
    guard kind.method == TokenUpdate.method else { return }
    tokenUpdates[job.lane.userTag] = PendingTokenUpdate(
      id: job.id, new: body().flatMap(TokenUpdate.newToken))
  }
}
