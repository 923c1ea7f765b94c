/// Tells the files of one journal from those of another.
struct LogID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  static func random() -> LogID {
    LogID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }
}

/// The first 64 bytes of a segment.
struct SegmentHeader: Equatable, Sendable {
  static let size = 64
  /// The offset from which on a copy of the header precedes the next record. It is beyond the first page of
  /// the file, so that the loss of one page leaves one of the two.
  static let copyOffset = 4096
  static let copyRecordSize = RecordHeader.recordSize(payload: size)
  static let version: UInt16 = 1
  /// "ACSOBX01", read as a little-endian number.
  static let magic: UInt64 = 0x3130_5842_4F53_4341
  /// The first segment of a process: the one before it may end in the middle of a write.
  static let startsProcess: UInt32 = 1

  var flags: UInt32
  var firstSequence: UInt64
  var epoch: UInt64
  /// Records below this number are superseded: by the checkpoint that this segment begins with, whose base
  /// is its own first sequence, or by copies in later segments. 0 where nothing is.
  var base: UInt64
  var id: LogID

  var startsProcess: Bool { flags & Self.startsProcess != 0 }
  /// What stands behind it is complete, written and synced before it had its name.
  var beginsComplete: Bool { base > 0 }

  enum Reading: Equatable {
    case valid(SegmentHeader)
    case newerFormat
    /// One bit of it is wrong; this is what was written.
    case corrected(SegmentHeader)
    /// Not a header. The identity is what stands in its place, which may have survived.
    case damaged(LogID)
  }

  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    bytes.withUnsafeMutableBytes { buffer in
      buffer.store(Self.magic, at: 0)
      buffer.store(Self.version, at: 8)
      buffer.store(Self.version, at: 10)
      buffer.store(flags, at: 12)
      buffer.store(firstSequence, at: 16)
      buffer.store(epoch, at: 24)
      buffer.store(base, at: 32)
      buffer.store(id.high, at: 40)
      buffer.store(id.low, at: 48)
      buffer.store(crc32c(UnsafeRawBufferPointer(rebasing: buffer[..<56])), at: 56)
    }
    return bytes
  }

  /// What a segment begins with that is no checkpoint: the header and, where something is superseded, a
  /// record that says the base again, in case the header is damaged.
  var opening: [UInt8] {
    var bytes = bytes
    guard base > 0 else { return bytes }
    let payload = withUnsafeBytes(of: base.littleEndian, Array.init)
    RecordHeader(
      type: .base, flags: .startsGroup, sequence: firstSequence, epoch: epoch,
      length: payload.count
    ).write(payload, seed: seed, to: &bytes)
    return bytes
  }

  /// The sequence of the first record that is appended behind the opening.
  var firstAppended: UInt64 { base > 0 ? firstSequence + 1 : firstSequence }

  /// Every later format keeps these 64 bytes where they are, so a header whose checksum holds can be
  /// believed about its version, and one whose checksum does not is damage.
  static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    guard bytes.count >= size else { return .damaged(LogID(high: 0, low: 0)) }
    if let reading = readExactly(bytes) { return reading }
    var copy = Array(bytes[..<size])
    return correct(&copy)
  }

  /// The same without a correction; nil where the checksum does not hold.
  static func readExactly(_ bytes: UnsafeRawBufferPointer) -> Reading? {
    guard hasChecksum(bytes) else { return nil }
    guard bytes.load(UInt64.self, at: 0) == magic, bytes.load(UInt16.self, at: 10) <= version
    else { return .newerFormat }
    let header = SegmentHeader(
      flags: bytes.load(UInt32.self, at: 12), firstSequence: bytes.load(UInt64.self, at: 16),
      epoch: bytes.load(UInt64.self, at: 24), base: bytes.load(UInt64.self, at: 32),
      id: identity(bytes))
    // A segment cannot supersede itself. The forger of one that does must not hide the others.
    guard header.base <= header.firstSequence else { return .damaged(header.id) }
    return .valid(header)
  }

  private static func hasChecksum(_ bytes: UnsafeRawBufferPointer) -> Bool {
    crc32c(UnsafeRawBufferPointer(rebasing: bytes[..<56])) == bytes.load(UInt32.self, at: 56)
  }

  private static func identity(_ bytes: UnsafeRawBufferPointer) -> LogID {
    LogID(high: bytes.load(UInt64.self, at: 40), low: bytes.load(UInt64.self, at: 48))
  }

  /// Looks for the one bit whose change makes the checksum hold: without the identity no record of a segment
  /// could be believed, and where it is the only one nobody else has it.
  private static func correct(_ bytes: inout [UInt8]) -> Reading {
    for bit in 0..<60 * 8 {
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let reading = bytes.withUnsafeBytes { hasChecksum($0) ? read($0) : nil }
      switch reading {
      case .valid(let header): return .corrected(header)
      case let other?: return other
      case nil: bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      }
    }
    return .damaged(bytes.withUnsafeBytes(identity))
  }

  /// What the checksums of this segment's records begin with. Bytes of another file, or a record
  /// within a payload, never validate; nor do zeros.
  static func seed(id: LogID, firstSequence: UInt64) -> UInt32 {
    withUnsafeTemporaryAllocation(byteCount: 24, alignment: 8) { buffer in
      buffer.store(id.high, at: 0)
      buffer.store(id.low, at: 8)
      buffer.store(firstSequence, at: 16)
      return crc32c(UnsafeRawBufferPointer(buffer))
    }
  }

  var seed: UInt32 { Self.seed(id: id, firstSequence: firstSequence) }
}

/// Segments are named by their first sequence, in 16 hexadecimal digits.
enum SegmentName {
  /// Far above what can be counted to, and far enough below the end of the range to add to.
  static let highestNumber: UInt64 = 1 << 62
  /// A journal whose numbers have come this far is refused: the names of its next segments would not be
  /// recognized.
  static let highestUsable = highestNumber - (1 << 40)

  static func name(_ firstSequence: UInt64) -> String {
    sixteenDigits(firstSequence) + ".log"
  }

  static func sixteenDigits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The number in a segment's name, or nil for a file that is no segment.
  static func number(_ name: String) -> UInt64? {
    guard name.utf8.count == 20, name.hasSuffix(".log"),
      let number = UInt64(name.dropLast(4), radix: 16), number > 0, number <= highestNumber,
      self.name(number) == name
    else { return nil }
    return number
  }
}
