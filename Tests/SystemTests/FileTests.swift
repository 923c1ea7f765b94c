import Glibc
import TestSupport
import Testing

@testable import System

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

  @Test("a file of a person is read without its byte order mark, and UTF-16 is refused")
  func byteOrderMarks() throws {
    let path = TemporaryDirectory().path + ".text"
    defer { unlink(path) }
    let utf16 = FileUnreadable(reason: "the text is UTF-16; save it as UTF-8")
    let cases: [([UInt8], Result<[UInt8], FileUnreadable>)] = [
      ([], .success([])), ([0x61], .success([0x61])), ([0xEF, 0xBB, 0xBF, 0x61], .success([0x61])),
      ([0xEF, 0xBB, 0xBF], .success([])), ([0xEF, 0xBB], .success([0xEF, 0xBB])),
      ([0x61, 0xEF, 0xBB, 0xBF], .success([0x61, 0xEF, 0xBB, 0xBF])),
      ([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF], .success([0xEF, 0xBB, 0xBF])),
      ([0xFF, 0xFE, 0x61, 0], .failure(utf16)), ([0xFE, 0xFF, 0, 0x61], .failure(utf16)),
    ]
    for (content, text) in cases {
      try File.write(content, to: path, mode: 0o600)

      #expect(File.readText(path) == text)
      #expect(File.read(path) == .success(content))
    }
  }

  @Test(
    "bytes that are not UTF-8 are refused at their place, and never replaced",
    arguments: [
      ([0x61, 0xE9, 0x62], 1), ([0xFF], 0), ([0x61, 0xC3], 1), ([0xC3, 0xA9, 0xC0, 0x80], 2),
      ([0xED, 0xA0, 0x80], 0), ([0x61, 0x62, 0xF4, 0x90, 0x80, 0x80], 2),
    ] as [([UInt8], Int)])
  func notUTF8(_ bytes: [UInt8], _ offset: Int) throws {
    #expect(throws: NotUTF8(offset: offset, byte: bytes[offset])) { try String(utf8: bytes) }
    #expect(try String(utf8: Array("aé\u{FFFD}\0".utf8)) == "aé\u{FFFD}\0")
    #expect(NotUTF8(offset: 3, byte: 0x0E).complaint == "not UTF-8 at byte 3 (0x0e)")
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
