import Glibc
import System

/// An exclusive lock on a state file, held until this value is released or the process ends.
///
/// The state file is replaced as a whole, so the lock is on a file beside it (`flock`), which exists only meanwhile.
final class StateLock: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Locks the state file at `state` without waiting.
  init(of state: String) throws(SimulatorError) {
    path = state + ".lock"
    while true {
      let descriptor = open(
        path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .state(SystemError(path.inMessage).description) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        let holder = Self.holder(in: descriptor)
        close(descriptor)
        guard code == EWOULDBLOCK else {
          throw .state("\(path.inMessage): cannot be locked: \(SystemError.reason(code))")
        }
        throw .inUse("\(state.inMessage): the state file is in use by \(holder)")
      }
      // The last holder may have removed the file after it was opened here.
      if Self.isStill(descriptor, at: path) {
        self.descriptor = descriptor
        _ = ftruncate(descriptor, 0)
        File.write(Array("\(getpid())\n".utf8), to: descriptor)
        return
      }
      close(descriptor)
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  private static func holder(in descriptor: Int32) -> String {
    guard case .success(let bytes) = File.read(descriptor: descriptor, maxBytes: 100),
      let pid = Int32(String(decoding: bytes.dropLast(), as: UTF8.self))
    else { return "another process" }
    return "process \(pid)"
  }

  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var here = stat()
    var there = stat()
    return fstat(descriptor, &here) == 0 && lstat(path, &there) == 0
      && here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }
}
