/// What the groups measure with.
struct Bench {
  let options: BenchOptions
  let household: Household
  let progress: Progress

  /// This program again, as the floor.
  func floor(_ words: [String]) throws(BenchError) -> ChildProcess {
    try ChildProcess([options.program, "floor"] + words, household)
  }

  /// A count for a run of full length, cut for a quick one, and once more for a debug build, whose figures
  /// say nothing anyway.
  func count(_ number: Int, quick: Int) -> Int {
    let count = options.isQuick ? quick : number
    return Machine.isDebugBuild ? max(count / 10, 1) : count
  }

  /// Does a step of every round, in turn, so that what disturbs the machine disturbs all alike.
  func rounds(_ what: String, _ body: (Int) throws(BenchError) -> Void) throws(BenchError) {
    for round in 1...options.rounds {
      progress.show("\(what), round \(round) of \(options.rounds)")
      household.allow(seconds: 300)
      try body(round)
    }
  }
}
