import TestSupport
import Testing

/// Tests of conversions that trap. `Int(1e30)` ends the process. So do `Duration.seconds(1e30)`, and `a * 10 + b` on
/// data of a file. The types are not known here, so the patterns match the names and the forms in which such numbers
/// occur.
@Suite("Numbers from outside")
struct NumberTests {
  /// Files in which the numbers are known to fit, and the reason.
  private static let fitting = [
    "Sources/AltcraftEngine/Events/Timestamp.swift":
      "years have four digits, other parts two or three",
    "Sources/AltcraftEngine/Delivery/RetryAfter.swift": "years have four digits, pauses an hour",
    "Sources/AltcraftEngine/Delivery/RetryPolicy.swift": "cut to a hundred years",
    "Sources/AltcraftEngine/Limits.swift": "each limit is within its range",
    "Sources/AltcraftEngine/Jobs/CircuitBreaker.swift": "tokens are from 0 to 1",
    "Sources/AltcraftEngine/Jobs/OutboxReplay.swift": "a random number up to 5",
    "Sources/AltcraftEngine/Jobs/Outbox+Reports.swift": "a time of this process",
    "Sources/AltcraftEngine/Jobs/Scheduler.swift": "milliseconds of an Int64",
    "Sources/AltcraftEngine/Jobs/PayloadScanner.swift": "eighteen digits at most",
    "Sources/AltcraftEngine/Settings/TimeZoneOffset.swift": "two digits each",
    "Sources/AltcraftMethods/BridgeMethod+Durable.swift": "the parameter is at most a day",
    "Sources/AltcraftMethods/Methods/BackgroundTasks.swift": "the parameter is at most a year",
    "Sources/HTTP/Transfers.swift": "cut to an hour",
    "Sources/PlatformSimulator/Control/RequestLog.swift": "milliseconds of an Int",
    "Sources/PlatformSimulator/State/StateStore.swift": "milliseconds of an Int",
    "Sources/System/Deadline.swift": "seconds below 9,000,000,000",
    "Sources/System/PollResult.swift": "seconds below 1,000,000",
    "Sources/Transports/HeaderFraming.swift": "nine digits at most",
    "Sources/Transports/ServiceNotifier.swift": "microseconds of an Int64, and back",
    "Sources/altcraft-bridge/Client/BridgeSession.swift": "the flag is at most a day",
    "Sources/Doctor/PlatformCheck.swift": "a time that was measured",
    "Sources/Doctor/SyncSpeed.swift": "a time that was measured",
  ]

  /// Measures the bridge, and reads only the output of the bridge and its own command line.
  private static let bench = "Sources/altcraft-bridge-bench/"

  private static var conversions: Regex<Substring> {
    /\b(?:U?Int(?:8|16|32|64)?)\((?!clamping:|exactly:|truncatingIfNeeded:|bitPattern:|ascii:)[^{]*(?:[sS]econds\b|\bDouble\(|\.double\b|\.rounded\(|\d\.\d|\.(?:standard|value)\))/
  }

  private static var times: Regex<Substring> {
    /(?:^|[^e]|[^s]e|[^a]se) ?\.(?:seconds|milliseconds|microseconds|nanoseconds)\((?![-\d_. *]+\)|path|_|let )[^)"\n]/
  }

  private static var digits: Regex<Substring> { /\w+ \* (?:10|16|60|1000|3600)\b(?: \+|$)/ }

  @Test("no floating-point number is converted to an integer by a conversion that traps")
  func conversions() { #expect(places(of: Self.conversions, with: "Int") == []) }

  @Test("no duration is created from a number without a bound")
  func times() {
    // A field of the log contains a measured time.
    #expect(places(of: Self.times, with: "seconds(", unless: /: \.milliseconds/) == [])
  }

  @Test("no number is read digit by digit without a check for overflow")
  func digits() { #expect(places(of: Self.digits, with: " * ") == []) }

  @Test("the exempt files exist and need to be exempt")
  func exemptions() {
    for path in Self.fitting.keys.sorted() {
      let file = Repository.sources.first { $0.path == path }
      #expect(
        file.map {
          !$0.places(of: Self.conversions, with: "Int").isEmpty
            || !$0.places(of: Self.times, with: "seconds(").isEmpty
            || !$0.places(of: Self.digits, with: " * ").isEmpty
        } == true, "\(path)")
    }
  }

  private func places(
    of pattern: Regex<Substring>, with words: String, unless exempt: Regex<Substring>? = nil
  ) -> [String] {
    Repository.sources
      .filter { Self.fitting[$0.path] == nil && !$0.path.hasPrefix(Self.bench) }
      .flatMap { file in
        let exempted = exempt.map { file.places(of: $0, with: words) } ?? []
        return file.places(of: pattern, with: words).filter { !exempted.contains($0) }
      }
  }
}
