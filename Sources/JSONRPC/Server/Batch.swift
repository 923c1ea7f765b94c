import JSONCodec
import Synchronization

/// A batch in flight: its answer, and the calls to notify when the answer has been sent.
final class Batch: Sendable {
  enum Progress {
    /// Some elements are unanswered. `isSlow` if one of them waits for the host or the platform.
    case open(isSlow: Bool)
    /// The message to send, and every call that it answers.
    case complete(message: [UInt8], calls: [Call])
  }

  private struct State {
    var answer: BatchAnswer
    /// The answered calls. Emptied when the batch completes, because each call retains its batch.
    var calls: [Call] = []
    var isSlow = false
  }

  private let state: Mutex<State>

  init(count: Int, maxBytes: Int) {
    state = Mutex(State(answer: BatchAnswer(count: count, maxBytes: maxBytes)))
  }

  /// Answers one element; `call` is nil for an element that never became a call.
  func set(
    _ index: Int, id: RequestID, call: Call?, _ result: Result<[UInt8], RPCError>
  ) -> Progress {
    state.withLock { state in
      if let call { state.calls.append(call) }
      guard let message = state.answer.set(index, id: id, result) else {
        return .open(isSlow: state.isSlow)
      }
      defer { state.calls = [] }
      return .complete(message: message, calls: state.calls)
    }
  }

  /// Marks the batch as slow: one element waits for the host or the platform. Returns the answered calls.
  func becomeSlow() -> [Call] {
    state.withLock { state in
      state.isSlow = true
      return state.calls
    }
  }
}

/// The answers to one batch, collected in the order of its elements.
struct BatchAnswer {
  private var answers: [[UInt8]?]
  private var missing: Int
  private var resultBytes = 0
  private let maxBytes: Int
  /// The bytes reserved for each missing answer. A small answer (that of durable calls, which are done and can
  /// no longer be refused) fits, for any length of the others.
  private let reserve: Int

  /// Creates an answer for `count` answered elements; `maxBytes` bounds their results together.
  init(count: Int, maxBytes: Int) {
    answers = Array(repeating: nil, count: count)
    missing = count
    self.maxBytes = maxBytes
    reserve = min(1024, maxBytes / max(count, 1))
  }

  /// Stores the answer of one element. Returns the whole array with the last answer.
  mutating func set(
    _ index: Int, id: RequestID, _ result: Result<[UInt8], RPCError>
  ) -> [UInt8]? {
    answers[index] = MessageEncoder.answer(id, admitted(result))
    missing -= 1
    guard missing == 0 else { return nil }
    defer { answers = [] }
    return array
  }

  private mutating func admitted(
    _ result: Result<[UInt8], RPCError>
  ) -> Result<[UInt8], RPCError> {
    guard case .success(let value) = result else { return result }
    let needed = resultBytes + value.count + reserve * (missing - 1)
    guard value.count <= reserve || needed <= maxBytes else {
      return .failure(.tooLarge(limit: "batchBytes", max: maxBytes))
    }
    resultBytes += value.count
    return result
  }

  private var array: [UInt8] {
    var writer = JSONWriter(capacity: answers.reduce(2) { $0 + ($1?.count ?? 0) + 1 })
    writer.beginArray()
    for case let answer? in answers { writer.raw(answer) }
    writer.endArray()
    return writer.bytes
  }
}
