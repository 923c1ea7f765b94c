/// Records that have their place but are not written yet.
struct WriteQueue {
  /// Bounds of one write, and so of what waits for one sync.
  private static let groupRecords = 256
  private static let groupBytes = 1 << 20

  /// What may be kept of the memory of one group for the next.
  private static let keptBytes = 256 << 10

  /// Adjoining records of one segment, written and synced together. Changed only while it waits.
  final class Group {
    private(set) var segment: UInt64
    private(set) var offset: Int
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate(set) var records = 0
    fileprivate(set) var last: UInt64 = 0
    /// Synced even where acknowledgements do not wait for it.
    fileprivate(set) var needsSync = false

    var end: Int { offset + bytes.count }

    init(segment: UInt64, offset: Int) {
      self.segment = segment
      self.offset = offset
    }

    /// Another group in the same memory.
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
    let spare: Spare
    /// Ends the old segment.
    let seal: [UInt8]
    let sealOffset: Int
    /// The old segment is left before it is full: what remains of its space is given back.
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
  /// A group that is written, whose memory serves the next.
  private var spare: Group?

  /// Adds a record at the end of the last group, or as the first of a new one.
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

  /// The work to be done next; it is under way until `finish`.
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

  /// Forgets everything, and returns the changes of segment that were to be made.
  mutating func drop() -> [Rotation] {
    defer { waiting = [] }
    return waiting.compactMap { work in
      if case .rotate(let rotation) = work { rotation } else { nil }
    }
  }

  /// The bytes of a record that is here.
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
