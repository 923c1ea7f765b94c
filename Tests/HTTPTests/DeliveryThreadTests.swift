import Glibc
import HTTP
import Synchronization
import TestSupport
import Testing

@Suite("Tasks on the delivery thread")
struct DeliveryThreadTests {
  @Test("a request and the code after its answer run on the same thread")
  func oneThread() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let client = makeClient()

    let threads = await Task(executorPreference: client.executor) {
      var threads: Set<pthread_t> = [currentThread()]
      for _ in 0..<20 {
        let answer = await outcome(of: post(server.url("/")), client)
        #expect((try? answer.get())?.status == 200)
        threads.insert(currentThread())
      }
      await withTaskGroup(of: pthread_t.self) { group in
        for _ in 0..<4 { group.addTask { currentThread() } }
        for await thread in group { threads.insert(thread) }
      }
      return threads
    }.value

    #expect(threads.count == 1)
    #expect(!threads.contains(currentThread()))
  }

  @Test("a task that runs on but yields does not delay the answers of others")
  func yielding() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let client = makeClient()
    let isOver = Flag()

    let busy = Task(executorPreference: client.executor) {
      while !isOver.isSet { await Task.yield() }
    }
    // The busy task ends here, and not after this test has continued: other tests may come first then.
    let answer = Task(executorPreference: client.executor) {
      defer { isOver.set() }
      return await outcome(of: post(server.url("/")), client)
    }

    #expect(try await answer.value.get().status == 200)
    await busy.value
  }

  // Requests that waited for their turn were sent while the bridge stopped.
  @Test("after the end of sending only requests that have left are answered; no other one leaves")
  func stopSending() async throws {
    let server = FaultyHTTPServer(["/": .held(status: 200)])
    let client = makeClient { $0.concurrency = 1 }
    let request = post(server.url("/"))
    let first = Task { await outcome(of: request, client) }
    #expect(await server.waitForRequests(1))
    let waiting = (0..<4).map { _ in
      Task(executorPreference: client.executor) { await outcome(of: request, client) }
    }

    client.stopSending(within: .seconds(30))

    for task in waiting { #expect(await task.value == .failure(.cancelled)) }
    server.release()
    #expect(try await first.value.get().status == 200)
    #expect(await outcome(of: request, client) == .failure(.cancelled))
    #expect(server.requests.count == 1)
    client.close()
  }

  @Test("a request whose connection is being made has not left")
  func stopConnecting() async throws {
    // It waits for a request, and so does not answer the handshake of TLS.
    let server = FaultyHTTPServer()
    let client = makeClient()
    let request = Task { await outcome(of: post("https://127.0.0.1:\(server.port)/"), client) }
    try await eventually("it connects") { server.openConnections == 1 }

    client.stopSending(within: .seconds(30))

    #expect(await request.value == .failure(.cancelled))
    client.close()
  }

  // Such an answer was thrown away with the process, and its job sent once more.
  @Test(
    "a head that is complete at the end of the time of a stop decides; without one there is no outcome"
  )
  func stopAtHead() async throws {
    let server = FaultyHTTPServer([
      "/head": .stall(after: "HTTP/1.1 400 Bad Request\r\nContent-Length: 100\r\n\r\n"),
      "/part": .stall(after: "HTTP/1.1 400 Bad Request\r\n"),
    ])
    let client = makeClient()
    let head = Task { await outcome(of: post(server.url("/head")), client) }
    let part = Task { await outcome(of: post(server.url("/part")), client) }
    #expect(await server.waitForRequests(2))

    client.stopSending(within: .milliseconds(500))

    let response = try await head.value.get()
    #expect(response.status == 400 && !response.bodyIsComplete)
    #expect(await part.value == .failure(.cancelled))
    client.close()
  }

  @Test("a request whose kept connection ends after the end of sending is not repeated")
  func stopRepeating() async throws {
    let (requests, mayEnd) = (Requests(), Flag())
    let server = FaultyHTTPServer { _ in
      let number = requests.count.withLock { count in
        count += 1
        return count
      }
      guard number > 1 else { return .answer(status: 200) }
      while !mayEnd.isSet { usleep(1000) }
      return .reset()
    }
    let client = makeClient()
    let request = post(server.url("/"))
    #expect(try await outcome(of: request, client).get().status == 200)
    let second = Task { await outcome(of: request, client) }
    try await eventually("the server has the second request") {
      requests.count.withLock(\.self) == 2
    }

    client.stopSending(within: .seconds(30))
    mayEnd.set()

    #expect(await second.value == .failure(.cancelled))
    #expect(requests.count.withLock(\.self) == 2)
    client.close()
  }

  @Test("after the client is closed, tasks continue on another thread")
  func closed() async throws {
    let server = FaultyHTTPServer(["/": .silence])
    let client = makeClient()
    let waiting = Task(executorPreference: client.executor) {
      await outcome(of: post(server.url("/"), deadline: .seconds(30)), client)
    }
    #expect(await server.waitForRequests(1))

    client.close()

    #expect(await waiting.value == .failure(.cancelled))
    let later = Task(executorPreference: client.executor) {
      await outcome(of: post(server.url("/")), client)
    }
    #expect(await later.value.failure?.reason == "the bridge stops")
  }

  @Test("a client that was closed before its first request runs tasks too")
  func neverStarted() async {
    let client = makeClient()
    client.close()

    #expect(await Task(executorPreference: client.executor) { 7 }.value == 7)
  }
}

private final class Requests: Sendable {
  let count = Mutex(0)
}

private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}

/// Returns the current thread. The C function may not be called directly in an async context.
private func currentThread() -> pthread_t { pthread_self() }
