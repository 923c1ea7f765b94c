import HTTP
import JSONCodec

/// A platform at a loopback address that is expected to be `altcraft-bridge platform`: it hands over the pushes for a
/// device. Its answers are checked, because any program may listen there.
package struct SimulatedPlatform: Sendable {
  package struct Push: Sendable {
    /// The number of the push, which grows.
    package let number: Int
    /// The campaign; nil for a push of another sender.
    package let campaign: String?
    package let message: JSONObject
  }

  /// The address, which distinguishes one platform from another.
  package let address: String
  /// The token of the device, as the platform has it; nil before a subscription was delivered.
  package let token: String?
  private let http: any HTTPClient
  private let responseBytes: Int

  fileprivate init(_ url: APIURL, token: String?, _ http: any HTTPClient, responseBytes: Int) {
    address = url.text
    self.token = token
    self.http = http
    self.responseBytes = responseBytes
  }

  /// Checks that a simulated platform answers. Throws `.noSimulator`.
  package func check() async throws(EngineError) {
    let answer = await pushes(of: token ?? "-", after: 0, milliseconds: 0)
    if case .failure(let problem) = answer { throw .noSimulator(problem.text) }
  }

  /// Acknowledges the pushes up to a number, and returns those that wait, oldest first. Waits for one up to that time.
  package func pushes(
    of token: String, after number: Int, milliseconds: Int
  ) async -> Result<[Push], Problem> {
    let query = "token=\(token.percentEncoded)&since=\(number)&waitMs=\(milliseconds)"
    var request = HTTPRequest(
      method: "GET", url: "\(address)/__pushes?\(query)", headers: [], body: [],
      deadline: .milliseconds(milliseconds + 10_000), responseLimit: responseBytes)
    request.isLongPoll = true
    do throws(HTTPFailure) {
      let response = try await http.send(request)
      guard response.status == 200, response.bodyIsComplete,
        let answer = try? JSONParser.parse(response.body).value,
        let pushes = answer["pushes"]?.arrayValue.flatMap(Self.pushes)
      else {
        return .failure(
          Problem(text: "\(address) is not a simulated platform: altcraft-bridge platform"))
      }
      return .success(pushes)
    } catch {
      return .failure(
        Problem(text: "no simulated platform answers at \(address): \(error.message)"))
    }
  }

  /// Reads the pushes; nil if one of them is not a push.
  private static func pushes(_ elements: [JSON]) -> [Push]? {
    let pushes = elements.compactMap { element -> Push? in
      guard let number = element["number"]?.intValue, number > 0,
        let message = element["message"]?.objectValue
      else { return nil }
      return Push(number: number, campaign: element["campaign"]?.stringValue, message: message)
    }
    return pushes.count == elements.count ? pushes : nil
  }

  /// The reason why no pushes were read.
  package struct Problem: Error {
    package let text: String
  }
}

extension Engine {
  /// Returns the platform in use, with the token that it has. Throws `.refused` (501) without a configuration, and
  /// `.noSimulator` if its address is not on this machine.
  package func simulatedPlatform(function: String) throws(EngineError) -> SimulatedPlatform {
    try requireConfiguration(function: function)
    let group = group
    guard let url = group.configuration?.apiURL, url.isLoopback else {
      throw .noSimulator(
        "apiUrl is not an address of this machine, as that of a simulated platform is")
    }
    // Not counted as a request to the platform: it is part of none of its functions.
    return SimulatedPlatform(
      url, token: group.outbox.savedToken?.token.reveal(), parts.http,
      responseBytes: limits.responseBytes)
  }
}
