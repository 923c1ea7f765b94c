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
  init(groups: [GroupFiles], client: CurlHTTPClient) {
    var answers: [Answer] = []
    var refused: [Finding] = []
    for group in groups {
      guard let text = group.apiURL else { continue }
      do throws(APIURLFailure) {
        let url = try APIURL.parse(text, allowsInsecureHTTP: true)
        guard !answers.contains(where: { $0.origin == url.origin }) else { continue }
        answers.append(Self.request(url.origin, group.name, client))
      } catch {
        refused.append(.problem("platform", "app group \(group.name): \(error.message)"))
      }
    }
    self.answers = answers
    self.refused = refused
  }

  private static func request(
    _ origin: String, _ group: String, _ client: CurlHTTPClient
  ) -> Answer {
    let request = HTTPRequest(
      method: "GET", url: origin + "/", headers: [], body: [], deadline: patience,
      responseLimit: 0)
    let (wall, start) = (Environment.real.wallTime(), ContinuousClock.now)
    let outcome = client.sendAndWait(request)
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
    case .success(let response):
      let milliseconds = Int(answer.took.seconds * 1000)
      return .ok("platform", "\(who): HTTP \(response.status) after \(milliseconds) ms")
    case .failure(.cancelled): return .note("platform", "\(who): not checked")
    case .failure(.transport(let failure)):
      return .problem("platform", "\(who): \(failure.message)", Self.remedy(failure))
    }
  }

  /// The origins of the platforms, each once.
  var origins: [String] { answers.map(\.origin) }

  /// Returns advice by the step that failed.
  static func remedy(_ failure: TransportFailure) -> String? {
    switch failure.step {
    case .libcurl, .request: nil
    case .resolve: "check the name in apiUrl, and /etc/resolv.conf"
    case .connect: "check host and port in apiUrl, firewall and routing; --proxy sets a proxy"
    case .proxy: "check the proxy named under Delivery; --proxy sets another one"
    case .tls:
      "check the certificate (openssl s_client -connect HOST:443), the clock and the store named under Delivery; --ca-file sets another one"
    case .answer: "this is not a web server, or a firewall closes the connection"
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

extension CurlHTTPClient {
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
