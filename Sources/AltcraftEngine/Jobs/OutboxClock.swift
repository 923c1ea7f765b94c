/// The clock for the time to live of jobs: the milliseconds that pass while the process runs, independent of
/// the wall clock, and at most a day for the time between two processes. So neither a clock jump at run time
/// nor a start with a wrong clock expires jobs.
///
/// The log contains its readings, each with that of the wall clock; a new log starts with the wall clock.
struct OutboxClock: Sendable {
  /// A reading of both clocks.
  struct Reading: Sendable, Equatable {
    var clock: Int64
    var wall: Int64
  }

  /// The maximum that the time between two processes counts for.
  private static let mostDowntime: Int64 = 86_400_000

  private let start: Int64
  private let started: Duration

  /// Continues after `last`.
  init(after last: Reading?, wall: Int64, now: Duration) {
    started = now
    guard let last else {
      start = wall
      return
    }
    let (moved, isBeyond) = wall.subtractingReportingOverflow(last.wall)
    start = last.clock + (isBeyond ? 0 : min(max(moved, 0), Self.mostDowntime))
  }

  func reading(at now: Duration) -> Int64 { start + (now - started).milliseconds }
}
