@testable import DurableLog

/// The reader of log segments. The first byte of an input selects the number of files, and whether checksums are made
/// right first, behind which no fuzzer finds anything; then come the files.
enum SegmentTarget {
  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    guard let settings = input.first else { return nil }
    var files = Self.files(in: Array(input.rest(from: 1)), count: Int(settings >> 1 & 3) + 1)
    if settings & 1 == 1 { for index in files.indices { files[index].seal() } }
    let directory = FileList(files)
    do throws(JournalError) {
      var bytes = 0
      var last: UInt64 = 0
      var isOrdered = true
      let recovery = try LogScanner.scan(directory) { record in
        bytes += record.payload.count
        isOrdered = isOrdered && record.sequence.value > last
        last = record.sequence.value
      }
      let stored = files.reduce(0) { $0 + $1.bytes.count }
      if !isOrdered { return "the records are not in order" }
      if bytes > stored { return "there are \(bytes) bytes of records in \(stored) bytes" }
      for damage in recovery.damage where damage.length > stored || damage.offset > stored {
        return "the damage of \(damage.length) bytes at \(damage.offset) is outside of its file"
      }
      _ = (recovery.lostRecords, recovery.tornBytes)
      return nil
    } catch {
      switch error {
      case .notSegment, .newerFormat, .foreign: return nil
      default: return "\(error)"
      }
    }
  }

  private static func files(in bytes: [UInt8], count: Int) -> [FileList.File] {
    var files: [FileList.File] = []
    var rest = bytes[...]
    for index in 0..<count {
      let size = index == count - 1 ? rest.count : min(rest.count, 2 + Int(rest.first ?? 0) * 16)
      let file = FileList.File(Array(rest.prefix(size).dropFirst(index == count - 1 ? 0 : 1)))
      rest = rest.dropFirst(size)
      files.append(file)
    }
    return files
  }

  static var seeds: [[UInt8]] {
    var seeds: [[UInt8]] = []
    for file in [journal(records: 3), journal(records: 12)] {
      seeds += [[0] + file, [1] + file, [1] + file.dropLast(20)]
      seeds.append([3, UInt8(file.count / 16)] + file + file)
    }
    return seeds
  }

  /// Returns a segment with so many records.
  private static func journal(records: Int) -> [UInt8] {
    let header = SegmentHeader(
      flags: SegmentHeader.startsProcess, firstSequence: 1, epoch: 1, base: 0,
      id: LogID(high: 1, low: 2))
    var bytes = header.bytes
    for number in 0..<records {
      let payload = [UInt8](#"{"requestId":"r\#(number)","method":"mobileEvent"}"#.utf8)
      RecordHeader(
        type: RecordType(UInt8(number % 10)), flags: number % 3 == 0 ? .startsGroup : [],
        sequence: UInt64(number + 1), epoch: 1, length: payload.count
      ).write(payload, seed: header.seed, to: &bytes)
    }
    return bytes + [UInt8](repeating: 0, count: 64)
  }
}

/// A directory of files in memory that is only read.
private final class FileList: LogDirectory {
  struct File {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number in the name.
    var number: UInt64 {
      bytes.count < SegmentHeader.size
        ? 1 : max(1, bytes.withUnsafeBytes { $0.load(UInt64.self, at: 16) } % (1 << 62))
    }

    /// Makes the checksums of the header and of all apparent records right.
    mutating func seal() {
      guard bytes.count >= SegmentHeader.size else { return }
      bytes.withUnsafeMutableBytes { bytes in
        bytes.store(SegmentHeader.magic, at: 0)
        bytes.store(crc32c(UnsafeRawBufferPointer(rebasing: bytes[..<56])), at: 56)
        let all = UnsafeRawBufferPointer(bytes)
        let id = LogID(high: all.load(UInt64.self, at: 40), low: all.load(UInt64.self, at: 48))
        let seed = SegmentHeader.seed(id: id, firstSequence: all.load(UInt64.self, at: 16))
        var offset = SegmentHeader.size
        while offset + RecordHeader.size <= bytes.count {
          guard let length = RecordHeader.claimedLength(all, at: offset),
            offset + RecordHeader.recordSize(payload: length) <= bytes.count
          else {
            offset += 8
            continue
          }
          let end = offset + RecordHeader.recordSize(payload: length)
          bytes.store(
            crc32c(UnsafeRawBufferPointer(rebasing: all[offset + 8..<end]), continuing: seed),
            at: offset + 4)
          offset = end
        }
      }
    }
  }

  private final class Contents: LogFile {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func size() -> Int { bytes.count }

    func stored() -> StoredData {
      var data = StoredData()
      data.add(0..<bytes.count)
      return data
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
      let count = max(0, min(buffer.count, bytes.count - offset))
      if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
      return count
    }

    func preallocate(_: Int) throws(FileError) { throw FileError(.preallocate, code: 30) }
    func truncate(to _: Int) throws(FileError) { throw FileError(.truncate, code: 30) }
    func write(_: UnsafeRawBufferPointer, at _: Int) throws(FileError) -> Int {
      throw FileError(.write, code: 30)
    }
    func sync() throws(FileError) { throw FileError(.sync, code: 30) }
    func requirePlace() {}
    func writeBack(_: Range<Int>) throws(FileError) { throw FileError(.writeBack, code: 30) }
  }

  private let files: [String: Contents]

  init(_ files: [File]) {
    var named: [String: Contents] = [:]
    for file in files { named[SegmentName.name(file.number)] = Contents(file.bytes) }
    self.files = named
  }

  func list() -> [String] { files.keys.sorted() }

  func open(_ name: String) throws(FileError) -> any LogFile {
    guard let file = files[name] else { throw FileError(.open, code: 2) }
    return file
  }

  func create(_: String) throws(FileError) -> any LogFile { throw FileError(.create, code: 30) }
  func rename(_: String, to _: String) throws(FileError) { throw FileError(.rename, code: 30) }
  func remove(_: String) throws(FileError) { throw FileError(.remove, code: 30) }
  func truncate(_: String, to _: Int) throws(FileError) { throw FileError(.truncate, code: 30) }
  func sync() throws(FileError) { throw FileError(.syncDirectory, code: 30) }
  func requirePlace() {}
  func subdirectory(_: String) throws(FileError) -> any LogDirectory {
    throw FileError(.create, code: 30)
  }
}
