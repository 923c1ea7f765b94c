import Glibc
import System

/// A number of requests for each connection, and the number of them that are unanswered at any time.
struct Load {
  var template: RequestTemplate
  var inFlight: Int
  var count: Int
  /// True if each request is to be refused, because refusals are measured.
  var expectsErrors = false

  /// Runs the load over all `wires` at once and checks that each request was answered once, as expected.
  ///
  /// All wires start, then each wire with answers gets new requests. One thread is enough: it handles some
  /// millions of requests per second.
  func run(over wires: [RawConnection]) throws(BenchError) -> LoadResult {
    var lanes: [LoadConnection] = []
    for wire in wires { lanes.append(LoadConnection(wire, self)) }
    let start = MonotonicTime.now()
    if let lane = lanes.first, lanes.count == 1 {
      try lane.runAlone()
    } else {
      try Self.run(lanes)
    }
    let nanoseconds = MonotonicTime.now() - start
    return LoadResult(
      latencies: lanes.flatMap(\.latencies), count: count * wires.count, nanoseconds)
  }

  private static func run(_ lanes: [LoadConnection]) throws(BenchError) {
    for lane in lanes { try lane.send() }
    var polls = lanes.map { pollfd(fd: $0.wire.reading, events: 0, revents: 0) }
    var open = lanes.count
    while open > 0 {
      for (index, lane) in lanes.enumerated() {
        polls[index].fd = lane.isDone ? -1 : lane.wire.reading
        polls[index].events = Int16(lane.hasUnsent ? POLLIN | POLLOUT : POLLIN)
      }
      let ready = poll(&polls, nfds_t(polls.count), 1000)
      // The descriptor for reading does not report room in a pipe for writing, so a timeout serves all lanes.
      for (index, lane) in lanes.enumerated()
      where !lane.isDone && (ready == 0 || polls[index].revents != 0) {
        if polls[index].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { try lane.receive() }
        try lane.send()
        if lane.isDone { open -= 1 }
      }
    }
  }
}

/// One connection under load.
private final class LoadConnection {
  let wire: RawConnection
  private let load: Load
  /// A buffer for consecutive requests, as many as may be in flight.
  private let block: UnsafeMutablePointer<UInt8>
  private let length: Int
  /// The part of the block that is filled and not sent.
  private var unsent: Range<Int> = 0..<0
  private var issued = 0
  private var answered = 0
  /// The send time of each request; 0 before that and after its answer.
  private let sentAt: UnsafeMutablePointer<UInt64>
  /// The latencies of every `stride`-th request.
  private(set) var latencies: [UInt64] = []
  private let stride: Int

  init(_ wire: RawConnection, _ load: Load) {
    self.wire = wire
    self.load = load
    length = load.template.bytes.count
    block = .allocate(capacity: length * load.inFlight)
    for index in 0..<load.inFlight {
      (block + index * length).update(from: load.template.bytes, count: length)
    }
    sentAt = .allocate(capacity: load.count)
    sentAt.initialize(repeating: 0, count: load.count)
    stride = max(1, load.count / 100_000)
    latencies.reserveCapacity(load.count / stride + 1)
  }

  deinit {
    block.deallocate()
    sentAt.deallocate()
  }

  var isDone: Bool { answered == load.count }
  var hasUnsent: Bool { !unsent.isEmpty }

  /// Runs without `poll` as long as all sent data is accepted: the read blocks by itself.
  func runAlone() throws(BenchError) {
    while !isDone {
      try send()
      if hasUnsent, !isReadable() { continue }
      try receive()
    }
  }

  /// Waits until there is data to read or room to write. Returns whether there is data.
  private func isReadable() -> Bool {
    var polls = [
      pollfd(fd: wire.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wire.writing, events: Int16(POLLOUT), revents: 0),
    ]
    _ = poll(&polls, 2, 1000)
    return polls[0].revents != 0
  }

  /// Fills the window and writes as much as the other end accepts.
  func send() throws(BenchError) {
    if unsent.isEmpty, issued < load.count {
      let fresh = min(load.inFlight - (issued - answered), load.count - issued)
      guard fresh > 0 else { return }
      for index in 0..<fresh {
        for place in load.template.places {
          RequestTemplate.write(
            RequestTemplate.firstNumber + issued + index, to: block + index * length + place)
        }
      }
      let now = MonotonicTime.now()
      for index in issued..<issued + fresh { sentAt[index] = now }
      issued += fresh
      unsent = 0..<fresh * length
    }
    while !unsent.isEmpty {
      let count = try wire.writeSome(block + unsent.lowerBound, unsent.count)
      if count == 0 { return }
      unsent = unsent.lowerBound + count..<unsent.upperBound
    }
  }

  /// Reads once and records the answers.
  func receive() throws(BenchError) {
    let count = wire.reader.fill(from: wire.reading)
    if count < 0 && errno == EAGAIN { return }
    try wire.check(count)
    let now = MonotonicTime.now()
    while let answer = try wire.reader.next() {
      switch answer {
      case .result(let number) where !load.expectsErrors,
        .error(let number) where load.expectsErrors:
        try settle(number - RequestTemplate.firstNumber, now)
      case .other: continue
      case .result, .error: throw BenchError("unexpected: \(wire.reader.lastText)")
      }
    }
  }

  private func settle(_ index: Int, _ now: UInt64) throws(BenchError) {
    guard index >= 0, index < issued, sentAt[index] != 0 else {
      throw BenchError("duplicate answer, or an answer to no request: \(wire.reader.lastText)")
    }
    if index % stride == 0 { latencies.append(now - sentAt[index]) }
    sentAt[index] = 0
    answered += 1
  }
}

struct LoadResult {
  let latencies: [UInt64]
  let count: Int
  let nanoseconds: UInt64

  init(latencies: [UInt64], count: Int, _ nanoseconds: UInt64) {
    self.latencies = latencies.sorted()
    self.count = count
    self.nanoseconds = nanoseconds
  }

  /// Returns the figures, with the CPU time that the answering process used.
  func sample(cpu: UInt64? = nil) -> Sample {
    var sample = Sample.latencies(sorted: latencies)
    sample[.perSecond] = Double(count) * 1e9 / Double(max(nanoseconds, 1))
    if let cpu { sample[.cpuMicroseconds] = Double(cpu) / 1000 / Double(count) }
    return sample
  }
}

extension Sample {
  static func latencies(sorted: [UInt64]) -> Sample {
    func microseconds(_ share: Double) -> Double {
      Double(Statistics.percentile(share, ofSorted: sorted) ?? 0) / 1000
    }
    return Sample([
      .p50Microseconds: microseconds(0.5), .p90Microseconds: microseconds(0.9),
      .p99Microseconds: microseconds(0.99),
    ])
  }
}

extension Load {
  /// Runs the load, and adds the CPU time, context switches and writes of `process` meanwhile, for each call.
  func run(over wires: [RawConnection], in process: MeasuredProcess) throws(BenchError) -> Sample {
    let switches = ProcessFigures.switches(of: process.pid)
    let writes = ProcessFigures.writes(of: process.pid)
    let before = ProcessFigures.cpuTime(of: process.pid)
    let result = try run(over: wires)
    var sample = result.sample(cpu: ProcessFigures.cpuTime(of: process.pid) - before)
    let count = Double(max(result.count, 1))
    sample[.switches] = max(ProcessFigures.switches(of: process.pid) - switches, 0) / count
    sample[.writes] = max(ProcessFigures.writes(of: process.pid) - writes, 0) / count
    return sample
  }
}
