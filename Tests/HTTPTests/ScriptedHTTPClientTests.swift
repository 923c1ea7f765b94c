import HTTP
import TestSupport
import Testing

@Suite("The scripted client of the tests")
struct ScriptedHTTPClientTests {
  private let request = post("http://h/")

  @Test("answers are taken from the queue, then from the default")
  func queue() async throws {
    let client = ScriptedHTTPClient([.status(503), .fail(.transport(message: "reset"))])

    #expect(try await client.send(request).status == 503)
    await #expect(throws: HTTPFailure.transport(message: "reset")) {
      try await client.send(request)
    }
    #expect(try await client.send(request).status == 200)
    #expect(client.requests == [request, request, request])
  }

  @Test("a held answer waits until it is released")
  func hold() async throws {
    let client = ScriptedHTTPClient { _ in .hold }
    async let response = client.send(request)
    await client.waitForRequests(1)

    #expect(client.heldCount == 1)
    #expect(client.release(.success(HTTPResponse(status: 204, body: []))))
    #expect(try await response.status == 204)
    #expect(!client.release(.failure(.cancelled)))
  }

  @Test("a held answer ends when its task is cancelled")
  func cancel() async {
    let client = ScriptedHTTPClient { _ in .hold }
    let task = Task { [request] in try await client.send(request) }
    await client.waitForRequests(1)

    task.cancel()

    await #expect(throws: HTTPFailure.cancelled) { try await task.value }
  }
}
