/// What the time to live of work is measured with: milliseconds that go by while the process runs, whatever
/// the wall clock does, and at most a day for the time between two processes. So neither a jump while it runs
/// nor a start with a wrong clock ends work.
///
/// It is kept in the log, next to the wall clock of the moment; a new log begins with the wall clock.
struct OutboxClock: Sendable {
  /// Both clocks at one moment.
  struct Reading: Sendable, Equatable {
    var clock: Int64
    var wall: Int64
  }

  /// What the time between two processes counts for at most.
  private static let mostDowntime: Int64 = 86_400_000

  private let start: Int64
  private let started: Duration

  /// Goes on after `last`.
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
