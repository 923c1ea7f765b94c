/// A moment in milliseconds since 1970, UTC.
package struct Timestamp: Sendable, Hashable, Comparable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package init(seconds: Int64) {
    milliseconds = seconds.multipliedReportingOverflow(by: 1000).partialValue
  }

  /// Reads a day, or a time in UTC in ISO 8601: `2026-11-20`, `2026-11-20T12:00:00Z`, `2026-11-20T12:00:00.1+00:00`.
  /// Nil for any other text, and for a time that does not exist. Rounds up to milliseconds.
  package init?(utc text: String) {
    var reader = TimeReader(rest: text.utf8[...])
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), (1...12).contains(month)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard (1...date.daysInMonth).contains(day) else { return nil }
    let midnight = date.daysSince1970 * 86_400_000
    guard !reader.rest.isEmpty else {
      milliseconds = midnight
      return
    }
    guard reader.skip("T"), let hour = reader.number(2), reader.skip(":"),
      let minute = reader.number(2), reader.skip(":"), let second = reader.number(2),
      hour < 24, minute < 60, second < 60, let fraction = reader.fraction(),
      reader.skip("Z") || reader.skip("+00:00"), reader.rest.isEmpty
    else { return nil }
    milliseconds = midnight + (hour * 3600 + minute * 60 + second) * 1000 + fraction
  }

  /// Whole seconds since 1970, rounded down.
  package var seconds: Int64 { milliseconds.flooredDivision(by: 1000).quotient }

  /// The time as ISO 8601 in UTC with milliseconds, as `2026-11-20T12:00:00.123Z`. A year outside 0 … 9999
  /// has as many digits as it needs.
  package var text: String {
    let (seconds, fraction) = milliseconds.flooredDivision(by: 1000)
    let (days, time) = seconds.flooredDivision(by: 86_400)
    let date = CivilDate(daysSince1970: days)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
      + ".\(padded(fraction, 3))Z"
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

/// A reader of the parts of a time.
private struct TimeReader {
  var rest: Substring.UTF8View

  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Reads that many digits.
  mutating func number(_ count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return Int64(Substring(digits))
  }

  /// Reads a fraction of a second, which may be missing, in milliseconds, rounded up. Nil for a point without digits.
  mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    let digits = rest.prefix(while: Self.isDigit)
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    let isBetween = digits.dropFirst(3).contains { $0 != UInt8(ascii: "0") }
    let thousandths = (Array(digits.prefix(3)) + Array("00".utf8)).prefix(3)
    return (Int64(String(decoding: thousandths, as: UTF8.self)) ?? 0) + (isBetween ? 1 : 0)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// A day of the Gregorian calendar, extended to all years.
struct CivilDate: Equatable {
  let year: Int64
  let month: Int64
  let day: Int64

  init(year: Int64, month: Int64, day: Int64) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Converts a number of days. It counts in years that begin in March, so the leap day is the last of its
  /// year, and in eras of 400 years, which are all equally long.
  init(daysSince1970: Int64) {
    let (era, dayOfEra) = (daysSince1970 + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = marchYear.flooredDivision(by: 400)
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week; 0 is Sunday.
  var weekday: Int64 { (daysSince1970 + 4).flooredDivision(by: 7).remainder }

  var isInLeapYear: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  var daysInMonth: Int64 {
    switch month {
    case 2: isInLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  /// Divides and rounds down, so that moments before 1970 are in the right day. `divisor` is positive.
  func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Returns the number with leading zeros, at least `width` digits.
func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (number < 0 ? "-" : "") + zeros + digits
}
