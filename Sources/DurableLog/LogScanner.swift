import Glibc

/// A reader of a journal's files that does not write and needs no lock on the directory.
package enum LogScanner {
  /// Passes each surviving record to `replay`, in order, and reports damage. Calls `progress` from time to
  /// time.
  ///
  /// Throws `.foreign` or `.newerFormat`, possibly after some records were passed. While another process
  /// writes, the end of the log may look torn.
  package static func scan(
    _ directory: any LogDirectory, progress: ((RecoveryProgress) -> Void)? = nil,
    replay: (Record) -> Void
  ) throws(JournalError) -> Recovery {
    try LogScan(directory, progress: progress, replay: replay).recovery
  }
}

/// One reading of all segments.
struct LogScan {
  private(set) var recovery = Recovery()
  private(set) var id: LogID?
  /// The highest sequence accounted for, up to the last segment that is not empty.
  private(set) var last: UInt64 = 0
  /// The segments that are not empty, oldest first.
  private(set) var kept: [SegmentFile] = []
  /// The segments at the end that were opened and never written to.
  private(set) var empty: [SegmentFile] = []
  /// The segments that a checkpoint supersedes, oldest first.
  private(set) var superseded: [SegmentFile] = []

  init(
    _ directory: any LogDirectory, progress: ((RecoveryProgress) -> Void)?,
    replay: (Record) -> Void
  ) throws(JournalError) {
    let files = try SegmentFile.openAll(in: directory)
    id = files.lazy.compactMap(\.header?.id).first
    recovery.base = files.compactMap(\.header?.base).max() ?? 0
    superseded = files.filter { $0.number < recovery.base }
    let live = files.filter { $0.number >= recovery.base }
    recovery.segments = live.count

    var walk = SegmentReader(
      last: recovery.base > 0 ? recovery.base - 1 : 0, totalBytes: live.reduce(0) { $0 + $1.size },
      progress: progress)
    for (segment, next) in zip(live, live.dropFirst().map(Optional.some) + [nil]) {
      var segment = segment
      let extent = try walk.read(segment, before: next, into: &recovery, replay: replay)
      segment.end = extent.end
      if extent.isEmpty {
        empty.append(segment)
      } else {
        kept += empty + [segment]
        empty = []
        last = walk.last
      }
    }
  }
}
