import HTTP
import Synchronization

/// An HTTP client whose answers a test controls: by a closure, by a queue, or one by one while they are
/// awaited. No time passes in it; the test is responsible for deadlines.
package final class ScriptedHTTPClient: HTTPClient {
  package typealias Outcome = Result<HTTPResponse, HTTPFailure>

  /// The answer to one request.
  package enum Answer: Sendable {
    case respond(HTTPResponse)
    case fail(HTTPFailure)
    /// Keeps the request in flight until `release` or until its task is cancelled.
    case hold

    /// Returns a complete response with a JSON body.
    package static func status(_ status: Int, _ body: String = "{}", headers: [HTTPHeader] = [])
      -> Answer
    {
      .respond(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    }
  }

  private struct State {
    var requests: [HTTPRequest] = []
    var queue: [Answer] = []
    var held: [(index: Int, continuation: CheckedContinuation<Outcome, Never>)] = []
    var cancelled: Set<Int> = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let otherwise: @Sendable (HTTPRequest) -> Answer

  /// Calls `answer` for each request.
  package init(_ answer: @escaping @Sendable (HTTPRequest) -> Answer) {
    otherwise = answer
  }

  /// Returns `answers` in order, then always `last`.
  package convenience init(_ answers: [Answer], then last: Answer = .status(200)) {
    self.init { _ in last }
    state.withLock { $0.queue = answers }
  }

  /// All requests so far, in order.
  package var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// The number of held requests.
  package var heldCount: Int { state.withLock { $0.held.count } }

  /// Queues answers that precede those of the closure.
  package func enqueue(_ answers: Answer...) {
    state.withLock { $0.queue += answers }
  }

  /// Waits until `count` requests have arrived in total.
  package func waitForRequests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Completes the oldest held request. Returns false if there is none.
  @discardableResult
  package func release(_ outcome: Outcome) -> Bool {
    let held = state.withLock { state in
      state.held.isEmpty ? nil : state.held.removeFirst()
    }
    held?.continuation.resume(returning: outcome)
    return held != nil
  }

  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let (index, queued, waiters) = state.withLock { state in
      state.requests.append(request)
      let count = state.requests.count
      let waiters = state.waiters.filter { $0.count <= count }
      state.waiters.removeAll { $0.count <= count }
      return (count - 1, state.queue.isEmpty ? nil : state.queue.removeFirst(), waiters)
    }
    // A waiter may release this request at once, so it must be held before the waiters resume.
    let tellWaiters = { @Sendable in for waiter in waiters { waiter.continuation.resume() } }

    switch queued ?? otherwise(request) {
    case .respond(let response):
      tellWaiters()
      return response
    case .fail(let failure):
      tellWaiters()
      throw failure
    case .hold:
      return try await hold(index, tellWaiters).get()
    }
  }

  private func hold(_ index: Int, _ whenHeld: @Sendable () -> Void) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.contains(index) { return true }
          state.held.append((index, continuation))
          return false
        }
        if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
        whenHeld()
      }
    } onCancel: {
      let held = state.withLock { state in
        state.cancelled.insert(index)
        return state.held.firstIndex { $0.index == index }.map { state.held.remove(at: $0) }
      }
      held?.continuation.resume(returning: .failure(.cancelled))
    }
  }
}

extension HTTPFailure {
  /// Returns a failure to connect to the platform.
  package static func transport(message: String) -> HTTPFailure {
    .transport(TransportFailure(.connect, "platform.test:443", message))
  }
}
