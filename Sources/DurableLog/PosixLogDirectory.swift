import CLibraries
import Glibc

/// A directory of the file system. All access uses its descriptor, so renaming or replacing the path has no
/// effect on it. Links are never followed.
package final class PosixLogDirectory: LogDirectory {
  private let descriptor: Int32
  /// The path at which the next process looks for it; nil if that is not known.
  private let path: String?

  /// Takes ownership of `descriptor`, which must be that of the directory at `path`.
  package init(descriptor: Int32, path: String? = nil) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Opens an existing directory. Its last component must not be a link.
  package convenience init(path: String) throws(FileError) {
    self.init(descriptor: try openDirectory(AT_FDCWD, path))
  }

  deinit {
    _ = close(descriptor)
  }

  package var volumeBytes: Int? {
    var volume = statvfs()
    guard fstatvfs(descriptor, &volume) == 0 else { return nil }
    return Int(clamping: UInt64(volume.f_blocks) &* UInt64(volume.f_frsize))
  }

  package func list() throws(FileError) -> [String] {
    // Use a separate descriptor: reading a directory moves the position of the descriptor.
    let reading = try openDirectory(descriptor, ".")
    guard let stream = fdopendir(reading) else {
      let error = FileError(.list, code: errno)
      _ = close(reading)
      throw error
    }
    defer { _ = closedir(stream) }

    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw FileError(.list, code: errno) }
        return names
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  package func create(_ name: String) throws(FileError) -> any LogFile {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return PosixLogFile(
      try check(.create) { openat(descriptor, name, flags, 0o600) })
  }

  package func open(_ name: String) throws(FileError) -> any LogFile {
    try openRegular(name, O_RDONLY)
  }

  /// Opens a regular file; throws `EINVAL` for anything else. Does not wait for the other end of a FIFO.
  private func openRegular(_ name: String, _ access: Int32) throws(FileError) -> PosixLogFile {
    let flags = access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = PosixLogFile(try check(.open) { openat(descriptor, name, flags) })
    guard try file.isRegular() else { throw FileError(.open, code: EINVAL) }
    return file
  }

  package func rename(_ name: String, to target: String) throws(FileError) {
    try check(.rename) { renameat(descriptor, name, descriptor, target) }
  }

  package func remove(_ name: String) throws(FileError) {
    try check(.remove) { unlinkat(descriptor, name, 0) }
  }

  package func truncate(_ name: String, to bytes: Int) throws(FileError) {
    try openRegular(name, O_WRONLY).truncate(to: bytes)
  }

  package func sync() throws(FileError) {
    try check(.syncDirectory) {
      // Retry after a signal: it is not a failure, which would poison the journal.
      var result = fsync(descriptor)
      while result < 0, errno == EINTR { result = fsync(descriptor) }
      return result
    }
  }

  package func requirePlace() throws(FileError) {
    if let path { try Self.requirePlace(of: descriptor, at: path) }
  }

  /// Throws `ENOENT` unless an open directory is the one at a path. Both are compared now, because
  /// some file systems change the number of a directory while it is open.
  package static func requirePlace(of descriptor: Int32, at path: String) throws(FileError) {
    var own = stat()
    try check(.find) { fstat(descriptor, &own) }
    var found = stat()
    guard lstat(path, &found) != 0 else {
      guard own.st_dev == found.st_dev, own.st_ino == found.st_ino else {
        throw FileError(.find, code: ENOENT)
      }
      return
    }
    // Any other failure, such as a parent without the right to search, says nothing about the
    // directory.
    guard errno != ENOENT && errno != ENOTDIR else { throw FileError(.find, code: ENOENT) }
  }

  package func subdirectory(_ name: String) throws(FileError) -> any LogDirectory {
    if mkdirat(descriptor, name, 0o700) != 0, errno != EEXIST {
      throw FileError(.create, code: errno)
    }
    return PosixLogDirectory(descriptor: try openDirectory(descriptor, name))
  }
}

private final class PosixLogFile: LogFile {
  /// `SEEK_DATA` and `SEEK_HOLE` of Linux, which the module Glibc leaves out.
  private static let seekData: Int32 = 3
  private static let seekHole: Int32 = 4

  private let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  func size() throws(FileError) -> Int { Int(try status().st_size) }

  func stored() throws(FileError) -> StoredData {
    var data = StoredData()
    do throws(FileError) {
      while true {
        let start = try check(.size) { lseek(descriptor, off_t(data.end), Self.seekData) }
        let end = try check(.size) { lseek(descriptor, start, Self.seekHole) }
        data.add(Int(start)..<Int(end))
      }
    } catch {
      switch error.code {
      // There is no data behind the last one found.
      case ENXIO: return data
      // The file system does not report holes.
      case EINVAL, EOPNOTSUPP:
        data = StoredData()
        data.add(0..<(try size()))
        return data
      default: throw error
      }
    }
  }

  func isRegular() throws(FileError) -> Bool { try status().st_mode & S_IFMT == S_IFREG }

  private func status() throws(FileError) -> stat {
    var status = stat()
    try check(.size) { fstat(descriptor, &status) }
    return status
  }

  func preallocate(_ bytes: Int) throws(FileError) {
    // `posix_fallocate` returns the error number and does not set `errno`.
    var code = EINTR
    while code == EINTR { code = posix_fallocate(descriptor, 0, off_t(bytes)) }
    if code != 0 { throw FileError(.preallocate, code: code) }
  }

  func truncate(to bytes: Int) throws(FileError) {
    try check(.truncate) { ftruncate(descriptor, off_t(bytes)) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    try check(.read) { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) -> Int {
    try check(.write) { pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
  }

  func writeBack(_ range: Range<Int>) throws(FileError) {
    // SYNC_FILE_RANGE_WAIT_BEFORE, _WRITE and _WAIT_AFTER.
    let result = sync_file_range(descriptor, Int(range.lowerBound), Int(range.count), 1 | 2 | 4)
    // The kernel reports a failed write only once: the sync that follows would succeed.
    if result < 0, ![EINVAL, ENOSYS, EOPNOTSUPP, EPERM, ESPIPE, EINTR].contains(errno) {
      throw FileError(.writeBack, code: errno)
    }
  }

  func sync() throws(FileError) {
    try check(.sync) { fdatasync(descriptor) }
  }

  func requirePlace() throws(FileError) {
    guard try status().st_nlink > 0 else { throw FileError(.find, code: ENOENT) }
  }
}

private func openDirectory(_ parent: Int32, _ name: String) throws(FileError) -> Int32 {
  try check(.open) { openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
}

@discardableResult
private func check<Number: SignedInteger>(
  _ operation: FileError.Operation, _ call: () -> Number
) throws(FileError) -> Number {
  let result = call()
  if result < 0 { throw FileError(operation, code: errno) }
  return result
}
