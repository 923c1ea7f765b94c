import AltcraftEngine
import AltcraftMethods
import Transports
import WebPages

/// The answers of the WebSocket port to requests that are not for a WebSocket.
struct HTTPAnswers: Sendable {
  /// The figures for Prometheus.
  let metrics: @Sendable () -> String
  /// The reason why no job can be accepted; nil while jobs are accepted.
  let storageFailure: @Sendable () -> StorageCause?
  /// True if the metrics need no token.
  let metricsArePublic: @Sendable () -> Bool

  func answer(to request: HTTPGet) -> HTTPAnswer {
    switch request.path {
    case "/": Self.inspector
    case "/healthz": HTTPAnswer(status: 200, text: "ok")
    case "/readyz": readiness
    case "/metrics": metrics(for: request)
    default: HTTPAnswer(status: 404, text: "There is nothing at this path.")
    }
  }

  /// The answer depends on the storage only: a bridge without a configuration accepts calls too.
  private var readiness: HTTPAnswer {
    guard let cause = storageFailure() else { return HTTPAnswer(status: 200, text: "ready") }
    return HTTPAnswer(
      status: 503, text: "The storage accepts no new jobs (\(cause.rawValue)).")
  }

  private func metrics(for request: HTTPGet) -> HTTPAnswer {
    guard request.role != nil || metricsArePublic() else {
      return HTTPAnswer(
        status: 401,
        text: "Send 'Authorization: Bearer' with the content of rpc.observer-token, or start the "
          + "bridge with --public-metrics.")
    }
    return HTTPAnswer(
      status: 200, contentType: ServiceMetrics.contentType, body: Array(metrics().utf8))
  }

  /// The page needs no token: it holds nothing, and connects with the ticket in its fragment.
  private static let inspector = HTTPAnswer(
    status: 200, contentType: "text/html; charset=utf-8", body: Array(InspectorPage.html.utf8),
    contentSecurityPolicy: InspectorPage.contentSecurityPolicy)
}
