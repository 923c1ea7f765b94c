/// The records that have their position but are not written yet.
struct WriteQueue {
  /// The bounds of one write, and so of one sync.
  private static let groupRecords = 256
  private static let groupBytes = 1 << 20

  /// The largest buffer of a group that is kept for the next one.
  private static let keptBytes = 256 << 10

  /// A group of adjoining records of one segment, written and synced together. Changed only while it waits.
  final class Group {
    private(set) var segment: UInt64
    private(set) var offset: Int
    @exclusivity(unchecked) fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var records = 0
    fileprivate(set) var last: UInt64 = 0
    /// True if the group is synced even when acknowledgements do not wait for it.
    fileprivate(set) var needsSync = false

    var end: Int { offset + bytes.count }

    init(segment: UInt64, offset: Int) {
      self.segment = segment
      self.offset = offset
    }

    /// Starts another group in the same memory.
    fileprivate func begin(segment: UInt64, offset: Int) {
      self.segment = segment
      self.offset = offset
      bytes.removeAll(keepingCapacity: true)
      records = 0
      last = 0
      needsSync = false
    }
  }

  /// The change to a new segment.
  struct Rotation {
    let header: SegmentHeader
    let preallocated: PreallocatedSegment
    /// The record that ends the old segment.
    let seal: [UInt8]
    let sealOffset: Int
    /// True if the old segment is closed before it is full. The rest of its space is then freed.
    let isEarly: Bool
    let old: UInt64

    var end: Int { sealOffset + seal.count }
  }

  enum Work {
    case write(Group)
    case rotate(Rotation)
  }

  private var waiting: [Work] = []
  private var underWay: Work?
  /// A written group whose memory is reused for the next.
  private var spare: Group?

  /// Adds a record to the last group, or as the first of a new one.
  mutating func append(
    _ header: RecordHeader, _ payload: UnsafeRawBufferPointer, seed: UInt32, segment: UInt64,
    offset: Int
  ) {
    var header = header
    let group = openGroup(adding: header.recordSize) ?? newGroup(segment: segment, offset: offset)
    precondition(group.segment == segment && group.end == offset)
    if group.records == 0 { header.flags.insert(.startsGroup) }
    header.write(payload, seed: seed, to: &group.bytes)
    group.records += 1
    group.last = header.sequence
    if header.type == .entry(.clear) || header.type == .entry(.state) { group.needsSync = true }
  }

  mutating func append(_ rotation: Rotation) {
    waiting.append(.rotate(rotation))
  }

  var hasWork: Bool { !waiting.isEmpty }

  /// Returns the next work, which is in progress until `finish`.
  mutating func next() -> Work? {
    precondition(underWay == nil)
    guard !waiting.isEmpty else { return nil }
    underWay = waiting.removeFirst()
    return underWay
  }

  mutating func finish() {
    if case .write(let group)? = underWay, group.bytes.capacity <= Self.keptBytes { spare = group }
    underWay = nil
  }

  /// Drops all waiting work, and returns the dropped changes of segment.
  mutating func drop() -> [Rotation] {
    defer { waiting = [] }
    return waiting.compactMap { work in
      if case .rotate(let rotation) = work { rotation } else { nil }
    }
  }

  /// Returns the bytes of a record in the queue.
  func record(at location: RecordLocation) -> [UInt8]? {
    let start = Int(location.offset)
    let end = start + RecordHeader.recordSize(payload: Int(location.length))
    for case .write(let group) in waiting + (underWay.map { [$0] } ?? [])
    where group.segment == location.segment && group.offset <= start && end <= group.end {
      return Array(group.bytes[(start - group.offset)..<(end - group.offset)])
    }
    return nil
  }

  private func openGroup(adding size: Int) -> Group? {
    guard case .write(let group)? = waiting.last, group.records < Self.groupRecords,
      group.bytes.count + size <= Self.groupBytes
    else { return nil }
    return group
  }

  private mutating func newGroup(segment: UInt64, offset: Int) -> Group {
    let group: Group
    if let spare {
      spare.begin(segment: segment, offset: offset)
      group = spare
      self.spare = nil
    } else {
      group = Group(segment: segment, offset: offset)
    }
    waiting.append(.write(group))
    return group
  }
}
