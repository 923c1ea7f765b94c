import Glibc

/// The command of `Tests/simulate`: one simulation run for each seed, until one breaks a guarantee.
@main
struct Simulation {
  static func main() {
    // The order of a dictionary must not depend on the process.
    if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
      setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
      execv("/proc/self/exe", CommandLine.unsafeArgv)
    }
    guard let options = SimulationOptions(CommandLine.arguments.dropFirst()) else {
      print(SimulationOptions.usage, terminator: "")
      exit(64)
    }
    exit(Simulation(options: options).run() ? 0 : 1)
  }

  let options: SimulationOptions

  /// Returns whether no run broke a guarantee.
  private func run() -> Bool {
    var runs = 0
    var steps = 0
    let start = processorTime()
    for seed in options.seeds {
      let end = Self.run(seed, options.skipped, keepsTrace: options.isTraced)
      if options.isTraced { for line in end.lines { print(line) } }
      if options.isVerbose {
        print(
          "seed \(seed): \(end.leaks) leaks, \(end.steps) steps, \(end.switches) switches, digest \(end.digest)"
        )
        // The next run may crash.
        fflush(nil)
      }
      runs += 1
      steps += end.steps
      if let failure = end.failure {
        report(failure, seed)
        return false
      }
    }
    let seconds = processorTime() - start
    print(
      "\(runs) runs, \(steps / max(1, runs)) steps each, \(Int(Double(runs) / max(0.001, seconds) * 10) ) runs in 10 s of processor time"
    )
    return true
  }

  struct End {
    let failure: Run.Failure?
    let lines: [String]
    let steps: Int
    let switches: Int
    let leaks: Int
    let digest: UInt64
  }

  static func run(_ seed: UInt64, _ skipped: Set<Int>, keepsTrace: Bool) -> End {
    let run = Run(Plan(seed: seed), skipping: skipped, keepsTrace: keepsTrace)
    var failure = run.execute()
    let (steps, switches, digest) = (
      run.scheduler.steps, run.scheduler.switches, run.scheduler.digest
    )
    let waiting = run.end()
    if failure == nil, waiting > 0 {
      failure = Run.Failure(guarantee: "G10", text: "\(waiting) threads never end")
    }
    return End(
      failure: failure, lines: run.lines, steps: steps, switches: switches, leaks: run.leaks,
      digest: digest)
  }

  /// Prints a failure, the shortest run found that breaks the same guarantee, and its trace.
  private func report(_ failure: Run.Failure, _ seed: UInt64) {
    print("seed \(seed): \(failure.guarantee) is broken: \(failure.text)")
    guard options.shrinks else { return }
    let skipped = Shrinking(seed: seed, failure: failure, skipped: options.skipped).shortest()
    let list = skipped.sorted().map(String.init).joined(separator: ",")
    print("replay: --seed \(seed)" + (list.isEmpty ? "" : " --skip \(list)"))
    for line in Self.run(seed, skipped, keepsTrace: true).lines { print(line) }
  }

  private func processorTime() -> Double {
    var usage = rusage()
    getrusage(0, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1_000_000
  }
}

/// The options of the command.
struct SimulationOptions {
  static let usage = """
    usage: altcraft-bridge-simulation [--seed S] [--seeds N] [--skip A,B-C] [--trace] [--verbose] [--no-shrink]

    """

  var seeds: Range<UInt64> = 1..<101
  var skipped: Set<Int> = []
  var isTraced = false
  var isVerbose = false
  /// True to look for a shorter run with the same failure.
  var shrinks = true

  init?(_ arguments: some Sequence<String>) {
    var first: UInt64 = 1
    var count: UInt64?
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--trace": isTraced = true
      case "--verbose": isVerbose = true
      case "--no-shrink": shrinks = false
      case "--seed":
        guard let value = rest.popFirst().flatMap(UInt64.init) else { return nil }
        first = value
        if count == nil { count = 1 }
      case "--seeds":
        guard let value = rest.popFirst().flatMap(UInt64.init) else { return nil }
        count = value
      case "--skip":
        guard let value = rest.popFirst() else { return nil }
        for part in value.split(separator: ",") {
          let ends = part.split(separator: "-").compactMap { Int($0) }
          guard let low = ends.first, let high = ends.last, low <= high else { return nil }
          skipped.formUnion(low...high)
        }
      default: return nil
      }
    }
    let end = first.addingReportingOverflow(count ?? 100)
    guard !end.overflow else { return nil }
    seeds = first..<end.partialValue
  }
}
