import JSONCodec
import Synchronization

/// The answers to one batch, collected in the order of its elements.
struct BatchAnswer {
  private var answers: [[UInt8]?]
  private var missing: Int
  private var resultBytes = 0
  private let maxBytes: Int
  /// Kept free for each answer still missing, so that a small one (that of durable work, which has been
  /// done and cannot be refused any more) fits however long the others are.
  private let reserve: Int

  /// `count` is the number of elements that are answered; `maxBytes` is for their results together.
  init(count: Int, maxBytes: Int) {
    answers = Array(repeating: nil, count: count)
    missing = count
    self.maxBytes = maxBytes
    reserve = min(1024, maxBytes / max(count, 1))
  }

  /// Returns the whole array with the last answer.
  mutating func set(
    _ index: Int, id: RequestID, _ result: Result<[UInt8], RPCError>
  ) -> [UInt8]? {
    answers[index] = Outgoing.answer(id, admitted(result))
    missing -= 1
    return missing == 0 ? array : nil
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

/// A batch in flight: its answer, and the calls that are told when it has been sent.
final class Batch: Sendable {
  private struct State {
    var answer: BatchAnswer
    var calls: [Call] = []
  }

  private let state: Mutex<State>

  init(count: Int, maxBytes: Int) {
    state = Mutex(State(answer: BatchAnswer(count: count, maxBytes: maxBytes)))
  }

  /// Answers one element; `call` is nil for one that never became a call. With the last one, returns the
  /// message to send and every call that it answers.
  func set(
    _ index: Int, id: RequestID, call: Call?, _ result: Result<[UInt8], RPCError>
  ) -> (message: [UInt8], calls: [Call])? {
    state.withLock { state in
      if let call { state.calls.append(call) }
      return state.answer.set(index, id: id, result).map { ($0, state.calls) }
    }
  }
}
