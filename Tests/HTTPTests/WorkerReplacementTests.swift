import Foundation
import Glibc
import HTTP
import Synchronization
import TestSupport
import Testing

@Suite("A delivery process that is replaced under load")
struct WorkerReplacementTests {
  private let directory = TemporaryDirectory()

  @Test(
    "by plan: no attempt fails and none is made twice",
    arguments: [
      Plan("after seven requests each", 400) { $0.maxSends = 7 },
      Plan("after each request", 120) { $0.maxSends = 1 },
      // The memory is checked once a second.
      Plan("when it has grown", 1000, pause: .milliseconds(10)) { $0.maxResidentBytes = 1 },
      Plan("when it is idle", 200, pause: .milliseconds(3)) { $0.idle = .milliseconds(1) },
    ])
  func planned(plan: Plan) async throws {
    let tally = Tally()
    let server = FaultyHTTPServer { request in
      tally.record(request)
      // Some requests take long enough to be in flight while others make the process reach its limit.
      return request.path.hasSuffix("0") ? .echo : .answer(status: 200)
    }
    let name = "replaced-" + directory.path.suffix(6)
    let process = makeProcess(try named(name), plan.change)

    let failures = await sendAll(plan.count, pausing: plan.pause, process, server)

    #expect(failures.isEmpty, "\(failures)")
    #expect(tally.counts.count == plan.count && tally.counts.values.allSatisfy { $0 == 1 })
    // On a slow machine the process may never have been idle.
    var more = 0
    while process.starts == 1, more < 1000 {
      try await Task.sleep(for: plan.pause)
      more += 1
      #expect(await outcome(of: post(server.url("/more-\(more)")), process).status == 200)
    }
    #expect(process.starts > 1)
    process.close()
    try await eventually { children(named: name).isEmpty }
  }

  // URLSession takes quadratic time for the headers of a response, on the queue that all sessions share.
  @Test(
    "by an endless head: the report names the response as the reason, not a signal",
    arguments: ["the next request finds it out", "the process ends itself"])
  func busy(_ discovery: String) async throws {
    let headers = Array(String(repeating: "X-A: b\r\n", count: 2000).utf8)
    let server = FaultyHTTPServer([
      "/": .endless(head: "HTTP/1.1 200 OK\r\n", chunk: headers, pause: .zero),
      "/ok": .answer(status: 200),
    ])
    let losses = Mutex<[String]>([])
    let process = makeProcess(report: {
      if case .lost(_, let reason, _) = $0 { losses.withLock { $0.append(reason) } }
    })

    let flooded = await outcome(of: post(server.url("/"), deadline: .seconds(1)), process)
    #expect(flooded.status == nil)
    if discovery == "the next request finds it out" {
      #expect(await outcome(of: post(server.url("/ok")), process).status == 200)
    }

    try await eventually { losses.withLock { !$0.isEmpty } }
    let reason = losses.withLock { $0.first } ?? ""
    // A process that is still ending on a busy machine has no status yet.
    let isNamed = ["a response kept it busy", "(still ending)"].contains { reason.contains($0) }
    #expect(isNamed, "\(reason)")
    #expect(await outcome(of: post(server.url("/ok")), process).status == 200)
    #expect(process.starts == 2)
  }

  @Test("by force: only requests in flight fail, and none is made twice")
  func killed() async throws {
    let tally = Tally()
    let server = FaultyHTTPServer { request in
      tally.record(request)
      return .answer(status: 200)
    }
    let process = makeProcess()
    let killer = Task {
      var kills = 0
      var next = 10
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(Int.random(in: 1...10)))
        // A process that has not answered anything is restarted after growing pauses.
        guard tally.counts.count >= next, let worker = process.processID else { continue }
        kill(worker, SIGKILL)
        kills += 1
        next = tally.counts.count + Int.random(in: 5...60)
      }
      return kills
    }

    let failures = await sendAll(800, pausing: .zero, process, server)
    killer.cancel()
    let kills = await killer.value

    #expect(kills > 0 && failures.count <= kills * 4, "\(failures.count) by \(kills)")
    #expect(failures.values.allSatisfy { $0.hasPrefix("the delivery process ended") })
    // Each request was sent at most once, and exactly once if it was answered.
    for number in 0..<800 {
      let count = tally.counts["/\(number)", default: 0]
      #expect(failures["/\(number)"] == nil ? count == 1 : count <= 1, "\(number): \(count)")
    }
  }

  /// Sends the requests, four at a time. Returns the failures with their causes, by path.
  private func sendAll(
    _ count: Int, pausing pause: Duration, _ process: WorkerHTTPClient, _ server: FaultyHTTPServer
  ) async -> [String: String] {
    await withTaskGroup(of: [String: String].self) { group in
      for sender in 0..<4 {
        group.addTask {
          var failures: [String: String] = [:]
          for number in stride(from: sender, to: count, by: 4) {
            let path = "/\(number)"
            let outcome = await outcome(of: post(server.url(path)), process)
            if outcome.status != 200 { failures[path] = outcome.workerMessage ?? "\(outcome)" }
            if pause > .zero { try? await Task.sleep(for: pause) }
          }
          return failures
        }
      }
      return await group.reduce(into: [:]) { $0.merge($1) { one, _ in one } }
    }
  }

  /// Links the executable under a name that separates its processes from those of other tests.
  private func named(_ name: String) throws -> String {
    let path = directory.path + "/" + name
    try #require(symlink(builtProduct("altcraft-bridge-delivery"), path) == 0)
    return path
  }

  /// Returns the children of this process with that name, zombies included.
  private func children(named name: String) -> [String] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.flatMap { task -> [String] in
      let file = FileManager.default.contents(atPath: "/proc/self/task/\(task)/children")
      let pids = String(decoding: file ?? Data(), as: UTF8.self).split(separator: " ")
      return pids.map(String.init).filter { pid in
        FileManager.default.contents(atPath: "/proc/\(pid)/comm") == Data((name + "\n").utf8)
      }
    }
  }

  struct Plan: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let count: Int
    /// The pause of each sender after each request.
    let pause: Duration
    let change: @Sendable (inout WorkerHTTPClient.Settings) -> Void

    init(
      _ description: String, _ count: Int, pause: Duration = .zero,
      _ change: @escaping @Sendable (inout WorkerHTTPClient.Settings) -> Void
    ) {
      testDescription = description
      self.count = count
      self.pause = pause
      self.change = change
    }
  }
}

/// A count of arrivals for each path.
private final class Tally: Sendable {
  private let state = Mutex<[String: Int]>([:])

  var counts: [String: Int] { state.withLock { $0 } }

  func record(_ request: FaultyHTTPServer.Request) {
    state.withLock { $0[request.path, default: 0] += 1 }
  }
}
