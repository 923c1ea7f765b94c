import JSONCodec

@testable import PlatformSimulator

/// The requests that the simulated platform reads: a query, a `multipart/form-data` body and its parts. The query ends
/// with the first line of an input, the content type with the second.
enum MultipartTarget {
  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    let lines = input.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3 else { return nil }
    let (query, type) = (
      String(decoding: lines[0], as: UTF8.self), String(decoding: lines[1], as: UTF8.self)
    )
    let body = Array(lines[2])
    if let parameters = try? QueryStringParser.parse(query), parameters[""] != nil {
      return "a parameter has no name"
    }
    if let parts = try? MultipartFormParser.parse(body, contentType: type) {
      if parts.count > MultipartFormParser.maxParts { return "there are \(parts.count) parts" }
      let bytes = parts.reduce(0) { $0 + $1.content.count + $1.name.utf8.count / 3 }
      if bytes > body.count { return "the parts are longer than the body" }
    }
    let platform = Platform(SimulatorOptions())
    for endpoint in SimulatedEndpoint.allCases {
      let request = WireRequest(
        method: endpoint.method, path: endpoint.rawValue, rawQuery: query,
        headers: [
          WireHeader(name: "authorization", value: "Bearer rtoken@rt-1"),
          WireHeader(name: "request-id", value: "r1"),
          WireHeader(name: "content-type", value: type),
        ], body: body)
      let reply = platform.reply(to: request, at: address)
      guard case .answer(let response) = reply.ending else { return "there is no answer" }
      guard (200..<500).contains(response.status) else { return "the status is \(response.status)" }
      if (try? JSONParser.parse(response.body)) == nil { return "the answer is not JSON" }
    }
    do {
      let state = platform.state.current.state.document
      let copy = try PlatformState(document: state, SimulatorLimits())
      return copy.document == state ? nil : "the state is another one when it is read again"
    } catch {
      return "the written state is refused: \(error)"
    }
  }

  private static let address = SimulatorAddress(host: "127.0.0.1", port: 1)

  static var seeds: [[UInt8]] {
    let form = ["tz", "t", "aci", "wn", "wd"].map { name in
      "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n1\r\n"
    }.joined()
    let subscription = """
      {"time":1,"subscription_id":"t","replace":false,"skip_triggers":false,"profile_fields":null,"subscription":\
      {"subscription_id":"t","provider":"ios-firebase","status":"subscribed","fields":{},"cats":[{"name":"a"}]}}
      """
    let texts = [
      "i=px-1&tr=px&t=open&v=2\nmultipart/form-data; boundary=b\n\(form)--b--\r\n",
      "i=px-1&tr=px&t=open&v=2\nmultipart/form-data; boundary=\"b\"\n\(form)--b--",
      "provider=ios-firebase&matching_mode=push_sub&sync=true\napplication/json\n\(subscription)",
      "provider=ios-firebase&matching_mode=push_sub\napplication/json\n",
      "sync=true\napplication/json\n{\"time\":1,\"profile_fields\":{\"_fname\":\"Ann\"}}",
      "a=%41+b&a=&%\napplication/json\n{\"smid\":\"uid-1\",\"time\":1}",
    ]
    return texts.map { Array($0.utf8) }
  }
}
