import AltcraftEngine
import HTTP
import JSONCodec

/// The platform of a run, and the network before it, for all processes of the bridge.
final class SimulatedPlatform: @unchecked Sendable {
  enum Behaviour {
    case normal, unreliable, unreachable, failing, rejecting, slow, pausing

    /// The behaviours to draw from. The normal one is twice as likely as the others.
    static let choices: [Behaviour] = [
      .normal, .normal, .unreliable, .unreachable, .failing, .rejecting, .slow, .pausing,
    ]
  }

  private let run: Run
  private var random: Generator
  var behaviour = Behaviour.normal

  init(_ run: Run, seed: UInt64) {
    self.run = run
    random = Generator(seed: seed, for: "platform")
  }

  /// The outcome of one request: the delay, and the answer or the lack of one.
  struct RequestOutcome {
    var delay: Duration
    var result: Result<HTTPResponse, HTTPFailure>
    /// False if the request is lost before the platform reads it.
    var arrives = true
  }

  func outcome(of request: HTTPRequest) -> RequestOutcome {
    var delay = Duration.microseconds(random.from(200...80_000))
    let errorPercent =
      switch behaviour {
      case _ where run.isSilent: 0
      case .normal: 3
      case .unreliable: 40
      case .unreachable: 100
      case .failing, .pausing: 85
      case .rejecting: 60
      case .slow: 10
      }
    if behaviour == .slow || random.chance(run.isSilent ? 0 : 4) {
      delay = .milliseconds(random.from(100...59_000))
    }
    guard random.chance(errorPercent) else {
      return RequestOutcome(delay: delay, result: .success(answer(random.chance(95) ? 200 : 202)))
    }
    switch behaviour {
    case .unreachable: return lost(delay)
    case .failing:
      return RequestOutcome(
        delay: delay, result: .success(failure(pauses: random.chance(10))))
    case .pausing: return RequestOutcome(delay: delay, result: .success(failure(pauses: true)))
    case .rejecting: return RequestOutcome(delay: delay, result: .success(rejection()))
    case .normal, .unreliable, .slow:
      switch random.below(4) {
      case 0: return lost(delay)
      case 1: return RequestOutcome(delay: delay, result: .success(rejection()))
      default:
        return RequestOutcome(delay: delay, result: .success(failure(pauses: random.chance(30))))
      }
    }
  }

  private func lost(_ delay: Duration) -> RequestOutcome {
    RequestOutcome(
      delay: delay, result: .failure(HTTPFailure.lost("reset")), arrives: random.chance(50))
  }

  private func rejection() -> HTTPResponse {
    answer(random.pick([400, 401, 401, 403, 404, 408, 413, 429, 301, 302, 100]))
  }

  private func failure(pauses: Bool) -> HTTPResponse {
    var response = answer(random.pick([500, 502, 503, 504, 599]))
    if pauses {
      let value = random.pick(["1", "7", "120", "7200", "0", "-5", "soon", "99999999999999999999"])
      response.headers.append(HTTPHeader("Retry-After", value))
    }
    return response
  }

  private func answer(_ status: Int) -> HTTPResponse {
    let length = random.below(3000)
    let body =
      switch random.below(6) {
      case 0: #"{"error":0,"errorText":"","profile":{"id":"1"}}"#
      case 1: #"{"error":0}"#
      case 2: ""
      case 3: "<html>"
      case 4: "[1,2"
      default:
        #"{"error":\#(status),"errorText":"\#(String(repeating: "x", count: length))"}"#
      }
    return HTTPResponse(
      status: status, body: Array(body.utf8), bodyIsComplete: random.chance(95))
  }
}

/// The HTTP client of one process of a run.
final class SimulatedClient: HTTPClient, @unchecked Sendable {
  private final class Exchange: @unchecked Sendable {
    var continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>?
    var isCancelled = false

    func end(_ result: Result<HTTPResponse, HTTPFailure>) {
      continuation?.resume(returning: result)
      continuation = nil
    }
  }

  private let run: Run
  private let process: Run.Process
  private var exchanges: [Exchange] = []
  private var hasTerminated = false

  init(_ run: Run, _ process: Run.Process) {
    self.run = run
    self.process = process
  }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    guard !hasTerminated else { throw .cancelled }
    let outcome = run.platform.outcome(of: request)
    let attempt = run.ledger.sent(
      request, arrives: outcome.arrives, besides: exchanges.count { !$0.isCancelled }, by: process)
    let exchange = Exchange()
    exchanges.append(exchange)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>) in
        guard !exchange.isCancelled, !hasTerminated else {
          return continuation.resume(returning: .failure(.cancelled))
        }
        exchange.continuation = continuation
        run.scheduler.timer(after: min(outcome.delay, request.deadline)) {
          exchange.end(
            outcome.delay > request.deadline
              ? .failure(HTTPFailure.lost("timed out")) : outcome.result)
        }
      }
    } onCancel: {
      exchange.isCancelled = true
      exchange.end(.failure(.cancelled))
    }
    exchanges.removeAll { $0 === exchange }
    if !hasTerminated { run.ledger.answered(attempt, result, by: process) }
    return try result.get()
  }

  /// Ends all requests, now and later.
  func terminate() {
    hasTerminated = true
    for exchange in exchanges { exchange.end(.failure(.cancelled)) }
  }
}

extension HTTPFailure {
  fileprivate static func lost(_ reason: String) -> HTTPFailure {
    .transport(TransportFailure(.answer, "platform.test:443", reason))
  }
}
