import DurableLog
import Foundation
import TestSupport
import Testing

/// Tests with `Fixtures/v1`, the files of a journal as written by the first release. They must stay readable forever; a
/// later format gets its own directory beside them.
@Suite struct FormatFixtureTests {
  private static let path = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("Fixtures/v1").path

  private static let options = JournalOptions(segmentBytes: 768, recordBytes: 256)

  /// Writes epoch 1 and a checkpoint, then a clear, then jobs of epoch 2 over a rotation; killed, not closed.
  private static func write(in directory: any LogDirectory) throws -> [Entry] {
    let (journal, _, _) = try openJournal(directory, options)
    let first = try journal.write(0..<20)
    var entries = try journal.checkpoint(of: Array(first.suffix(3)))
    for (number, kind) in RecordKind.allCases.enumerated() {
      let epoch: UInt64 = number < 3 ? 1 : 2
      let (sequence, _) = try journal.append(kind, epoch: epoch, payload(100 + number))
      entries.append(
        Entry(
          sequence: sequence.value, kind: kind, epoch: epoch, payload: payload(100 + number)))
    }
    entries += try journal.write(200..<208, epoch: 2)
    return entries
  }

  @Test("a journal of the first release replays")
  func replays() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.path).sorted()
    let directory = MemoryLogDirectory()
    for name in names {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.path + "/" + name))
      directory.put(name, Array(bytes))
    }
    #expect(names.count > 1)

    let (journal, recovery, entries) = try openJournal(directory, Self.options)

    #expect(entries == (try Self.write(in: MemoryLogDirectory())))
    #expect(recovery.damage.isEmpty)
    #expect(recovery.newestEpoch == 2)
    #expect(recovery.base == entries.first.map { $0.sequence - 1 })
    #expect(throws: Never.self) { try journal.write(300..<320, epoch: 2) }
  }

  /// Writes the fixture if it is missing: for a format that is not yet released.
  @Test(
    "the fixture is written",
    .enabled(if: ProcessInfo.processInfo.environment["WRITE_JOURNAL_FIXTURE"] != nil))
  func writesFixture() throws {
    try FileManager.default.createDirectory(
      atPath: Self.path, withIntermediateDirectories: true)
    let directory = MemoryLogDirectory()
    _ = try Self.write(in: directory)
    for (name, bytes) in directory.contents() where name.hasSuffix(".log") {
      try Data(bytes).write(to: URL(fileURLWithPath: Self.path + "/" + name))
    }
  }
}
