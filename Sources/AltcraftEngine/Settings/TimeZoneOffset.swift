import Glibc

/// The offset of a time zone from UTC at one moment.
package struct TimeZoneOffset: Sendable, Equatable {
  /// The offset in seconds; positive east of Greenwich.
  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// Returns true for the text of a zone. A name must be in the database: without its file it would
  /// mean the zone of this machine, often UTC.
  package static func isZone(_ text: String, database: String = TimeZoneDatabase.path) -> Bool {
    fixed(text) != nil || TimeZoneFile.load(text, from: database) != nil
  }

  /// Returns the texts that this machine accepts, in words.
  static func expected(database: String = TimeZoneDatabase.path) -> String {
    guard TimeZoneDatabase.isThere(database) else {
      return "Z, ±hhmm, ±hh:mm, or an offset behind UTC or GMT such as GMT+3: for an IANA name this"
        + " machine has no time zone database in \(database); \(TimeZoneDatabase.remedy)"
    }
    return "an IANA name that is in \(database), Z, ±hhmm or ±hh:mm,"
      + " or an offset behind UTC or GMT such as GMT+3"
  }

  /// Finds the offset. `zone` is a text of `isZone`. Without one uses the zone of the host; also
  /// for a name that was in the database when it was stored, and no longer is.
  package init(
    zone: String?, at moment: Timestamp, database: String = TimeZoneDatabase.path
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

  /// Reads `Z`, `±hhmm` and `±hh:mm`; behind `UTC` or `GMT` also `±h` and `±hh`, or nothing.
  private static func fixed(_ text: String) -> TimeZoneOffset? {
    var rest = text.utf8[...]
    let isNamed = text.hasPrefix("UTC") || text.hasPrefix("GMT")
    if isNamed { rest = rest.dropFirst(3) }
    if isNamed && rest.isEmpty || rest.elementsEqual("Z".utf8) { return TimeZoneOffset(seconds: 0) }
    guard let sign = rest.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      rest.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ":") })
    else { return nil }
    let parts = rest.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let fields = parts.map { String(decoding: $0, as: UTF8.self) }
    let (hours, minutes): (String, String)
    switch (fields.count, fields[0].count, fields.last?.count) {
    case (1, 4, _): (hours, minutes) = (String(fields[0].prefix(2)), String(fields[0].suffix(2)))
    case (1, 1...2, _) where isNamed: (hours, minutes) = (fields[0], "0")
    case (2, 2, 2): (hours, minutes) = (fields[0], fields[1])
    case (2, 1, 2) where isNamed: (hours, minutes) = (fields[0], fields[1])
    default: return nil
    }
    guard let hours = Int(hours), let minutes = Int(minutes), hours < 24, minutes < 60 else {
      return nil
    }
    let seconds = hours * 3600 + minutes * 60
    return TimeZoneOffset(seconds: sign == UInt8(ascii: "-") ? -seconds : seconds)
  }
}
