import Glibc

/// Which processors threads may run on. One call in flight takes ten times as long where an answer has to
/// wake a halted processor, so every comparison says where both ends run.
enum CPUs {
  enum Placement: Equatable {
    /// Both ends on one processor: what the code costs.
    case one
    /// Each end on its own: what handing over to another thread costs comes on top.
    case two
    /// Wherever the system likes.
    case any
  }

  /// Those this process may use, as it was started.
  static let allowed: [Int] = {
    var set = Set(bytes: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    guard getAffinity(0, MemoryLayout<Set>.size, &set) >= 0 else { return [0] }
    let found = withUnsafeBytes(of: set) { bytes in
      (0..<bytes.count * 8).filter { bytes[$0 / 8] & 1 << UInt8($0 % 8) != 0 }
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

  /// A thread that starts during this inherits what its maker has by then.
  private static func pinThreads(of process: pid_t, to processors: [Int]) {
    var set = Set(bytes: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    withUnsafeMutableBytes(of: &set) { bytes in
      for processor in processors { bytes[processor / 8] |= 1 << UInt8(processor % 8) }
    }
    for thread in ProcessFigures.threads(of: process) {
      _ = setAffinity(thread, MemoryLayout<Set>.size, &set)
    }
  }

  /// `cpu_set_t`, which has a bit for each of 1,024 processors.
  private struct Set {
    var bytes:
      (
        UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt, UInt,
        UInt
      )
  }
}

// The module of the C library does not show these.
@_silgen_name("sched_setaffinity")
private func setAffinity(_ thread: pid_t, _ size: Int, _ set: UnsafeRawPointer) -> Int32
@_silgen_name("sched_getaffinity")
private func getAffinity(_ thread: pid_t, _ size: Int, _ set: UnsafeMutableRawPointer) -> Int32
