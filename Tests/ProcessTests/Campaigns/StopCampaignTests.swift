import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

/// Tests that a clean stop under load repeats no request: the attempts under way get their time, and no other one begins.
@Suite struct StopCampaignTests {
  // Of 10 stops, 10 jobs were sent twice: their attempts began after the signal, and were cancelled.
  @Test("a clean stop under load loses no job and repeats no request")
  func campaign() async throws {
    let count = CampaignLength.isLong ? 1000 : CampaignLength.isShort ? 10 : 20
    let end =
      ContinuousClock.now + CampaignLength.budget(short: .max, quick: 120, long: 3600).time
    let campaign = StopCampaign()
    for round in 1...count where ContinuousClock.now < end {
      try await campaign.play(round)
      // Each round leaves jobs, and the next start reads them.
      if round % 50 == 0 { try await campaign.drain() }
      if CampaignLength.isLong, round % 20 == 0 {
        report("campaign-progress: stops: \(campaign.tally)")
      }
    }
    try await campaign.drain()

    let tally = campaign.tally
    report("campaign: clean stops under load: \(tally)")
    #expect(tally.duplicates == 0 && tally.missing == 0)
    #expect(tally.problems == [])
    // Most stops must leave jobs, or they were not under load.
    #expect(tally.faults > tally.iterations / 2, "\(tally)")
  }
}

/// A campaign with one platform, one data directory, and a bridge that is stopped again and again under load.
private final class StopCampaign {
  /// The numbers of requests by id.
  private final class Requests: Sendable {
    let counts = Mutex<[String: Int]>([:])
  }

  private let requests = Requests()
  private let server: FaultyHTTPServer
  private let directory = TemporaryDirectory()
  private var numbers = CampaignNumbers()
  private var acknowledged: Set<String> = []
  private var sum = CampaignTally()

  init() {
    server = FaultyHTTPServer { [requests] request in
      let number = requests.counts.withLock { counts in
        counts[request[header: "Request-ID"] ?? "", default: 0] += 1
        return counts.count
      }
      // The latency of a platform: a stop finds attempts under way, and others that wait for them.
      usleep(UInt32(number % 4) * 3000)
      return .answer(status: 200)
    }
  }

  var tally: CampaignTally {
    let counts = requests.counts.withLock { $0 }
    var tally = sum
    tally.acknowledged = acknowledged.count
    tally.delivered = acknowledged.count { counts[$0] != nil }
    tally.duplicates = counts.values.reduce(0) { $0 + $1 - 1 }
    tally.missing = acknowledged.count { counts[$0] == nil }
    return tally
  }

  /// Starts the bridge, calls, stops it at a random moment, and records the calls acknowledged by then.
  func play(_ round: Int) async throws {
    let bridge = try await start()
    let ids = (0..<60).map { "\(round)-\($0)" }
    let calls = try ids.map { id in
      try bridge.stdio.begin(
        "deliveryEvent", ["messageUID": .string(id), "requestId": .string(id)])
    }
    let last = Int.random(in: 0..<calls.count, using: &numbers)
    _ = try await bridge.stdio.answer(to: calls[last])

    bridge.send(signal: round % 2 == 0 ? SIGTERM : SIGINT)
    try await expectExit(of: bridge)

    for (id, call) in zip(ids, calls)
    where (try? await bridge.stdio.answer(to: call)) != nil { acknowledged.insert(id) }
    sum.iterations += 1
    if tally.missing > 0 { sum.faults += 1 }
  }

  /// Lets the bridge deliver everything that is left.
  func drain() async throws {
    let bridge = try await start()
    // Many stops leave many jobs: it goes on for as long as their number falls.
    var pending = Int.max
    while pending > 0 {
      let before = pending
      try await eventually("more jobs are delivered") {
        let statistics = try await bridge.stdio.call("bridge.stats")
        pending = statistics["outbox"]?["pending"]?.intValue ?? before
        return pending < before
      }
    }
    bridge.send(signal: SIGTERM)
    try await expectExit(of: bridge)
  }

  private func start() async throws -> ServiceProcess {
    let bridge = try ServiceProcess(serving: ["--stdio"], in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(server.url(""))
    return bridge
  }

  private func expectExit(of bridge: ServiceProcess) async throws {
    let ending = try await bridge.waitForExit()
    if ending != .exited(0) { sum.problems.append("\(ending): \(bridge.errorText)") }
    try await bridge.stdio.waitForEnd()
    sum.problems += bridge.log.problems
  }
}
