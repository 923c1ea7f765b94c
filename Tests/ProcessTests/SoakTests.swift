import Foundation
import Glibc
import JSONCodec
import Synchronization
import TestSupport
import Testing

/// Tests of continuous load: a hundred calls a second, a server that fails three in ten requests, and a kill
/// now and then. Seconds here; `Tests/soak` runs for as long as requested and shows the figures.
@Suite struct SoakTests {
  @Test("over a long run with faults and kills no job is lost and no resource grows")
  func soak() async throws {
    let given = ProcessInfo.processInfo.environment["SOAK_SECONDS"].flatMap { Int($0) }
    let seconds = given ?? 9
    let soak = Soak(killEvery: .seconds(min(300, max(3, seconds / 3))))

    try await soak.go(on: .seconds(seconds))

    #expect(soak.missing == 0)
    // At most the change of state and the sixteen events that may be unsynced, for each kill.
    #expect(soak.arrivals.repeated <= soak.kills * 17)
    // Beside other tests it may get little of the processor.
    #expect(soak.kills > 0 && soak.acknowledged.count > (given == nil ? 10 : seconds * 50))
    for life in soak.lives {
      let (early, last) = (life[life.count / 2], life[life.count - 1])
      #expect(last.residentKilobytes < early.residentKilobytes + 8 << 10, "\(life)")
      #expect(last.descriptors <= early.descriptors + 8, "\(life)")
      #expect(last.threads <= early.threads + 8, "\(life)")
    }
    #expect(soak.mostDiskBytes <= 64 << 20 + 2 * 4 << 20)
  }
}

private final class Soak {
  let arrivals = Arrivals(4_000_000)
  private(set) var acknowledged: Set<Int> = []
  private(set) var kills = 0
  /// The resource use of the bridge, second by second or minute by minute, in each of its lives.
  private(set) var lives: [[ProcessFigures]] = []
  private(set) var mostDiskBytes = 0
  var missing: Int { acknowledged.count { !arrivals.has($0) } }

  private let directory = TemporaryDirectory()
  private let server: FaultyHTTPServer
  private let isBad = Flag()
  private let killEvery: Duration
  private var next = 0

  init(killEvery: Duration) {
    self.killEvery = killEvery
    let (arrivals, isBad) = (self.arrivals, self.isBad)
    server = FaultyHTTPServer { request in
      let chance = isBad.value.load(ordering: .relaxed) ? Int.random(in: 0..<100) : 100
      switch chance {
      // These are retried.
      case 0: return .raw("")
      case 1: return .reset()
      case 2..<5: return .answer(status: 503)
      default: arrivals.record(request)
      }
      switch chance {
      case 5..<12: return .answer(status: 400)
      case 12..<18: return .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"error\":")
      case 18..<24: return .answer(status: 200, body: Array("no JSON".utf8))
      case 24..<30: return .closeAfter(pause: .milliseconds(20))
      default: return .answer(status: 200)
      }
    }
  }

  func go(on time: Duration) async throws {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < time {
      let left = time - (ContinuousClock.now - start)
      try await live(for: min(killEvery, left), since: start)
      kills += 1
    }
    isBad.value.store(false, ordering: .relaxed)
    let bridge = try await begin()
    try await eventually("all is settled", within: testTimeout * 10) {
      try await bridge.stdio.call("bridge.stats")["outbox"]?["pending"] == 0
    }
    let counts = try await bridge.stdio.call("bridge.stats")["outbox"]
    #expect(counts?["lost"] == 0 && counts?["expired"] == 0)
    report("soak: \(acknowledged.count) acknowledged, \(missing) missing; \(counts?.text ?? "")")
    try await bridge.crash()
  }

  private func begin() async throws -> ServiceProcess {
    let bridge = try ServiceProcess(serving: quickRetries, in: directory)
    try await bridge.ready()
    try await bridge.stdio.storeToken(server.url(""))
    return bridge
  }

  /// Makes a hundred calls a second, then kills the bridge at a random moment.
  private func live(for time: Duration, since start: ContinuousClock.Instant) async throws {
    let bridge = try await begin()
    let born = ContinuousClock.now
    let look = max(.seconds(1), time / 8)
    var figures: [ProcessFigures] = []
    while ContinuousClock.now - born < time {
      for _ in 0..<5 {
        try bridge.stdio.begin(
          next % 50 == 0 ? "pushSubscribe" : "deliveryEvent", Self.parameters(next))
        next += 1
      }
      if ContinuousClock.now - born >= look * figures.count {
        figures.append(ProcessFigures(of: bridge.pid))
        mostDiskBytes = max(mostDiskBytes, directory.bytesOnDisk)
        let seconds = (ContinuousClock.now - start).components.seconds
        report(
          "soak: \(seconds) s, \(next) calls, \(arrivals.distinct) arrived, "
            + "\(arrivals.repeated) repeated, \(kills) kills, "
            + "disk \(mostDiskBytes >> 20) MiB at most; \(figures.last!)")
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    bridge.send(signal: SIGKILL)
    try await bridge.waitForExit()
    try await bridge.stdio.waitForEnd()
    for message in bridge.stdio.messages {
      guard let id = message["result"]?["requestId"]?.stringValue else { continue }
      if let number = Int(id.dropFirst(2)) { acknowledged.insert(number) }
    }
    #expect(bridge.log.problems.filter { !$0.hasPrefix("ended within") } == [])
    lives.append(figures)
  }

  private static func parameters(_ number: Int) -> JSON {
    let id = JSON.string("s-\(number)")
    if number % 50 == 0 { return ["requestId": id, "customFields": ["n": .int(number)]] }
    return ["requestId": id, "messageUID": .string("uid-\(number)")]
  }
}

extension TemporaryDirectory {
  /// The disk space of the files in the directory.
  fileprivate var bytesOnDisk: Int {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.reduce(0) { sum, name in
      var status = stat()
      guard lstat(path + "/" + name, &status) == 0 else { return sum }
      return sum + Int(status.st_blocks) * 512
    }
  }
}

/// An atomic flag, initially set.
final class Flag: Sendable {
  let value = Atomic(true)
}
