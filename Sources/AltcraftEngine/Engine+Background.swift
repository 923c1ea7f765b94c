import Synchronization
import Tracing

// Background passes: at each interval a token update and one attempt at all waiting jobs.
extension Engine {
  /// Runs a pass at every interval from now on. Registering again replaces the interval; a pass in progress
  /// continues.
  package func registerBackgroundTask(every interval: Duration) {
    // The timer may run for years: it must not belong to the trace of the call that started it.
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
    let update = await groups.tokenCheck(of: group).run(function: Self.backgroundFunction)
    async let all: Void = group.outbox.flushAndWait()
    if let update { await group.outbox.firstAttempt(at: update) }
    await all
    emit(EventDraft(.backgroundTaskCompleted, function: Self.backgroundFunction))
  }

  private static let backgroundFunction = "registerBackgroundTask"
}
