import Synchronization
import Tracing

/// The timer of the background passes.
struct BackgroundTask {
  var timer: Task<Void, Never>?
  /// A pass is under way: the next one does not begin before it is over.
  var isPassing = false
}

// Background passes: a token update and one attempt at all that waits, every so often.
extension Engine {
  /// Makes a pass at every interval from now on. Registering again replaces the interval; a pass that is
  /// under way goes on.
  package func registerBackgroundTask(every interval: Duration) {
    // What it does for years is no part of the trace of the call that began it.
    let timer = TraceContext.with(nil) {
      Task { [weak self, sleep = environment.sleep] in
        while (try? await sleep(interval)) != nil { self?.backgroundPassIsDue() }
      }
    }
    let old = background.withLock { background in
      defer { background.timer = timer }
      return background.timer
    }
    old?.cancel()
  }

  func cancelBackgroundTask() {
    background.withLock { $0.timer?.cancel() }
  }

  private func backgroundPassIsDue() {
    let begins = background.withLock { background in
      defer { background.isPassing = true }
      return !background.isPassing
    }
    guard begins else {
      return emit(EventDraft(.backgroundTaskExpired, function: Self.backgroundFunction))
    }
    Task {
      await backgroundPass()
      background.withLock { $0.isPassing = false }
    }
  }

  private func backgroundPass() async {
    let group = self.group
    emit(EventDraft(.backgroundTaskStarted, function: Self.backgroundFunction))
    let update = await checkToken(of: group, function: Self.backgroundFunction)
    async let all: Void = group.outbox.flushAndWait()
    if let update { await group.outbox.firstAttempt(at: update) }
    await all
    emit(EventDraft(.backgroundTaskCompleted, function: Self.backgroundFunction))
  }

  private static let backgroundFunction = "registerBackgroundTask"
}
