import HTTP
import TestSupport
import Testing

@Suite("Only the platform answers a request")
struct WhoseAnswerTests {
  private static let answer = "HTTP/1.1 404 X\r\nContent-Length: 2\r\n\r\n{}"

  @Test(
    "bytes that arrive on a kept connection are not the answer to the next request",
    arguments: [
      answer, "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", "HTTP/1.1 2", "\r\n",
    ], [Duration.zero, .milliseconds(20)])
  func stray(bytes: String, pause: Duration) async throws {
    let server = FaultyHTTPServer([
      "/": .stray(bytes, after: pause), "/ok": .answer(status: 201),
    ])
    let client = makeClient()

    for round in 1...3 {
      #expect(try await client.send(post(server.url("/"))).status == 200)
      try await eventually { server.strays == round }
      #expect(try await client.send(post(server.url("/ok"))).status == 201)
    }
    #expect(server.requests.count { $0.path == "/ok" } == 3)
  }

  @Test("a 408 on a kept connection is for a request that the server did not wait for")
  func late() async throws {
    // The first request of a connection is answered, the second one meets the end of the server's patience.
    let server = FaultyHTTPServer(["/": .answer(status: 200), "/late": .raw(Self.late)])
    let client = makeClient()
    _ = try await client.send(post(server.url("/")))

    #expect(try await client.send(post(server.url("/late"))).status == 408)

    #expect(server.requests.count { $0.path == "/late" } == 2)
    #expect(server.connectionCount == 2)
  }

  private static let late = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n"

  @Test(
    "a proxy's word about the tunnel is never the answer",
    arguments: [
      ("HTTP/1.1 200 Connection established\r\n\r\n", .tls),
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", .tls),
      ("HTTP/1.1 204 X\r\n\r\n", .tls),
      ("HTTP/1.1 302 X\r\nLocation: http://127.0.0.1/\r\n\r\n", .proxy),
      ("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{}", .proxy),
      ("HTTP/1.1 407 X\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n", .proxy),
      ("HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n", .proxy),
      ("HTTP/1.1 200 Connection established\r\n\r\n\(answer)", .tls),
      ("garbage\r\n\r\n", .proxy), ("", .proxy), ("HTTP/1.1 200 Conn", .proxy),
    ] as [(String, TransportFailure.Step)])
  func tunnel(bytes: String, step: TransportFailure.Step) async throws {
    let proxy = FaultyHTTPServer(["platform.test:443": .raw(bytes)])
    let client = makeClient {
      $0.variables["https_proxy"] = "http://user:secret@127.0.0.1:\(proxy.port)"
    }

    let outcome = await outcome(of: post("https://platform.test/"), client)

    let failure = try #require(outcome.failure, "\(outcome)")
    #expect(failure.step == step, "\(failure.message)")
    #expect(
      failure.peer == (step == .proxy ? "127.0.0.1:\(proxy.port)" : "platform.test:443"))
    #expect(!failure.message.contains("secret"))
    #expect(
      proxy.requests.allSatisfy { $0.method == "CONNECT" && $0[header: "Authorization"] == nil })
  }

  @Test("a plain proxy that demands a password has not answered for the platform")
  func password() async throws {
    let proxy = FaultyHTTPServer(answering: { _ in .answer(status: 407) })
    let client = makeClient { $0.variables["http_proxy"] = proxy.url("") }

    let outcome = await outcome(of: post("http://platform.test/"), client)

    let who = "127.0.0.1:\(proxy.port)"
    #expect(outcome.failure == TransportFailure(.proxy, who, "demands a password (HTTP 407)"))
  }

  @Test(
    "a proxy that libcurl would leave out fails the attempt, and its password is in no message",
    arguments: [
      "ftp://u:secret@127.0.0.1:1", "socks9://u:secret@127.0.0.1:1",
      "http://u:secret%0a@127.0.0.1:1",
    ])
  func unfit(url: String) async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let client = makeClient { $0.proxy = url }

    let outcome = await outcome(of: post(server.url("/")), client)

    #expect(outcome.failure?.step == .proxy && outcome.failure?.peer == "127.0.0.1:1")
    #expect(outcome.failure?.message.contains("secret") == false)
    #expect(server.requests.isEmpty)
  }

  @Test("a proxy that cannot be reached is named")
  func gone() async throws {
    let port = FaultyHTTPServer([:]).port  // The server ends with this line.
    let client = makeClient { $0.proxy = "http://127.0.0.1:\(port)" }

    let outcome = await outcome(of: post("https://platform.test/"), client)

    #expect(outcome.failure == TransportFailure(.proxy, "127.0.0.1:\(port)", "connection refused"))
  }
}
