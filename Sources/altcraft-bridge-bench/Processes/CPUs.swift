import CLibraries
import Glibc

/// The processors that threads may run on. One call in flight takes ten times as long if an answer has to
/// wake a halted processor, so every comparison states the processors of both ends.
enum CPUs {
  enum Placement: Equatable {
    /// Both ends on one processor: the cost of the code.
    case one
    /// Each end on its own processor: adds the cost of passing work to another thread.
    case two
    /// Any processor that the system chooses.
    case any
  }

  /// The processors that this process could use when it was started.
  static let allowed: [Int] = {
    var set = Set(bytes: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    guard sched_getaffinity(0, MemoryLayout<Set>.size, &set) >= 0 else { return [0] }
    let found = withUnsafeBytes(of: set) { bytes in
      (0..<bytes.count * 8).filter { bit in
        let mask: UInt8 = 1 << (bit % 8)
        return bytes[bit / 8] & mask != 0
      }
    }
    return found.isEmpty ? [0] : found
  }()

  /// Places this process and `child` with all its threads.
  static func place(_ placement: Placement, child: pid_t?) {
    let first = allowed[0]
    let second = allowed.count > 1 ? allowed[1] : first
    switch placement {
    case .one:
      pinThreads(of: getpid(), to: [first])
      child.map { pinThreads(of: $0, to: [first]) }
    case .two:
      pinThreads(of: getpid(), to: [first])
      child.map { pinThreads(of: $0, to: [second]) }
    case .any:
      pinThreads(of: getpid(), to: allowed)
      child.map { pinThreads(of: $0, to: allowed) }
    }
  }

  /// Pins all threads. A thread that starts meanwhile inherits the processors that its creator has by then.
  private static func pinThreads(of process: pid_t, to processors: [Int]) {
    var set = Set(bytes: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    withUnsafeMutableBytes(of: &set) { bytes in
      for processor in processors { bytes[processor / 8] |= 1 << UInt8(processor % 8) }
    }
    for thread in ProcessFigures.threads(of: process) {
      _ = sched_setaffinity(thread, MemoryLayout<Set>.size, &set)
    }
  }

  /// A `cpu_set_t`, which has a bit for each of 1,024 processors.
  private struct Set {
    var bytes:
      (
        UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt,
        UInt
      )
  }
}
