import JSONCodec
import Synchronization

/// The storage health of an outbox: it reports failures of the disk to the engine, which is created after the
/// outbox, and schedules repairs after 1 s, then after twice as long each time, up to 30 s.
final class StorageHealth: Sendable {
  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(30)

  private struct State {
    /// A failure that came while an earlier one was being repaired.
    var hasFailedAgain = false
    weak var engine: Engine?
    weak var outbox: Outbox?
    var repair: Task<Void, Never>?
  }

  private let state = Mutex(State())

  func attach(_ engine: Engine, _ outbox: Outbox) {
    state.withLock { state in
      state.engine = engine
      state.outbox = outbox
    }
  }

  /// Reports a change. Nil: the disk works again.
  func storageChanged(_ cause: StorageCause?) {
    guard let engine = state.withLock({ $0.engine }) else { return }
    if let cause {
      engine.parts.log.error("the storage rejects new jobs", ["cause": .text(cause.rawValue)])
      startRepairing(engine.environment)
    } else {
      engine.parts.log.notice("the storage works again")
    }
    engine.emit(
      EventDraft(
        .storageError, function: "storage",
        message: cause == nil ? "the storage works again" : "the storage fails",
        value: ["cause": .string(cause?.rawValue ?? "recovered")]))
  }

  /// Stops reports and repairs: the outbox is being closed.
  func stop() {
    state.withLock { state in
      state.engine = nil
      state.repair?.cancel()
    }
  }

  private func startRepairing(_ environment: Environment) {
    state.withLock { state in
      guard state.repair == nil else {
        state.hasFailedAgain = true
        return
      }
      state.hasFailedAgain = false
      state.repair = Task { [weak outbox = state.outbox] in
        var pause = Self.firstPause
        repeat {
          guard (try? await environment.sleep(pause)) != nil else { return }
          pause = min(pause * 2, Self.longestPause)
          // A call may have repaired it meanwhile.
          if outbox?.failure != nil { await outbox?.repair() }
        } while goesOn(outbox, &pause)
      }
    }
  }

  /// Decides under the lock, so that a failure that occurs now finds either this repair or none.
  private func goesOn(_ outbox: Outbox?, _ pause: inout Duration) -> Bool {
    state.withLock { state in
      if outbox?.failure != nil {
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
