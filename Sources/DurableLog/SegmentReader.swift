/// A reader of all segments in order, which detects gaps between and within them.
struct SegmentReader {
  /// The highest sequence accounted for.
  private(set) var last: UInt64
  private let buffer = ReadBuffer()
  private let totalBytes: Int
  private let progress: ((RecoveryProgress) -> Void)?

  init(last: UInt64, totalBytes: Int, progress: ((RecoveryProgress) -> Void)?) {
    self.last = last
    self.totalBytes = totalBytes
    self.progress = progress
  }

  /// The contents of a segment.
  struct Extent {
    /// True if it was opened and never written to.
    let isEmpty: Bool
    /// The end of its records, if nothing in it is damaged.
    let end: Int?
  }

  /// Reads one segment.
  ///
  /// The seal of the preceding segment has the sequence before this segment's first. It may be missing: a
  /// killed process writes none.
  mutating func read(
    _ segment: SegmentFile, before next: SegmentFile?, into recovery: inout Recovery,
    replay: (Record) -> Void
  ) throws(JournalError) -> Extent {
    recovery.fileBytes += segment.size
    let damageBefore = recovery.damage.count
    if segment.number > last + 2 {
      recovery.damage.append(
        Damage(
          file: segment.name, offset: 0, length: 0, reason: .corrupt,
          firstLost: Sequence(last + 1), lastLost: Sequence(segment.number - 2)))
    }
    last = max(last, segment.number - 1)
    let (hasRecords, end) = try segment.withBytes(in: buffer) {
      bytes throws(JournalError) -> (Bool, Int) in
      guard let header = segment.header else {
        // The header was synced before the file had its name: zeros in its place, or an empty file, are
        // damage too.
        let length = max(SegmentBytes.contentEnd(bytes), min(bytes.count, SegmentHeader.size))
        reportTail(segment, 0..<length, .corrupt, before: next, into: &recovery)
        return (true, 0)
      }
      return try read(
        segment, SegmentBytes(bytes, of: header), header, before: next, into: &recovery,
        replay: replay)
    }
    report(recovery, bytes: recovery.fileBytes)
    let isWhole = recovery.damage.count == damageBefore
    return Extent(isEmpty: !hasRecords && isWhole, end: isWhole ? end : nil)
  }

  private mutating func read(
    _ segment: SegmentFile, _ content: SegmentBytes, _ header: SegmentHeader,
    before next: SegmentFile?, into recovery: inout Recovery, replay: (Record) -> Void
  ) throws(JournalError) -> (hasRecords: Bool, end: Int) {
    var content = content
    recovery.newestEpoch = max(recovery.newestEpoch, header.epoch)
    if segment.isHeaderDamaged {
      recovery.damage.append(
        Damage(
          file: segment.name, offset: 0, length: SegmentHeader.size, reason: .corrupt,
          firstLost: Sequence(segment.number), lastLost: Sequence(segment.number - 1)))
    }
    let endsProcess = next.map { $0.header?.startsProcess ?? false } ?? true
    var isComplete = header.beginsComplete
    var hasRecords = false
    // The holes that a crash in the last group may have left. A later group proves otherwise.
    var maybeTorn: [Int] = []
    var offset = SegmentHeader.size

    while true {
      if let record = content.record(at: offset), record.sequence <= last + 1 {
        if record.flags.contains(.startsGroup) { maybeTorn = [] }
        if record.sequence == last + 1 {
          try take(
            record, at: offset, of: segment, content, &isComplete, &hasRecords,
            into: &recovery, replay: replay)
        }
        offset += record.recordSize
        continue
      }
      guard offset < content.contentEnd else { break }
      hasRecords = true
      // The header was synced before any record was written: an interrupted write cannot have damaged it.
      let isLost = isComplete || segment.isHeaderDamaged && offset == SegmentHeader.size
      guard let found = content.nextRecord(from: offset, above: last) else {
        let reason: Damage.Reason =
          isLost || content.hasEndedSearch
          ? .corrupt : content.looksTorn(from: offset, before: nil) ? .torn : .suspect
        reportTail(
          segment, offset..<content.contentEnd, endsProcess ? reason : .corrupt, before: next,
          into: &recovery)
        break
      }
      let mayBeTorn =
        endsProcess && !isLost && content.looksTorn(from: offset, before: found.offset)
      if mayBeTorn { maybeTorn.append(recovery.damage.count) }
      recovery.damage.append(
        Damage(
          file: segment.name, offset: offset, length: found.offset - offset, reason: .corrupt,
          firstLost: Sequence(last + 1), lastLost: Sequence(found.header.sequence - 1)))
      last = found.header.sequence - 1
      offset = found.offset
    }
    for index in maybeTorn { recovery.damage[index].reason = .torn }
    return (hasRecords, offset)
  }

  private mutating func take(
    _ header: RecordHeader, at offset: Int, of segment: SegmentFile, _ content: SegmentBytes,
    _ isComplete: inout Bool, _ hasRecords: inout Bool, into recovery: inout Recovery,
    replay: (Record) -> Void
  ) throws(JournalError) {
    last = header.sequence
    recovery.newestEpoch = max(recovery.newestEpoch, header.epoch)
    recovery.recordBytes += header.recordSize
    let isKnown = header.version <= RecordHeader.version
    switch header.type {
    case .checkpointBegin where isKnown:
      break
    case .checkpointEnd where isKnown:
      isComplete = false
    case .base where isKnown:
      isComplete = false
      return
    case .seal where isKnown:
      return
    case .headerCopy where isKnown:
      return
    case .entry(let kind) where isKnown:
      // A checkpoint is one group; its end may be the damaged part.
      if header.flags.contains(.startsGroup) { isComplete = false }
      let start = offset + RecordHeader.size
      recovery.records += 1
      // A checkpoint may be one long segment.
      if recovery.records % 4096 == 0 {
        report(recovery, bytes: recovery.fileBytes - segment.size + offset)
      }
      replay(
        Record(
          sequence: Sequence(header.sequence), epoch: header.epoch, kind: kind,
          location: RecordLocation(
            segment: segment.number, offset: UInt32(offset), length: UInt32(header.length)),
          isCopy: isComplete || header.flags.contains(.isCopy),
          payload: UnsafeRawBufferPointer(
            rebasing: content.bytes[start..<start + header.length])))
    default:
      guard header.flags.contains(.skippable) else { throw .newerFormat(file: segment.name) }
    }
    hasRecords = true
  }

  private func report(_ recovery: Recovery, bytes: Int) {
    progress?(
      RecoveryProgress(bytes: bytes, totalBytes: totalBytes, records: recovery.records))
  }

  /// Reports invalid bytes that no valid record of this segment follows.
  private mutating func reportTail(
    _ segment: SegmentFile, _ range: Range<Int>, _ reason: Damage.Reason,
    before next: SegmentFile?, into recovery: inout Recovery
  ) {
    var lastLost: Sequence?
    if let next, reason == .corrupt {
      lastLost = Sequence(max(next.number - 2, last))
      if lastLost == Sequence(last) {
        // Only the seal: nothing is lost, and the segment was complete.
        if range.lowerBound > 0 { return }
        // The next process cannot know the last sequence of this one.
        lastLost = nil
      }
    }
    recovery.damage.append(
      Damage(
        file: segment.name, offset: range.lowerBound, length: range.count, reason: reason,
        firstLost: Sequence(last + 1), lastLost: lastLost))
    if let lastLost { last = lastLost.value }
  }
}
