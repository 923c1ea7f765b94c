import Glibc
import System
import TestSupport
import Testing

@Suite("Files of the system layer") struct FileTests {
  @Test("a written file is read back, and a later write replaces its content")
  func contents() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/file"
    let long = [UInt8](repeating: 0x61, count: 200_000)

    try File.write(long, to: path, mode: 0o600)
    #expect(File.read(path) == .success(long))
    try File.write(Array("short".utf8), to: path, mode: 0o600)
    #expect(File.read(path) == .success(Array("short".utf8)))
  }

  @Test("a file over the limit, a directory, a device and a missing file are not read")
  func refusals() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/file"
    try File.write([1, 2, 3], to: path, mode: 0o600)

    #expect(File.read(path, maxBytes: 3) == .success([1, 2, 3]))
    #expect(File.read(path, maxBytes: 2) == .failure(FileUnreadable(code: EFBIG)))
    #expect(File.read(directory.path) == .failure(FileUnreadable(code: EISDIR)))
    #expect(File.read("/dev/zero") == .failure(FileUnreadable(reason: "not a regular file")))
    #expect(File.read(path + "s") == .failure(FileUnreadable(code: ENOENT)))
  }

  @Test("a failed write reports its reason")
  func failedWrites() throws {
    let directory = TemporaryDirectory()

    #expect(!File.write([1], to: -1) && errno == EBADF)
    #expect(throws: SystemError(directory.path, code: EISDIR)) {
      try File.write([1], to: directory.path, mode: 0o600)
    }
  }
}
