import Synchronization

/// The HTTP client of the bridge: hands each request to `altcraft-bridge-delivery`, a process of
/// its own, because URLSession may hang, crash or grow, and must cost one attempt then and not the
/// service.
///
/// The process is started by the first `send`, ended when it was idle, replaced when it hangs,
/// dies, has grown or has sent its share. All of that is done by one thread, which `DeliveryKeeper`
/// is; what is here only leaves a ticket in its mailbox and waits.
package final class DeliveryProcess: HTTPClient {
  private let mailbox: DeliveryMailbox

  /// `path` is that of the executable, `userAgent` goes into each request that has none. `report` is called
  /// on the thread that reads the answers. Costs nothing until the first `send`.
  package init(
    path: String, userAgent: String, settings: Settings = Settings(),
    report: @escaping @Sendable (Report) -> Void = { _ in }
  ) {
    mailbox = DeliveryMailbox(
      path: path, userAgent: userAgent, settings: settings, report: report)
  }

  /// What became of one of the processes.
  package enum Report: Sendable, Equatable {
    case started(processID: Int32)
    /// It was idle, had grown or had sent its share.
    case ended(processID: Int32)
    /// It died, hung or made no sense, and the next request has another one. `inARow` are those that went
    /// like this since the last answer, with this one.
    case lost(processID: Int32, reason: String, inARow: Int)
  }

  deinit { mailbox.letGo() }

  package struct Settings: Sendable {
    /// The process ends after this long without a request.
    package var idle: Duration = .seconds(30)
    /// How far beyond a deadline the process may answer before it counts as hung.
    package var grace: Duration = .seconds(1)
    /// URLSession loses nearly 200 bytes with every request: less than 10 MB until then. Starting another
    /// process takes as long as some fifty requests.
    package var maxSends = 30_000
    package var maxResidentBytes = 128 << 20
    /// Requests that are under way or waiting for a process. One more fails at once.
    package var maxOutstanding = 256
    /// The longest pause between two starts, when each process died before it answered anything.
    package var maxStartDelay: Duration = .seconds(1)

    package init() {}
  }

  /// How many processes were started so far.
  package var starts: Int { mailbox.state.withLock { $0.starts } }

  /// The process that takes new requests, if there is one now.
  package var processID: Int32? { mailbox.state.withLock { $0.processID } }

  /// The thread that reads the answers. Tasks go on elsewhere when that has ended.
  package var executor: (any TaskExecutor)? { mailbox }

  /// Throws `.transport` also for a request that must not be sent (see `HTTPRequest.fault`):
  /// nothing has left this process then.
  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let ticket = try mailbox.ticket(for: request)
    defer { mailbox.forget(ticket) }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ticket.whenEnded { continuation.resume(returning: $0) }
        mailbox.post(.send(ticket))
      }
    } onCancel: {
      ticket.end(with: .failure(.cancelled))
      mailbox.post(.cancel(ticket.id))
    }
    return try result.get()
  }

  /// Ends the process and what is under way, and returns when both are gone. A later `send` fails.
  package func close() {
    mailbox.close()
    mailbox.waitUntilClosed()
  }
}

/// One call of `send`, from there to its end, which comes once, from whichever side is first.
final class DeliveryTicket: Sendable {
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
