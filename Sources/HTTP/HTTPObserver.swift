import Synchronization

/// A client that counts the requests of another one, and reports the result of each.
package final class HTTPObserver: HTTPClient {
  package typealias Report = @Sendable (HTTPRequest, Result<HTTPResponse, HTTPFailure>) -> Void

  private let client: any HTTPClient
  private let report: Report?
  private let count = Atomic<Int>(0)

  package init(_ client: any HTTPClient, report: Report?) {
    self.client = client
    self.report = report
  }

  /// The number of requests so far.
  package var requests: Int { count.load(ordering: .relaxed) }

  package var executor: (any TaskExecutor)? { client.executor }

  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    count.add(1, ordering: .relaxed)
    do throws(HTTPFailure) {
      let response = try await client.send(request)
      report?(request, .success(response))
      return response
    } catch {
      report?(request, .failure(error))
      throw error
    }
  }
}
