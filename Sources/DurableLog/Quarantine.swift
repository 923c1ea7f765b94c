import Glibc

/// The copies of damaged bytes, kept for manual inspection.
struct Quarantine {
  static let name = "quarantine"

  private let directory: any LogDirectory
  private let limit: Int
  private var used = 0

  init(in parent: any LogDirectory, limit: Int) throws(FileError) {
    directory = try parent.subdirectory(Self.name)
    self.limit = limit
    for name in try directory.list() {
      let (sum, isBeyond) = used.addingReportingOverflow(try directory.open(name).size())
      used = isBeyond ? .max : sum
    }
  }

  /// Copies the damaged bytes of `scan`, as far as there is space. Bytes copied by an earlier start are not
  /// copied again.
  static func retain(_ scan: LogScan, in parent: any LogDirectory, limit: Int) throws(FileError) {
    let damaged = scan.recovery.damage.filter { $0.length > 0 && $0.lostRecords > 0 }
    guard !damaged.isEmpty else { return }
    var quarantine = try Quarantine(in: parent, limit: limit)
    for damage in damaged {
      guard let segment = scan.kept.first(where: { $0.name == damage.file }) else { continue }
      try quarantine.retain(damage, of: segment)
    }
    try quarantine.directory.sync()
  }

  private mutating func retain(_ damage: Damage, of segment: SegmentFile) throws(FileError) {
    let length = min(damage.length, limit - used)
    guard length > 0 else { return }
    let name = SegmentName.sixteenDigits(damage.firstLost.value) + ".bin"
    do throws(FileError) {
      let copy = try directory.create(name)
      // Copy a large range in pieces: it can be a whole checkpoint.
      for start in stride(from: 0, to: length, by: 1 << 20) {
        let range = damage.offset + start..<damage.offset + min(start + 1 << 20, length)
        try copy.writeAll(try segment.bytes(range), at: start)
      }
      try copy.syncAll()
      used += length
    } catch {
      guard error.code == EEXIST else { throw error }
    }
  }

  /// Removes all copies.
  static func discard(in parent: any LogDirectory) throws(FileError) {
    guard try parent.list().contains(name) else { return }
    let directory = try parent.subdirectory(name)
    for file in try directory.list() { try directory.remove(file) }
    try directory.sync()
  }
}
