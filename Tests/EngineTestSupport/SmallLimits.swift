import AltcraftEngine

extension Limits {
  /// Limits with segments of 64 KiB and records of at most 16 KiB.
  package static var small: Limits {
    var limits = Limits()
    limits.segmentBytes = 64 << 10
    limits.recordBytes = 16 << 10
    return limits
  }
}
