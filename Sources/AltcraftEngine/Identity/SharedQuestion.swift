import Synchronization
import Tracing

/// Asks one question at a time. Who asks while one is under way shares the next, not that one: its answer
/// may be older than the reason to ask. So a burst of callers costs two questions, however many they are.
package final class SharedQuestion<Answer: Sendable>: Sendable {
  package typealias Question = @Sendable () async -> Answer

  private struct State {
    var isAsking = false
    var lastCaller = 0
    /// Those the question under way is asked for, and those who wait for the next one.
    var served: [Int: CheckedContinuation<Answer?, Never>] = [:]
    var waiting: [Int: CheckedContinuation<Answer?, Never>] = [:]
    /// Asked for all who wait, and in the trace of who brought it.
    var next: (question: Question, trace: TraceContext?)?
  }

  private let state = Mutex(State())

  package init() {}

  /// Nil when the caller was cancelled while it waited.
  package func ask(_ question: @escaping Question) async -> Answer? {
    let isFirst = state.withLock { state in
      defer { state.isAsking = true }
      return !state.isAsking
    }
    if isFirst {
      let answer = await question()
      askNext()
      return answer
    }
    let trace = TraceContext.current
    let caller = state.withLock { state in
      state.lastCaller += 1
      return state.lastCaller
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isCancelled, isFree) = state.withLock { state in
          guard !Task.isCancelled else { return (true, false) }
          state.waiting[caller] = continuation
          state.next = (question, trace)
          defer { state.isAsking = true }
          return (false, !state.isAsking)
        }
        if isCancelled { continuation.resume(returning: nil) }
        // The question under way ended between the two looks at the state.
        if isFree { askNext() }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        defer { if state.waiting.isEmpty { state.next = nil } }
        return state.waiting.removeValue(forKey: caller)
          ?? state.served.removeValue(forKey: caller)
      }
      continuation?.resume(returning: nil)
    }
  }

  /// Asks once for all who wait by now, in a task of its own: the one who was first has its answer.
  private func askNext() {
    let next = state.withLock { state in
      defer {
        state.isAsking = state.next != nil
        state.served = state.waiting
        state.waiting = [:]
        state.next = nil
      }
      return state.next
    }
    guard let (question, trace) = next else { return }
    Task {
      let answer = await TraceContext.with(trace) { await question() }
      let served = state.withLock { state in
        defer { state.served = [:] }
        return state.served
      }
      for continuation in served.values { continuation.resume(returning: answer) }
      askNext()
    }
  }
}
