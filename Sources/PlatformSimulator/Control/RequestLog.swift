import JSONCodec
import System

/// A log of the last requests, bounded by number and by bytes.
final class RequestLog: Sendable {
  struct Page: Sendable {
    let requests: [RecordedRequest]
    /// The index of the last recorded request: `since` for the requests after this page.
    let last: Int
    /// The number of requests that are no longer in the log.
    let dropped: Int
    /// The number of requests with a `Request-ID` that an earlier request had.
    let repeated: Int
  }

  private struct Content {
    var requests: [RecordedRequest] = []
    /// The position of the first request that is still held. Requests before it are removed together, later.
    var start = 0
    var bytes = 0
    var last = 0
    var repeated = 0
    /// The number of attempts by `Request-ID`, for the held requests.
    var attempts: [String: Int] = [:]
    var isInterrupted = false

    var held: ArraySlice<RecordedRequest> { requests[start...] }
  }

  private let limits: SimulatorLimits
  private let content = Monitor(Content())

  init(_ limits: SimulatorLimits) {
    self.limits = limits
  }

  /// Appends a request and returns it. `make` receives the index and the attempt.
  func append(
    requestID: String?, _ make: (_ index: Int, _ attempt: Int) -> RecordedRequest
  ) -> RecordedRequest {
    content.update { content in
      content.last += 1
      var attempt = 1
      if let requestID {
        attempt = (content.attempts[requestID] ?? 0) + 1
        content.attempts[requestID] = attempt
        if attempt > 1 { content.repeated += 1 }
      }
      let request = make(content.last, attempt)
      content.requests.append(request)
      content.bytes += request.bodyBytes
      while content.held.count > limits.recordedRequests || content.bytes > limits.recordedBytes {
        dropFirst(&content)
      }
      return request
    }
  }

  private func dropFirst(_ content: inout Content) {
    let first = content.requests[content.start]
    content.bytes -= first.bodyBytes
    if let id = first.requestID, let count = content.attempts[id] {
      content.attempts[id] = count > 1 ? count - 1 : nil
    }
    content.start += 1
    if content.start * 2 > content.requests.count {
      content.requests.removeFirst(content.start)
      content.start = 0
    }
  }

  func page(_ filter: RequestFilter, limit: Int = .max) -> Page {
    content.withLock { Self.page($0, filter, limit) }
  }

  /// Waits until `count` requests match, at most for `milliseconds`. An interruption ends the wait.
  func page(_ filter: RequestFilter, waitingFor count: Int, milliseconds: Int) -> Page {
    let page = content.wait(until: .after(.milliseconds(milliseconds))) { content -> Page? in
      let page = Self.page(content, filter, .max)
      return page.requests.count >= count || content.isInterrupted ? page : nil
    }
    return page ?? self.page(filter)
  }

  private static func page(_ content: Content, _ filter: RequestFilter, _ limit: Int) -> Page {
    Page(
      requests: Array(content.held.lazy.filter(filter.fits).prefix(limit)), last: content.last,
      dropped: content.last - content.held.count, repeated: content.repeated)
  }

  func removeAll() {
    content.update { content in
      let isInterrupted = content.isInterrupted
      content = Content()
      content.isInterrupted = isInterrupted
    }
  }

  /// Ends all waits, now and until `resume`.
  func interrupt() { content.update { $0.isInterrupted = true } }
  func resume() { content.update { $0.isInterrupted = false } }
}
