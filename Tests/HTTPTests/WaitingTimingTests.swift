import Glibc
import HTTP
import TestSupport
import Testing

@Suite("A client that waits for a response", .serialized)
struct WaitingTimingTests {
  @Test(
    "takes no processor time, on a new connection or a kept one, after a short body or a long one",
    arguments: [false, true], [2, 1 << 18])
  func idle(isKept: Bool, length: Int) async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200), "/slow": .held(status: 201)])
    let client = makeClient()
    let body = String(repeating: " ", count: length)
    if isKept { _ = try await client.send(post(server.url("/"), body: body)) }
    async let slow = client.send(post(server.url("/slow"), body: body))
    #expect(await server.waitForRequests(isKept ? 2 : 1))

    let before = clock()
    try await Task.sleep(for: .milliseconds(500))
    let used = clock() - before
    server.release()

    // In millionths of a second, for this whole process.
    #expect(used < 100_000)
    #expect(try await slow.status == 201)
  }
}
