import Glibc

package enum DirectoryLockError: Error, Equatable {
  /// Another process, or another holder in this one, has the directory. The pid is the one it wrote
  /// down, if that could be read.
  case held(byPid: Int32?)
  case file(FileError)
}

/// The right to write in a directory, held until this value goes or the process ends.
///
/// The lock is on the directory itself (`flock`), which cannot be deleted and made anew under a holder
/// as a lock file could. The file `lock` in it only says who holds it. Local file systems only.
package final class DirectoryLock: Sendable {
  private let descriptor: Int32

  /// Locks the existing directory at `path` without waiting. Nothing is written unless that succeeds.
  package convenience init(path: String) throws(DirectoryLockError) {
    try self.init(in: AT_FDCWD, path)
  }

  /// Locks a directory that is open already, whatever its path leads to by now. `directory` stays the
  /// caller's.
  package convenience init(in directory: Int32) throws(DirectoryLockError) {
    try self.init(in: directory, ".")
  }

  private init(in directory: Int32, _ name: String) throws(DirectoryLockError) {
    let descriptor = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(FileError(.open, code: errno)) }
    // `flock` locks belong to the open file, so closing any other descriptor does not drop this one, as
    // it would with `fcntl`.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let holder = code == EWOULDBLOCK ? Self.holder(in: descriptor) : nil
      _ = close(descriptor)
      throw code == EWOULDBLOCK ? .held(byPid: holder) : .file(FileError(.lock, code: code))
    }
    self.descriptor = descriptor
    Self.writeHolder(in: descriptor)
  }

  deinit {
    _ = close(descriptor)
  }

  /// A note for whoever finds the directory locked. Without it the lock holds all the same, so a full
  /// disk does not keep the service from starting.
  private static func writeHolder(in directory: Int32) {
    // Not to block on a planted pipe.
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = openat(directory, "lock", flags, 0o600)
    guard file >= 0 else { return }
    defer { _ = close(file) }
    var text = "\(getpid()) \(time(nil))\n"
    let count = text.withUTF8 { write(file, $0.baseAddress, $0.count) }
    // Cheaper than to begin with an empty file, which gives its block back to have it again.
    if count > 0 { _ = ftruncate(file, count) }
  }

  private static func holder(in directory: Int32) -> Int32? {
    let file = openat(directory, "lock", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { _ = close(file) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let digits = buffer[..<count].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return Int32(String(decoding: digits, as: UTF8.self))
  }
}
