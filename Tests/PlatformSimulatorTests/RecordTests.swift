import JSONCodec
import PlatformSimulator
import Testing

@Suite struct RecordTests {
  private func records(_ platform: TestPlatform, _ query: String = "") throws -> JSON {
    let answer = try platform.control("GET", "/__requests\(query)")
    #expect(answer.status == 200)
    return try answer.json
  }

  @Test("a request is recorded as it arrived, with its outcome")
  func recorded() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(pushEvent("delivery"))

    let record = try records(platform)["requests"]?[0]
    #expect(
      record == [
        "index": 1, "time": 1_700_000_000_000, "method": "POST", "path": "/event/push/delivery",
        "query": ["matching_mode": "email"],
        "headers": [
          "authorization": .string("Bearer [\(fingerprint(anonymousJWT))]"), "content-length": "32",
          "content-type": "application/json", "host": "platform", "request-id": "r-1",
        ],
        "requestId": "r-1", "attempt": 1, "body": ["time": 1_700_000_000, "smid": "m-1"],
        "bodyBytes": 32, "status": 200, "errorText": nil, "fault": nil, "why": nil,
      ])
  }

  /// Computes FNV-1a folded, a second time on purpose: people compare records by this value.
  private func fingerprint(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String((hash ^ hash >> 32) & 0xFFFF_FFFF, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  @Test("a form is recorded by its parts, refused and unreadable requests unchanged")
  func bodies() throws {
    let platform = try TestPlatform()
    _ = try platform.answer(mobileEvent(Part.required + [.json("wd", #"{"a":1}"#)]))
    var broken = subscribe()
    broken.body = Array("not json".utf8)
    _ = try platform.answer(broken)

    let records = platform.simulator.requests()
    #expect(
      records[0].form == [
        "tz": "-180", "t": "1700000000", "aci": "", "wn": "purchase", "wd": ["a": 1],
      ])
    #expect(records[1].content == .text("not json"))
    #expect(records[1].status == 400)
    #expect(records[1].errorText == "the body is not JSON at byte 1")
  }

  @Test("secrets are recorded only on request")
  func secrets() throws {
    let query = "provider=ios-apns&matching_mode=secret-token&sync=1"
    let request = subscribe(as: resource).with(query: query).with(header: "Cookie", "secret-token")
    let hidden = try TestPlatform()
    _ = try hidden.answer(request)
    let shown = try TestPlatform { $0.recordedSecrets = .shown }
    _ = try shown.answer(request)

    #expect(!(try records(hidden).text.contains("secret-token")))
    #expect(
      hidden.simulator.requests().first?.headers["authorization"]?.hasPrefix("Bearer rtoken@[")
        == true)
    #expect(
      shown.simulator.requests().first?.headers["authorization"] == "Bearer rtoken@secret-token")
  }

  @Test("records are found by number, path, method and Request-ID")
  func filters() throws {
    let platform = try TestPlatform()
    for request in [
      subscribe(id: "a"), pushEvent("open"), status(), subscribe(id: "b"), subscribe(id: "a"),
    ] { _ = try platform.answer(request) }
    func indices(_ query: String) throws -> [Int] {
      try records(platform, query)["requests"]?.arrayValue?.compactMap { $0["index"]?.intValue }
        ?? []
    }

    #expect(try indices("") == [1, 2, 3, 4, 5])
    #expect(try indices("?since=3") == [4, 5])
    #expect(try indices("?since=1&limit=2") == [2, 3])
    #expect(try indices("?path=/event/push/open") == [2])
    #expect(try indices("?path=/subscription/*") == [1, 3, 4, 5])
    #expect(try indices("?method=GET") == [3])
    #expect(try indices("?requestId=a") == [1, 5])
    #expect(try records(platform)["repeated"] == 2)
    for query in ["?since=x", "?limit=0", "?waitMs=60001", "?nth=1"] {
      #expect(try platform.control("GET", "/__requests\(query)").status == 400)
    }
  }

  @Test("a client can wait for requests instead of polling")
  func waiting() throws {
    let platform = try TestPlatform()
    let waiting = RawClient(platform.address)
    waiting.send(
      "GET /__requests?count=2&waitMs=10000 HTTP/1.1\r\nHost: localhost:\(platform.address.port)\r\n\r\n"
    )
    for _ in 1...2 { _ = try platform.answer(subscribe()) }

    #expect(try waiting.readAnswer().json["requests"]?.arrayValue?.count == 2)
    #expect(try records(platform, "?count=3&waitMs=1")["requests"]?.arrayValue?.count == 2)
    #expect(platform.simulator.waitForRequests(3, milliseconds: 1).count == 2)
  }

  @Test("the record is bounded by number and by bytes, and dropped entries are counted")
  func bounded() throws {
    let few = try TestPlatform { $0.limits.recordedRequests = 3 }
    for _ in 1...10 { _ = try few.answer(pushEvent()) }
    let small = try TestPlatform { $0.limits.recordedBytes = 70 }
    for _ in 1...10 { _ = try small.answer(pushEvent()) }

    #expect(few.simulator.requests().map(\.index) == [8, 9, 10])
    #expect(small.simulator.requests().map(\.index) == [9, 10])
    let page = try records(few)
    #expect(page["dropped"] == 7)
    #expect(page["last"] == 10)
    #expect(page["repeated"] == 9)
  }

  @Test("state and record are shown and cleared on request")
  func reset() throws {
    let platform = try TestPlatform()
    for request in [subscribe(), pushEvent(), mobileEvent(), profileUpdate(["a": 1])] {
      _ = try platform.answer(request)
    }

    let state = try platform.control("GET", "/__state").json
    #expect(state["databases"]?[0]?["profiles"]?[0]?["matching"] == ["email": "a@b.c"])
    #expect(state["databases"]?[0]?["profiles"]?[0]?["triggers"] == ["fired": 2, "skipped": 0])
    #expect(state["pushEvents"] == [["smid": "m-1", "delivery": 1, "open": 0]])
    #expect(state["mobileEvents"]?[0]?["name"] == "purchase")
    #expect(state["requests"] == ["last": 4, "dropped": 0, "repeated": 3])

    #expect(try platform.control("DELETE", "/__state").status == 200)
    #expect(platform.simulator.state.profiles.isEmpty)
    #expect(platform.simulator.requests().count == 4)
    #expect(try platform.control("DELETE", "/__requests").status == 200)
    #expect(platform.simulator.requests().isEmpty)
    #expect(try platform.control("POST", "/__state").status == 405)
    #expect(try platform.control("GET", "/__nothing").status == 404)
  }
}
