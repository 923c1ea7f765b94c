import DurableLog
import Foundation
import TestSupport
import Testing

/// A journal of 64 KiB, damaged at every byte: `Tests/campaign long bytes`. `RecoveryTests` does the same to a small
/// one in every run.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CAMPAIGN"] == "long"))
struct EveryByteTests {
  private static let bytes = 64 << 10
  private static let options = JournalOptions(segmentBytes: bytes, recordBytes: 4 << 10)
  private static let parts = 64

  /// Returns one full segment of a killed process, and the end of each of its records.
  private static func journal() throws -> (name: String, bytes: [UInt8], ends: [Int]) {
    let directory = MemoryLogDirectory()
    let (journal, _, _) = try openJournal(directory, options)
    for number in 0..<140 {
      let payload = [UInt8](repeating: UInt8(ascii: "a") + UInt8(number % 26), count: 420)
      _ = try journal.append(.put, epoch: 1, payload)
      if number % 7 == 0 { journal.commit() }
    }
    journal.commit()
    var ends: [Int] = []
    _ = try LogScanner.scan(directory) {
      ends.append(Int($0.location.offset) + $0.location.recordBytes)
    }
    let files = directory.contents().filter { $0.key.hasSuffix(".log") }
    let file = try #require(files.first)
    #expect(files.count == 1 && file.value.count == bytes && (ends.last ?? 0) > bytes * 95 / 100)
    return (file.key, file.value, ends)
  }

  private static func part(_ index: Int) -> Range<Int> {
    bytes / parts * index..<bytes / parts * (index + 1)
  }

  /// Writes the progress output of `Tests/campaign`, unbuffered also in a pipe.
  private static func report(_ what: String, _ part: Int) {
    let line = "campaign-progress: bytes: \(what) in \(part + 1) of \(parts) parts\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }

  @Test("cut anywhere, it keeps every complete record", arguments: 0..<parts)
  func cut(part: Int) throws {
    let (name, bytes, ends) = try Self.journal()
    for cut in Self.part(part) {
      let directory = MemoryLogDirectory()
      directory.put(name, Array(bytes[..<cut]))
      var records = 0
      let recovery = try LogScanner.scan(directory) { _ in records += 1 }
      #expect(records == ends.count { $0 <= cut }, "cut at \(cut)")
      // The header was synced before the file got its name: a shorter file is damage.
      #expect(recovery.lostRecords == (cut < 64 ? 1 : 0), "cut at \(cut)")
    }
    Self.report("cut", part)
  }

  @Test(
    "with a bit flipped in any byte, it loses at most one record and reports the loss",
    arguments: 0..<parts
  )
  func flip(part: Int) throws {
    let (name, bytes, ends) = try Self.journal()
    for offset in Self.part(part) {
      var damaged = bytes
      damaged[offset] ^= 1 << UInt8(offset % 8)
      let directory = MemoryLogDirectory()
      directory.put(name, damaged)
      var records = 0
      var isRight = true
      let recovery = try LogScanner.scan(directory) { record in
        records += 1
        let number = Int(record.sequence.value) - 1
        let byte = UInt8(ascii: "a") + UInt8(number % 26)
        isRight = isRight && record.payload.count == 420 && record.payload.allSatisfy { $0 == byte }
      }
      #expect(isRight && records >= ends.count - 1, "offset \(offset)")
      // A flip behind the last record could also mean that a whole record was removed.
      let doubt: UInt64 = offset < ends[ends.count - 1] ? 0 : 1
      let lost = UInt64(ends.count - records)
      #expect((lost...lost + doubt).contains(recovery.lostRecords), "offset \(offset)")
    }
    Self.report("flipped", part)
  }
}
