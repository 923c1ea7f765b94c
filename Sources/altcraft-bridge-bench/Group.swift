/// What is measured, by the names that `--only` takes.
enum Group: String, CaseIterable {
  case ping
  case durable
  case start
  case memory

  func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    switch self {
    case .ping: try PingGroup.measure(bench)
    case .durable: try DurableGroup.measure(bench)
    case .start: try StartGroup.measure(bench)
    case .memory: try MemoryGroup.measure(bench)
    }
  }

  var summary: String {
    switch self {
    case .ping: "bridge.ping, over each transport and framing"
    case .durable: "mobileEvent, answered once it is safely on disk"
    case .start: "from starting the process to its first answer"
    case .memory: "of a process that has nothing to do, and of each connection more"
    }
  }
}
