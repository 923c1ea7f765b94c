import DurableLog
import Glibc
import System

/// An open directory. All access is by names relative to it, so that the directory cannot be replaced between
/// two operations.
package final class Directory: GroupDirectory {
  /// The descriptor, open as long as this value exists.
  package let descriptor: Int32
  /// The path at which the next process looks for it; nil if that is not known.
  private let path: String?

  /// Takes ownership of the descriptor of the directory at `path`.
  package init(adopting descriptor: Int32, at path: String? = nil) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  package func log() throws(StorageFailure) -> any LogDirectory {
    PosixLogDirectory(descriptor: try duplicateDescriptor(), path: path)
  }

  /// Throws unless the directory is still at its path: whatever is stored in it would be lost to
  /// the next process.
  func requirePlace() throws(StorageFailure) {
    do throws(FileError) {
      if let path { try PosixLogDirectory.requirePlace(of: descriptor, at: path) }
    } catch {
      throw StorageFailure(errno: error.code)
    }
  }

  /// Duplicates the descriptor for a caller that closes its own.
  func duplicateDescriptor() throws(StorageFailure) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw StorageFailure(errno: errno) }
    return copy
  }

  package func requireDescriptors(_ count: Int) throws(StorageFailure) {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    for _ in 0..<count { copies.append(try duplicateDescriptor()) }
  }

  /// Creates a directory with mode 0700 unless it exists. A new one is on disk when this returns.
  package func makeDirectory(_ name: String) throws(StorageFailure) {
    try requirePlace()
    guard mkdirat(descriptor, name, 0o700) != 0 else { return try sync() }
    guard errno == EEXIST else { throw StorageFailure(errno: errno) }
  }

  /// Opens a directory in this one, never through a symbolic link.
  package func openDirectory(_ name: String) throws(StorageFailure) -> Directory {
    let opened = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { throw StorageFailure(errno: errno) }
    return Directory(adopting: opened, at: path.map { $0 + "/" + name })
  }

  /// Reads a file; nil if it does not exist. Throws for anything but a regular file of up to `limit` bytes.
  package func contents(of name: String, limit: Int) throws(StorageFailure) -> [UInt8]? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw StorageFailure(errno: errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw StorageFailure(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .io(errno: EINVAL) }
    guard status.st_size <= limit else { throw .io(errno: EFBIG) }
    return try File.read(descriptor: file, maxBytes: limit)
      .mapError { StorageFailure(errno: $0.code ?? EIO) }.get()
  }

  /// Creates a file of mode 0600, which must not exist, and syncs it. Leaves no file behind when it throws.
  package func createFile(_ name: String, holding bytes: [UInt8]) throws(StorageFailure) {
    try requirePlace()
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(descriptor, name, flags, 0o600)
    guard file >= 0 else { throw StorageFailure(errno: errno) }
    defer { close(file) }
    guard File.write(bytes, to: file), synced(file) else {
      let failure = StorageFailure(errno: errno)
      unlinkat(descriptor, name, 0)
      throw failure
    }
  }

  package func rename(_ name: String, to newName: String) throws(StorageFailure) {
    guard renameat(descriptor, name, descriptor, newName) == 0 else {
      throw StorageFailure(errno: errno)
    }
  }

  /// Removes a file; it may be missing already.
  package func remove(_ name: String) throws(StorageFailure) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw StorageFailure(errno: errno)
    }
  }

  /// Syncs the directory, so that created, renamed and removed files stay so after a power failure.
  package func sync() throws(StorageFailure) {
    guard synced(descriptor) else { throw StorageFailure(errno: errno) }
  }
}

/// The reason a file operation failed.
package enum StorageFailure: Error, Sendable, Equatable {
  case noSpace
  case readOnly
  case io(errno: Int32)

  package init(errno code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .noSpace
    case EROFS, EACCES, EPERM: self = .readOnly
    default: self = .io(errno: code)
    }
  }

  /// `data.cause` of the error -32011.
  package var cause: String {
    switch self {
    case .noSpace: "noSpace"
    case .readOnly: "readOnly"
    case .io: "ioError"
    }
  }
}

/// Syncs a descriptor, again if a signal interrupts it.
private func synced(_ descriptor: Int32) -> Bool {
  while fsync(descriptor) != 0 {
    guard errno == EINTR else { return false }
  }
  return true
}
