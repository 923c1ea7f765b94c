import Glibc
import HTTP
import TestSupport
import Testing

@Suite("A delivery process that waits for a response", .serialized)
struct WaitingTimingTests {
  @Test(
    "takes no processor time, on a new connection or a kept one, after a short body or a long one",
    arguments: [false, true], [2, 1 << 18])
  func idle(isKept: Bool, length: Int) async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200), "/slow": .held(status: 201)])
    let process = makeProcess()
    let body = String(repeating: " ", count: length)
    if isKept { _ = try await process.send(post(server.url("/"), body: body)) }
    async let slow = process.send(post(server.url("/slow"), body: body))
    #expect(await server.waitForRequests(isKept ? 2 : 1))
    let worker = try #require(process.processID)

    let before = processorTime(of: worker)
    try await Task.sleep(for: .milliseconds(500))
    let used = processorTime(of: worker) - before
    server.release()

    #expect(used < .milliseconds(100))
    #expect(try await slow.status == 201)
  }

  private func processorTime(of process: pid_t) -> Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return .zero
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
