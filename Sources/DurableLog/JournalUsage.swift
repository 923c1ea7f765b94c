extension Journal {
  /// What a journal takes. When most of the bytes are those of records that no longer matter, it is time
  /// for a checkpoint; the same when there are many files, since each start opens one.
  package struct Usage: Equatable, Sendable {
    package let segments: Int
    /// Bytes of all records, dead or alive, queued ones included.
    package let recordBytes: Int
    /// Bytes of the segment files, spares aside.
    package let fileBytes: Int
    /// The same without the part of the last one that is not written yet.
    package let usedBytes: Int
  }
}
