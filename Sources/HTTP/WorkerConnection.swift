import Glibc
import System

/// The supervisor's end of one worker connection: its socket, its pending requests and the phase of the
/// process. Only the supervisor's thread uses it.
final class WorkerConnection {
  enum Phase: Equatable {
    case serving
    /// The worker gets no more requests, and ends after its last response.
    case draining
    /// The worker was requested to end. It is killed if it is still running at `killAt`.
    case ending(killAt: SuspendingClock.Instant)
  }

  /// The result of `receive`.
  enum Reception: Equatable { case open, ended, garbled }

  let process: ChildProcess
  let socket: Int32
  var phase = Phase.serving
  /// True if the worker no longer reads.
  var isBroken = false
  private(set) var pending: [UInt64: PendingRequest] = [:]
  private(set) var sends = 0
  private(set) var answers = 0
  private(set) var quietSince = SuspendingClock.now
  /// The time of the next check of the worker's memory.
  private(set) var nextLook = SuspendingClock.now + .seconds(1)
  private var outgoing: [UInt8] = []
  private var sent = 0
  /// The ids of the requests in `outgoing`.
  private var unsent: [UInt64] = []
  private var incoming = WorkerFrameReader()
  /// The largest body that any request so far allows: the response to a cancelled request may still arrive.
  private var longestBody = 0

  init(process: ChildProcess, socket: Int32) {
    self.process = process
    self.socket = socket
    incoming.maxLength = WorkerFrame.maxHeadLength
  }

  var hasOutgoing: Bool { sent < outgoing.count }

  /// Queues a request. The worker receives the part of the deadline that is left now.
  func take(_ ticket: PendingRequest) {
    var request = ticket.request
    request.deadline = ticket.deadline - .now
    do {
      outgoing += try WorkerFrame.request(id: ticket.id, request).encoded()
      pending[ticket.id] = ticket
      longestBody = max(longestBody, request.responseLimit)
      incoming.maxLength = min(
        longestBody + WorkerFrame.maxHeadLength, WorkerFrame.maxLength)
      unsent.append(ticket.id)
      sends += 1
    } catch {
      ticket.end(with: .failure(.transport(message: "not sent: the request is too long")))
    }
  }

  func cancel(_ id: UInt64) {
    guard pending.removeValue(forKey: id) != nil else { return }
    quietSince = .now
    if let frame = try? WorkerFrame.cancel(id: id).encoded() {  // Too short to be rejected.
      outgoing += frame
    }
  }

  /// Writes as much as the socket accepts now. Returns false if the other side accepts no more; it may have
  /// ended.
  func flush() -> Bool {
    while sent < outgoing.count {
      let count = outgoing[sent...].withUnsafeBytes {
        Glibc.send(
          socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return errno == EAGAIN || errno == ENOBUFS }
      sent += count
    }
    outgoing.removeAll(keepingCapacity: outgoing.capacity <= 1 << 18)
    sent = 0
    unsent = []
    return true
  }

  /// Returns the unsent requests after `flush` has failed, if no byte of them was written. Otherwise they
  /// stay pending and fail with the process.
  func takeBack() -> [PendingRequest] {
    defer {
      outgoing = []
      sent = 0
      unsent = []
    }
    return sent == 0 ? unsent.compactMap { pending.removeValue(forKey: $0) } : []
  }

  /// Reads the available bytes, up to a limit, and ends the tickets that they answer.
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Reception {
    for _ in 0..<16 {
      let count = recv(socket, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return .open }
      if count <= 0 { return .ended }
      incoming.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      do throws(WorkerFrameError) {
        while let frame = try incoming.next() {
          guard answer(frame) else { return .garbled }
        }
      } catch {
        return .garbled
      }
      // A partly filled buffer means that the socket is empty: another `recv` would only return EAGAIN.
      if count < buffer.count { return .open }
    }
    return .open
  }

  /// Fails every pending request.
  func failAll(_ message: String) {
    for ticket in pending.values { ticket.end(with: .failure(.worker(message: message))) }
    pending = [:]
  }

  /// Returns the resident set size of the worker, or 0 if it cannot be read. Schedules the next check in one
  /// second.
  func residentBytes() -> Int {
    nextLook = .now + .seconds(1)
    guard case .success(let text) = File.read("/proc/\(process.pid)/statm") else { return 0 }
    let fields = text.split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self))
    else { return 0 }
    return pages * Int(getpagesize())
  }

  /// Ends the ticket that a frame answers. Returns false for a frame that no worker sends.
  private func answer(_ frame: WorkerFrame) -> Bool {
    let ticket: PendingRequest?
    let outcome: PendingRequest.Outcome
    switch frame {
    case .response(let id, let response):
      ticket = pending.removeValue(forKey: id)
      outcome = .success(response.cut(to: ticket?.request.responseLimit ?? 0))
    case .failure(let id, let message):
      ticket = pending.removeValue(forKey: id)
      outcome = .failure(.transport(message: message.cut(to: WorkerFrame.maxReasonLength)))
    case .request, .cancel: return false
    }
    answers += 1
    // A request that was cancelled while its response was in transit has no ticket.
    guard let ticket else { return true }
    quietSince = .now
    ticket.end(with: outcome)
    return true
  }
}

extension HTTPResponse {
  /// Returns the response with at most `limit` bytes of the body. The worker should not have sent more.
  fileprivate func cut(to limit: Int) -> HTTPResponse {
    guard body.count > limit else { return self }
    return HTTPResponse(
      status: status, headers: headers, body: Array(body[..<limit]), bodyIsComplete: false)
  }
}

extension String {
  /// Returns the text, or if it has more than `limit` bytes its beginning, up to a whole Unicode scalar.
  fileprivate func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var bytes = "…".utf8.count
    let kept = unicodeScalars.prefix { scalar in
      bytes += UTF8.width(scalar)
      return bytes <= limit
    }
    return String(kept) + "…"
  }
}
