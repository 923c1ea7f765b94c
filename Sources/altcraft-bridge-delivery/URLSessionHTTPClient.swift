import Dispatch
import Foundation
import FoundationNetworking
import Glibc
import HTTP
import Synchronization

/// A client that sends requests through URLSession, with a precaution for each of its defects on Linux. It
/// has its own deadline, because `timeoutIntervalForResource` is not enforced. It refuses redirects, which
/// would carry our token to any target, and challenges, which hang. It truncates bodies while they arrive,
/// because they are unbounded.
///
/// A session carries one request at a time and is kept for the next one for a second, because a POST on a
/// connection that the server is closing hangs. After anything but a clean end the session is not reused.
final class URLSessionHTTPClient: Sendable {
  typealias Outcome = Result<HTTPResponse, HTTPFailure>

  /// The time that an idle session is kept. It is shorter than the idle timeout of any server.
  private static let idleSession: Duration = .seconds(1)
  private static let maxIdleSessions = 8

  private struct State {
    var idle: [(lane: SessionSlot, since: SuspendingClock.Instant)] = []
    var busy: [UInt64: SessionSlot] = [:]
    var isSweeping = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "sessions")

  /// Sends a request. Calls `completion` once, on any thread, within the request's deadline; never after
  /// `cancel`.
  func send(
    _ id: UInt64, _ request: HTTPRequest, _ completion: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let urlRequest = URLRequest(request) else {
      return completion(.failure(.transport(message: "not sent: no URL")))
    }
    let lane = state.withLock { state in
      let lane = state.idle.popLast()?.lane ?? SessionSlot()
      state.busy[id] = lane
      return lane
    }
    lane.send(urlRequest, request) { [self] outcome, mayBeReused in
      // Before `completion`, so that the next request finds this session and does not need another one.
      finish(id, lane, mayBeReused)
      completion(outcome)
    }
  }

  func cancel(_ id: UInt64) {
    state.withLock { $0.busy.removeValue(forKey: id) }?.invalidate()
  }

  private func finish(_ id: UInt64, _ lane: SessionSlot, _ mayBeReused: Bool) {
    let isKept = state.withLock { state in
      guard state.busy.removeValue(forKey: id) != nil, mayBeReused,
        state.idle.count < Self.maxIdleSessions
      else { return false }
      state.idle.append((lane, .now))
      if !state.isSweeping {
        state.isSweeping = true
        sweepLater()
      }
      return true
    }
    if !isKept { lane.invalidate() }
  }

  private func sweepLater() {
    queue.asyncAfter(deadline: .now() + .milliseconds(250)) { [self] in
      let overdue = state.withLock { state in
        let limit = SuspendingClock.now - Self.idleSession
        let overdue = state.idle.filter { $0.since <= limit }
        state.idle.removeAll { $0.since <= limit }
        state.isSweeping = !state.idle.isEmpty
        if state.isSweeping { sweepLater() }
        return overdue
      }
      for (lane, _) in overdue { lane.invalidate() }
    }
  }
}

/// A session and its delegate, for one request at a time.
private final class SessionSlot: NSObject, URLSessionDataDelegate, Sendable {
  typealias Completion = @Sendable (URLSessionHTTPClient.Outcome, _ mayBeReused: Bool) -> Void

  private struct State {
    var session: URLSession?
    var exchange: Exchange?
  }

  /// The received part of one response. The first detected end removes it. Later callbacks of the session
  /// about the same request find no exchange and have no effect.
  private struct Exchange {
    var task: URLSessionDataTask?
    let limit: Int
    let deadline: TimeoutScheduler.Entry
    let completion: Completion
    var head: HTTPURLResponse?
    var body: [UInt8] = []
    /// True if its end is already scheduled.
    var isCut = false

    /// Appends data up to the limit. Returns whether there was more.
    mutating func take(_ data: Data, of dataTask: URLSessionDataTask) -> Bool {
      guard task === dataTask else { return false }
      let room = limit - body.count
      body.append(contentsOf: data.prefix(room))
      return data.count > room
    }
  }

  private let state = Mutex(State())

  /// Sends a request. The deadline starts before the session is used: using it may wait for another one,
  /// because all sessions of a process share one queue.
  func send(_ urlRequest: URLRequest, _ request: HTTPRequest, _ completion: @escaping Completion) {
    let deadline = deadlines.add(after: request.deadline) { [self] in cut(.deadline) }
    let session = state.withLock { state in
      let session = state.session ?? makeSession()
      state.session = session
      state.exchange = Exchange(
        limit: request.responseLimit, deadline: deadline, completion: completion)
      return session
    }
    let task = session.dataTask(with: urlRequest)
    let isAwaited = state.withLock { state in
      state.exchange?.task = task
      return state.exchange != nil
    }
    if isAwaited { task.resume() }
  }

  /// Cancels the current request without a response, and the session with its connections.
  ///
  /// The cancellation runs on another thread, because it waits for the session's own queue. The queue may be
  /// busy for seconds with data from a server, and the caller may be that queue's delegate, or the deadline
  /// that should end the request.
  func invalidate() {
    let (session, exchange) = state.withLock { state in
      defer { state = State() }
      return (state.session, state.exchange)
    }
    if let exchange { deadlines.cancel(exchange.deadline) }
    guard let session else { return }
    // All sessions share that queue. If it does not respond, nothing in this process works any more, and the
    // bridge must detect that.
    let alarm = deadlines.add(after: .seconds(2)) { exitImmediately(EX_TEMPFAIL) }
    DispatchQueue.global().async {
      session.invalidateAndCancel()
      deadlines.cancel(alarm)
    }
  }

  private func makeSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return URLSession(configuration: configuration, delegate: self, delegateQueue: callbacks)
  }

  private enum Ending {
    case complete
    case failed(any Error)
    case tooLong
    case deadline
    case closed
  }

  private func end(_ ending: Ending) {
    let found = state.withLock { state in
      defer { state.exchange = nil }
      return state.exchange
    }
    guard let exchange = found else { return }
    deadlines.cancel(exchange.deadline)
    let head = exchange.head ?? finalHead(exchange.task?.response)
    let isComplete =
      switch ending {
      case .complete: true
      // The cancellation after a challenge, which URLSession reports with the response available.
      case .failed(let error as URLError): error.code == .cancelled
      case .failed, .tooLong, .deadline, .closed: false
      }
    if let head, let response = HTTPResponse(head, exchange.body, isComplete: isComplete) {
      let isClean = if case .complete = ending { true } else { false }
      exchange.completion(.success(response), isClean)
    } else {
      exchange.completion(.failure(.transport(message: message(for: ending))), false)
    }
  }

  /// Ends an exchange that would continue, as soon as the sessions' queue responds. If that queue is busy
  /// with data from the server, or stuck, the next request must not reach this process. So `retire` informs
  /// the bridge before this request ends.
  private func cut(_ ending: Ending) {
    let found = state.withLock { state -> URLSession? in
      guard state.exchange?.isCut == false else { return nil }
      state.exchange?.isCut = true
      return state.session
    }
    guard let session = found else { return }
    let alarm = deadlines.add(after: .milliseconds(300)) { [self] in
      retire()
      end(ending)
    }
    session.getAllTasks { [self] _ in
      deadlines.cancel(alarm)
      end(ending)
    }
  }

  private func message(for ending: Ending) -> String {
    switch ending {
    case .complete, .tooLong: "no HTTP response"
    case .failed(let error): transportMessage(error)
    case .deadline: "timed out"
    case .closed: "connection closed"
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // On Linux this is not called for server trust: libcurl checks it with the system's certificates. The
    // completion runs on another thread, because it waits for the queue of this callback.
    DispatchQueue.global().async { completionHandler(.cancelAuthenticationChallenge, nil) }
  }

  /// Ends the request if libcurl resends it by itself, because the server has closed the connection. There is
  /// no other body to provide, so the server would wait for the body, and this process for the server.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
  ) {
    completionHandler(nil)
    if state.withLock({ $0.exchange?.task === task }) { cut(.closed) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { state in
      if state.exchange?.task === dataTask { state.exchange?.head = finalHead(response) }
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = state.withLock { $0.exchange?.take(data, of: dataTask) }
    if isTooLong == true { cut(.tooLong) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard state.withLock({ $0.exchange?.task === task }) else { return }
    end(error.map { .failed($0) } ?? .complete)
  }
}

/// An operation queue that runs the delegate's callbacks directly on the calling queue, which all sessions
/// share.
///
/// An ordinary queue costs two thread switches for each of the five callbacks of a request, which is a third
/// of the time that URLSession takes for it. It also buffers without a bound if a server sends faster than
/// the data is taken. In return a delegate must not wait for that queue, as `cancel()` does.
private final class CallbackQueue: OperationQueue, @unchecked Sendable {
  override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}

private let callbacks = CallbackQueue()
private let deadlines = TimeoutScheduler()

extension URLRequest {
  fileprivate init?(_ request: HTTPRequest) {
    guard let url = URL(string: request.url, encodingInvalidCharacters: false), url.host != nil
    else { return nil }
    self.init(url: url)
    httpMethod = request.method
    httpShouldHandleCookies = false
    // Never: the deadline has its own timer. URLSession would start another timer for each header and each piece of a
    // body, and a timer with a time wakes another thread twice.
    timeoutInterval = 1e12
    for header in request.headers { setValue(header.value, forHTTPHeaderField: header.name) }
    setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if !request.body.isEmpty { httpBody = Data(request.body) }
  }
}

/// Returns the final head; nil for an interim one, such as 103, which does not decide the outcome. 101 is
/// final, because it ends the protocol.
private func finalHead(_ response: URLResponse?) -> HTTPURLResponse? {
  guard let head = response as? HTTPURLResponse else { return nil }
  return head.statusCode >= 200 || head.statusCode == 101 ? head : nil
}

extension HTTPResponse {
  fileprivate init?(_ head: HTTPURLResponse, _ body: [UInt8], isComplete: Bool) {
    guard (100...999).contains(head.statusCode) else { return nil }
    let headers = head.allHeaderFields.compactMap { name, value -> HTTPHeader? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return HTTPHeader(name, value)
    }
    var headerBytes = 0
    let kept = headers.sorted { $0.name < $1.name }.prefix(WorkerFrame.maxHeaders).filter {
      let bytes = $0.name.utf8.count + $0.value.utf8.count
      guard headerBytes + bytes <= WorkerFrame.maxHeaderBytes else { return false }
      headerBytes += bytes
      return true
    }
    self.init(status: head.statusCode, headers: kept, body: body, bodyIsComplete: isComplete)
  }
}

/// Returns a text for the error. It does not repeat the system's texts, which may contain the URL. The
/// system's codes are not reliable, so the text is for people and never decides anything.
private func transportMessage(_ error: any Error) -> String {
  let text = (error as NSError).localizedDescription
  // The libcurl texts for TLS contain no names from the request, as in "SSL certificate problem: self-signed
  // certificate".
  if text.contains("SSL") || text.contains("certificate") || text.contains("TLS") {
    return "tls: " + String(text.prefix(120))
  }
  guard let error = error as? URLError else { return "connection failed" }
  switch error.code {
  case .cannotConnectToHost: return "connection refused"
  case .cannotFindHost, .dnsLookupFailed: return "unknown host"
  case .timedOut: return "timed out"
  case .networkConnectionLost: return "connection reset"
  case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
    .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
    return "tls: secure connection failed"
  case .badServerResponse, .badURL, .unsupportedURL, .cannotParseResponse:
    return "no HTTP response"
  default: return "connection failed (\(error.code.rawValue))"
  }
}
