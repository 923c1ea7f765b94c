import CLibraries
import Glibc

/// All requests on their way, and the connections that they share. One thread uses it.
///
/// A turn: begin what was asked for → `advance` → `wait` for the network, a deadline or a wake-up.
final class Transfers {
  private let curl: Curl
  private let multi: UnsafeMutableRawPointer
  /// The sessions of TLS, so that the next connection needs a shorter handshake.
  private let sessions: UnsafeMutableRawPointer
  private let settings: HTTPSettings
  private let store: HTTPSettings.TrustStore
  /// The number of requests to one origin at a time.
  var concurrency: Int
  private var active: [UnsafeMutableRawPointer: Transfer] = [:]
  private var origins: [Origin: Queue] = [:]
  /// The proxies of the origins so far. Only a bounded number of addresses is kept.
  private var routes: [Origin: HTTPSettings.Proxy?] = [:]
  private let connections: Connections
  private var quietSince = SuspendingClock.now
  /// The turns since libcurl has made progress, although sockets were ready.
  private var fruitlessTurns = (count: 0, progress: 0)

  /// The requests to an origin: those on their way, and those that wait for their turn.
  private struct Queue {
    var running = 0
    var waiting: [PendingRequest] = []
  }

  init(
    _ curl: Curl, _ settings: HTTPSettings, whenConnected: @escaping () -> Void
  ) throws(CurlMissing) {
    guard let multi = curl.functions.pointee.multi_init(),
      let sessions = curl.functions.pointee.share_init()
    else { throw CurlMissing("libcurl.so.4 has no memory") }
    self.curl = curl
    self.multi = multi
    self.sessions = sessions
    self.settings = settings
    store = settings.trustStore(builtIn: CurlLibrary(curl).store)
    concurrency = settings.concurrency
    connections = Connections(whenConnected)
    _ = curl_share_sessions(curl.functions, sessions)
    _ = curl_set_kept_connections(curl.functions, multi, 1024)
  }

  /// Ends all requests and closes all connections.
  func end() {
    for pending in origins.values.flatMap(\.waiting) { pending.end(with: .failure(.cancelled)) }
    for transfer in Array(active.values) {
      transfer.pending.end(with: interrupted(transfer))
      stop(transfer)
    }
    // libcurl would wait for its resolver. It goes on, without effect, until the end of the process.
    guard active.isEmpty else { return _ = Unmanaged.passRetained(self) }
    _ = curl.functions.pointee.multi_cleanup(multi)
    _ = curl.functions.pointee.share_cleanup(sessions)
  }

  /// Wakes the thread that waits. Any thread may call the result while this object exists.
  var interrupt: () -> Void {
    let (wakeUp, multi) = (curl.functions.pointee.multi_wakeup, multi)
    return { _ = wakeUp?(multi) }
  }

  /// True if there was no request, and so no use of a connection, for the idle time.
  var isIdle: Bool { active.isEmpty && .now >= quietSince + settings.idleTime }
}

// Requests.
extension Transfers {
  /// Sends a request, as soon as the number of those to its origin allows it.
  func begin(_ pending: PendingRequest) {
    guard !pending.isEnded else { return }
    guard let origin = Origin(pending.request.url) else {
      let failure = TransportFailure(.request, "", "not sent: the port is not a number")
      return pending.end(with: .failure(.transport(failure)))
    }
    if !pending.request.isLongPoll {
      guard origins[origin, default: Queue()].running < concurrency else {
        origins[origin]?.waiting.append(pending)
        return
      }
      origins[origin, default: Queue()].running += 1
    }
    start(pending, origin)
  }

  /// Ends a cancelled request.
  func cancel(_ pending: PendingRequest) {
    if let transfer = active.values.first(where: { $0.pending === pending }) {
      return stop(transfer)
    }
    guard let origin = Origin(pending.request.url) else { return }
    origins[origin]?.waiting.removeAll { $0 === pending }
  }

  /// Ends the requests that wait for their turn, and those that still connect. No request goes out any more, and those on
  /// their way end at that time.
  func stopSending(until time: SuspendingClock.Instant) {
    connections.stopTime = time
    for origin in origins.keys {
      for pending in origins[origin]?.waiting ?? [] { pending.end(with: .failure(.cancelled)) }
      origins[origin]?.waiting = []
    }
    for transfer in active.values.filter(\.isUnsent) {
      transfer.pending.end(with: .failure(.cancelled))
      stop(transfer)
    }
  }

  private func start(_ pending: PendingRequest, _ origin: Origin) {
    guard let handle = CurlHandle(curl) else {
      pending.end(with: .failure(.transport(TransportFailure(.libcurl, "", "out of memory"))))
      return leave(origin, pending)
    }
    let proxy = route(to: origin)
    if let proxy, let fault = proxy.fault {
      pending.end(with: .failure(.transport(TransportFailure(.proxy, proxy.address, fault))))
      return leave(origin, pending)
    }
    send(Transfer(pending, to: origin, by: proxy, handle, over: connections))
  }

  private func route(to origin: Origin) -> HTTPSettings.Proxy? {
    if let known = routes[origin] { return known }
    let proxy = settings.proxy(for: origin)
    if routes.count == 64 { routes = [:] }
    routes[origin] = .some(proxy)
    return proxy
  }

  private func send(_ transfer: Transfer) {
    let handle = transfer.handle
    active[handle.easy] = transfer
    // A connection more than that is opened in place of an idle one.
    _ = curl_set_connections_to_host(curl.functions, multi, max(concurrency, active.count))
    transfer.prepare(store)
    handle.set(CURLOPT_SHARE, object: sessions)
    handle.set(CURLOPT_MAXAGE_CONN, Int(settings.idleTime.components.seconds))
    handle.set(CURLOPT_CLOSESOCKETDATA, object: Unmanaged.passUnretained(connections).toOpaque())
    _ = curl_set_closing(curl.functions, handle.easy, closeSocket)
    let result = curl.functions.pointee.multi_add_handle(multi, handle.easy)
    if result != 0 { end(transfer, Int32(CURLE_ABORTED_BY_CALLBACK)) }
  }

  /// Ends a transfer at its result.
  private func end(_ transfer: Transfer, _ result: Int32) {
    let isRepeatable = transfer.isRepeatable(result)
    if connections.stopTime != nil, isRepeatable || result == CURLE_ABORTED_BY_CALLBACK {
      return remove(transfer, .failure(.cancelled))
    }
    guard !transfer.isAbandoned, !transfer.pending.isEnded, isRepeatable,
      let handle = CurlHandle(curl)
    else { return remove(transfer, transfer.outcome(result)) }
    forget(transfer)
    send(Transfer(repeating: transfer, handle))
  }

  /// Returns the outcome of a transfer that has not ended, and whose deadline may be ahead: a complete head decides.
  private func interrupted(_ transfer: Transfer) -> PendingRequest.Outcome {
    let outcome = transfer.outcome(nil)
    guard case .failure = outcome, transfer.deadline > .now else { return outcome }
    return .failure(.cancelled)
  }

  /// Ends a transfer before its result: at its deadline, or cancelled.
  private func stop(_ transfer: Transfer) {
    let outcome = interrupted(transfer)
    guard transfer.isResolving else {
      // A cancelled one says nothing about its connection.
      if case .failure = outcome, !transfer.pending.isEnded {
        transfer.connection?.isGivenUp = true
      }
      return remove(transfer, outcome)
    }
    transfer.isAbandoned = true
    transfer.pending.end(with: outcome)
    leave(transfer.origin, transfer.pending)
  }

  private func remove(_ transfer: Transfer, _ outcome: PendingRequest.Outcome) {
    forget(transfer)
    quietSince = .now
    guard !transfer.isAbandoned else { return }
    transfer.pending.end(with: outcome)
    leave(transfer.origin, transfer.pending)
  }

  private func forget(_ transfer: Transfer) {
    _ = curl.functions.pointee.multi_remove_handle(multi, transfer.handle.easy)
    active[transfer.handle.easy] = nil
    transfer.leaveConnection()
  }

  /// Gives the place of an ended request to the next one.
  private func leave(_ origin: Origin, _ pending: PendingRequest) {
    guard !pending.request.isLongPoll else { return }
    origins[origin]?.running -= 1
    while let next = origins[origin]?.waiting.first, origins[origin]?.running ?? 0 < concurrency {
      origins[origin]?.waiting.removeFirst()
      if !next.isEnded {
        origins[origin]?.running += 1
        start(next, origin)
      }
    }
    if origins[origin]?.running == 0 { origins[origin] = nil }
  }
}

// The thread's turn.
extension Transfers {
  /// Sends and receives what the network takes and has now, and ends what has ended or is overdue.
  func advance() {
    var count: Int32 = 0
    _ = curl.functions.pointee.multi_perform(multi, &count)
    while let message = curl.functions.pointee.multi_info_read(multi, &count) {
      guard let easy = message.pointee.easy, let transfer = active[easy] else { continue }
      end(transfer, message.pointee.data.result)
    }
    let now = SuspendingClock.now
    for transfer in active.values where !transfer.isAbandoned && end(of: transfer) <= now {
      stop(transfer)
    }
  }

  /// Waits until there may be something to do, for `advance` or for this thread.
  func wait(_ isWanted: Bool) {
    var count: Int32 = 0
    _ = curl.functions.pointee.multi_poll(multi, nil, 0, isWanted ? millisecondsLeft : 0, &count)
    if count > 0, connections.progress == fruitlessTurns.progress {
      fruitlessTurns.count += 1
    } else {
      fruitlessTurns = (0, connections.progress)
    }
    // libcurl finds a socket ready that it cannot use, as that of HTTP/2 without a window: it would do nothing else.
    if isWanted, fruitlessTurns.count > 1000 { usleep(1000) }
  }

  /// Returns the time at which a transfer without an end is stopped.
  private func end(of transfer: Transfer) -> SuspendingClock.Instant {
    min(transfer.deadline, connections.stopTime ?? transfer.deadline)
  }

  private var millisecondsLeft: Int32 {
    let deadlines = active.values.lazy.filter { !$0.isAbandoned }.map(end(of:))
    let next =
      deadlines.min()
      ?? (active.isEmpty ? quietSince + settings.idleTime : .now + .seconds(1))
    let (seconds, attoseconds) = max(.zero, next - .now).components
    return Int32(min(seconds, 3600)) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
  }
}

private let closeSocket: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32 = {
  context, socket in
  guard let context else { return close(socket) }
  return Unmanaged<Connections>.fromOpaque(context).takeUnretainedValue().close(socket)
}
