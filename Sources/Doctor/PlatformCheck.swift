import AltcraftEngine
import BridgeClient
import HTTP
import System

/// The check that the platforms of stored configurations can be reached, and that their clocks agree with
/// this one.
struct PlatformCheck: Sendable {
  private struct Answer {
    let origin: String
    let group: String
    let outcome: Result<HTTPResponse, HTTPFailure>
    let took: Duration
    /// The local time at the middle of the exchange, in seconds since 1970.
    let ourTime: Int64
  }

  private let answers: [Answer]
  private let refused: [Finding]

  /// The timeout of a request: 10 s is about as long as a person waits for the report.
  private static let patience = Duration.seconds(10)

  /// Sends one `GET /` without credentials to each platform: any answer proves that it can be reached.
  init(groups: [GroupFiles], delivery: WorkerHTTPClient?) {
    var answers: [Answer] = []
    var refused: [Finding] = []
    for group in groups {
      guard let text = group.apiURL else { continue }
      do throws(APIURLFailure) {
        let url = try APIURL.parse(text, allowsInsecureHTTP: true)
        guard let delivery, !answers.contains(where: { $0.origin == url.origin }) else { continue }
        answers.append(Self.request(url.origin, group.name, delivery))
      } catch {
        refused.append(.problem("platform", "app group \(group.name): \(error.message)"))
      }
    }
    self.answers = answers
    self.refused = refused
  }

  private static func request(
    _ origin: String, _ group: String, _ delivery: WorkerHTTPClient
  ) -> Answer {
    let request = HTTPRequest(
      method: "GET", url: origin + "/", headers: [], body: [], deadline: patience,
      responseLimit: 0)
    let (wall, start) = (Environment.real.wallTime(), ContinuousClock.now)
    let outcome = delivery.sendAndWait(request)
    let took = start.duration(to: .now)
    return Answer(
      origin: origin, group: group, outcome: outcome, took: took,
      ourTime: (wall + Int64(took.seconds * 500)) / 1000)
  }

  var findings: [Finding] {
    guard !answers.isEmpty || !refused.isEmpty else {
      return [.note("platform", "not checked: no app group has a configuration yet")]
    }
    return refused + answers.map(finding)
  }

  private func finding(_ answer: Answer) -> Finding {
    let who = "\(answer.origin) (app group \(answer.group))"
    switch answer.outcome {
    case .success(let response) where response.status == 407:
      return .problem("platform", "\(who): the proxy requires a password (HTTP 407)")
    case .success(let response):
      let milliseconds = Int(answer.took.seconds * 1000)
      return .ok("platform", "\(who): HTTP \(response.status) after \(milliseconds) ms")
    case .failure(let failure):
      return .problem("platform", "\(who): \(failure.message)", Self.remedy(failure.message))
    }
  }

  /// Returns advice for an error message of an attempt.
  static func remedy(_ failure: String) -> String? {
    switch failure {
    case _ where failure.hasPrefix("tls:"):
      "check the certificate (openssl s_client -connect HOST:443), the clock and ca-certificates"
    case "unknown host": "check the name in apiUrl, and /etc/resolv.conf"
    case "connection refused": "nothing listens there: check host and port in apiUrl"
    case "timed out": "check firewall and routing; https_proxy sets a proxy"
    case "connection reset", "no HTTP response":
      "this is not a web server, or a proxy or firewall closes the connection"
    default: nil
    }
  }

  /// The comparison of the clocks. JWTs expire by the clock of the platform.
  var clock: Finding? {
    for answer in answers {
      guard case .success(let response) = answer.outcome,
        let serverTime = RetryAfter.serverTime(of: response)
      else { continue }
      let skew = answer.ourTime - serverTime
      guard abs(skew) > 60 else {
        return .ok("clock", "agrees with \(answer.origin) within \(abs(skew)) s")
      }
      return .problem(
        "clock", "\(abs(skew)) s \(skew > 0 ? "ahead of" : "behind") \(answer.origin)",
        "synchronise it (timedatectl): valid JWTs count as expired or as not yet valid")
    }
    return nil
  }
}

extension WorkerHTTPClient {
  /// Sends a request and blocks, for commands, which have no tasks. Returns within the deadline of the
  /// request.
  func sendAndWait(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPFailure> {
    let outcome = Monitor<Result<HTTPResponse, HTTPFailure>?>(nil)
    Task {
      let result: Result<HTTPResponse, HTTPFailure>
      do throws(HTTPFailure) { result = .success(try await send(request)) } catch {
        result = .failure(error)
      }
      outcome.update { $0 = result }
    }
    return outcome.wait(until: .never) { $0 } ?? .failure(.cancelled)
  }
}
