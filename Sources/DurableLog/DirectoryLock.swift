import Glibc

/// An exclusive lock on a directory, held until this value is released or the process ends.
///
/// The lock is on the directory itself (`flock`). A lock file could be deleted and created again while it is
/// held; the directory cannot. The file `lock` in it only names the owner. Local file systems only.
package final class DirectoryLock: Sendable {
  private let descriptor: Int32

  /// Locks an open directory without waiting, even if its path now leads elsewhere. Nothing is written unless
  /// that succeeds. The caller keeps `directory`.
  package init(in directory: Int32) throws(DirectoryLockError) {
    let descriptor = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(FileError(.open, code: errno)) }
    // `flock` locks belong to the open file: closing another descriptor does not drop this lock, as it would
    // with `fcntl`.
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
    // A child process that is being started has a copy of the descriptor, with which the lock would stay.
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  /// Writes the PID for a process that finds the directory locked. The lock holds without this note too, so a
  /// full disk does not prevent the start of the service.
  private static func writeHolder(in directory: Int32) {
    // O_NONBLOCK: do not block on a planted pipe.
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = openat(directory, "lock", flags, 0o600)
    guard file >= 0 else { return }
    defer { _ = close(file) }
    var text = "\(getpid()) \(time(nil))\n"
    let count = text.withUTF8 { write(file, $0.baseAddress, $0.count) }
    // Truncating afterwards is cheaper than O_TRUNC, which frees the block and allocates it again.
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

package enum DirectoryLockError: Error, Equatable {
  /// Another process, or another owner in this process, holds the lock. The PID is the one in the file
  /// `lock`, if it could be read.
  case held(byPid: Int32?)
  case file(FileError)
}
