import Synchronization

/// The HTTP client of the bridge. It sends each request through `altcraft-bridge-delivery`, a separate worker
/// process, because URLSession may hang, crash or leak memory. Such a failure must cost one attempt, not the
/// service.
///
/// The first `send` starts the worker. It is ended when it is idle, and replaced when it hangs, dies, has
/// grown too large or has sent its share of requests. One thread, the supervisor (`WorkerSupervisor`), does all
/// this. This class only queues the request for that thread and waits.
package final class WorkerHTTPClient: HTTPClient {
  private let worker: WorkerExecutor

  /// Creates a client. `path` is the path of the executable. `userAgent` is added to each request that has
  /// none. `report` is called on the thread that reads the responses. A client costs nothing until the first
  /// `send`.
  package init(
    path: String, userAgent: String, settings: Settings = Settings(),
    report: @escaping @Sendable (Report) -> Void = { _ in }
  ) {
    worker = WorkerExecutor(
      path: path, userAgent: userAgent, settings: settings, report: report)
  }

  /// Changes the time without a request after which the process ends.
  package func setIdle(_ time: Duration) { worker.setIdle(time) }

  /// A report about one of the worker processes.
  package enum Report: Sendable, Equatable {
    case started(processID: Int32)
    /// The process was idle, had grown too large or had sent its share of requests.
    case ended(processID: Int32)
    /// The process died, hung or sent invalid data. The next request gets another process. `inARow` counts
    /// such losses since the last response, this one included.
    case lost(processID: Int32, reason: String, inARow: Int)
  }

  deinit { worker.closeSoon() }

  package struct Settings: Sendable {
    /// The time without a request after which the process ends.
    package var idle: Duration = .seconds(60)
    /// The time after a deadline within which the process must answer, or it counts as hung.
    package var grace: Duration = .seconds(1)
    /// The number of requests after which a process is replaced. URLSession leaks nearly 200 bytes per
    /// request, which is less than 10 MB by then. Starting another process takes as long as about fifty
    /// requests.
    package var maxSends = 30_000
    package var maxResidentBytes = 128 << 20
    /// The maximum number of requests in progress or waiting for a process. One more fails at once.
    package var maxOutstanding = 256
    /// The longest pause between two starts, if each process died before it answered anything.
    package var maxStartDelay: Duration = .seconds(1)

    package init() {}
  }

  /// The number of processes started so far.
  package var starts: Int { worker.state.withLock { $0.starts } }

  /// The number of processes that have died, hung or sent invalid data so far.
  package var losses: Int { worker.state.withLock { $0.losses } }

  /// The id of the process that accepts new requests; nil if there is none now.
  package var processID: Int32? { worker.state.withLock { $0.processID } }

  /// The thread that reads the responses. After it has ended, tasks continue on other threads.
  package var executor: (any TaskExecutor)? { worker }

  /// Sends a request. Throws `.transport` also for a request that must not be sent (see `HTTPRequest.fault`):
  /// nothing has left this process then.
  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    if Task.isCancelled { throw .cancelled }
    let ticket = try worker.begin(request)
    defer { worker.forget(ticket) }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ticket.whenEnded { continuation.resume(returning: $0) }
      }
    } onCancel: {
      worker.cancel(ticket)
    }
    return try result.get()
  }

  /// Ends the process and its pending requests, and returns when both have ended. A later `send` fails.
  package func close() {
    worker.close()
    worker.waitUntilClosed()
  }
}

/// A pending call of `send`. Only the first outcome, from either side, ends it.
final class PendingRequest: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPFailure>

  let id: UInt64
  let request: HTTPRequest
  let deadline: SuspendingClock.Instant
  private let state = Mutex<State>(.open(nil))

  private enum State {
    case open((@Sendable (Outcome) -> Void)?)
    case ended(Outcome)
  }

  init(id: UInt64, request: HTTPRequest) {
    self.id = id
    self.request = request
    deadline = .now.advanced(by: request.deadline)
  }

  var isEnded: Bool {
    state.withLock { if case .ended = $0 { true } else { false } }
  }

  func whenEnded(_ body: @escaping @Sendable (Outcome) -> Void) {
    let outcome: Outcome? = state.withLock {
      if case .ended(let outcome) = $0 { return outcome }
      $0 = .open(body)
      return nil
    }
    if let outcome { body(outcome) }
  }

  func end(with outcome: Outcome) {
    let body: (@Sendable (Outcome) -> Void)? = state.withLock {
      guard case .open(let body) = $0 else { return nil }
      $0 = .ended(outcome)
      return body
    }
    body?(outcome)
  }
}
