import Foundation
import Glibc
import HTTP
import Synchronization
import TestSupport
import Testing

@Suite("The life cycle of the delivery process")
struct WorkerHTTPClientTests {
  @Test("concurrent requests are answered in the order of their answers")
  func concurrent() async throws {
    let server = FaultyHTTPServer(["/slow": .held(status: 201), "/fast": .answer(status: 202)])
    let process = makeProcess()

    async let slow = process.send(post(server.url("/slow")))
    #expect(await server.waitForRequests(1))
    let fast = try await process.send(post(server.url("/fast")))
    server.release()

    #expect(fast.status == 202)
    #expect(try await slow.status == 201)
    #expect(process.starts == 1)
  }

  @Test("no process is started before the first request")
  func lazy() {
    let process = makeProcess()

    #expect(process.starts == 0)
    #expect(process.processID == nil)
    process.close()
  }

  @Test("when it is killed its requests fail at once, and the next request works")
  func killed() async throws {
    let server = FaultyHTTPServer(["/": .silence, "/ok": .answer(status: 200)])
    let process = makeProcess()
    let started = ContinuousClock.now
    async let first = outcome(of: post(server.url("/"), deadline: testTimeout * 2), process)
    async let second = outcome(of: post(server.url("/"), deadline: testTimeout * 2), process)
    #expect(await server.waitForRequests(2))

    kill(try #require(process.processID), SIGKILL)

    let message = "the delivery process ended unexpectedly (signal 9)"
    #expect(await first.workerMessage == message)
    #expect(await second.workerMessage == message)
    #expect(try await process.send(post(server.url("/ok"))).status == 200)
    #expect(ContinuousClock.now - started < testTimeout)
    #expect(process.starts == 2)
  }

  @Test("the end of each process is reported: its cause, and since when no process has answered")
  func reports() async throws {
    let server = FaultyHTTPServer(["/": .silence, "/ok": .answer(status: 200)])
    let reports = Mutex<[WorkerHTTPClient.Report]>([])
    let process = makeProcess(report: { report in reports.withLock { $0.append(report) } })
    var workers: [Int32] = []
    for count in 1...2 {
      async let lost = outcome(of: post(server.url("/"), deadline: .seconds(30)), process)
      #expect(await server.waitForRequests(count))
      workers.append(try #require(process.processID))
      kill(workers[count - 1], SIGKILL)
      _ = await lost
    }
    _ = try await process.send(post(server.url("/ok")))
    let last = try #require(process.processID)
    process.close()

    let reason = "the delivery process ended unexpectedly (signal 9)"
    #expect(
      reports.withLock { $0 } == [
        .started(processID: workers[0]),
        .lost(processID: workers[0], reason: reason, inARow: 1),
        .started(processID: workers[1]),
        .lost(processID: workers[1], reason: reason, inARow: 2),
        .started(processID: last),
      ])
  }

  @Test("it ignores a hangup: SIGHUP to the whole service requests a reload")
  func hangup() async throws {
    let server = FaultyHTTPServer(["/slow": .held(status: 201)])
    let process = makeProcess()
    async let slow = process.send(post(server.url("/slow")))
    #expect(await server.waitForRequests(1))

    kill(try #require(process.processID), SIGHUP)
    server.release()

    #expect(try await slow.status == 201)
    #expect(process.starts == 1)
  }

  @Test("a hung process is replaced after the deadline")
  func hung() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let process = makeProcess { $0.grace = .milliseconds(200) }
    _ = try await process.send(post(server.url("/")))
    let worker = try #require(process.processID)
    kill(worker, SIGSTOP)
    let started = ContinuousClock.now

    let outcome = await outcome(of: post(server.url("/"), deadline: .milliseconds(300)), process)

    #expect(outcome.workerMessage == "the delivery process hung and was killed")
    #expect(ContinuousClock.now - started >= .milliseconds(500))
    #expect(ContinuousClock.now - started < testTimeout)
    #expect(try await process.send(post(server.url("/"))).status == 200)
    #expect(process.starts == 2)
    try await eventually { !exists(worker) }
  }

  @Test("an idle process exits, is reaped, and is started again when needed; the exit is reported")
  func idle() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let reports = Mutex<[WorkerHTTPClient.Report]>([])
    let process = makeProcess {
      $0.idle = .milliseconds(50)
    } report: { report in
      reports.withLock { $0.append(report) }
    }
    _ = try await process.send(post(server.url("/")))
    // By now it may have exited.
    guard case .started(let worker) = reports.withLock({ $0.first }) else {
      Issue.record("no start was reported")
      return
    }

    try await eventually { process.processID == nil && !exists(worker) }
    // The report follows the end.
    try await eventually {
      reports.withLock { $0 } == [.started(processID: worker), .ended(processID: worker)]
    }
    _ = try await process.send(post(server.url("/")))

    #expect(process.starts == 2)
  }

  @Test("it is replaced after its maximum number of requests, after those in flight have completed")
  func share() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200), "/slow": .held(status: 201)])
    let process = makeProcess { $0.maxSends = 3 }

    async let slow = process.send(post(server.url("/slow")))
    #expect(await server.waitForRequests(1))
    let first = try #require(process.processID)
    for _ in 0..<4 { _ = try await process.send(post(server.url("/"))) }

    #expect(process.starts == 2)
    #expect(exists(first))
    server.release()
    #expect(try await slow.status == 201)
    try await eventually { !exists(first) }
  }

  @Test("it is replaced when it has grown")
  func grown() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let process = makeProcess { $0.maxResidentBytes = 1 << 20 }
    let started = ContinuousClock.now

    while process.starts < 2 && ContinuousClock.now - started < testTimeout {
      _ = try await process.send(post(server.url("/")))
    }

    #expect(process.starts == 2)
  }

  @Test("closing ends it and its requests; no request can be sent afterwards")
  func close() async throws {
    let server = FaultyHTTPServer(["/": .silence])
    let process = makeProcess()
    async let pending = outcome(of: post(server.url("/")), process)
    #expect(await server.waitForRequests(1))
    let worker = try #require(process.processID)

    process.close()

    #expect(!exists(worker))
    #expect(await pending.workerMessage == "the delivery process was closed")
    #expect(
      await outcome(of: post(server.url("/")), process).workerMessage
        == "the delivery process was closed")
    #expect(process.processID == nil)
  }

  @Test("it exits when the process that started it has exited")
  func released() async throws {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    var process: WorkerHTTPClient? = makeProcess()
    _ = try await process?.send(post(server.url("/")))
    let worker = try #require(process?.processID)

    process = nil

    try await eventually { !exists(worker) }
  }

  @Test("a cancelled task ends at once, and the other tasks continue")
  func cancelled() async throws {
    let server = FaultyHTTPServer(["/": .silence, "/ok": .answer(status: 200)])
    let process = makeProcess()
    let request = post(server.url("/"), deadline: testTimeout * 2)
    let task = Task { await outcome(of: request, process) }
    #expect(await server.waitForRequests(1))
    let started = ContinuousClock.now

    task.cancel()

    #expect(await task.value == .failure(.cancelled))
    #expect(ContinuousClock.now - started < testTimeout)
    try await eventually { server.connectionCount > 0 && server.openConnections == 0 }
    #expect(try await process.send(post(server.url("/ok"))).status == 200)
    #expect(process.starts == 1)
  }

  @Test("a task that was cancelled before sends nothing")
  func cancelledBefore() async {
    let server = FaultyHTTPServer(["/": .answer(status: 200)])
    let process = makeProcess()
    let request = post(server.url("/"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await outcome(of: request, process)
    }

    #expect(await task.value == .failure(.cancelled))
    process.close()
    #expect(server.requests.isEmpty)
  }

  @Test("more concurrent requests than the limit fail at once")
  func outstanding() async throws {
    let server = FaultyHTTPServer(["/": .held(status: 200)])
    let process = makeProcess { $0.maxOutstanding = 2 }
    async let first = process.send(post(server.url("/")))
    async let second = process.send(post(server.url("/")))
    #expect(await server.waitForRequests(2))

    #expect(
      await outcome(of: post(server.url("/")), process).workerMessage
        == "2 requests are already in progress")

    server.release()
    #expect(try await first.status == 200)
    #expect(try await second.status == 200)
    #expect(try await process.send(post(server.url("/"))).status == 200)
  }
}
