import Foundation
import Glibc
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite("The offset of a time zone")
struct TimeZoneTests {
  @Test(
    "a zone of the database has its current offset, including summer time",
    .enabled(if: hasDatabase, "no time zone database under /usr/share/zoneinfo"),
    arguments: [
      ("UTC", "2026-07-01T00:00:00Z", "+0000"), ("Europe/Moscow", "2026-07-01T00:00:00Z", "+0300"),
      ("Europe/Moscow", "2012-07-01T00:00:00Z", "+0400"),
      ("Europe/Berlin", "2026-01-15T00:00:00Z", "+0100"),
      ("Europe/Berlin", "2026-07-15T00:00:00Z", "+0200"),
      ("Europe/Berlin", "2026-03-29T00:59:59Z", "+0100"),
      ("Europe/Berlin", "2026-03-29T01:00:00Z", "+0200"),
      ("Europe/Berlin", "2026-10-25T00:59:59Z", "+0200"),
      ("Europe/Berlin", "2026-10-25T01:00:00Z", "+0100"),
      ("Europe/Berlin", "2090-07-15T00:00:00Z", "+0200"),
      ("Europe/Dublin", "2050-07-15T00:00:00Z", "+0100"),
      ("Europe/Dublin", "2050-01-15T00:00:00Z", "+0000"),
      ("America/New_York", "2026-01-01T00:00:00Z", "-0500"),
      ("America/New_York", "2060-07-01T00:00:00Z", "-0400"),
      ("America/St_Johns", "2026-01-01T00:00:00Z", "-0330"),
      ("Australia/Sydney", "2026-01-01T00:00:00Z", "+1100"),
      ("Australia/Sydney", "2026-07-01T00:00:00Z", "+1000"),
      ("Australia/Sydney", "2055-12-31T23:59:59Z", "+1100"),
      ("Australia/Sydney", "2055-06-01T00:00:00Z", "+1000"),
      ("Australia/Lord_Howe", "2045-01-01T00:00:00Z", "+1100"),
      ("Asia/Kolkata", "2026-07-01T00:00:00Z", "+0530"),
      ("Asia/Kathmandu", "2026-07-01T00:00:00Z", "+0545"),
      ("Pacific/Kiritimati", "2026-07-01T00:00:00Z", "+1400"),
      ("Etc/GMT+12", "2026-07-01T00:00:00Z", "-1200"),
    ])
  func zones(name: String, moment: String, text: String) throws {
    let offset = TimeZoneOffset(zone: name, at: try timestamp(moment))

    #expect(offset.text == text)
  }

  @Test(
    "all zones agree with Foundation, past and future",
    .enabled(if: hasDatabase, "no time zone database under /usr/share/zoneinfo"),
    arguments: [
      "Africa/Casablanca", "America/Sao_Paulo", "America/Nuuk", "Antarctica/Troll",
      "Asia/Gaza", "Asia/Tehran", "Europe/London", "Pacific/Chatham", "Pacific/Apia",
    ])
  func foundation(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    // Foundation reads the years up to 2037 from the file itself.
    for seconds in stride(from: Int64(-1_000_000_000), to: 2_100_000_000, by: 86_400 * 71 + 3601) {
      let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      let offset = TimeZoneOffset(zone: name, at: Timestamp(seconds: seconds))
      if offset.seconds != expected {
        Issue.record("\(name) at \(Timestamp(seconds: seconds).text): \(offset), not \(expected)")
      }
    }
  }

  @Test(
    "an offset is used unchanged",
    arguments: [
      ("+0000", 0), ("-0000", 0), ("+0530", 19_800), ("-0330", -12_600), ("+1400", 50_400),
      ("+05:30", 19_800), ("Z", 0), ("GMT", 0), ("UTC+3", 10_800), ("GMT-11", -39_600),
      ("UTC+05:45", 20_700), ("GMT-0330", -12_600), ("GMT+5:30", 19_800),
    ])
  func fixed(text: String, seconds: Int) {
    #expect(TimeZoneOffset(zone: text, at: Timestamp(seconds: 0)).seconds == seconds)
  }

  @Test(
    "an unknown zone is replaced by that of the host, and no other file is read",
    arguments: [
      "", "Nowhere/Atall", "../etc/passwd", "/etc/localtime", "Europe/../Europe/Berlin", "./UTC",
      "Europe//Berlin", "Europe/", "Europe", "posixrules\0", "zone.tab", "+2500", "+0060", "0530",
      "+530", "+5:30", "+05:3", "GMT+", "UTC+24", "GMT+1:60", "gmt+3", "\u{FF0B}0530",
      String(repeating: "A", count: 65),
    ])
  func unknown(name: String) {
    let moment = Timestamp(seconds: 1_800_000_000)

    let host = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: 1_800_000_000))
    #expect(TimeZoneOffset(zone: name, at: moment).seconds == host)
    #expect(TimeZoneOffset(zone: nil, at: moment).seconds == host)
    #expect(TimeZoneFile.load(name, from: "/usr/share/zoneinfo") == nil)
  }

  // Without a database every name was accepted, and meant UTC.
  @Test("a name that cannot be resolved is refused, and the error says what to do")
  func withoutDatabase() {
    let directory = TemporaryDirectory()
    let database = directory.path + "/missing"
    for name in ["Europe/Moscow", "America/New_York", "Etc/UTC", "Nowhere/Atall"] {
      #expect(!TimeZoneOffset.isZone(name, database: database))
    }
    for text in ["Z", "UTC", "+0300", "-03:30", "GMT+3"] {
      #expect(TimeZoneOffset.isZone(text, database: database))
    }
    let expected = TimeZoneOffset.expected(database: database)
    #expect(expected.contains("no time zone database in \(database); install tzdata"))
  }

  @Test(
    "an error for an unknown name tells where the names are",
    .enabled(if: hasDatabase, "no time zone database under /usr/share/zoneinfo"))
  func unknownName() {
    #expect(!TimeZoneOffset.isZone("Nowhere/Atall"))
    #expect(
      TimeZoneOffset.expected(database: "/usr/share/zoneinfo")
        .hasPrefix("an IANA name that is in /usr/share/zoneinfo, Z"))
  }

  // The C library uses UTC without a word.
  @Test(
    "a variable TZ that the C library cannot use is reported",
    .enabled(if: hasDatabase, "no time zone database under /usr/share/zoneinfo"),
    arguments: [
      ("", true), (":", true), ("UTC", true), ("Europe/Moscow", true), (":Europe/Moscow", true),
      ("/usr/share/zoneinfo/Europe/Moscow", true), ("CET-1CEST,M3.5.0,M10.5.0/3", true),
      ("EST5EDT", true), ("MSK-3", true), ("<+03>-3", true), ("Nowhere/Atall", false),
      ("Europe/Moscow ", false), ("/etc/passwd", false), ("MSK", false), ("+0300", false),
      ("Europe", false),
    ])
  func variable(_ text: String, _ isUsable: Bool) {
    let complaint = TimeZoneDatabase.complaintOfHost(
      variable: text, database: "/usr/share/zoneinfo")

    #expect((complaint == nil) == isUsable, "\(complaint ?? "")")
    let directory = TemporaryDirectory()
    let bare = TimeZoneDatabase.complaintOfHost(
      variable: text, database: directory.path + "/missing")
    let isName = text.hasPrefix(":E") || text == "Europe/Moscow"
    #expect((bare == nil) == (isUsable && !isName))
  }

  @Test("a link to the zone of the machine that leads nowhere is reported")
  func dangling() throws {
    let place = TemporaryDirectory()
    let link = place.path + "/localtime"
    #expect(TimeZoneDatabase.complaintOfHost(variable: nil, link: link) == nil)
    #expect(symlink(place.path + "/Moscow", link) == 0)

    let complaint = TimeZoneDatabase.complaintOfHost(variable: nil, link: link)

    #expect(complaint == "\(link) is a link to a file that does not exist")
    #expect(FileManager.default.createFile(atPath: place.path + "/Moscow", contents: nil))
    #expect(TimeZoneDatabase.complaintOfHost(variable: nil, link: link) == nil)
  }

  @Test(
    "a rule is parsed",
    arguments: [
      ("UTC0", "2026-07-01T00:00:00Z", 0), ("<+03>-3", "2026-07-01T00:00:00Z", 10_800),
      ("<-0330>3:30", "2026-07-01T00:00:00Z", -12_600),
      ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", -18_000),
      ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14_400),
      ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T05:59:59Z", -14_400),
      ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", -18_000),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-10-03T15:59:59Z", 36_000),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-10-03T16:00:00Z", 39_600),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
      ("XXX-1YYY-3,J60/0,J300/0", "2024-03-01T00:00:00Z", 10_800),
      ("XXX-1YYY-3,J60/0,J300/0", "2024-02-29T22:59:59Z", 3600),
      ("XXX0YYY,59/0,299/0", "2024-02-29T00:00:00Z", 3600),
    ])
  func rules(text: String, moment: String, offset: Int) throws {
    let rule = try #require(TimeZoneRule(text))

    #expect(rule.offset(at: try timestamp(moment).seconds) == offset)
  }

  @Test(
    "an invalid rule is rejected",
    arguments: [
      "", "UT0", "UTC", "UTC+", "UTC168", "<+03-3", "EST5EDT", "EST5EDT,M3.2.0",
      "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0",
      "EST5EDT,M3.2.0,M11.1.0,", "EST5EDT,J0,J1", "EST5EDT,366,1", "UTC0:60", "UTC0 ",
    ])
  func badRules(text: String) {
    #expect(TimeZoneRule(text) == nil)
  }

  @Test(
    "a damaged file is rejected as a zone, wherever it is cut",
    .enabled(if: hasDatabase, "no time zone database under /usr/share/zoneinfo"))
  func damage() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
    let whole = try #require(TimeZoneFile.parse(bytes))
    #expect(whole.rule == TimeZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))

    for length in 0..<bytes.count {
      let cut = TimeZoneFile.parse(Array(bytes.prefix(length)))
      #expect(cut == nil || cut?.transitions == whole.transitions, "cut at \(length)")
    }
    for position in 0..<44 {
      var changed = bytes
      changed[position] = 0xFF
      _ = TimeZoneFile.parse(changed)
    }
    #expect(TimeZoneFile.parse(Array("TZjf".utf8) + bytes.dropFirst(4)) == nil)
  }

  private static let hasDatabase = FileManager.default.fileExists(
    atPath: "/usr/share/zoneinfo/Europe/Berlin")
}

@Suite("Times are written as ISO 8601")
struct TimestampTests {
  @Test(
    "in UTC, with milliseconds",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (1_795_176_000_123, "2026-11-20T12:00:00.123Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"), (951_868_799_999, "2000-02-29T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func text(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).text == text)
  }

  @Test("seconds are rounded down", arguments: [(1999, 1), (-1, -1), (-1000, -1), (0, 0)])
  func seconds(milliseconds: Int64, seconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).seconds == seconds)
  }

  @Test("every time can be written, also the most distant ones", arguments: [Int64.min, .max])
  func extremes(milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).text.hasSuffix("Z"))
  }

  @Test("dates and numbers of days convert both ways, over four centuries")
  func dates() {
    var previous = CivilDate(year: 1899, month: 12, day: 31)
    for day in Int64(-25_567)...Int64(120_530) {
      let date = CivilDate(daysSince1970: day)
      if date.daysSince1970 != day { Issue.record("\(date) is not day \(day)") }
      let isNext =
        (date.year, date.month, date.day) == (previous.year, previous.month, previous.day + 1)
        || date.day == 1 && previous.day == previous.daysInMonth
      if !isNext { Issue.record("\(previous) is followed by \(date)") }
      previous = date
    }
  }
}

private func timestamp(_ text: String) throws -> Timestamp {
  Timestamp(seconds: Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970))
}
