import Glibc

/// Memory that one segment after the other is read into: touching new memory for each takes as long as
/// reading it. Used by one thread.
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

/// A file with a segment's name, opened for reading.
struct SegmentFile {
  let number: UInt64
  let size: Int
  /// Nil if nothing in the file can be made sense of.
  private(set) var header: SegmentHeader?
  /// The header is not what was written; what there is of it was gathered from around it.
  private(set) var isHeaderDamaged = false
  /// Where its records end, if nothing in it is damaged: behind that there are zeros.
  var end: Int?
  private let file: any LogFile

  var name: String { SegmentName.name(number) }

  /// Opens all segments, oldest first, and reads their headers.
  static func openAll(in directory: any LogDirectory) throws(JournalError) -> [SegmentFile] {
    var attempts = 0
    while true {
      let files: [SegmentFile]
      do throws(FileError) {
        files = try openFiles(in: directory)
      } catch {
        // A checkpoint of a running process may remove files between the listing and the opening. The
        // bound is for a directory that lists what it cannot open.
        attempts += 1
        guard error.code == ENOENT, attempts < 16 else { throw JournalError(error) }
        continue
      }
      return try identify(files)
    }
  }

  private static func openFiles(in directory: any LogDirectory) throws(FileError) -> [SegmentFile] {
    var segments: [SegmentFile] = []
    for number in try directory.list().compactMap(SegmentName.number).sorted() {
      let file = try directory.open(SegmentName.name(number))
      segments.append(SegmentFile(number: number, size: try file.size(), file: file))
    }
    return segments
  }

  private init(number: UInt64, size: Int, file: any LogFile) {
    self.number = number
    self.size = size
    self.file = file
  }

  func withBytes<Value>(
    in buffer: ReadBuffer, _ body: (UnsafeRawBufferPointer) throws(JournalError) -> Value
  ) throws(JournalError) -> Value {
    let memory = buffer.memory(of: size)
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
      let reading = bytes.withUnsafeBytes(SegmentHeader.read)
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

  /// A stand-in for a damaged header: the name gives the sequence, and an identity is the right one if
  /// a record validates with it.
  private func header(guessing candidates: [LogID]) throws(JournalError) -> SegmentHeader? {
    try withBytes(in: ReadBuffer()) { bytes in
      for id in candidates {
        var header = SegmentHeader(
          flags: 0, firstSequence: number, epoch: 0, base: 0, id: id)
        let content = SegmentBytes(bytes, seed: header.seed)
        guard let first = content.nextRecord(from: SegmentHeader.size, above: 0) else { continue }
        if first.header.type == .checkpointBegin { header.base = number }
        if first.header.type == .base { header.base = content.base(at: first.offset) }
        return header
      }
      return nil
    }
  }
}
