import Foundation
import Glibc
import Synchronization
import TestSupport

/// The length of a campaign. A plain run of the tests plays the short form: few rounds, always the same.
/// `Tests/campaign quick` plays random rounds for some seconds, `long` all rounds or as many as the time
/// allows.
enum CampaignLength {
  private static let form = ProcessInfo.processInfo.environment["CAMPAIGN"]
  static let isLong = form == "long"
  static let isShort = form == nil

  /// Returns the bound of a campaign: a number of rounds in the short form, otherwise seconds.
  static func budget(short: Int, quick: Int, long: Int) -> CampaignBudget {
    if isShort { return CampaignBudget(rounds: short) }
    let given = ProcessInfo.processInfo.environment["CAMPAIGN_SECONDS"].flatMap { Int($0) }
    return CampaignBudget(time: .seconds(isLong ? given ?? long : quick))
  }

  /// Returns the rounds in random order, so that a campaign that is cut short has sampled the whole range.
  static func shuffled<Round>(_ rounds: [Round]) -> [Round] {
    var numbers = CampaignNumbers()
    return rounds.shuffled(using: &numbers)
  }
}

/// The rounds and the time within which a campaign may begin new ones. A slow machine plays fewer rounds and
/// stays in time.
struct CampaignBudget {
  var time = Duration.seconds(600)
  var rounds = Int.max

  static let all = CampaignBudget()
}

/// The random numbers for the choice of rounds; the same in each run of the short form.
struct CampaignNumbers: RandomNumberGenerator {
  private var seeded = SeededNumbers(seed: CampaignLength.isShort ? 1 : .random(in: 0 ... .max))

  mutating func next() -> UInt64 { seeded.next() }
}

/// The figures of one campaign, in the form used in the documentation.
struct CampaignTally: Sendable, CustomStringConvertible {
  var iterations = 0
  /// The number of rounds in which the fault really happened.
  var faults = 0
  var acknowledged = 0
  /// The number of acknowledged jobs that were delivered in the end. The others were rejected or cleared, as
  /// expected.
  var delivered = 0
  /// The number of requests that were carried out beyond the first of their job.
  var duplicates = 0
  /// The number of acknowledged jobs that were neither delivered nor reported as lost.
  var missing = 0
  /// The number of jobs reported as lost: allowed only where files were damaged.
  var lost = 0
  /// The number of jobs lost with the cut end of a file, which no reader can detect.
  var cutOff = 0
  /// The number of restarts that took longer than a second.
  var slowStarts = 0
  /// Descriptions of unexpected observations.
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

/// A campaign that plays rounds, a few concurrently, until all are played or the time for new ones is over.
/// It reports its progress and its result.
struct Campaign: Sendable {
  let name: String
  let budget: CampaignBudget
  /// The number of concurrent rounds. A round mostly waits for a process to start or for the disk.
  var lanes = 3

  /// Plays the rounds in random order, as far as the budget allows.
  func play<Round: Sendable>(
    _ rounds: [Round],
    _ body: @escaping @Sendable (_ lane: Int, Round) async throws -> CampaignTally
  ) async -> CampaignTally {
    let end = ContinuousClock.now + budget.time
    let course = Course(Array(CampaignLength.shuffled(rounds).prefix(budget.rounds)))
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

  /// The remaining rounds, and the results of the others.
  private final class Course<Round: Sendable>: Sendable {
    private let count: Int
    private let left: Mutex<[Round]>
    private let sum = Mutex(CampaignTally())

    init(_ rounds: [Round]) {
      count = rounds.count
      left = Mutex(rounds)
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

/// Prints a line immediately, also into a pipe: `Tests/campaign` shows it while the campaign runs.
func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Returns `count` numbers of the range, evenly spread, and other ones in each run but the short form's.
func spread(_ count: Int, over range: Range<Int>) -> [Int] {
  guard range.count > count, count > 0 else { return Array(range) }
  let step = Double(range.count) / Double(count)
  var numbers = CampaignNumbers()
  let phase = Double.random(in: 0..<step, using: &numbers)
  return (0..<count).map { range.lowerBound + min(range.count - 1, Int(Double($0) * step + phase)) }
}

/// Returns true, and prints the reason, if a campaign cannot be played here. A run without the campaign must
/// not look green.
func skipping(_ what: String, unless isPossible: Bool, _ why: String) -> Bool {
  if !isPossible { report("campaign: \(what): SKIPPED: \(why)") }
  return !isPossible
}
