import HTTP

/// The header `Retry-After`.
package enum RetryAfter {
  /// Returns the pause that a response asks for. A date is compared with the clock of the server that set it,
  /// if the response has that time: the local clock may be wrong by years.
  package static func pause(in response: HTTPResponse, at now: Timestamp) -> Duration? {
    let serverTime = serverTime(of: response)
    return response[header: "Retry-After"].flatMap {
      pause($0, at: serverTime.map { Timestamp(seconds: $0) } ?? now)
    }
  }

  /// Parses a pause: seconds, or a date in any of the three formats of RFC 9110, clamped to 0 … one hour. Nil
  /// for a value that is neither.
  package static func pause(_ value: String, at now: Timestamp) -> Duration? {
    let text = value.trimmingSpaces
    let seconds = wholeNumber(text) ?? date(text).map { $0 - now.seconds }
    return seconds.map { .seconds(min(max($0, 0), 3600)) }
  }

  /// Parses a whole number. One beyond the range of `Int64` counts as the largest.
  private static func wholeNumber(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text) ?? .max
  }

  /// Returns the clock time of the server in seconds since 1970; nil if the response does not have it.
  package static func serverTime(of response: HTTPResponse) -> Int64? {
    response[header: "Date"].flatMap { date($0.trimmingSpaces) }
  }

  /// Parses a date into seconds since 1970.
  private static func date(_ text: Substring) -> Int64? {
    let parts = text.split(separator: " ")
    switch parts.count {
    case 6 where parts[5] == "GMT":  // Sun, 06 Nov 1994 08:49:37 GMT
      return moment(day: parts[1], month: parts[2], year: year(parts[3]), time: parts[4])
    case 4 where parts[3] == "GMT":  // Sunday, 06-Nov-94 08:49:37 GMT
      let date = parts[1].split(separator: "-")
      guard date.count == 3 else { return nil }
      return moment(day: date[0], month: date[1], year: shortYear(date[2]), time: parts[2])
    case 5:  // Sun Nov  6 08:49:37 1994
      return moment(day: parts[2], month: parts[1], year: year(parts[4]), time: parts[3])
    default: return nil
    }
  }

  private static func moment(day: Substring, month: Substring, year: Int64?, time: Substring)
    -> Int64?
  {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard let year, let day = number(day), let monthIndex = months.firstIndex(of: String(month)),
      clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let date = CivilDate(year: year, month: Int64(monthIndex) + 1, day: day)
    guard (1...date.daysInMonth).contains(day) else { return nil }
    return date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static func year(_ text: Substring) -> Int64? {
    text.utf8.count == 4 ? number(text) : nil
  }

  /// Expands a year of two digits. The servers that still write them were built before 2070.
  private static func shortYear(_ text: Substring) -> Int64? {
    guard text.utf8.count == 2, let year = number(text) else { return nil }
    return year < 70 ? 2000 + year : 1900 + year
  }

  private static func number(_ text: Substring) -> Int64? {
    guard (1...4).contains(text.utf8.count), let value = wholeNumber(text) else { return nil }
    return value
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension String {
  fileprivate var trimmingSpaces: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.reversed().prefix { $0 == " " || $0 == "\t" }.count
    return start.dropLast(end)
  }
}
