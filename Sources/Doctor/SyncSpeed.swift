import BridgeClient
import Glibc
import System

/// The time to write and sync a small record, which an acknowledgement has to wait for.
struct SyncSpeed: Sendable, Equatable {
  let median: Duration

  /// Measures with a file that is unlinked right after it was created.
  static func measure(in directory: String) -> Result<SyncSpeed, SystemError> {
    let path = "\(directory)/.altcraft-bridge-doctor-\(getpid())"
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return .failure(SystemError(path)) }
    unlink(path)
    defer { close(file) }
    let record = [UInt8](repeating: 0x61, count: 512)
    var times: [Duration] = []
    let begin = ContinuousClock.now
    // 33 samples are enough for a median; the limit of one second avoids a long wait on a slow disk.
    while times.count < 33, times.count < 3 || begin.duration(to: .now) < .seconds(1) {
      let start = ContinuousClock.now
      guard write(file, record, record.count) == record.count, fdatasync(file) == 0 else {
        return .failure(SystemError("a file in \(directory) cannot be written and synced"))
      }
      times.append(start.duration(to: .now))
    }
    return .success(SyncSpeed(median: times.sorted()[times.count / 2]))
  }

  func finding(isVolatile: Bool) -> Finding {
    let perSecond = Int(1 / max(median.seconds, 0.000_001))
    let measured = "median \(milliseconds) ms"
    if isVolatile { return .ok("sync", measured) }
    // A disk that survives a power failure needs longer than 15 µs, even with a battery-backed cache.
    if median < .microseconds(15) {
      return .note(
        "sync", "\(measured): too fast for a write that reached the disk",
        "check for a preloaded eatmydata, or a virtual disk that ignores flushes")
    }
    if median > .milliseconds(25) {
      return .note(
        "sync", "\(measured): at most \(perSecond) sequential calls per second",
        "use a faster disk, send calls without waiting for each, or set --durability process")
    }
    return .ok("sync", "\(measured): at most \(perSecond) sequential calls per second")
  }

  private var milliseconds: String {
    let hundredths = Int((median.seconds * 100_000).rounded())
    let rest = String(100 + hundredths % 100).dropFirst()
    return "\(hundredths / 100).\(rest)"
  }
}
