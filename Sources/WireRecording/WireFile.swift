import Glibc
import System

/// An append-only file that only its owner can read.
struct WireFile: ~Copyable {
  private let descriptor: Int32

  /// Opens or creates the file. Follows no link and accepts only a regular file of this user: the content is
  /// not for others.
  init(appendingTo path: String) throws(WireFileError) {
    // O_NONBLOCK: opening a pipe without a reader would block the start.
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw WireFileError(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw WireFileError(path: path, reason: "is not a regular file")
    }
    guard status.st_uid == geteuid() else {
      throw WireFileError(path: path, reason: "belongs to another user")
    }
    guard fchmod(descriptor, 0o600) == 0 else { throw WireFileError(path, errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns whether the path still names this file.
  func isStill(at path: String) -> Bool {
    var here = stat()
    var there = stat()
    return fstat(descriptor, &here) == 0 && lstat(path, &there) == 0
      && here.st_dev == there.st_dev && here.st_ino == there.st_ino
  }

  /// Writes all bytes, or returns false. After a partial write on a full disk it truncates the file: half a
  /// line would corrupt the next line too.
  func write(_ bytes: [UInt8]) -> Bool {
    var before = stat()
    guard fstat(descriptor, &before) == 0 else { return false }
    if writeAll(bytes) { return true }
    ftruncate(descriptor, before.st_size)
    return false
  }

  private func writeAll(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// The reason why a file cannot be written.
package struct WireFileError: Error, Sendable {
  package let path: String
  package let reason: String

  package var message: String { "\(path.inMessage): \(reason)" }

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  fileprivate init(_ path: String, _ code: Int32) {
    let reason = code == ELOOP ? "is a symbolic link" : String(cString: strerror(code))
    self.init(path: path, reason: reason)
  }
}
