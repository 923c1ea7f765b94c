import Foundation
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

/// Tests that kill and stop the delivery process at random moments under load. A few times here;
/// `WORKER_CAMPAIGN` sets the number.
@Suite struct WorkerCampaignTests {
  @Test(
    "whenever the delivery process dies or hangs, no job is lost, and only requests in flight are repeated"
  )
  func campaign() async throws {
    let rounds = ProcessInfo.processInfo.environment["WORKER_CAMPAIGN"].flatMap { Int($0) } ?? 8
    let arrivals = WorkArrivals()
    let server = FaultyHTTPServer { request in
      arrivals.record(request)
      return .answer(status: 200)
    }
    let limits = ["--limit", "attemptSeconds=1", "--limit", "outQueueBytes=16777216"]
    try await withBridge(quickRetries + limits) { bridge in
      let host = bridge.stdio
      try await host.storeToken(server.url(""))
      try await host.call("events.subscribe", ["codes": [500]])
      var ids: [String] = []
      var strikes = 0
      for round in 0..<rounds {
        for number in 0..<40 {
          ids.append(try host.offer(round, number))
          if number % 10 == 9 { try await Task.sleep(for: .milliseconds(Int.random(in: 0...15))) }
          guard number == 20, let worker = children(of: bridge.pid).last else { continue }
          // Every fourth worker hangs, which is detected when the time of an attempt ends.
          kill(worker, round % 4 == 3 ? SIGSTOP : SIGKILL)
          strikes += 1
        }
      }

      try await eventually("all is delivered") {
        let outbox = try await host.call("bridge.stats")["outbox"]
        return outbox?["pending"] == 0 && outbox?["accepted"] == .int(ids.count)
      }

      let outbox = try await host.call("bridge.stats")["outbox"]
      #expect(outbox?["delivered"] == .int(ids.count) && host.notifications("events.gap").isEmpty)
      let failures = host.events.reduce(into: [String: Int]()) {
        $0[$1["requestId"]?.stringValue ?? "", default: 0] += 1
      }
      print(
        "worker-campaign: strikes \(strikes), jobs \(ids.count), attempts that failed",
        "\(failures.values.reduce(0, +)), arrivals \(arrivals.all.values.reduce(0) { $0 + $1.count })"
      )
      // At most four attempts are in flight.
      #expect(strikes == 0 || failures.values.reduce(0, +) <= 4 * strikes)
      for id in ids {
        let came = arrivals.all[id]
        #expect(came != nil, "\(id) never came")
        #expect(came?.count ?? 0 <= 1 + failures[id, default: 0], "\(id) came too often")
        #expect(came?.hasChanged == false, "\(id) changed")
      }
      let state = ids.filter { $0.hasPrefix("state") }
      #expect(arrivals.order.filter { $0.hasPrefix("state") } == state)
    }
  }
}

/// The arrived requests, by `Request-ID`.
private final class WorkArrivals: Sendable {
  struct Came {
    var count = 0
    var body: [UInt8] = []
    var hasChanged = false
  }

  private struct State {
    var all: [String: Came] = [:]
    var order: [String] = []
  }

  private let state = Mutex(State())

  var all: [String: Came] { state.withLock { $0.all } }
  /// The ids in the order of their first arrival.
  var order: [String] { state.withLock { $0.order } }

  func record(_ request: FaultyHTTPServer.Request) {
    let id = request[header: "Request-ID"] ?? "none"
    // The boundary of a form's parts is different each time.
    let isForm = request[header: "Content-Type"]?.hasPrefix("multipart") == true
    let body = isForm ? [] : request.body
    state.withLock { state in
      var came = state.all[id] ?? Came(body: body)
      if came.count == 0 { state.order.append(id) }
      came.count += 1
      if came.body != body { came.hasChanged = true }
      state.all[id] = came
    }
  }
}

extension WireConnection {
  /// Makes a call of some kind, without waiting for its answer. Returns its id.
  fileprivate func offer(_ round: Int, _ number: Int) throws -> String {
    switch number % 4 {
    case 0:
      let id = "state-\(round)-\(number)"
      try begin("pushSubscribe", ["requestId": .string(id), "customFields": ["n": .int(number)]])
      return id
    case 1:
      let id = "event-\(round)-\(number)"
      try begin("mobileEvent", ["requestId": .string(id), "sid": "pixel", "eventName": "e"])
      return id
    default:
      let id = "push-\(round)-\(number)"
      try begin("deliveryEvent", ["requestId": .string(id), "messageUID": .string("uid-" + id)])
      return id
    }
  }
}
