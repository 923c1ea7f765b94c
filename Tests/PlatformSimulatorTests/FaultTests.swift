import JSONCodec
import PlatformSimulator
import Testing

@Suite struct FaultTests {
  @Test("a scripted status replaces the answer, with its headers and body")
  func scriptedStatus() throws {
    let platform = try TestPlatform()
    let fault = Fault.status(
      503, headers: [.init("Retry-After", "7"), .init("Content-Type", "text/html")], body: "<p>")
    try platform.simulator.script([ScriptRule(times: 1, fault: fault)])

    let first = try platform.answer(subscribe())
    #expect(platform.simulator.state.profiles.isEmpty)
    let second = try platform.answer(subscribe())

    #expect(first.status == 503)
    #expect(first.headers["retry-after"] == "7")
    #expect(first.headers["content-type"] == "text/html")
    #expect(first.body == Array("<p>".utf8))
    #expect(second.status == 200)
    let requests = platform.simulator.requests()
    #expect(requests.map(\.status) == [503, 200])
    #expect(requests.map(\.fault) == [fault, nil])
    #expect(requests.map(\.attempt) == [1, 2])
  }

  @Test("a scripted status without a body has the platform's default body")
  func statusWithoutBody() throws {
    let platform = try TestPlatform()
    try platform.simulator.script([
      ScriptRule(.init(nth: 1), fault: .status(429)), ScriptRule(fault: .status(204)),
    ])

    #expect(try platform.answer(subscribe()).json == ["error": 429, "error_text": "scripted"])
    let empty = try platform.answer(subscribe())
    #expect(empty.status == 204)
    #expect(empty.headers["content-length"] == nil)
  }

  @Test("drop before: the connection is closed without an effect")
  func dropBefore() throws {
    let platform = try TestPlatform()
    try platform.simulator.script([ScriptRule(fault: .drop(.before))])

    #expect(throws: RawClient.Failure.reset) { try platform.answer(subscribe()) }
    #expect(platform.simulator.state.profiles.isEmpty)
    #expect(platform.simulator.requests().map(\.status) == [nil])
  }

  @Test(
    "drop after: the answer is lost, and the second attempt with the same Request-ID is visible"
  )
  func dropAfter() throws {
    let platform = try TestPlatform()
    try platform.simulator.script([ScriptRule(times: 1, fault: .drop(.after))])

    #expect(throws: RawClient.Failure.reset) { try platform.answer(mobileEvent()) }
    #expect(platform.simulator.state.mobileEvents.count == 1)
    _ = try platform.answer(mobileEvent())

    // Not deduplicated: an event that arrives twice is stored twice.
    #expect(platform.simulator.state.mobileEvents.count == 2)
    #expect(platform.simulator.requests().map(\.attempt) == [1, 2])
    #expect(platform.simulator.requests().map(\.fault) == [.drop(.after), nil])
  }

  @Test("a truncated body has the original Content-Length")
  func truncated() throws {
    let platform = try TestPlatform()
    try platform.simulator.script([ScriptRule(fault: .truncateBody(5))])

    let answer = try platform.answer(subscribe())

    #expect(answer.status == 200)
    #expect(answer.body.count == 5)
    #expect(!answer.isComplete)
    #expect(platform.simulator.state.profiles.count == 1)
  }

  @Test("a redirect names its target and has no effect")
  func redirect() throws {
    let platform = try TestPlatform()
    try platform.simulator.script([ScriptRule(fault: .redirect(to: "http://127.0.0.1:1/x"))])

    let answer = try platform.answer(subscribe())

    #expect(answer.status == 307)
    #expect(answer.headers["location"] == "http://127.0.0.1:1/x")
    #expect(platform.simulator.state.profiles.isEmpty)
  }

  @Test("a hanging request gets no byte until the client disconnects")
  func hang() throws {
    let platform = try TestPlatform()
    try platform.simulator.script([ScriptRule(times: 1, fault: .hang)])
    let client = RawClient(platform.address, silenceMilliseconds: 50)
    client.send(subscribe().bytes)

    #expect(throws: RawClient.Failure.silent) { try client.readAnswer() }
    #expect(platform.simulator.waitForRequests(1).map(\.fault) == [.hang])
    client.endSending()
    #expect(client.isAtEnd())
  }

  @Test("a delayed request takes effect at once and is answered later")
  func delay() throws {
    let platform = try TestPlatform()
    let fault = Fault(
      .answer(status: 500, headers: [], body: nil), delayMilliseconds: 300)
    try platform.simulator.script([
      ScriptRule(times: 1, fault: .delay(milliseconds: 300)), ScriptRule(fault: fault),
    ])
    for status in [200, 500] {
      let client = RawClient(platform.address)
      let clock = ContinuousClock()
      let start = clock.now
      client.send(subscribe().bytes)

      #expect(try client.readAnswer().status == status)
      #expect(clock.now - start >= .milliseconds(300))
    }
    #expect(platform.simulator.state.profiles.count == 1)
  }

  @Test("stopping ends hanging and waiting requests")
  func stop() throws {
    let platform = try TestPlatform()
    try platform.simulator.script([
      ScriptRule(.init(nth: 1), fault: .hang),
      ScriptRule(fault: .delay(milliseconds: 3_600_000)),
    ])
    let clients = [1, 2].map { _ in RawClient(platform.address) }
    for client in clients { client.send(subscribe().bytes) }
    let waiting = RawClient(platform.address)
    waiting.send("GET /__requests?count=9&waitMs=60000 HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(platform.simulator.waitForRequests(2).count == 2)

    let clock = ContinuousClock()
    let start = clock.now
    platform.simulator.stop()

    // A waiting thread that is not woken delays `stop` by its ten seconds.
    #expect(clock.now - start < .seconds(5))
    for client in clients { #expect(client.isAtEnd()) }
  }

  @Test("rules match by path, method, Request-ID and number, and the first match wins")
  func matching() throws {
    let platform = try TestPlatform()
    try platform.simulator.script([
      ScriptRule(.init(path: "/event/push/*", nth: 2), fault: .status(502)),
      ScriptRule(.init(path: "/event/push/open"), times: 1, fault: .status(503)),
      ScriptRule(.init(method: "GET"), fault: .status(504)),
      ScriptRule(.init(requestID: "marked"), fault: .status(501)),
    ])
    func answered(_ request: TestRequest) throws -> Int { try platform.answer(request).status }

    #expect(try answered(pushEvent("open")) == 503)
    #expect(try answered(pushEvent("open")) == 502)
    #expect(try answered(pushEvent("open")) == 200)
    #expect(try answered(status()) == 504)
    #expect(try answered(subscribe(id: "marked")) == 501)
    #expect(try answered(subscribe()) == 200)
    platform.simulator.clearScript()
    #expect(try answered(subscribe(id: "marked")) == 200)
  }

  @Test("a script is installed and removed over HTTP, and reports its progress")
  func control() throws {
    let platform = try TestPlatform()
    let script = """
      {"rules":[{"match":{"path":"/profile/update"},"times":2,"fault":{"status":500,"delayMs":1}}],
       "platform":{"resourceTokens":["only"],"categories":[{"name":"a","title":"A","steady":true}]}}
      """
    #expect(try platform.control("POST", "/__script", script).status == 200)

    #expect(try platform.answer(profileUpdate([:])).status == 500)
    #expect(try platform.answer(subscribe(as: resource)).status == 401)
    #expect(
      try platform.control("GET", "/__script").json == [
        "rules": [
          [
            "match": ["path": "/profile/update"], "times": 2,
            "fault": ["status": 500, "delayMs": 1], "fitting": 1, "applied": 1,
          ]
        ]
      ])
    #expect(try platform.control("DELETE", "/__script").status == 200)
    #expect(try platform.answer(profileUpdate([:])).status == 200)
    #expect(try platform.control("POST", "/__reset").status == 200)
    #expect(try platform.answer(subscribe(as: resource)).status == 200)
  }
}
