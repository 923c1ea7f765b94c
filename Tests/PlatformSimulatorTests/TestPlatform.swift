import JSONCodec
import PlatformSimulator
import Synchronization
import Testing

/// db_id 1, matching email, a@b.c.
let anonymousJWT =
  "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJtYXRjaGluZyI6IntcImRiX2lkXCI6MSxcIm1hdGNoaW5nXCI6XCJlbWFpbFwiLFwiZW1haWxcIjpcImFAYi5jXCJ9In0.sig"
/// db_id 2, matching profile_id, p123.
let registeredJWT =
  "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJtYXRjaGluZyI6IntcImRiX2lkXCI6MixcIm1hdGNoaW5nXCI6XCJwcm9maWxlX2lkXCIsXCJwcm9maWxlX2lkXCI6XCJwMTIzXCJ9In0.sig"

let anonymous = Caller(authorization: "Bearer \(anonymousJWT)", matching: "email")
let registered = Caller(authorization: "Bearer \(registeredJWT)", matching: "profile_id")
let resource = Caller(authorization: "Bearer rtoken@secret-token", matching: "push_sub")

struct Caller: Sendable {
  let authorization: String
  let matching: String

  /// Returns a profile in a given database.
  static func email(_ email: String, database: Int) -> Caller {
    let claim: JSON = [
      "matching": ["db_id": .int(database), "matching": "email", "email": .string(email)]
    ]
    return Caller(authorization: "Bearer \(jwt(claim))", matching: "email")
  }
}

/// Returns an unsigned JWT with these claims.
func jwt(_ claims: JSON) -> String { "e30.\(Base64URL.encode(claims.bytes)).sig" }

/// A complete request, of which a test changes parts.
struct TestRequest: Sendable {
  var method = "POST"
  var path: String
  var query: String
  var headers: [(String, String)]
  var body: [UInt8] = []

  init(_ path: String, query: String, as caller: Caller, id: String = "r-1", json: JSON?) {
    self.path = path
    self.query = query
    headers = [
      ("Host", "platform"), ("Authorization", caller.authorization), ("Request-ID", id),
      ("Content-Type", "application/json"),
    ]
    body = json?.bytes ?? []
  }

  var bytes: [UInt8] {
    var text = "\(method) \(path)\(query.isEmpty ? "" : "?" + query) HTTP/1.1\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if method != "GET" { text += "Content-Length: \(body.count)\r\n" }
    return Array((text + "\r\n").utf8) + body
  }

  func with(header name: String, _ value: String?) -> TestRequest {
    var copy = self
    copy.headers.removeAll { $0.0.lowercased() == name.lowercased() }
    if let value { copy.headers.append((name, value)) }
    return copy
  }

  /// Returns the value with the member at that dotted path replaced, or removed by nil.
  func with(_ member: String, _ value: JSON?) throws -> TestRequest {
    var copy = self
    let keys = member.split(separator: ".").map(String.init)[...]
    copy.body = replacing(keys, in: try JSONParser.parse(body).value, with: value).bytes
    return copy
  }

  func with(query: String) -> TestRequest {
    var copy = self
    copy.query = query
    return copy
  }
}

private func replacing(_ keys: ArraySlice<String>, in json: JSON, with value: JSON?) -> JSON {
  guard var object = json.objectValue, let key = keys.first else { return json }
  object[key] =
    keys.count == 1
    ? value : replacing(keys.dropFirst(), in: object[key] ?? [:], with: value)
  return .object(object)
}

func subscribe(
  as caller: Caller = anonymous, token: String = "t-1", provider: String = "ios-apns",
  status: String = "subscribed", sync: Bool = true, id: String = "r-1"
) -> TestRequest {
  TestRequest(
    "/subscription/push/subscribe/",
    query: "provider=\(provider)&matching_mode=\(caller.matching)&sync=\(sync)", as: caller, id: id,
    json: [
      "time": 1_700_000_000, "subscription_id": .string(token), "replace": false,
      "skip_triggers": false, "profile_fields": [:],
      "subscription": [
        "subscription_id": .string(token), "provider": .string(provider),
        "status": .string(status), "fields": [:], "cats": [],
      ],
    ])
}

func tokenUpdate(
  as caller: Caller = anonymous, from old: String? = "t-1", to new: String = "t-2"
) -> TestRequest {
  TestRequest(
    "/subscription/push/update/",
    query: "provider=ios-firebase&sync=true" + (old.map { "&subscription_id=\($0)" } ?? ""),
    as: caller,
    json: [
      "old_token": .optional(old), "old_provider": .optional(old.map { _ in "ios-apns" }),
      "new_token": .string(new), "new_provider": "ios-firebase",
    ])
}

func unsuspend(as caller: Caller = anonymous, token: String = "t-1") -> TestRequest {
  TestRequest(
    "/subscription/push/unsuspend/",
    query: "provider=ios-apns&matching_mode=\(caller.matching)&subscription_id=\(token)",
    as: caller,
    json: [
      "subscription": ["subscription_id": .string(token), "provider": "ios-apns"],
      "replace": true,
    ])
}

func status(as caller: Caller = anonymous, _ parameters: String = "") -> TestRequest {
  var request = TestRequest(
    "/subscription/push/status/", query: "matching_mode=\(caller.matching)\(parameters)",
    as: caller, json: nil)
  request.method = "GET"
  return request
}

func pushEvent(_ type: String = "delivery", smid: String = "m-1") -> TestRequest {
  TestRequest(
    "/event/push/\(type)", query: "matching_mode=email", as: anonymous,
    json: ["time": 1_700_000_000, "smid": .string(smid)])
}

func profileUpdate(as caller: Caller = anonymous, _ fields: JSON) -> TestRequest {
  TestRequest(
    "/profile/update", query: "", as: caller,
    json: ["profile_fields": fields, "skip_triggers": false])
}

struct Part {
  let name: String
  let type: String
  let content: String

  static func text(_ name: String, _ content: String) -> Part {
    Part(name: name, type: "text/plain; charset=utf-8", content: content)
  }

  static func json(_ name: String, _ content: String) -> Part {
    Part(name: name, type: "application/json; charset=utf-8", content: content)
  }

  static let required: [Part] = [
    .text("tz", "-180"), .text("t", "1700000000"), .text("aci", ""), .text("wn", "purchase"),
  ]
}

func mobileEvent(as caller: Caller = anonymous, _ parts: [Part] = Part.required) -> TestRequest {
  var request = TestRequest(
    "/event/post", query: "i=px-1&tr=px&t=open&v=2", as: caller, json: nil
  ).with(header: "Content-Type", "multipart/form-data; boundary=B-1")
  var body = ""
  for part in parts {
    body += "--B-1\r\nContent-Disposition: form-data; name=\"\(part.name)\"\r\n"
    body += "Content-Type: \(part.type)\r\n\r\n\(part.content)\r\n"
  }
  request.body = Array((body + "--B-1--\r\n").utf8)
  return request
}

/// A simulator that runs while the test retains it.
final class TestPlatform: Sendable {
  let simulator: Simulator
  let address: SimulatorAddress

  init(_ change: (inout SimulatorOptions) -> Void = { _ in }) throws {
    var options = SimulatorOptions()
    options.now = { 1_700_000_000_000 }
    change(&options)
    simulator = Simulator(options)
    address = try simulator.start()
  }

  deinit { simulator.stop() }

  func answer(_ request: TestRequest) throws -> RawClient.Answer {
    let client = RawClient(address)
    client.send(request.bytes)
    return try client.readAnswer()
  }

  /// Returns the profile in a successful answer.
  func profile(_ request: TestRequest) throws -> JSON? {
    let answer = try answer(request)
    let text = try answer.errorText
    try #require(answer.status == 200, "\(text)")
    return try answer.json["profile"]
  }

  @discardableResult
  func control(_ method: String, _ target: String, _ body: String = "") throws
    -> RawClient.Answer
  {
    let client = RawClient(address)
    client.send(
      "\(method) \(target) HTTP/1.1\r\nHost: \(address.host):\(address.port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    )
    return try client.readAnswer()
  }
}

/// A list of the texts that threads have appended.
final class RecordedTexts: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func append(_ text: String) { texts.withLock { $0.append(text) } }
}
