import AltcraftEngine
import JSONCodec
import Testing

@Suite("Failed attempts are retried with growing delays")
struct RetryPolicyTests {
  @Test(
    "the delays match the table",
    arguments: [
      (0, 1, 1000), (1, 1, 5500), (2, 1, 30_250), (3, 1, 166_375), (4, 1, 300_000),
      (5, 1, 300_000), (1000, 1, 300_000), (0, 0, 500), (1, 0, 2750), (2, 0, 15_125),
      (3, 0, 83_187), (4, 0, 150_000), (0, 0.5, 750), (4, 0.5, 225_000), (-1, 1, 1000),
      (0, 7, 1000), (0, -7, 500),
    ] as [(Int, Double, Int)])
  func delays(failure: Int, jitter: Double, milliseconds: Int) {
    let delay = RetryPolicy.standard.delay(afterFailure: failure, jitter: jitter)

    #expect(delay == .milliseconds(milliseconds))
  }

  @Test("the configuration overrides the limits, member by member")
  func overriding() {
    let policy = RetryPolicy.standard.overridden(
      by: RetrySettings(["firstSeconds": 2, "totalSeconds": 60]))

    #expect(
      policy
        == RetryPolicy(first: .seconds(2), cap: .seconds(300), timeToLive: .seconds(60)))
    #expect(policy.delay(afterFailure: 1, jitter: 1) == .seconds(11))
  }

  @Test("a cap below the first delay applies from the first attempt, and no value overflows")
  func extremes() {
    let small = RetryPolicy.standard.overridden(
      by: RetrySettings(["maxSeconds": .number(.init(0.1)!)]))
    #expect(small.delay(afterFailure: 0, jitter: 1) == .milliseconds(100))

    let huge = RetryPolicy.standard.overridden(
      by: RetrySettings([
        "firstSeconds": .number(.init(1e300)!), "maxSeconds": .number(.init(1e308)!),
      ]))
    #expect(huge.delay(afterFailure: 64, jitter: 1) == .seconds(100 * 365 * 86_400))
  }
}

@Suite("Retry-After")
struct RetryAfterTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT
  private let now = Timestamp(seconds: 784_111_777)

  @Test(
    "seconds and dates are accepted and limited to an hour",
    arguments: [
      ("0", 0), ("120", 120), (" 7\t", 7), ("3600", 3600), ("3601", 3600),
      ("99999999999999999999999", 3600), ("Sun, 06 Nov 1994 08:49:47 GMT", 10),
      ("Sun, 06 Nov 1994 08:49:27 GMT", 0), ("Sunday, 06-Nov-94 08:50:37 GMT", 60),
      ("Sun Nov  6 08:49:38 1994", 1), ("Mon, 07 Nov 1994 08:49:37 GMT", 3600),
      ("Sunday, 06-Nov-26 08:49:37 GMT", 3600), ("Tue, 29 Feb 2000 00:00:00 GMT", 3600),
      ("Sun, 06 Nov 1994 08:49:60 GMT", 23), ("Friday, 06-Nov-70 08:49:37 GMT", 0),
      ("Wednesday, 06-Nov-69 08:49:37 GMT", 3600),
    ])
  func accepted(value: String, seconds: Int) {
    #expect(RetryAfter.pause(value, at: now) == .seconds(seconds))
  }

  @Test(
    "any other value is ignored",
    arguments: [
      "", " ", "-1", "+1", "1.5", "1e3", "soon", "\u{661}", "06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 31 Nov 1994 08:00:00 GMT",
      "Sun, 00 Nov 1994 08:00:00 GMT", "Wed, 29 Feb 1995 00:00:00 GMT",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
      "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49 GMT", "Sun, 06 Nov 1994 ::: GMT",
      "Sunday, 06-Nov-94 08:50:37 CET",
    ])
  func refused(value: String) {
    #expect(RetryAfter.pause(value, at: now) == nil)
  }
}
