extension Journal {
  /// The disk usage of a journal. A checkpoint is due when most of the bytes belong to records that are no
  /// longer needed, or when there are many files, since each start of the process adds one.
  package struct Usage: Equatable, Sendable {
    package let segments: Int
    /// The bytes of all records, dead or alive, including queued ones.
    package let recordBytes: Int
    /// The bytes of the segment files, without spares.
    package let fileBytes: Int
    /// The bytes of the segment files, without the unwritten part of the last one.
    package let usedBytes: Int
  }
}
