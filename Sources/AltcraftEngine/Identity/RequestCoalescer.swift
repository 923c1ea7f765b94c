import Synchronization
import Tracing

/// A coalescer of equal requests: it runs one at a time. A caller that arrives during a request shares the
/// next one, because the answer of the current one may be older than the reason for the call. So a burst of
/// callers, of any number, costs two requests.
package final class RequestCoalescer<Answer: Sendable>: Sendable {
  package typealias Question = @Sendable () async -> Answer

  private struct State {
    var isRequesting = false
    var lastCaller = 0
    /// The callers of the current request, and those that wait for the next one.
    var served: [Int: CheckedContinuation<Answer?, Never>] = [:]
    var waiting: [Int: CheckedContinuation<Answer?, Never>] = [:]
    /// Runs once for all waiters, in the trace context of the last caller.
    var next: (question: Question, trace: TraceContext?)?
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of callers that share the next request.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Requests the answer. Returns nil if the caller was cancelled while it waited.
  package func request(_ question: @escaping Question) async -> Answer? {
    let isFirst = state.withLock { state in
      defer { state.isRequesting = true }
      return !state.isRequesting
    }
    if isFirst {
      let answer = await question()
      startNext()
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
          defer { state.isRequesting = true }
          return (false, !state.isRequesting)
        }
        if isCancelled { continuation.resume(returning: nil) }
        // The current request ended between the two checks of the state.
        if isFree { startNext() }
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

  /// Runs one request for all current waiters, in a task of its own: the first caller already has its answer.
  private func startNext() {
    let next = state.withLock { state in
      defer {
        state.isRequesting = state.next != nil
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
      startNext()
    }
  }
}
