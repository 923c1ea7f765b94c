/// The 32 bytes before each payload.
struct RecordHeader {
  static let size = 32
  static let marker: UInt32 = 0xACB0_C5A7
  static let version: UInt8 = 1
  /// The bytes of the longest payload that a reader accepts, independent of the limits of the writer.
  static let longestPayload = 16 << 20

  var type: RecordType
  var version = Self.version
  var flags: RecordFlags = []
  var sequence: UInt64
  var epoch: UInt64
  var length: Int

  /// Returns the bytes of a record, padded so that the next one is aligned.
  static func recordSize(payload: Int) -> Int {
    (size + payload + 7) & ~7
  }

  var recordSize: Int { Self.recordSize(payload: length) }
}

/// The type byte of a record. `RecordFormat.md` describes the bytes.
enum RecordType: Hashable {
  case entry(RecordKind)
  case checkpointBegin
  case checkpointEnd
  case seal
  case base
  case headerCopy
  case unknown(UInt8)

  init(_ byte: UInt8) {
    switch byte {
    case 6: self = .checkpointBegin
    case 7: self = .checkpointEnd
    case 8: self = .seal
    case 9: self = .base
    case 10: self = .headerCopy
    default: self = RecordKind(rawValue: byte).map(RecordType.entry) ?? .unknown(byte)
    }
  }

  var byte: UInt8 {
    switch self {
    case .entry(let kind): kind.rawValue
    case .checkpointBegin: 6
    case .checkpointEnd: 7
    case .seal: 8
    case .base: 9
    case .headerCopy: 10
    case .unknown(let byte): byte
    }
  }
}

struct RecordFlags: OptionSet {
  let rawValue: UInt16

  /// A flag that allows a reader to skip a record of unknown type.
  static let skippable = RecordFlags(rawValue: 1)
  /// The flag of the first record of a group that was written and synced together. All earlier groups were on
  /// disk before it was written, so a hole before it is damage and cannot be an interrupted write.
  static let startsGroup = RecordFlags(rawValue: 2)
  /// The flag of a copy of an earlier record, whose segment will be removed.
  static let isCopy = RecordFlags(rawValue: 4)
}

extension RecordHeader {
  /// Appends the record to `bytes`, which must begin at a multiple of 8 in the file.
  func write(_ payload: [UInt8], seed: UInt32, to bytes: inout [UInt8]) {
    payload.withUnsafeBytes { write($0, seed: seed, to: &bytes) }
  }

  func write(_ payload: UnsafeRawBufferPointer, seed: UInt32, to bytes: inout [UInt8]) {
    precondition(payload.count == length)
    let start = bytes.count
    let end = start + recordSize
    withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 8) { header in
      header.store(Self.marker, at: 0)
      header.store(UInt32(0), at: 4)
      header.store(UInt32(length), at: 8)
      header.store(type.byte, at: 12)
      header.store(version, at: 13)
      header.store(flags.rawValue, at: 14)
      header.store(sequence, at: 16)
      header.store(epoch, at: 24)
      bytes.append(contentsOf: UnsafeRawBufferPointer(header))
    }
    bytes.append(contentsOf: payload)
    while bytes.count < end { bytes.append(0) }
    bytes.withUnsafeMutableBytes { all in
      let record = UnsafeMutableRawBufferPointer(rebasing: all[start..<end])
      record.store(Self.checksum(UnsafeRawBufferPointer(record), seed: seed), at: 4)
    }
  }

  /// Reads the header at `offset`; nil unless a complete and valid record begins there. Checks the bounds
  /// before it uses the length.
  static func read(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, seed: UInt32
  ) -> RecordHeader? {
    guard let length = claimedLength(bytes, at: offset) else { return nil }
    let end = offset + recordSize(payload: length)
    guard end <= bytes.count else { return nil }
    let record = UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
    guard record.load(UInt32.self, at: 4) == checksum(record, seed: seed) else { return nil }
    return RecordHeader(
      type: RecordType(record[12]), version: record[13],
      flags: RecordFlags(rawValue: record.load(UInt16.self, at: 14)),
      sequence: record.load(UInt64.self, at: 16), epoch: record.load(UInt64.self, at: 24),
      length: length)
  }

  /// Returns the payload length of an apparent record, which need not be valid.
  static func claimedLength(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
    guard offset + size <= bytes.count, bytes.load(UInt32.self, at: offset) == marker else {
      return nil
    }
    let length = Int(bytes.load(UInt32.self, at: offset + 8))
    return length <= longestPayload ? length : nil
  }

  /// Computes the checksum, which covers the header too: a record copied to another place must not look
  /// valid.
  private static func checksum(_ record: UnsafeRawBufferPointer, seed: UInt32) -> UInt32 {
    crc32c(UnsafeRawBufferPointer(rebasing: record[8...]), continuing: seed)
  }
}

extension UnsafeRawBufferPointer {
  func load<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}

extension UnsafeMutableRawBufferPointer {
  func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }
}
