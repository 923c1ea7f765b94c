import DurableLog
import TestSupport
import Testing

@Suite struct LogScannerTests {
  static func name(of record: Record) -> String {
    let digits = String(record.location.segment, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + ".log"
  }

  @Test("a scan sees the same as a start and changes nothing")
  func readOnly() throws {
    let directory = MemoryLogDirectory()
    let written = try openJournal(directory).journal.write(0..<30)
    directory.alter("0000000000000001.log") { $0[200] ^= 1 }
    let before = directory.contents()
    let writes: [FileError.Operation] = [
      .write, .create, .rename, .remove, .truncate, .preallocate, .sync, .syncDirectory,
    ]
    let callsBefore = directory.calls

    var scanned: [Entry] = []
    let scan = try LogScanner.scan(directory) { scanned.append(Entry($0)) }

    #expect(directory.contents() == before)
    for operation in writes { #expect(directory.calls[operation] == callsBefore[operation]) }
    #expect(Set(written).isSuperset(of: scanned))
    let (_, recovery, entries) = try openJournal(directory.afterKill())
    #expect(entries == scanned)
    #expect(recovery == scan)
  }

  @Test("records know their location and whether a checkpoint wrote them")
  func locations() throws {
    let directory = MemoryLogDirectory()
    let (journal, _, entries) = try openJournal(directory)
    #expect(entries.isEmpty)
    let moved = try journal.checkpoint(of: try journal.write(0..<4))
    let later = try journal.write(4..<6)

    var checkpointed: [Entry] = []
    var appended: [Entry] = []
    let scan = try LogScanner.scan(directory) { record in
      let read = Result { () throws(JournalError) in try journal.read(record.location) }
      #expect(read == .success(Array(record.payload)))
      if record.isCopy {
        checkpointed.append(Entry(record))
      } else {
        appended.append(Entry(record))
      }
    }

    #expect(checkpointed == moved)
    #expect(appended == later)
    #expect(scan.base > 0)
  }
}
