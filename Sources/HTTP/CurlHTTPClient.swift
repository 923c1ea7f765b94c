import Synchronization

/// The HTTP client of the bridge: libcurl on one thread, the delivery thread, which the first request starts.
///
/// *Whose answer*: only a complete head that came over the connection to the platform is a response. Everything else is
/// a `TransportFailure` that names the step. *Connections* are kept and shared by all requests to an origin, of which
/// `HTTPSettings.concurrency` go out at a time; the others wait, and their deadlines begin with their turn. A kept
/// connection on which anything has arrived since its last answer is not used again. After 30 s without a request all
/// connections are closed, and what libcurl has in memory is released.
///
/// Where to start reading: `Transfers` is one turn of the thread, `Transfer` one request and its rules.
package final class CurlHTTPClient: HTTPClient {
  private let thread: DeliveryThread

  /// Creates a client, which costs nothing until the first `send`. `userAgent` is added to each request that has none.
  /// `whenIdle` is called on the thread after the last connection was closed.
  package init(
    userAgent: String, settings: HTTPSettings, whenIdle: @escaping @Sendable () -> Void = {}
  ) {
    thread = DeliveryThread(userAgent: userAgent, settings, whenIdle: whenIdle)
  }

  deinit { thread.closeSoon() }

  /// Changes the number of requests to one origin at a time.
  package func setConcurrency(_ count: Int) { thread.setConcurrency(count) }

  /// The number of connections opened so far.
  package var connections: Int { thread.connections.load(ordering: .relaxed) }

  /// libcurl as it is here, or its absence. Loads it.
  package static var library: Result<CurlLibrary, CurlMissing> {
    do throws(CurlMissing) { return .success(CurlLibrary(try Curl())) } catch {
      return .failure(error)
    }
  }

  /// The delivery thread. After it has ended, tasks continue on other threads.
  package var executor: (any TaskExecutor)? { thread }

  /// Sends a request. Throws `.transport` with the step `request` for one that must not be sent (see
  /// `HTTPRequest.fault`): nothing has left this process then.
  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    if Task.isCancelled { throw .cancelled }
    let pending = try thread.begin(request)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        pending.whenEnded { continuation.resume(returning: $0) }
      }
    } onCancel: {
      thread.cancel(pending)
    }
    return try result.get()
  }

  /// Ends the requests that have not left this process, and sends no other one. Those that have left continue, at most for
  /// `limit`: then a complete head is their response, as at a deadline, and the others are cancelled.
  package func stopSending(within limit: Duration) { thread.stopSending(within: limit) }

  /// Ends the pending requests and the thread, and returns when both have ended. A later `send` fails.
  package func close() {
    thread.close()
    thread.waitUntilClosed()
  }
}

/// A pending call of `send`. Only the first outcome, from either side, ends it.
final class PendingRequest: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPFailure>

  let request: HTTPRequest
  private let state = Mutex<State>(.open(nil))

  private enum State {
    case open((@Sendable (Outcome) -> Void)?)
    case ended(Outcome)
  }

  init(_ request: HTTPRequest) { self.request = request }

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
