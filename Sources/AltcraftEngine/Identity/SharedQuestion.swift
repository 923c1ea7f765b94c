import Synchronization
import Tracing

/// Asks one question at a time. Who asks while one is under way shares the next, not that one: its answer
/// may be older than the reason to ask. So a burst of callers costs two questions, however many they are.
package final class SharedQuestion<Answer: Sendable>: Sendable {
  package typealias Question = @Sendable () async -> Answer

  private struct State {
    var isAsking = false
    var waiting: [CheckedContinuation<Answer, Never>] = []
    /// Asked for all who wait, and in the trace of who brought it.
    var next: (question: Question, trace: TraceContext?)?
  }

  private struct Batch {
    let waiting: [CheckedContinuation<Answer, Never>]
    let question: Question
    let trace: TraceContext?
  }

  private let state = Mutex(State())

  package init() {}

  package func ask(_ question: @escaping Question) async -> Answer {
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
    return await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        state.waiting.append(continuation)
        state.next = (question, trace)
        defer { state.isAsking = true }
        return !state.isAsking
      }
      // The question under way ended between the two looks at the state.
      if isFree { askNext() }
    }
  }

  /// Asks once for all who wait by now, in a task of its own: the one who was first has its answer.
  private func askNext() {
    let batch = state.withLock { state -> Batch? in
      guard let (question, trace) = state.next, !state.waiting.isEmpty else {
        state.isAsking = false
        return nil
      }
      defer {
        state.waiting = []
        state.next = nil
      }
      return Batch(waiting: state.waiting, question: question, trace: trace)
    }
    guard let batch else { return }
    Task {
      let answer = await TraceContext.with(batch.trace) { await batch.question() }
      for continuation in batch.waiting { continuation.resume(returning: answer) }
      askNext()
    }
  }
}
