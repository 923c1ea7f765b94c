import Foundation
import Glibc
import TestSupport

/// A meter of the cost of one input to a bridge, in CPU time of all its threads.
///
/// The time is that of the kernel's clock of the process. If that clock is noisy, the least of several
/// measurements counts. A bridge that does not answer in time is replaced.
final class WorkMeter {
  /// The measured quantity, for the figures of a campaign.
  static let unit = "CPU time"

  /// 1, 10 and 100 %.
  static let shares = [0.01, 0.1, 1]

  /// The limit of the cost per byte at 100 % of a limit over that at 10 %. Quadratic work has 10.
  private static let worstGrowth = 3.0
  /// The cost below which the whole input is cheap, and the measurement is noise.
  private static let negligible = Duration.milliseconds(5)
  /// A time that no input reaches: the largest takes a second or two without optimisation.
  static let testTimeout = Duration.seconds(15)

  private let start: () async throws -> ServiceProcess
  private var running: ServiceProcess?

  init(_ start: @escaping () async throws -> ServiceProcess) { self.start = start }

  func bridge() async throws -> ServiceProcess {
    if let running, running.ending == nil { return running }
    let started = try await start()
    running = started
    return started
  }

  func end() async throws {
    try await running?.crash()
    running = nil
  }

  /// Returns the problems in the growth of the cost. `play` gives the bridge the input of that share, and
  /// returns its length, or nil when there was no answer in time.
  func problems(
    _ play: (ServiceProcess, _ share: Double) async throws -> Int?
  ) async throws -> [String] {
    var costs: [(bytes: Int, time: Duration)] = []
    for share in Self.shares {
      guard let cost = try await cost(share, play) else {
        let problem = "no answer within \(Self.testTimeout) at \(Int(share * 100)) %"
        try await end()
        return [problem]
      }
      costs.append(cost)
    }
    for _ in 1...6 {
      if isLinear(costs[1], costs[2]) { return [] }
      for (index, share) in Self.shares.enumerated().dropFirst() {
        guard let cost = try await cost(share, play) else { continue }
        // The 10 % count with their longest time, the 100 % with their shortest: noise only ever adds.
        costs[index].time = min(costs[index].time, cost.time)
      }
    }
    guard !isLinear(costs[1], costs[2]) else { return [] }
    let text = costs.map { "\($0.bytes) bytes \($0.time)" }.joined(separator: ", ")
    return ["\(Self.unit) per byte grows: \(text)"]
  }

  private func isLinear(
    _ tenth: (bytes: Int, time: Duration), _ whole: (bytes: Int, time: Duration)
  ) -> Bool {
    let bytes = Double(whole.bytes) / Double(max(1, tenth.bytes))
    return whole.time < Self.negligible || whole.time < tenth.time * (bytes * Self.worstGrowth)
  }

  private func cost(
    _ share: Double, _ play: (ServiceProcess, Double) async throws -> Int?
  ) async throws -> (bytes: Int, time: Duration)? {
    let bridge = try await bridge()
    let before = Self.time(of: bridge)
    guard let bytes = try await play(bridge, share) else { return nil }
    return (bytes, max(.zero, Self.time(of: bridge) - before))
  }

  private static func time(of bridge: ServiceProcess) -> Duration {
    processorTime(of: bridge.pid)
  }
}

extension RawPeer {
  /// Sends bytes and then a ping, and waits for its answer or for the end of the connection. Returns false
  /// when neither arrives.
  func plays(_ bytes: [UInt8], then ping: String) -> Bool {
    let deadline = ContinuousClock.now + WorkMeter.testTimeout
    let mark = Data("the-last".utf8)
    var rest = (bytes + Array(ping.utf8))[...]
    var tail = Data()
    while .now < deadline {
      // The bridge stops reading from a peer that does not read its answers.
      if !rest.isEmpty {
        guard let count = writeSome(rest.prefix(1 << 16)) else { return true }
        rest = rest.dropFirst(count)
      }
      switch read(milliseconds: rest.isEmpty ? 50 : 1) {
      case .bytes(let bytes):
        tail = tail.suffix(mark.count) + Data(bytes)
        if tail.range(of: mark) != nil { return true }
      case .ended: return true
      case .nothing: break
      }
    }
    return false
  }
}
