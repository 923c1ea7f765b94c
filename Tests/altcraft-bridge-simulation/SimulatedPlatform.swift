import AltcraftEngine
import HTTP
import JSONCodec

/// The platform of a life, and the network before it. It outlives the processes of the bridge.
final class SimulatedPlatform: @unchecked Sendable {
  enum Mood: CaseIterable { case well, well2, poor, down, failing, rejecting, slow, pausing }

  private let life: Life
  private var random: Generator
  var mood = Mood.well

  init(_ life: Life, seed: UInt64) {
    self.life = life
    random = Generator(seed: seed, for: "platform")
  }

  /// The fate of one request: the delay, and the answer or the lack of one.
  struct Fate {
    var delay: Duration
    var result: Result<HTTPResponse, HTTPFailure>
    /// False if the request is lost before the platform reads it.
    var arrives = true
  }

  func fate(of request: HTTPRequest) -> Fate {
    var delay = Duration.microseconds(random.from(200...80_000))
    let badness =
      switch mood {
      case _ where life.isSilent: 0
      case .well, .well2: 3
      case .poor: 40
      case .down: 100
      case .failing, .pausing: 85
      case .rejecting: 60
      case .slow: 10
      }
    if mood == .slow || random.chance(life.isSilent ? 0 : 4) {
      delay = .milliseconds(random.from(100...59_000))
    }
    guard random.chance(badness) else {
      return Fate(delay: delay, result: .success(answer(random.chance(95) ? 200 : 202)))
    }
    switch mood {
    case .down: return lost(delay)
    case .failing: return Fate(delay: delay, result: .success(failure(pauses: random.chance(10))))
    case .pausing: return Fate(delay: delay, result: .success(failure(pauses: true)))
    case .rejecting: return Fate(delay: delay, result: .success(rejection()))
    case .well, .well2, .poor, .slow:
      switch random.below(4) {
      case 0: return lost(delay)
      case 1: return Fate(delay: delay, result: .success(rejection()))
      default:
        return Fate(delay: delay, result: .success(failure(pauses: random.chance(30))))
      }
    }
  }

  private func lost(_ delay: Duration) -> Fate {
    let failure: HTTPFailure =
      random.chance(80) ? .transport(message: "reset") : .worker(message: "the worker died")
    return Fate(delay: delay, result: .failure(failure), arrives: random.chance(50))
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

/// The HTTP client of one process of a life.
final class SimulatedClient: HTTPClient, @unchecked Sendable {
  private final class Exchange: @unchecked Sendable {
    var continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>?
    var isCancelled = false

    func end(_ result: Result<HTTPResponse, HTTPFailure>) {
      continuation?.resume(returning: result)
      continuation = nil
    }
  }

  private let life: Life
  private let process: Life.Process
  private var exchanges: [Exchange] = []
  private var isDead = false

  init(_ life: Life, _ process: Life.Process) {
    self.life = life
    self.process = process
  }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    guard !isDead else { throw .cancelled }
    let fate = life.platform.fate(of: request)
    let attempt = life.ledger.sent(
      request, arrives: fate.arrives, besides: exchanges.count { !$0.isCancelled }, by: process)
    let exchange = Exchange()
    exchanges.append(exchange)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>) in
        guard !exchange.isCancelled, !isDead else {
          return continuation.resume(returning: .failure(.cancelled))
        }
        exchange.continuation = continuation
        life.scheduler.timer(after: min(fate.delay, request.deadline)) {
          exchange.end(
            fate.delay > request.deadline
              ? .failure(.transport(message: "timeout")) : fate.result)
        }
      }
    } onCancel: {
      exchange.isCancelled = true
      exchange.end(.failure(.cancelled))
    }
    exchanges.removeAll { $0 === exchange }
    if !isDead { life.ledger.answered(attempt, result, by: process) }
    return try result.get()
  }

  /// Ends all requests, now and later.
  func die() {
    isDead = true
    for exchange in exchanges { exchange.end(.failure(.cancelled)) }
  }
}
