import JSONCodec
import Synchronization

/// The storage health of an outbox: it reports failures of the disk, and repairs after 1 s, then after twice
/// as long each time, up to 30 s.
final class StorageHealth: Sendable {
  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(30)

  private struct State {
    /// The numbers of events that the configuration of the app group asks for.
    var numbering: EventNumbering
    /// A failure that came while an earlier one was being repaired.
    var hasFailedAgain = false
    var isStopped = false
    /// The running repair, which keeps its outbox.
    var repair: Task<Void, Never>?
  }

  private let context: EngineContext
  private let state: Mutex<State>

  init(_ context: EngineContext, numbering: EventNumbering) {
    self.context = context
    state = Mutex(State(numbering: numbering))
  }

  func use(_ numbering: EventNumbering) { state.withLock { $0.numbering = numbering } }

  /// Reports a change, and repairs a disk that fails. Nil: the disk works again.
  func changed(_ outbox: Outbox, _ cause: StorageCause?) {
    let (numbering, isStopped) = state.withLock { ($0.numbering, $0.isStopped) }
    guard !isStopped else { return }
    if let cause {
      context.log.error("the storage rejects new jobs", ["cause": .text(cause.rawValue)])
      startRepairing(outbox)
    } else {
      context.log.notice("the storage works again")
    }
    context.events.emit(
      EventDraft(
        .storageError, function: "storage",
        message: cause == nil ? "the storage works again" : "the storage fails",
        value: ["cause": .string(cause?.rawValue ?? "recovered")]),
      numbering: numbering)
  }

  /// Stops reports and repairs: the outbox is being closed.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.repair?.cancel()
    }
  }

  private func startRepairing(_ outbox: Outbox) {
    state.withLock { state in
      guard !state.isStopped else { return }
      guard state.repair == nil else {
        state.hasFailedAgain = true
        return
      }
      state.hasFailedAgain = false
      state.repair = Task { [self, sleep = context.environment.sleep] in
        var pause = Self.firstPause
        repeat {
          guard (try? await sleep(pause)) != nil else { break }
          pause = min(pause * 2, Self.longestPause)
          // A call may have repaired it meanwhile.
          if outbox.failure != nil { await outbox.repair() }
        } while goesOn(outbox, &pause)
      }
    }
  }

  /// Decides under the lock, so that a failure that occurs now finds either this repair or none.
  private func goesOn(_ outbox: Outbox, _ pause: inout Duration) -> Bool {
    state.withLock { state in
      if outbox.failure != nil, !state.isStopped {
        // A disk that worked meanwhile is tried again as soon as one that never failed before.
        if state.hasFailedAgain { pause = Self.firstPause }
        state.hasFailedAgain = false
        return true
      }
      state.repair = nil
      return false
    }
  }
}
