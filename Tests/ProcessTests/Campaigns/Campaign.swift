import Foundation
import Glibc
import Synchronization
import TestSupport

/// How much is played: a little in each test run, much when `Tests/campaign long` asks for it.
enum CampaignLength {
  static let isLong = ProcessInfo.processInfo.environment["CAMPAIGN"] == "long"

  /// The time a campaign may begin new rounds in, so that a slow machine plays fewer and is not overdue.
  static func budget(quick: Int, long: Int) -> Duration {
    let given = ProcessInfo.processInfo.environment["CAMPAIGN_SECONDS"].flatMap { Int($0) }
    return .seconds(isLong ? given ?? long : quick)
  }
}

/// The figures of one campaign, in the shape that goes into the documentation.
struct CampaignTally: Sendable, CustomStringConvertible {
  var iterations = 0
  /// Rounds in which the fault really happened.
  var faults = 0
  var acknowledged = 0
  /// Of those, delivered when all was over; the others were rejected or cleared, as they should.
  var delivered = 0
  /// Requests carried out beyond the first of their work.
  var duplicates = 0
  /// Acknowledged, and neither delivered nor told of.
  var missing = 0
  /// Told of as lost: only where files were damaged.
  var lost = 0
  /// Gone with the end of a file that was cut, which no reader can know of.
  var cutOff = 0
  /// Restarts that took longer than a second.
  var slowStarts = 0
  /// What should not have been seen, in words.
  var problems: [String] = []

  var description: String {
    """
    iterations \(iterations), faults \(faults), acknowledged \(acknowledged), \
    delivered \(delivered), duplicates \(duplicates), missing \(missing), lost \(lost), \
    restarts over 1 s \(slowStarts), problems \(problems.count)\
    \(cutOff > 0 ? ", cut off \(cutOff)" : "")
    """
  }

  static func += (sum: inout CampaignTally, other: CampaignTally) {
    sum.iterations += other.iterations
    sum.faults += other.faults
    sum.acknowledged += other.acknowledged
    sum.delivered += other.delivered
    sum.duplicates += other.duplicates
    sum.missing += other.missing
    sum.lost += other.lost
    sum.cutOff += other.cutOff
    sum.slowStarts += other.slowStarts
    sum.problems += other.problems
  }
}

/// Plays rounds, a few side by side, until all are played or the time for new ones is over; says how far it
/// is, and what came of it.
struct Campaign: Sendable {
  let name: String
  let budget: Duration
  /// Side by side: a round waits most of its time, for a process to start or a disk to answer.
  var lanes = 3

  /// In random order, so that a campaign that is cut short has looked everywhere.
  func play<Round: Sendable>(
    _ rounds: [Round],
    _ body: @escaping @Sendable (_ lane: Int, Round) async throws -> CampaignTally
  ) async -> CampaignTally {
    let end = ContinuousClock.now + budget
    let course = Course(rounds)
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          while ContinuousClock.now < end, let round = course.next() {
            var tally = CampaignTally(iterations: 1)
            do {
              tally = try await body(lane, round)
            } catch {
              tally.problems.append("\(error)")
            }
            tally.problems = tally.problems.map { "\(round): \($0)" }
            course.add(tally, name)
          }
        }
      }
    }
    let tally = course.tally
    report("campaign: \(name): \(tally)")
    for problem in tally.problems.prefix(20) { report("campaign-problem: \(name): \(problem)") }
    return tally
  }

  /// What is left to play, and what came of the rest.
  private final class Course<Round: Sendable>: Sendable {
    private let count: Int
    private let left: Mutex<[Round]>
    private let sum = Mutex(CampaignTally())

    init(_ rounds: [Round]) {
      count = rounds.count
      left = Mutex(rounds.shuffled())
    }

    var tally: CampaignTally { sum.withLock { $0 } }

    func next() -> Round? { left.withLock { $0.popLast() } }

    func add(_ tally: CampaignTally, _ name: String) {
      let sum = sum.withLock { sum in
        sum += tally
        return sum
      }
      guard CampaignLength.isLong, sum.iterations % 20 == 0 else { return }
      report("campaign-progress: \(name): \(sum.iterations) of \(count), missing \(sum.missing)")
    }
  }
}

/// At once, also into a pipe: `Tests/campaign` shows it while it goes on.
func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// `count` of them, evenly spread, not always the same.
func spread(_ count: Int, over range: Range<Int>) -> [Int] {
  guard range.count > count, count > 0 else { return Array(range) }
  let step = Double(range.count) / Double(count)
  let phase = Double.random(in: 0..<step)
  return (0..<count).map { range.lowerBound + min(range.count - 1, Int(Double($0) * step + phase)) }
}

/// Why a campaign cannot be played here; also printed, so that a run without it does not look green.
func skipping(_ what: String, unless isPossible: Bool, _ why: String) -> Bool {
  if !isPossible { report("campaign: \(what): SKIPPED: \(why)") }
  return !isPossible
}
