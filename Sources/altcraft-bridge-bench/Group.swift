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
    case .durable: "mobileEvent, answered once it is safely on disk"
    case .start: "from starting the process to its first answer"
    case .memory: "of a process that has nothing to do, and of each connection more"
    case .events: "events to those who subscribed; the latency is that of the last of them"
    case .recovery: "starting with what an outage has left behind"
    case .delivery: "from the outbox to a server on this machine that answers at once"
    case .retries: "a day on which every attempt fails, with its pauses cut short"
    case .scaling: "8 calls in flight on each connection, on all processors"
    }
  }
}
