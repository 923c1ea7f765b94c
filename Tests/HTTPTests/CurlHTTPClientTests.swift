import Foundation
import HTTP
import TestSupport
import Testing

@Suite("The HTTP client")
struct CurlHTTPClientTests {
  private let client = makeClient()

  @Test("a request arrives unchanged, and so does its answer")
  func plain() async throws {
    let server = FaultyHTTPServer(["/echo": .echo])
    let request = post(
      server.url("/echo?i=a%2Bb"),
      headers: [HTTPHeader("Authorization", "Bearer x.y.z"), HTTPHeader("Request-ID", "r-1")],
      body: "héllo")

    let response = try await client.send(request)

    #expect(response.status == 200)
    #expect(response.bodyIsComplete)
    #expect(response[header: "content-type"] == "text/plain")
    let echoed = String(decoding: response.body, as: UTF8.self)
    #expect(echoed.hasPrefix("POST /echo?i=a%2Bb\n"))
    #expect(echoed.hasSuffix("\n\nhéllo"))
    let received = try #require(server.requests.first)
    #expect(received[header: "Authorization"] == "Bearer x.y.z")
    #expect(received[header: "Request-ID"] == "r-1")
    #expect(received[header: "Content-Type"] == "application/json")
    #expect(received[header: "User-Agent"] == "altcraft-bridge/0.0.0-test")
    #expect(received[header: "Accept-Encoding"] == "gzip")
    #expect(received[header: "Expect"] == nil)
  }

  @Test("a GET has no body and keeps its content type")
  func get() async throws {
    let server = FaultyHTTPServer(["/echo": .echo])
    var request = post(server.url("/echo"), body: "")
    request.method = "GET"

    #expect(try await client.send(request).status == 200)

    #expect(server.requests.first?.method == "GET")
    #expect(server.requests.first?[header: "Content-Type"] == "application/json")
  }

  @Test("a large body arrives whole", arguments: [1 << 20, 8 << 20])
  func largeBody(size: Int) async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let body = String(repeating: "x", count: size)

    #expect(try await client.send(post(server.url("/"), body: body)).status == 200)

    #expect(server.requests.first?.body.count == size)
  }

  @Test(
    "an answer with any challenge is final",
    arguments: [
      nil, "Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\"", "Bearer", "Negotiate",
      "Nonsense",
    ])
  func challenge(_ challenge: String?) async throws {
    let headers = challenge.map { ["WWW-Authenticate: \($0)"] } ?? []
    let server = FaultyHTTPServer([
      "/": .answer(status: 401, headers: headers, body: Array(#"{"error":401}"#.utf8))
    ])
    let started = ContinuousClock.now

    let response = try await client.send(post(server.url("/"), deadline: testTimeout * 2))

    #expect(response.status == 401)
    #expect(response.body == Array(#"{"error":401}"#.utf8))
    #expect(response.bodyIsComplete)
    #expect(ContinuousClock.now - started < testTimeout)
    #expect(server.requests.count == 1)
  }

  @Test(
    "a redirect is an answer, and the token is not sent to its target",
    arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) async throws {
    let other = FaultyHTTPServer(["/": .answer(status: 200)])
    let server = FaultyHTTPServer([
      "/": .answer(status: status, headers: ["Location: \(other.url("/"))"])
    ])
    let request = post(server.url("/"), headers: [HTTPHeader("Authorization", "Bearer x.y.z")])

    let response = try await client.send(request)

    #expect(response.status == status)
    #expect(response[header: "Location"] == other.url("/"))
    #expect(other.requests.isEmpty)
  }

  @Test(
    "statuses arrive unchanged",
    arguments: [200, 204, 206, 299, 400, 404, 429, 500, 503, 599])
  func statuses(status: Int) async throws {
    let server = FaultyHTTPServer(["/": .answer(status: status, body: [])])

    #expect(try await client.send(post(server.url("/"))).status == status)
  }

  @Test("an interim answer is skipped", arguments: [100, 103])
  func interim(status: Int) async throws {
    let server = FaultyHTTPServer([
      "/": .raw(
        "HTTP/1.1 \(status) X\r\nLink: a\r\n\r\nHTTP/1.1 202 OK\r\nContent-Length: 2\r\n\r\n{}")
    ])

    let response = try await client.send(post(server.url("/")))

    #expect(response.status == 202)
    #expect(response.body == Array("{}".utf8))
  }

  @Test("a slow body ends at the deadline, with its headers")
  func drip() async {
    let server = FaultyHTTPServer([
      "/": .endless(
        head: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", chunk: [0x41],
        pause: .milliseconds(50))
    ])
    let started = ContinuousClock.now

    let outcome = await outcome(of: post(server.url("/"), deadline: .seconds(1)), client)

    #expect(ContinuousClock.now - started < testTimeout)
    #expect(outcome.status == 200)
    #expect((try? outcome.get())?.bodyIsComplete == false)
  }

  @Test("an endless body is cut at the limit, in bounded memory")
  func endlessBody() async throws {
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x42, count: 0x10000) + [0x0D, 0x0A]
    let server = FaultyHTTPServer([
      "/": .endless(
        head: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", chunk: chunk, pause: .zero),
      "/ok": .answer(status: 200),
    ])
    _ = try await client.send(post(server.url("/ok")))

    let response = try await client.send(post(server.url("/"), responseLimit: 100_000))

    #expect(response.status == 200)
    #expect(response.body.count == 100_000)
    #expect(!response.bodyIsComplete)
    try await eventually("it reads on after the answer") { server.openConnections == 0 }
  }

  @Test("a compressed body is cut by its decoded size, in bounded memory")
  func bomb() async throws {
    let server = FaultyHTTPServer([
      "/": .answer(
        status: 200, headers: ["Content-Encoding: gzip"], body: compressedBomb(of: 200 << 20, .gzip)
      ),
      "/ok": .answer(status: 200),
    ])
    _ = try await client.send(post(server.url("/ok")))

    let response = try await client.send(post(server.url("/"), responseLimit: 100_000))

    #expect(response.status == 200)
    #expect(response.body == [UInt8](repeating: 0, count: 100_000))
    #expect(!response.bodyIsComplete)
    try await eventually { server.openConnections == 0 }
  }

  @Test("a body exactly at the limit is complete")
  func atLimit() async throws {
    let server = FaultyHTTPServer([
      "/": .answer(status: 200, body: [UInt8](repeating: 1, count: 5000))
    ])

    let response = try await client.send(post(server.url("/"), responseLimit: 5000))

    #expect(response.body.count == 5000)
    #expect(response.bodyIsComplete)
  }

  @Test("an incomplete body keeps the headers")
  func cutBody() async throws {
    let server = FaultyHTTPServer(["/": .raw("HTTP/1.1 503 X\r\nContent-Length: 10\r\n\r\nabc")])

    let response = try await client.send(post(server.url("/")))

    #expect(response.status == 503)
    #expect(!response.bodyIsComplete)
  }

  @Test(
    "without a status line the attempt fails",
    arguments: [
      Behaviour("closed before the head", .raw("")),
      Behaviour("cut in the head", .raw("HTTP/1.1 200 OK\r\nContent-Le")),
      Behaviour("garbage", .raw("\u{1}\u{2}garbage\r\n\r\nmore\r\n\r\n")),
      Behaviour("another protocol", .raw("SSH-2.0-OpenSSH_9.2\r\n")),
      Behaviour("reset", .reset()),
      Behaviour("silence", .silence),
      Behaviour(
        "endless headers",
        .endless(head: "HTTP/1.1 200 OK\r\n", chunk: Array("X-A: b\r\n".utf8), pause: .zero)),
    ])
  func noHead(behaviour: Behaviour) async throws {
    let server = FaultyHTTPServer(["/secret": behaviour.value])
    let started = ContinuousClock.now

    let request = post(server.url("/secret?q=secret"), deadline: .seconds(2))
    let outcome = await outcome(of: request, client)

    #expect(ContinuousClock.now - started < testTimeout)
    guard case .failure(let failure) = outcome else {
      Issue.record("answered: \(outcome)")
      return
    }
    #expect(!failure.message.contains("secret"))
    if behaviour.name == "silence" {
      let timedOut = TransportFailure(.answer, "127.0.0.1:\(server.port)", "timed out")
      #expect(failure == .transport(timedOut))
    }
  }

  @Test("a refused connection and an unknown host are reported as such")
  func unreachable() async {
    let port = FaultyHTTPServer([:]).port  // The server ends with this line.

    let refused = await outcome(of: post("http://127.0.0.1:\(port)/"), client)
    let unknown = await outcome(of: post("http://no-such-host.invalid/"), client)

    #expect(
      refused.failure == TransportFailure(.connect, "127.0.0.1:\(port)", "connection refused"))
    #expect(
      unknown.failure == TransportFailure(.resolve, "no-such-host.invalid:80", "unknown host"))
  }

  @Test("a failed TLS handshake is reported as such")
  func noTLS() async throws {
    let server = FaultyHTTPServer(greeting: .text("220 mail.example ESMTP\r\n"))

    let outcome = await outcome(of: post("https://127.0.0.1:\(server.port)/"), client)

    #expect(outcome.failure?.step == .tls)
  }

  @Test("an endless body of a redirect is cut at the limit, and its head decides")
  func endlessRedirect() async throws {
    let server = FaultyHTTPServer([
      "/": .endless(
        head: "HTTP/1.1 307 X\r\nLocation: /\r\n\r\n",
        chunk: [UInt8](repeating: 65, count: 1 << 16),
        pause: .zero)
    ])

    let response = try await client.send(post(server.url("/")))

    #expect(response.status == 307 && !response.bodyIsComplete)
  }

  @Test("many headers arrive, and cookies are not stored")
  func headers() async throws {
    let many = (0..<100).map { "X-\($0): value" } + ["Set-Cookie: a=b; Path=/"]
    let server = FaultyHTTPServer(["/": .answer(status: 200, headers: many)])

    let response = try await client.send(post(server.url("/")))
    _ = try await client.send(post(server.url("/")))

    #expect(response.headers.count >= 100)
    #expect(response[header: "x-99"] == "value")
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0[header: "Cookie"] == nil })
  }

  @Test("an intact connection is reused")
  func keepAlive() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])

    for _ in 0..<20 { _ = try await client.send(post(server.url("/"))) }

    #expect(server.connectionCount == 1)
    #expect(client.connections == 1)
  }

  @Test("concurrent requests are answered in the order of their answers")
  func concurrent() async throws {
    let server = FaultyHTTPServer(["/slow": .held(status: 201), "/fast": .answer(status: 202)])

    async let slow = client.send(post(server.url("/slow")))
    #expect(await server.waitForRequests(1))
    let fast = try await client.send(post(server.url("/fast")))
    server.release()

    #expect(fast.status == 202)
    #expect(try await slow.status == 201)
  }

  @Test("a request alone shares its connection with no other one, before or after it")
  func alone() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    var alone = post(server.url("/"))
    alone.isAlone = true

    for request in [post(server.url("/")), alone, post(server.url("/")), alone] {
      #expect(try await client.send(request).status == 200)
    }

    #expect(server.connectionCount == 3)
  }

  @Test("no more requests than allowed go to an origin at a time; a long poll does not count")
  func concurrency() async throws {
    let server = FaultyHTTPServer(["/": .held(status: 200), "/poll": .held(status: 201)])
    let client = makeClient { $0.concurrency = 2 }
    var poll = post(server.url("/poll"))
    poll.isLongPoll = true

    async let polled = client.send(poll)
    #expect(await server.waitForRequests(1))
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<5 { group.addTask { await statusOfAnswer(from: server.url("/"), client) } }
      #expect(await server.waitForRequests(3))
      // A request over the limit would be on its way by the time that another connection has been served.
      let other = FaultyHTTPServer(["/": .answer(status: 202)])
      #expect(await statusOfAnswer(from: other.url("/"), client) == 202)
      #expect(server.connectionCount == 3)
      server.release()
      for await status in group { #expect(status == 200) }
    }
    #expect(try await polled.status == 201)
    #expect(server.connectionCount == 3)
  }

  @Test("closing ends the requests; no request can be sent afterwards")
  func close() async throws {
    let server = FaultyHTTPServer(["/": .silence])
    async let pending = outcome(of: post(server.url("/")), client)
    #expect(await server.waitForRequests(1))

    client.close()

    #expect(await pending == .failure(.cancelled))
    #expect(await outcome(of: post(server.url("/")), client).failure?.reason == "the bridge stops")
    try await eventually { server.openConnections == 0 }
  }

  @Test("a cancelled task ends at once, and the other tasks continue")
  func cancelled() async throws {
    let server = FaultyHTTPServer(["/": .silence, "/ok": .answer(status: 200)])
    let request = post(server.url("/"), deadline: testTimeout * 2)
    let task = Task { await outcome(of: request, client) }
    #expect(await server.waitForRequests(1))
    let started = ContinuousClock.now

    task.cancel()

    #expect(await task.value == .failure(.cancelled))
    #expect(ContinuousClock.now - started < testTimeout)
    try await eventually { server.connectionCount > 0 && server.openConnections == 0 }
    #expect(try await client.send(post(server.url("/ok"))).status == 200)
  }

  @Test("a task that is cancelled while it waits for its turn sends nothing")
  func cancelledWaiting() async throws {
    let server = FaultyHTTPServer(["/": .held(status: 200), "/next": .answer(status: 201)])
    let client = makeClient { $0.concurrency = 1 }
    async let first = client.send(post(server.url("/")))
    #expect(await server.waitForRequests(1))
    let waiting = Task { await outcome(of: post(server.url("/")), client) }
    async let last = client.send(post(server.url("/next")))

    waiting.cancel()

    #expect(await waiting.value == .failure(.cancelled))
    server.release()
    #expect(try await first.status == 200)
    #expect(try await last.status == 201)
    #expect(server.requests.count == 2)
  }

  @Test("a task that was cancelled before sends nothing")
  func cancelledBefore() async {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let request = post(server.url("/"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await outcome(of: request, client)
    }

    #expect(await task.value == .failure(.cancelled))
    client.close()
    #expect(server.requests.isEmpty)
  }

  struct Behaviour: Sendable, CustomTestStringConvertible {
    let name: String
    let value: FaultyHTTPServer.Behaviour
    var testDescription: String { name }

    init(_ name: String, _ value: FaultyHTTPServer.Behaviour) {
      self.name = name
      self.value = value
    }
  }
}
