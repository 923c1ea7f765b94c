/// The round trip of a request that costs nothing in itself.
enum PingGroup {
  private struct Workload {
    let name: String
    let placement: CPUs.Placement
    let inFlight: Int
    let count: Int
  }

  private struct Contestant {
    let label: String
    let process: MeasuredProcess
    let wire: RawConnection
    let template: RequestTemplate
  }

  private enum Transport: String, CaseIterable { case stdio, unix, tcp }

  static func measure(_ bench: Bench) throws(BenchError) -> [Row] {
    var rows: [Row] = []
    for transport in Transport.allCases {
      for framing in Framing.ofStreams {
        rows += try measure(transport, framing, bench)
      }
    }
    return rows + (try webSocket(bench))
  }

  /// Compares the WebSocket with TCP, in the same rounds.
  private static func webSocket(_ bench: Bench) throws(BenchError) -> [Row] {
    let workloads = workloads(bench).filter { $0.inFlight <= 64 }
    var rows = workloads.map { workload in
      workload.inFlight == 1
        ? Row(
          .ping, "websocket, \(workload.name)", .p50Microseconds,
          goals: [Goal(.p50Microseconds, .atMost(1.15), of: "tcp")])
        : Row(
          .ping, "websocket, \(workload.name)", .perSecond,
          goals: [Goal(.perSecond, .atLeast(0.8), of: "tcp")])
    }
    bench.workspace.allow(seconds: 60)
    let overTCP = try Bridge(bench, .tcp)
    // The measurement does not answer the pings of an idle connection.
    let overWebSocket = try Bridge(bench, .webSocket, limits: ["idleSeconds": 3600])
    let contestants = [
      Contestant(
        label: "bridge", process: overWebSocket.process,
        wire: try overWebSocket.connect(.webSocket),
        template: RequestTemplate(RequestTemplate.pingText, .webSocket)),
      Contestant(
        label: "tcp", process: overTCP.process, wire: try overTCP.connect(),
        template: RequestTemplate(RequestTemplate.pingText)),
    ]
    try measure(workloads, contestants, "websocket", into: &rows, bench)
    return rows
  }

  /// Returns a selection of many possible cases: one call that waits, and calls that do not.
  private static func workloads(_ bench: Bench) -> [Workload] {
    let all = [
      Workload(
        name: "1 in flight, one CPU", placement: .one, inFlight: 1,
        count: bench.count(20_000, quick: 2000)),
      Workload(
        name: "1 in flight, two CPUs", placement: .two, inFlight: 1,
        count: bench.count(4000, quick: 500)),
      Workload(
        name: "64 in flight, two CPUs", placement: .two, inFlight: 64,
        count: bench.count(200_000, quick: 20_000)),
      Workload(
        name: "1024 in flight, two CPUs", placement: .two, inFlight: 1024,
        count: bench.count(600_000, quick: 50_000)),
    ]
    return CPUs.allowed.count > 1 ? all : all.filter { $0.placement == .one }
  }

  private static func measure(
    _ transport: Transport, _ framing: Framing, _ bench: Bench
  ) throws(BenchError) -> [Row] {
    let name = "\(transport.rawValue), \(framing.title)"
    let workloads = workloads(bench)
    var rows = workloads.map { workload in
      Row(
        .ping, "\(name), \(workload.name)", workload.inFlight == 1 ? .p50Microseconds : .perSecond,
        goals: goals(workload, transport))
    }
    bench.workspace.allow(seconds: 60)
    var contestants = [try bridge(transport, framing, bench)]
    contestants.append(try baseline(.json, transport, framing, bench))
    contestants.append(try baseline(.raw, transport, framing, bench))
    if transport == .stdio, framing == .newline {
      for peer in bench.options.peers { contestants.append(try contestant(peer, bench)) }
    }
    try measure(workloads, contestants, name, into: &rows, bench)
    return rows
  }

  private static func measure(
    _ workloads: [Workload], _ contestants: [Contestant], _ name: String, into rows: inout [Row],
    _ bench: Bench
  ) throws(BenchError) {
    for contestant in contestants {
      _ = try Load(template: contestant.template, inFlight: 8, count: 1000)
        .run(over: [contestant.wire])
    }
    try bench.rounds("ping: \(name)") { _ throws(BenchError) in
      for (index, workload) in workloads.enumerated() {
        for contestant in contestants {
          CPUs.place(workload.placement, child: contestant.process.pid)
          let load = Load(
            template: contestant.template, inFlight: workload.inFlight, count: workload.count)
          rows[index].add(
            try load.run(over: [contestant.wire], in: contestant.process), of: contestant.label)
        }
      }
    }
  }

  private static func goals(_ workload: Workload, _ transport: Transport) -> [Goal] {
    let baseline = "floor (json)"
    switch (workload.inFlight, workload.placement, transport) {
    case (1, .one, .stdio):
      return [
        Goal(.p50Microseconds, .atMost(1.3), of: baseline),
        Goal(.p99Microseconds, .atMost(2), of: baseline),
      ]
    case (1, _, .stdio): return [Goal(.p50Microseconds, .atMost(1.2), of: baseline)]
    case (1, _, _): return [Goal(.p50Microseconds, .atMost(1.3), of: baseline)]
    case (64, _, .stdio): return [Goal(.perSecond, .atLeast(0.6), of: baseline)]
    case (64, _, _): return [Goal(.perSecond, .atLeast(1 / 1.3), of: baseline)]
    case (_, _, .stdio): return [Goal(.perSecond, .atLeast(0.5), of: baseline)]
    default: return []
    }
  }

  private static func bridge(
    _ transport: Transport, _ framing: Framing, _ bench: Bench
  ) throws(BenchError) -> Contestant {
    let bridge = try Bridge(
      bench, transport == .unix ? .unix : transport == .tcp ? .tcp : [])
    return Contestant(
      label: "bridge", process: bridge.process, wire: try bridge.connect(framing),
      template: RequestTemplate(RequestTemplate.pingText, framing))
  }

  private static func baseline(
    _ kind: BaselineKind, _ transport: Transport, _ framing: Framing, _ bench: Bench
  ) throws(BenchError) -> Contestant {
    let baseline = try Baseline(
      kind, transport == .stdio ? .stdio : transport == .unix ? .unix : .tcp, bench)
    return Contestant(
      label: "floor (\(kind.rawValue))", process: baseline.process,
      wire: try baseline.connect(framing),
      template: RequestTemplate(RequestTemplate.pingText, framing))
  }

  private static func contestant(
    _ peer: BenchOptions.Peer, _ bench: Bench
  ) throws(BenchError) -> Contestant {
    let process = try MeasuredProcess(peer.command, bench.workspace)
    return Contestant(
      label: peer.label, process: process, wire: RawConnection(process),
      template: RequestTemplate(peer.request))
  }
}
