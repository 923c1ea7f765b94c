import JSONCodec
import PlatformSimulator
import Synchronization
import Testing

@Suite struct WireTests {
  @Test(
    "input that is not HTTP is refused with a text, and the connection ends",
    arguments: [
      ("\u{16}\u{3}\u{1}\r\n", 400),
      ("hello\r\n\r\n", 400),
      ("GET / HTTP/1.1\nHost: x\n\n", 400),
      ("GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("GET / HTTP/1.0\r\nHost: x\r\n\r\n", 505),
      ("GET / HTTP/2\r\nHost: x\r\n\r\n", 505),
      ("G@T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("GET * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("GET /é HTTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\nA: \u{1}\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
      (
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400
      ),
      ("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
      ("GET / HTTP/1.1\r\nHost: x\r\nExpect: luck\r\n\r\n", 417),
      ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n7D0\r\n", 413),
      ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
      ("GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 9000))\r\n\r\n", 431),
      ("GET / HTTP/1.1\r\n\(String(repeating: "A: b\r\n", count: 101))\r\n", 431),
    ])
  func garbage(text: String, status: Int) throws {
    let platform = try TestPlatform { $0.limits.bodyBytes = 1000 }
    let client = RawClient(platform.address)
    client.send(text)

    let answer = try client.readAnswer()

    #expect(answer.status == status)
    #expect(try answer.errorText.hasPrefix("bad HTTP request: "))
    #expect(answer.headers["connection"] == "close")
    #expect(client.isAtEnd())
    #expect(platform.simulator.requests().isEmpty)
  }

  @Test("a request that ends or stalls halfway gets an error")
  func unfinished() throws {
    let platform = try TestPlatform { $0.limits.idleMilliseconds = 50 }
    let ending = RawClient(platform.address)
    ending.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab")
    ending.endSending()
    let stalling = RawClient(platform.address)
    stalling.send("POST / HTTP/1.1\r\nHost")
    let idle = RawClient(platform.address)

    #expect(try ending.readAnswer().status == 400)
    #expect(try stalling.readAnswer().status == 408)
    #expect(idle.isAtEnd())
  }

  @Test("one connection accepts many requests, also pipelined ones, and answers in order")
  func pipelining() throws {
    let platform = try TestPlatform()
    let client = RawClient(platform.address)
    var lost = pushEvent()
    lost.path = "/nowhere"

    client.send(
      subscribe().bytes + pushEvent().bytes + Array("\r\n".utf8) + lost.bytes
        + mobileEvent().bytes)

    #expect(try (1...4).map { _ in try client.readAnswer().status } == [200, 200, 404, 200])
    client.send(status().with(header: "Connection", "close").bytes)
    let last = try client.readAnswer()
    #expect(last.headers["connection"] == "close")
    #expect(client.isAtEnd())
  }

  @Test("a body may arrive in chunks, with extensions and trailers")
  func chunked() throws {
    let platform = try TestPlatform()
    var request = pushEvent(smid: "chunked")
    let body = request.body
    request.method = "GET"  // Keeps Content-Length out of the head.
    request.body = []
    let head = String(decoding: request.bytes, as: UTF8.self)
      .replacing("GET /", with: "POST /", maxReplacements: 1)
      .replacing("\r\n\r\n", with: "\r\nTransfer-Encoding: chunked\r\n\r\n")
    var chunks = Array(head.utf8)
    for byte in body { chunks += Array("1;x=y\r\n".utf8) + [byte] + Array("\r\n".utf8) }
    chunks += Array("0\r\nTrailer: t\r\n\r\n".utf8)
    let client = RawClient(platform.address)

    client.send(chunks + pushEvent(smid: "next").bytes)

    #expect(try client.readAnswer().status == 200)
    #expect(try client.readAnswer().status == 200)
    #expect(platform.simulator.state.pushMessages.keys.sorted() == ["chunked", "next"])
  }

  @Test("a client that sends Expect gets 100 Continue")
  func continues() throws {
    let platform = try TestPlatform()
    let client = RawClient(platform.address)
    let request = pushEvent().with(header: "Expect", "100-continue")
    client.send(Array(request.bytes.dropLast(request.body.count)))

    #expect(try client.readHead() == "HTTP/1.1 100 Continue")
    client.send(request.body)
    #expect(try client.readAnswer().status == 200)
  }

  @Test("an absolute target is accepted, and HEAD gets no body")
  func targets() throws {
    let platform = try TestPlatform()
    let client = RawClient(platform.address)
    client.send(
      "GET http://x:1/__state HTTP/1.1\r\nHost: localhost:\(platform.address.port)\r\n\r\n")
    #expect(try client.readAnswer().status == 200)
    client.send("HEAD /profile/update HTTP/1.1\r\nHost: x\r\n\r\n")

    let head = try client.readHead()

    #expect(head.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n"))
    #expect(head.contains("Allow: POST"))
    client.send("GET /__state HTTP/1.1\r\nHost: localhost:\(platform.address.port)\r\n\r\n")
    #expect(try client.readAnswer().status == 200)
  }

  @Test("200 concurrent requests are all answered over fewer connections")
  func concurrent() async throws {
    let platform = try TestPlatform { $0.limits.connections = 16 }
    // All have connected and sent a request before the first one reads.
    let clients = (1...200).map { number in
      let client = RawClient(platform.address)
      let caller = Caller.email("\(number)@b.c", database: number % 3)
      client.send(
        subscribe(as: caller, token: "t-\(number)", id: "r-\(number)")
          .with(header: "Connection", "close").bytes)
      return client
    }

    #expect(try clients.map { try $0.readAnswer().status } == Array(repeating: 200, count: 200))
    #expect(platform.simulator.state.profiles.count == 200)
    #expect(platform.simulator.state.databases.count == 3)
    #expect(platform.simulator.requests().map(\.index) == Array(1...200))
  }

  @Test("a simulator starts, stops, and starts again with its earlier state")
  func restart() throws {
    let simulator = Simulator()
    let address = try simulator.start()
    #expect(try simulator.start() == address)
    #expect(address.url == "http://127.0.0.1:\(address.port)")
    let client = RawClient(address)
    client.send(subscribe().bytes)
    #expect(try client.readAnswer().status == 200)

    simulator.stop()
    simulator.stop()

    #expect(client.isAtEnd())
    let again = RawClient(try simulator.start())
    again.send(status().bytes)
    #expect(try again.readAnswer().json["profile"]?["id"] == "db1-p1")
    let taken = Simulator(port: try simulator.start().port)
    #expect(throws: SimulatorError.self) { try taken.start() }
    let nowhere = #expect(throws: SimulatorError.self) {
      try Simulator(host: "example.invalid").start()
    }
    #expect(nowhere?.message == "example.invalid: must be an IPv4 or IPv6 address")
    simulator.stop()
  }
}
