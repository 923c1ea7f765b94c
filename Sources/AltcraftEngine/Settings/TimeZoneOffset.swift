import Glibc

/// The offset of a time zone from UTC at one moment.
package struct TimeZoneOffset: Sendable, Equatable {
  /// The offset in seconds; positive east of Greenwich.
  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// Finds the offset. `zone` is an IANA name or `±hhmm`. Without one, or with an unknown one, uses the zone
  /// of the host.
  package init(
    zone: String?, at moment: Timestamp, database: String = "/usr/share/zoneinfo"
  ) {
    let known = zone.flatMap { Self.fixed($0) ?? Self.listed($0, at: moment, in: database) }
    self = known ?? .ofHost(at: moment)
  }

  /// The text `+hhmm` or `-hhmm`; seconds of historical offsets are cut off.
  package var text: String {
    let minutes = Int64(minutesEast.magnitude)
    return (minutesEast < 0 ? "-" : "+") + padded(minutes / 60, 2) + padded(minutes % 60, 2)
  }

  package var minutesEast: Int { seconds / 60 }

  static func ofHost(at moment: Timestamp) -> TimeZoneOffset {
    var time = time_t(moment.seconds)
    var fields = tm()
    tzset()
    guard localtime_r(&time, &fields) != nil else { return TimeZoneOffset(seconds: 0) }
    return TimeZoneOffset(seconds: fields.tm_gmtoff)
  }

  private static func listed(_ name: String, at moment: Timestamp, in database: String)
    -> TimeZoneOffset?
  {
    TimeZoneFile.load(name, from: database).map {
      TimeZoneOffset(seconds: $0.offset(at: moment.seconds))
    }
  }

  private static func fixed(_ text: String) -> TimeZoneOffset? {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, [0x2B, 0x2D].contains(bytes[0]),
      bytes.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let digits = bytes.dropFirst().map { Int($0 - 0x30) }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard hours < 24, minutes < 60 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return TimeZoneOffset(seconds: bytes[0] == 0x2D ? -seconds : seconds)
  }
}
