/// A group of measurements, named as in `--only`.
enum Group: String, CaseIterable {
  case ping
  case durable
  case start
  case memory
  case events
  case recovery
  case delivery
  case retries
  case scaling

  func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    switch self {
    case .ping: try PingGroup.measure(bench)
    case .durable: try DurableGroup.measure(bench)
    case .start: try StartGroup.measure(bench)
    case .memory: try MemoryGroup.measure(bench)
    case .events: try EventsGroup.measure(bench)
    case .recovery: try RecoveryGroup.measure(bench)
    case .delivery: try DeliveryGroup.measure(bench)
    case .retries: try RetriesGroup.measure(bench)
    case .scaling: try ScalingGroup.measure(bench)
    }
  }

  var summary: String {
    switch self {
    case .ping: "bridge.ping, over each transport and framing"
    case .durable: "mobileEvent, answered when it is safely on disk"
    case .start: "time from process start to first answer"
    case .memory: "memory of an idle process and of each additional connection"
    case .events: "events to subscribers; latency is measured at the last subscriber"
    case .recovery: "start with pending jobs after an outage"
    case .delivery: "delivery from the outbox to a local server that answers immediately"
    case .retries: "a day of failing attempts, with shortened pauses"
    case .scaling: "8 calls in flight on each connection, on all processors"
    }
  }
}
