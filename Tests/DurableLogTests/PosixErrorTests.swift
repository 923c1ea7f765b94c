import Glibc
import TestSupport
import Testing

@testable import DurableLog

/// The errors of a directory of the file system.
@Suite struct PosixErrorTests {
  @Test("a directory inside the log is created once, and opened again")
  func subdirectory() throws {
    let directory = TemporaryDirectory()
    let files = try PosixLogDirectory(path: directory.path)
    _ = try files.subdirectory("inside").create("a")

    #expect(try files.subdirectory("inside").list() == ["a"])
    #expect(throws: FileError(.create, code: ENAMETOOLONG)) {
      try files.subdirectory(String(repeating: "x", count: 300))
    }
  }

  @Test("a directory that cannot be synced is a failure")
  func failingSync() {
    #expect(throws: FileError(.syncDirectory, code: EBADF)) {
      try PosixLogDirectory(descriptor: -1).sync()
    }
  }

  @Test("a name is created once, and a file is not opened as a directory")
  func existing() throws {
    let directory = TemporaryDirectory()
    let files = try PosixLogDirectory(path: directory.path)
    _ = try files.create("a")

    #expect(throws: FileError(.create, code: EEXIST)) { try files.create("a") }
    #expect(throws: FileError(.open, code: ENOTDIR)) {
      try PosixLogDirectory(path: directory.path + "/a")
    }
  }

  @Test("a file is cut at its name")
  func truncate() throws {
    let directory = TemporaryDirectory()
    let files = try PosixLogDirectory(path: directory.path)
    try files.create("a").writeAll([1, 2, 3, 4, 5], at: 0)

    try files.truncate("a", to: 3)

    #expect(try files.open("a").readAll(0..<9) == [1, 2, 3])
  }
}
