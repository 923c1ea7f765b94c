import DurableLog
import TestSupport
import Testing

@Suite struct PowerCutTests {
  /// Returns the acknowledged payloads, and the records that a start finds after a power failure within a group.
  private static func cut(
    _ directory: MemoryLogDirectory, seed: UInt64
  ) throws -> (acknowledged: Set<[UInt8]>, recovery: Recovery, found: Set<[UInt8]>) {
    let options = JournalOptions(segmentBytes: 8192, recordBytes: 2048)
    let (journal, _, _) = try openJournal(directory, options)
    let acknowledged = Acknowledged()
    for number in 0..<40 {
      let bytes = [UInt8](
        repeating: UInt8(ascii: "a") + UInt8(number % 26), count: 20 + number * 97 % 900)
      let (sequence, _) = try journal.append(.put, epoch: 1, bytes + payload(number))
      journal.whenDurable(sequence) { acknowledged.record(bytes + payload(number), $0) }
      if number % 4 == 3 { journal.commit() }
    }
    // A group is written, and the power fails during its sync.
    directory.fail([.init(.sync, .error(5), lasts: true)])
    for number in 40..<50 { _ = try journal.append(.put, epoch: 1, payload(number)) }
    journal.commit()

    let (_, recovery, entries) = try openJournal(
      directory.afterPowerCut(seed == 0 ? .dropsUnsynced : .tears(seed: seed)), options)
    return (acknowledged.payloads, recovery, Set(entries.map(\.payload)))
  }

  @Test(
    "acknowledged records survive a power failure, for every way in which the last group can be torn"
  )
  func survival() throws {
    for seed in 0..<200 as Range<UInt64> {
      let (acknowledged, recovery, found) = try Self.cut(MemoryLogDirectory(), seed: seed)

      #expect(acknowledged.count == 40)
      #expect(found.isSuperset(of: acknowledged), "seed \(seed)")
      #expect(recovery.lostRecords == 0, "seed \(seed): \(recovery.damage)")
    }
  }

  /// The control of the test above: if this test finds no loss, the other test could not have found one.
  @Test("on a disk that ignores syncs acknowledged records are lost")
  func negativeControl() throws {
    let directory = MemoryLogDirectory()
    directory.ignoreSyncs()

    let (acknowledged, _, found) = try Self.cut(directory, seed: 0)

    #expect(acknowledged.count == 40)
    #expect(acknowledged.subtracting(found).count == 40)
  }
}
