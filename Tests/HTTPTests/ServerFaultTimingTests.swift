import Foundation
import Glibc
import HTTP
import TestSupport
import Testing

@Suite("Servers that reset, never accept, or answer before the end of a request", .serialized)
struct ServerFaultTimingTests {
  private let client = makeClient()

  @Test(
    "a 401 ends the attempt for every challenge, and the token is sent once",
    arguments: [
      [], ["Basic realm=\"a\""], ["Digest realm=\"a\", nonce=\"b\", qop=\"auth\""],
      ["Bearer error=\"invalid_token\""], ["NTLM"], ["Negotiate"], ["NTLM TlRMTVNTUAACAAAA"],
      ["Basic", "Digest realm=\"a\", nonce=\"b\"", "NTLM", "Negotiate", "Bearer"],
      ["Basic realm=\"a\", Digest realm=\"b\", nonce=\"c\""], ["", "="], ["Nonsense a=b"],
    ])
  func challenges(challenges: [String]) async throws {
    let headers = challenges.map { "WWW-Authenticate: \($0)" }
    let server = FaultyHTTPServer([
      "/": .answer(status: 401, headers: headers), "/ok": .answer(status: 200),
    ])
    let token = HTTPHeader("Authorization", "Bearer x.y.z")

    let outcome = await outcome(of: post(server.url("/"), headers: [token]), client)

    #expect(outcome.status == 401)
    #expect(try outcome.get().body == Array("{}".utf8))
    #expect(try outcome.get().bodyIsComplete, "it ended at the deadline only")
    #expect(await statusOfAnswer(from: server.url("/ok"), client) == 200)
    #expect(server.requests.map(\.path) == ["/", "/ok"])
    #expect(server.requests[0][header: "Authorization"] == "Bearer x.y.z")
  }

  @Test("bytes after an answer are not taken for the answer to the next request")
  func splitAnswer() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    let server = FaultyHTTPServer([
      "/garbage": .excess(answer + "garbage"),
      "/forged": .excess(answer + "HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n"),
      "/ok": .answer(status: 201),
    ])

    for path in ["/garbage", "/forged", "/forged"] {
      #expect(try await client.send(post(server.url(path))).status == 200)
      #expect(try await client.send(post(server.url("/ok"))).status == 201)
    }
  }

  @Test("a request that met the end of a kept connection goes out once more, with its body")
  func closedAfterReading() async throws {
    let server = FaultyHTTPServer(["/": .answerOnce])

    for _ in 0..<8 { #expect(await statusOfAnswer(from: server.url("/"), client) == 200) }

    #expect(server.requests.count == 15)
    #expect(server.requests.allSatisfy { $0.body == Array("{}".utf8) })
  }

  @Test("a server that resets every connection, or never accepts one, counts as unreachable")
  func unfriendly() async throws {
    let resetting = FaultyHTTPServer(greeting: .reset)
    let deaf = try DeafListener()
    let friendly = FaultyHTTPServer(["/ok": .answer(status: 200)])
    for url in [resetting.url("/"), "http://127.0.0.1:\(deaf.port)/"] {
      let outcome = await outcome(of: post(url, deadline: .seconds(1)), client)

      #expect(outcome.failure != nil, "\(url)")
      #expect(await statusOfAnswer(from: friendly.url("/ok"), client) == 200)
    }
  }

  @Test("an answer before a large request was read is used as the answer, or counts as missing")
  func earlyAnswer() async throws {
    let early = "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    let server = FaultyHTTPServer(greeting: .text(early))
    let friendly = FaultyHTTPServer(["/ok": .answer(status: 200)])
    let body = String(repeating: "x", count: 4 << 20)

    let request = post(server.url("/"), body: body, deadline: .seconds(1))
    let outcome = await outcome(of: request, client)

    #expect(outcome.status == 413 || outcome.failure != nil, "\(outcome)")
    #expect(await statusOfAnswer(from: friendly.url("/ok"), client) == 200)
  }

  @Test("a hung or flooding server does not delay other requests")
  func sideBySide() async throws {
    let chunk = [UInt8](repeating: 66, count: 1 << 16)
    let server = FaultyHTTPServer([
      "/hung": .silence, "/ok": .answer(status: 200),
      "/flood": .endless(head: "HTTP/1.1 200 OK\r\n\r\n", chunk: chunk, pause: .zero),
    ])
    let patient = post(server.url("/hung"), deadline: .seconds(30))
    let hung = Task { await outcome(of: patient, client) }
    #expect(await server.waitForRequests(1))
    let flooded = post(server.url("/flood"), deadline: .seconds(2))

    async let flood = outcome(of: flooded, client)
    for _ in 0..<20 {
      #expect(await outcome(of: post(server.url("/ok")), client).status == 200)
    }

    #expect(await flood.status == 200)
    hung.cancel()
    #expect(await hung.value == .failure(.cancelled))
  }
}

/// A port that never answers: its accept queue is full, and nothing is accepted.
private final class DeafListener {
  let port: UInt16
  private var descriptors: [Int32] = []

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    descriptors.append(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var others: [Int32] = []
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = listen(listener, 0)
        _ = getsockname(listener, $0, &length)
        // The queue takes one connection; the others wait for a place.
        for _ in 0..<4 {
          let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
          let other = socket(AF_INET, type, 0)
          _ = connect(other, $0, length)
          others.append(other)
        }
      }
    }
    descriptors += others
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
