import Glibc

/// The reads and writes of whole files, and of the rest of an open descriptor.
package enum File {
  /// The size limit of `read`. Valid files are smaller: configurations, scripts, tokens, `/proc`.
  package static let maxBytes = 4 * 1024 * 1024

  /// Reads a regular file. Other types are rejected: a pipe or a device could block the caller forever.
  package static func read(
    _ path: String, maxBytes: Int = File.maxBytes
  ) -> Result<[UInt8], FileUnreadable> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return .failure(FileUnreadable(code: errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(FileUnreadable(code: errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .failure(FileUnreadable(code: EISDIR))
    default: return .failure(FileUnreadable(reason: "not a regular file"))
    }
    return read(descriptor: descriptor, maxBytes: maxBytes)
  }

  /// Reads the rest of an open file.
  package static func read(
    descriptor: Int32, maxBytes: Int = File.maxBytes
  ) -> Result<[UInt8], FileUnreadable> {
    var bytes: [UInt8] = []
    while true {
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { space, filled in
        var count = Glibc.read(descriptor, space.baseAddress, space.count)
        while count < 0, errno == EINTR {
          count = Glibc.read(descriptor, space.baseAddress, space.count)
        }
        if count < 0 { failure = errno }
        filled = max(count, 0)
      }
      guard failure == 0 else { return .failure(FileUnreadable(code: failure)) }
      if chunk.isEmpty { return .success(bytes) }
      bytes += chunk
      guard bytes.count <= maxBytes else { return .failure(FileUnreadable(code: EFBIG)) }
    }
  }

  /// Writes all bytes and blocks as long as that takes. Returns false on failure; the reason is in `errno`.
  /// SIGPIPE must be ignored.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        if count == 0 { errno = EIO }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// Replaces the content of a file, or creates it. Does not sync it.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: mode_t
  ) throws(SystemError) {
    // O_NONBLOCK: opening a pipe without a reader would block the caller forever.
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK
    let descriptor = open(path, flags, mode)
    guard descriptor >= 0 else { throw SystemError(path.inMessage) }
    defer { close(descriptor) }
    guard write(bytes, to: descriptor) else { throw SystemError(path.inMessage) }
  }

  /// Creates a file, in place of a leftover of an earlier run: removes what has that path, also a link, and follows none.
  /// Returns its descriptor, or -1 with the reason in `errno`.
  package static func createNew(_ path: String, mode: mode_t) -> Int32 {
    unlink(path)
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
  }

  /// Returns the path without links of the file that a path leads to; nil if there is none.
  package static func target(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package static func isWritableByOthers(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o022 != 0
  }
}

/// The reason why a file cannot be read.
package struct FileUnreadable: Error, Equatable {
  /// The `errno` of the system; nil for a file of another type.
  package let code: Int32?
  /// The reason for users, such as "no such file or directory".
  package let reason: String

  package init(code: Int32) {
    self.code = code
    reason = SystemError.reason(code).lowercased()
  }

  package init(reason: String) {
    code = nil
    self.reason = reason
  }
}
