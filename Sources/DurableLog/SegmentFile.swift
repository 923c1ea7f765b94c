import Glibc

/// A file with a segment's name, opened for reading.
struct SegmentFile {
  /// The bytes of the longest segment: the offset of a record has 32 bits.
  static let longest = Int(UInt32.max)

  /// The bytes of holes that damage may leave before the end of the data, beyond as many as there are of
  /// data. It is the size of the longest record: a write that was interrupted leaves no more.
  private static let longestHole = RecordHeader.longestPayload

  /// The bytes that are read behind the data, which show recovery that zeros follow.
  private static let margin = 4096

  let number: UInt64
  let size: Int
  /// The bytes to be read. Only a hole follows.
  private let contentSize: Int
  /// The header, or nil if nothing in the file is readable.
  private(set) var header: SegmentHeader?
  /// True if the header is damaged. `header` then holds values recovered from the rest of the segment.
  private(set) var isHeaderDamaged = false
  /// The end of its records, if nothing in it is damaged. Only zeros follow.
  var end: Int?
  private let file: any LogFile

  var name: String { SegmentName.name(number) }

  /// Opens all segments, oldest first, and reads their headers.
  static func openAll(in directory: any LogDirectory) throws(JournalError) -> [SegmentFile] {
    var attempts = 0
    while true {
      let files: [SegmentFile]
      do throws(JournalError) {
        files = try openFiles(in: directory)
      } catch {
        // A checkpoint of a running process may remove files between the listing and the opening. The
        // attempts are bounded in case a directory lists files that it cannot open.
        attempts += 1
        guard case .io(let cause) = error, cause.code == ENOENT, attempts < 16 else { throw error }
        continue
      }
      return try identify(files)
    }
  }

  private static func openFiles(
    in directory: any LogDirectory
  ) throws(JournalError) -> [SegmentFile] {
    let names = try storing { () throws(FileError) in try directory.list() }
    var segments: [SegmentFile] = []
    for number in names.compactMap(SegmentName.number).sorted() {
      segments.append(try open(number, in: directory))
    }
    return segments
  }

  private static func open(
    _ number: UInt64, in directory: any LogDirectory
  ) throws(JournalError) -> SegmentFile {
    let name = SegmentName.name(number)
    let segment: SegmentFile
    let data: StoredData
    do throws(FileError) {
      let file = try directory.open(name)
      let size = try file.size()
      data = try file.stored()
      segment = SegmentFile(number: number, size: size, data: data, file: file)
    } catch {
      // A link, a socket, or another file that is not regular.
      if [ELOOP, ENXIO, EINVAL].contains(error.code) { throw .notSegment(file: name) }
      throw JournalError(error)
    }
    guard segment.size <= longest, number <= SegmentName.highestUsable,
      // The time and memory of a start are in proportion to the data that is there.
      data.end - data.bytes <= data.bytes + longestHole
    else { throw .notSegment(file: name) }
    return segment
  }

  private init(number: UInt64, size: Int, data: StoredData, file: any LogFile) {
    self.number = number
    self.size = size
    contentSize = min(size, data.end + Self.margin)
    self.file = file
  }

  func withBytes<Value>(
    in buffer: ReadBuffer, _ body: (UnsafeRawBufferPointer) throws(JournalError) -> Value
  ) throws(JournalError) -> Value {
    let memory = buffer.memory(of: contentSize)
    let count = try storing { () throws(FileError) in try file.readAll(into: memory, at: 0) }
    return try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }

  func bytes(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    try file.readAll(range)
  }

  private static func identify(_ files: [SegmentFile]) throws(JournalError) -> [SegmentFile] {
    var segments = files
    var identityInPlace: [Int: LogID] = [:]
    var known: LogID?
    for index in segments.indices {
      let segment = segments[index]
      let bytes = try storing { () throws(FileError) in try segment.bytes(0..<SegmentHeader.size) }
      var reading = bytes.withUnsafeBytes(SegmentHeader.read)
      if case .damaged = reading, let copy = try segment.headerCopy() { reading = copy }
      switch reading {
      case .valid(let header), .corrected(let header):
        if case .corrected = reading { segments[index].isHeaderDamaged = true }
        guard header.firstSequence == segment.number, known == nil || known == header.id else {
          throw .foreign(file: segment.name)
        }
        known = header.id
        segments[index].header = header
      case .newerFormat:
        throw .newerFormat(file: segment.name)
      case .damaged(let id):
        segments[index].isHeaderDamaged = true
        identityInPlace[index] = id
      }
    }
    for (index, id) in identityInPlace {
      let candidates = [id] + (known.map { [$0] } ?? [])
      segments[index].header = try segments[index].header(guessing: candidates)
    }
    return segments
  }

  /// Returns the copy of the header in a record of the segment; nil if there is no such record.
  private func headerCopy() throws(JournalError) -> SegmentHeader.Reading? {
    try withBytes(in: ReadBuffer()) { bytes in
      for offset in stride(from: SegmentHeader.size, to: bytes.count, by: 8) {
        let end = offset + SegmentHeader.copyRecordSize
        guard RecordHeader.claimedLength(bytes, at: offset) == SegmentHeader.size,
          end <= bytes.count
        else { continue }
        let payload = bytes[offset + RecordHeader.size..<end]
        switch SegmentHeader.readExactly(UnsafeRawBufferPointer(rebasing: payload)) {
        case .newerFormat: return .newerFormat
        case .valid(let header) where header.firstSequence == number:
          let record = RecordHeader.read(bytes, at: offset, seed: header.seed)
          if record?.type == .headerCopy { return .corrected(header) }
        default: continue
        }
      }
      return nil
    }
  }

  /// Returns a replacement for a damaged header. The name gives the sequence. An identity is correct if a
  /// record validates with it.
  private func header(guessing candidates: [LogID]) throws(JournalError) -> SegmentHeader? {
    try withBytes(in: ReadBuffer()) { bytes in
      for id in candidates {
        var header = SegmentHeader(
          flags: 0, firstSequence: number, epoch: 0, base: 0, id: id)
        var content = SegmentBytes(bytes, of: header)
        guard let first = content.nextRecord(from: SegmentHeader.size, above: 0) else { continue }
        if first.header.type == .checkpointBegin { header.base = number }
        if first.header.type == .base {
          header.base = content.base(first.header, at: first.offset)
        }
        return header
      }
      return nil
    }
  }
}

/// A read buffer reused for all segments: touching new memory for each takes as long as reading it. Used by
/// one thread.
final class ReadBuffer {
  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 8)

  deinit { buffer.deallocate() }

  func memory(of size: Int) -> UnsafeMutableRawBufferPointer {
    if size > buffer.count {
      buffer.deallocate()
      buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
    }
    return UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
  }
}
