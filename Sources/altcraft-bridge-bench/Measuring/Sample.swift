/// The figures of one contestant in one round.
struct Sample: Equatable {
  private(set) var values: [Quantity: Double] = [:]

  init(_ values: [Quantity: Double] = [:]) { self.values = values }

  subscript(quantity: Quantity) -> Double? {
    get { values[quantity] }
    set { values[quantity] = newValue }
  }
}

/// A measured quantity. Its name is that of its member in the JSON.
enum Quantity: String, CaseIterable {
  case p50Microseconds
  case p90Microseconds
  case p99Microseconds
  case perSecond
  case cpuMicroseconds
  case switches
  case writes
  case milliseconds
  case p90Milliseconds
  case privateKilobytes
  case residentKilobytes
  case threads
  case bytesPerRecord
  case cpuMilliseconds
  case attempts

  /// The heading of its column.
  var heading: String {
    switch self {
    case .p50Microseconds: "p50 µs"
    case .p90Microseconds: "p90 µs"
    case .p99Microseconds: "p99 µs"
    case .perSecond: "per second"
    case .cpuMicroseconds: "CPU µs each"
    case .switches: "switches"
    case .writes: "writes"
    case .milliseconds: "p50 ms"
    case .p90Milliseconds: "p90 ms"
    case .privateKilobytes: "private KB"
    case .residentKilobytes: "resident KB"
    case .threads: "threads"
    case .bytesPerRecord: "B per record"
    case .cpuMilliseconds: "CPU ms"
    case .attempts: "attempts"
    }
  }

  /// The name within a sentence.
  var name: String {
    switch self {
    case .p50Microseconds, .milliseconds: "p50"
    case .p90Microseconds, .p90Milliseconds: "p90"
    case .p99Microseconds: "p99"
    case .cpuMicroseconds, .cpuMilliseconds: "CPU"
    case .privateKilobytes: "private"
    case .residentKilobytes: "resident"
    case .perSecond, .threads, .bytesPerRecord, .attempts, .switches, .writes: heading
    }
  }

  /// The unit after a value within a sentence.
  var unit: String {
    switch self {
    case .p50Microseconds, .p90Microseconds, .p99Microseconds, .cpuMicroseconds: "µs"
    case .milliseconds, .p90Milliseconds, .cpuMilliseconds: "ms"
    case .privateKilobytes, .residentKilobytes: "KB"
    case .perSecond, .threads, .bytesPerRecord, .attempts, .switches, .writes: heading
    }
  }

  var decimals: Int {
    switch self {
    case .cpuMicroseconds: 2
    case .switches, .writes: 3
    case .p50Microseconds, .p90Microseconds, .p99Microseconds: 1
    case .milliseconds, .p90Milliseconds, .cpuMilliseconds: 1
    case .perSecond, .privateKilobytes, .residentKilobytes, .threads: 0
    case .bytesPerRecord, .attempts: 0
    }
  }
}
