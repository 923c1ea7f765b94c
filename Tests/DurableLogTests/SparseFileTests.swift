import Foundation
import Glibc
import TestSupport
import Testing

@testable import DurableLog

/// Files with holes. The work of reading is in proportion to the data, not to the length of the file.
@Suite struct SparseFileTests {
  private static let name = "0000000000000001.log"
  private static let length = 256 << 20
  private static let options = JournalOptions(segmentBytes: 64 << 10, recordBytes: 4 << 10)

  private let directory = TemporaryDirectory()

  private var files: PosixLogDirectory {
    get throws { try PosixLogDirectory(path: directory.path) }
  }

  /// Makes the segment as long as that, with a hole at its end.
  private func extend() {
    let file = open(directory.path + "/" + Self.name, O_WRONLY | O_CREAT, 0o600)
    #expect(file >= 0 && ftruncate(file, Self.length) == 0)
    close(file)
  }

  private func bytesRead() throws -> Int {
    let segment = try #require(try SegmentFile.openAll(in: files).first)
    #expect(segment.size == Self.length)
    return try segment.withBytes(in: ReadBuffer()) { $0.count }
  }

  // A file of nearly 4 GiB took 39 seconds and 4 GiB of memory.
  @Test("a hole behind the records is not read, and no damage")
  func trailingHole() throws {
    let written = try openJournal(files, Self.options).journal.write(0..<30)
    extend()

    #expect(try bytesRead() <= 2 * Self.options.segmentBytes)
    let (_, recovery, entries) = try openJournal(files, Self.options)
    #expect(entries == written)
    #expect(recovery.damage == [])
  }

  @Test("a file without data is not read, and its missing header is damage")
  func onlyHole() throws {
    extend()

    #expect(try bytesRead() <= 4096)
    let recovery = try LogScanner.scan(files) { _ in }
    #expect(recovery.damage.map(\.file) == [Self.name])
  }

  @Test("a file that consists mostly of holes before its data is refused, and nothing is changed")
  func leadingHole() throws {
    extend()
    let file = open(directory.path + "/" + Self.name, O_WRONLY)
    #expect(pwrite(file, "x", 1, off_t(Self.length - 1)) == 1)
    close(file)

    #expect(throws: JournalError.notSegment(file: Self.name)) { try openJournal(files) }
    #expect(throws: JournalError.notSegment(file: Self.name)) {
      try LogScanner.scan(files) { _ in }
    }
    #expect(try files.list() == [Self.name])
  }

  @Test(
    "a hole between records that is smaller than the data costs the records in it and no others")
  func holeBetween() throws {
    let written = try openJournal(files, Self.options).journal.write(0..<400)
    let path = directory.path + "/" + Self.name
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let file = open(path, O_WRONLY | O_TRUNC)
    #expect(pwrite(file, Array(bytes[..<8192]), 8192, 0) == 8192)
    let rest = Array(bytes[12288...])
    #expect(pwrite(file, rest, rest.count, 12288) == rest.count)
    close(file)

    let (_, recovery, entries) = try openJournal(files, Self.options)

    #expect(entries.count > 250 && Set(entries).isSubset(of: written))
    #expect(entries.last == written.last)
    #expect(recovery.lostRecords == written.count - entries.count)
  }
}
