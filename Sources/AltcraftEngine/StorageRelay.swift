import JSONCodec
import Synchronization

/// Takes what an outbox says of its disk to the engine, which is there only after the outbox; tries every
/// half minute to get out of a failure.
final class StorageRelay: Sendable {
  private static let pause = Duration.seconds(30)

  private struct State {
    weak var engine: Engine?
    var repair: Task<Void, Never>?
  }

  private let state = Mutex(State())

  func attach(_ engine: Engine) { state.withLock { $0.engine = engine } }

  /// Nil: the disk works again.
  func storageChanged(_ cause: StorageCause?) {
    guard let engine = state.withLock({ $0.engine }) else { return }
    if let cause {
      engine.parts.log.error("the storage does not take new work", ["cause": cause.rawValue])
      startRepairing(engine)
    } else {
      engine.parts.log.notice("the storage works again")
      state.withLock { $0.repair = nil }
    }
    engine.emit(
      EventDraft(
        .storageError, function: "storage",
        message: cause == nil ? "the storage works again" : "the storage fails",
        value: ["cause": .string(cause?.rawValue ?? "recovered")]))
  }

  private func startRepairing(_ engine: Engine) {
    state.withLock { state in
      guard state.repair == nil else { return }
      state.repair = Task { [weak engine] in
        while let engine, engine.outbox.failure != nil {
          guard (try? await engine.environment.sleep(Self.pause)) != nil else { return }
          await engine.outbox.repair()
        }
      }
    }
  }
}
