/// A rule of POSIX's `TZ`, as `CET-1CEST,M3.5.0,M10.5.0/3`: the offsets of all future years.
struct TimeZoneRule: Sendable, Equatable {
  let standardOffset: Int
  let summer: Summer?

  struct Summer: Sendable, Equatable {
    let offset: Int
    let start: Change
    let end: Change
  }

  /// A moment of every year: a day, and seconds of local time after (or before) its midnight.
  struct Change: Sendable, Equatable {
    let day: Day
    let time: Int
  }

  enum Day: Sendable, Equatable {
    /// 1 … 365; 29 February is never counted.
    case julian(Int64)
    /// 0 … 365.
    case ofYear(Int64)
    /// `week` 5 is the last one; `weekday` 0 is Sunday.
    case ofWeek(month: Int64, week: Int64, weekday: Int64)
  }

  func offset(at seconds: Int64) -> Int {
    guard let summer else { return standardOffset }
    let localDay = (seconds + Int64(standardOffset)).flooredDivision(by: 86_400).quotient
    let year = CivilDate(daysSince1970: localDay).year
    let start = moment(of: summer.start, in: year, offsetBefore: standardOffset)
    let end = moment(of: summer.end, in: year, offsetBefore: summer.offset)
    // South of the equator summer starts in one year and ends in the next.
    let isSummer =
      start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
    return isSummer ? summer.offset : standardOffset
  }

  private func moment(of change: Change, in year: Int64, offsetBefore: Int) -> Int64 {
    Self.date(of: change.day, in: year) * 86_400 + Int64(change.time - offsetBefore)
  }

  private static func date(of day: Day, in year: Int64) -> Int64 {
    let newYear = CivilDate(year: year, month: 1, day: 1)
    switch day {
    case .julian(let number):
      let leapDay: Int64 = newYear.isInLeapYear && number >= 60 ? 1 : 0
      return newYear.daysSince1970 + number - 1 + leapDay
    case .ofYear(let number): return newYear.daysSince1970 + number
    case .ofWeek(let month, let week, let weekday):
      let first = CivilDate(year: year, month: month, day: 1)
      var offset = (weekday - first.weekday + 7) % 7 + (week - 1) * 7
      if offset >= first.daysInMonth { offset -= 7 }
      return first.daysSince1970 + offset
    }
  }
}

// Parsing, with the extensions of RFC 8536: hours up to 167, and negative ones.
extension TimeZoneRule {
  /// Returns true for a rule of the variable `TZ`, where those of the USA replace missing dates of
  /// summer time.
  static func isRule(_ text: String) -> Bool {
    TimeZoneRule(text) != nil || TimeZoneRule(text + ",M3.2.0,M11.1.0") != nil
  }

  /// Parses a rule. Nil for an invalid one, or one that has no dates for its summer time.
  init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard reader.name(), let west = reader.time() else { return nil }
    standardOffset = -west
    if reader.rest.isEmpty {
      summer = nil
      return
    }
    guard reader.name() else { return nil }
    var summerOffset = standardOffset + 3600
    if reader.rest.first != UInt8(ascii: ",") {
      guard let west = reader.time() else { return nil }
      summerOffset = -west
    }
    guard let start = reader.change(), let end = reader.change(), reader.rest.isEmpty else {
      return nil
    }
    summer = Summer(offset: summerOffset, start: start, end: end)
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// Skips an abbreviation: three letters or more, or any text between `<` and `>`.
    mutating func name() -> Bool {
      if skip("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
      rest = rest[letters.endIndex...]
      return letters.count >= 3
    }

    /// Parses `[+-]h[:m[:s]]` into seconds.
    mutating func time() -> Int? {
      let isNegative = skip("-")
      if !isNegative { _ = skip("+") }
      guard let hours = number(upTo: 167) else { return nil }
      var seconds = Int(hours) * 3600
      for unit in [60, 1] where skip(":") {
        guard let value = number(upTo: 59) else { return nil }
        seconds += Int(value) * unit
      }
      return isNegative ? -seconds : seconds
    }

    /// Parses `,Mm.w.d`, `,Jn` or `,n`, with an optional `/time`; the default is two o'clock.
    mutating func change() -> Change? {
      guard skip(","), let day = day() else { return nil }
      guard skip("/") else { return Change(day: day, time: 2 * 3600) }
      return time().map { Change(day: day, time: $0) }
    }

    private mutating func day() -> Day? {
      if skip("J") { return number(upTo: 365).flatMap { $0 > 0 ? .julian($0) : nil } }
      guard skip("M") else { return number(upTo: 365).map(Day.ofYear) }
      guard let month = number(upTo: 12), month > 0, skip("."), let week = number(upTo: 5),
        week > 0, skip("."), let weekday = number(upTo: 6)
      else { return nil }
      return .ofWeek(month: month, week: week, weekday: weekday)
    }

    private mutating func number(upTo limit: Int64) -> Int64? {
      let digits = rest.prefix(3).prefix { (0x30...0x39).contains($0) }
      guard let value = Int64(String(decoding: digits, as: UTF8.self)), value <= limit else {
        return nil
      }
      rest = rest[digits.endIndex...]
      return value
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }
  }
}
