/// The first 64 bytes of a segment.
struct SegmentHeader: Equatable, Sendable {
  static let size = 64
  /// The offset from which on a copy of the header precedes the next record. It is beyond the first page of
  /// the file, so that the loss of one page destroys at most one of the two.
  static let copyOffset = 4096
  static let copyRecordSize = RecordHeader.recordSize(payload: size)
  static let version: UInt16 = 1
  /// "ACSOBX01", read as a little-endian number.
  static let magic: UInt64 = 0x3130_5842_4F53_4341
  /// The flag of the first segment of a process. The segment before it may end in the middle of a write.
  static let startsProcess: UInt32 = 1

  var flags: UInt32
  var firstSequence: UInt64
  var epoch: UInt64
  /// The sequence below which records are superseded: by the checkpoint that this segment begins with, whose
  /// base is its own first sequence, or by copies in later segments. 0 if nothing is superseded.
  var base: UInt64
  var id: LogID

  var startsProcess: Bool { flags & Self.startsProcess != 0 }
  /// True if the records behind the header are complete: they were written and synced before the segment had
  /// its name.
  var beginsComplete: Bool { base > 0 }

  enum Reading: Equatable {
    case valid(SegmentHeader)
    case newerFormat
    /// A header with one wrong bit; the value is the header as it was written.
    case corrected(SegmentHeader)
    /// Not a header. The identity is read from its place, and may have survived.
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

  /// The first bytes of a segment that is not a checkpoint: the header and, if something is superseded, a
  /// record that repeats the base, in case the header is damaged.
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

  /// Reads the header of a segment. Every later format keeps these 64 bytes in place. Therefore a header with
  /// a valid checksum states its version correctly, and one with an invalid checksum is damaged.
  static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    guard bytes.count >= size else { return .damaged(LogID(high: 0, low: 0)) }
    if let reading = readExactly(bytes) { return reading }
    var copy = Array(bytes[..<size])
    return correct(&copy)
  }

  /// Reads a header without correcting it. Returns nil if the checksum is invalid.
  static func readExactly(_ bytes: UnsafeRawBufferPointer) -> Reading? {
    guard hasChecksum(bytes) else { return nil }
    guard bytes.load(UInt64.self, at: 0) == magic, bytes.load(UInt16.self, at: 10) <= version
    else { return .newerFormat }
    let header = SegmentHeader(
      flags: bytes.load(UInt32.self, at: 12), firstSequence: bytes.load(UInt64.self, at: 16),
      epoch: bytes.load(UInt64.self, at: 24), base: bytes.load(UInt64.self, at: 32),
      id: identity(bytes))
    // A segment cannot supersede itself. A forged segment that claims to do so must not hide the others.
    guard header.base <= header.firstSequence else { return .damaged(header.id) }
    return .valid(header)
  }

  private static func hasChecksum(_ bytes: UnsafeRawBufferPointer) -> Bool {
    crc32c(UnsafeRawBufferPointer(rebasing: bytes[..<56])) == bytes.load(UInt32.self, at: 56)
  }

  private static func identity(_ bytes: UnsafeRawBufferPointer) -> LogID {
    LogID(high: bytes.load(UInt64.self, at: 40), low: bytes.load(UInt64.self, at: 48))
  }

  /// Searches for the bit whose change makes the checksum valid. Without the identity no record of a segment
  /// can be validated, and if it is the only segment, no other file has the identity.
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

  /// Returns the initial value of the checksums of this segment's records. Because of it, bytes of another
  /// file, records within a payload, and zeros never validate.
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

/// The identity of a journal, stored in all its files.
struct LogID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  static func random() -> LogID {
    LogID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
  }
}

/// The file names of segments: the first sequence in 16 hexadecimal digits.
enum SegmentName {
  /// The highest number in a name. It is far above any reachable sequence, and far enough below the end of
  /// the range to add to it.
  static let highestNumber: UInt64 = 1 << 62
  /// The highest number that is opened. A journal beyond it is refused: the names of its next segments would
  /// not be recognized.
  static let highestUsable = highestNumber - (1 << 40)

  static func name(_ firstSequence: UInt64) -> String {
    sixteenDigits(firstSequence) + ".log"
  }

  static func sixteenDigits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns the number in a segment's name, or nil for any other file.
  static func number(_ name: String) -> UInt64? {
    guard name.utf8.count == 20, name.hasSuffix(".log"),
      let number = UInt64(name.dropLast(4), radix: 16), number > 0, number <= highestNumber,
      self.name(number) == name
    else { return nil }
    return number
  }
}
