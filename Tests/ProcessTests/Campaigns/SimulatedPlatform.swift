import JSONCodec
import PlatformSimulator
import TestSupport

/// A request as a platform saw it.
struct SeenRequest: Sendable {
  let index: Int
  let id: String?
  let body: String
  /// True also when the answer was lost or cut on the way.
  let wasCarriedOut: Bool
}

/// The simulated platform, in this process or in a separate one.
protocol SimulatedPlatform: Sendable {
  var url: String { get throws }
  /// Adds rules, in the format of a script file.
  func script(_ script: JSON) throws
  func clearScript() throws
  func seen(since index: Int) throws -> [SeenRequest]
}

extension Simulator: SimulatedPlatform {
  var url: String { get throws { try start().url } }

  func script(_ json: JSON) throws { try script(PlatformScript(json: json.bytes)) }

  func seen(since index: Int) -> [SeenRequest] {
    requests(.init(since: index)).map { request in
      SeenRequest(
        index: request.index, id: request.requestID,
        body: request.json?.text ?? "\(request.content)",
        wasCarriedOut: request.status == 200 || request.fault?.action == .drop(.after))
    }
  }
}

extension PlatformProcess: SimulatedPlatform {
  func seen(since index: Int) throws -> [SeenRequest] {
    let answer = try request("GET", "/__requests?since=\(index)")
    return (answer["requests"]?.arrayValue ?? []).map { request in
      let isDroppedAfter = request["fault"]?["drop"] == "after"
      return SeenRequest(
        index: request["index"]?.intValue ?? 0, id: request["requestId"]?.stringValue,
        body: (request["body"] ?? request["parts"] ?? .null).text,
        wasCarriedOut: request["status"] == 200 || isDroppedAfter)
    }
  }
}
