import Foundation
import Glibc
import System
import TestSupport
import Testing

@testable import DurableLog

@Suite struct PosixLogDirectoryTests {
  @Test("a journal on a real file system survives restarts, rotation and checkpoints")
  func journal() throws {
    let directory = TemporaryDirectory()
    var expected: [Entry] = []
    for round in 0..<4 {
      let (journal, recovery, entries) = try openJournal(
        try PosixLogDirectory(path: directory.path))
      #expect(entries == expected)
      #expect(recovery.damage.isEmpty)
      expected += try journal.write(round * 30..<round * 30 + 30)
      if round == 2 { expected = try journal.checkpoint(of: Array(expected.suffix(10))) }
      journal.close()
    }

    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.allSatisfy { $0.hasSuffix(".log") })
    for name in names {
      var status = stat()
      #expect(stat(directory.path + "/" + name, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test("the first segment of each process is short, preallocated, and reads as empty")
  func preallocated() throws {
    let directory = TemporaryDirectory()
    let files = try PosixLogDirectory(path: directory.path)
    var written: [Entry] = []
    for name in ["0000000000000001.log", "0000000000000006.log"] {
      let (journal, recovery, entries) = try openJournal(files, JournalOptions())
      #expect(entries == written)
      #expect(recovery.damage.isEmpty)
      written += try journal.write(0..<3)

      var status = stat()
      #expect(stat(directory.path + "/" + name, &status) == 0)
      #expect(status.st_size == 256 << 10)
      #expect(status.st_blocks * 512 >= 256 << 10)
      var read: [Entry] = []
      let scanned = try LogScanner.scan(files) { read.append(Entry($0)) }
      #expect(read == written)
      #expect(scanned.damage.isEmpty)
      journal.close()
    }
  }

  // A sync into reserved space that was never written takes up to twice as long: the file system must also
  // record that the space is used.
  @Test("behind its first 256 KiB a process writes only over zeros that it has written before")
  func filled() throws {
    let directory = TemporaryDirectory()
    let files = try PosixLogDirectory(path: directory.path)
    let (journal, _, _) = try openJournal(files, JournalOptions())
    let payload = [UInt8](repeating: UInt8(ascii: "x"), count: 1000)
    func append(_ count: Int) throws -> RecordLocation {
      var location: RecordLocation?
      for _ in 0..<count { location = try journal.append(.put, epoch: 1, payload).location }
      journal.commit()
      return try #require(location)
    }
    func isFilled(_ name: String, _ least: Int) throws -> Bool {
      // Space that is reserved but not written is reported as a hole.
      let data = try files.open(name).stored()
      return data.end >= least && data.bytes == data.end
    }

    #expect(try append(200).segment == 1)
    try blockUntil("the spare is filled") {
      try files.list().contains { try $0.hasSuffix(".tmp") && isFilled($0, 4 << 20) }
    }
    // This waits for the end of the last piece.
    journal.store.giveBack(try #require(journal.store.takeSpare()))
    let second = try append(100).segment
    let third = try append(300).segment

    #expect(third > second && second > 1)
    #expect(try isFilled(SegmentName.name(second), 256 << 10))
    #expect(try isFilled(SegmentName.name(third), 4 << 20))
    journal.close()
  }

  @Test("symbolic links are not followed")
  func links() throws {
    let directory = TemporaryDirectory()
    let target = directory.path + "/target"
    try Data("secret".utf8).write(to: URL(fileURLWithPath: target))
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/0000000000000001.log", withDestinationPath: target)
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/directory", withDestinationPath: "/tmp")
    let files = try PosixLogDirectory(path: directory.path)

    #expect(throws: FileError(.open, code: ELOOP)) { try files.open("0000000000000001.log") }
    #expect(throws: FileError(.create, code: EEXIST)) { try files.create("0000000000000001.log") }
    #expect(throws: FileError.self) { try files.subdirectory("directory") }
    #expect(throws: FileError.self) {
      try PosixLogDirectory(path: directory.path + "/directory")
    }
  }

  @Test("two listings give the same names")
  func listing() throws {
    let directory = TemporaryDirectory()
    let files = try PosixLogDirectory(path: directory.path)
    for name in ["b", "a"] { _ = try files.create(name) }

    #expect(try files.list().sorted() == ["a", "b"])
    #expect(try files.list().sorted() == ["a", "b"])
  }
}

@Suite struct DirectoryLockTests {
  /// Locks the directory at `path` through a descriptor of its own, as another process would.
  private func lock(_ path: String) throws -> DirectoryLock {
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(number >= 0)
    defer { close(number) }
    return try DirectoryLock(in: number)
  }

  @Test(
    "a second holder is refused with the pid of the first, and can open after the first has closed"
  )
  func exclusive() throws {
    let directory = TemporaryDirectory()
    var first: DirectoryLock? = try lock(directory.path)
    #expect(throws: DirectoryLockError.held(byPid: getpid())) {
      try lock(directory.path)
    }
    // Removing the file with the pid does not release the lock.
    #expect(unlink(directory.path + "/lock") == 0)
    #expect(throws: DirectoryLockError.held(byPid: nil)) {
      try lock(directory.path)
    }
    #expect(first != nil)

    first = nil
    #expect(throws: Never.self) { try lock(directory.path) }
  }

  @Test("a refused holder leaves no descriptor open")
  func refusedDescriptors() throws {
    let directory = TemporaryDirectory()
    let first = try lock(directory.path)

    #expect(throws: DirectoryLockError.held(byPid: getpid())) { try lock(directory.path) }

    withExtendedLifetime(first) {
      #expect(openFiles(below: directory.path).map(\.path) == [directory.path])
    }
  }

  // A test that started a process at the same time made the directory look locked.
  @Test(
    "a released lock is free while a process that is being started has a copy of its descriptor")
  func copiedDescriptor() throws {
    let directory = TemporaryDirectory()
    var first: DirectoryLock? = try lock(directory.path)
    let copies = openFiles(below: directory.path).map { dup($0.number) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1 && first != nil)

    first = nil

    #expect(throws: Never.self) { try lock(directory.path) }
  }

  /// Returns the files of a directory, and the directory itself, that this process has open.
  private func openFiles(below path: String) -> [(number: Int32, path: String)] {
    (0..<Int32(4096)).compactMap { number in
      var target = [CChar](repeating: 0, count: 4096)
      let count = max(0, readlink("/proc/self/fd/\(number)", &target, target.count))
      let file = String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
      return file.hasPrefix(path) ? (number, file) : nil
    }
  }

  @Test("the lock belongs to the open directory, wherever its path leads later")
  func openDirectory() throws {
    let parent = TemporaryDirectory()
    let (path, moved) = (parent.path + "/data", parent.path + "/moved")
    #expect(mkdir(path, 0o700) == 0)
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(number) }
    #expect(rename(path, moved) == 0 && mkdir(path, 0o700) == 0)

    let held = try DirectoryLock(in: number)

    withExtendedLifetime(held) {
      #expect(throws: DirectoryLockError.held(byPid: getpid())) { try lock(moved) }
      #expect(throws: Never.self) { try lock(path) }
    }
  }

  @Test("a lock held by another process is detected")
  func otherProcess() throws {
    let directory = TemporaryDirectory()
    let output = try PipeEnds()
    let input = try PipeEnds()
    let holder = try SpawnedProcess(
      "/usr/bin/flock", ["-x", directory.path, "sh", "-c", "echo held; read line"],
      input: .descriptor(input.reading), output: .descriptor(output.writing))
    close(input.reading)
    close(output.writing)
    var said = [UInt8](repeating: 0, count: 16)
    #expect(read(output.reading, &said, said.count) == "held\n".utf8.count)
    close(output.reading)

    #expect(throws: DirectoryLockError.held(byPid: nil)) {
      try lock(directory.path)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names.isEmpty, "no byte is changed")

    close(input.writing)
    holder.wait()
    #expect(throws: Never.self) { try lock(directory.path) }
  }

  @Test(
    "the pid file is private, contains pid and start time, and is not written through a planted link"
  )
  func note() throws {
    let directory = TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/lock", withDestinationPath: directory.path + "/victim")
    let planted = try lock(directory.path)
    withExtendedLifetime(planted) {
      #expect(!FileManager.default.fileExists(atPath: directory.path + "/victim"))
    }
    let other = TemporaryDirectory()
    let held = try lock(other.path)
    try withExtendedLifetime(held) {
      let text = try String(contentsOfFile: other.path + "/lock", encoding: .utf8)
      #expect(text.split(separator: " ").first.map(String.init) == String(getpid()))
      var status = stat()
      #expect(stat(other.path + "/lock", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }
}
