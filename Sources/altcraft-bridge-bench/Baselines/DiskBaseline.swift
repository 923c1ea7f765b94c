import Glibc
import System

/// The disk baseline: a bare write and `fdatasync` of the same bytes, one after the other. The file is filled
/// with zeros before, so that neither its size nor an extent changes.
final class DiskBaseline {
  private let file: Int32
  private let path: String
  private let size: Int
  private var position = 0

  init(_ bench: Bench) throws(BenchError) {
    path = bench.workspace.newPath("raw")
    size = 64 << 20
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BenchError(call: "open") }
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    for _ in 0..<size / zeros.count {
      guard write(file, zeros, zeros.count) == zeros.count else { throw BenchError(call: "write") }
    }
    guard fsync(file) == 0 else { throw BenchError(call: "fsync") }
  }

  deinit {
    close(file)
    unlink(path)
  }

  /// Writes `records` times `bytes` bytes at once and syncs, `count` times. The sample counts records.
  func run(bytes: Int, records: Int = 1, count: Int) throws(BenchError) -> Sample {
    let block = (0..<bytes * records).map { UInt8(truncatingIfNeeded: $0 | 1) }
    var latencies: [UInt64] = []
    latencies.reserveCapacity(count)
    let start = MonotonicTime.now()
    for _ in 0..<count {
      if position + block.count > size { position = 0 }
      let before = MonotonicTime.now()
      guard pwrite(file, block, block.count, off_t(position)) == block.count, fdatasync(file) == 0
      else { throw BenchError(call: "fdatasync") }
      latencies.append(MonotonicTime.now() - before)
      position += block.count
    }
    var sample = Sample.latencies(sorted: latencies.sorted())
    let nanoseconds = MonotonicTime.now() - start
    sample[.perSecond] = Double(count * records) * 1e9 / Double(max(nanoseconds, 1))
    return sample
  }
}
