/// The context in which groups measure.
struct Bench {
  let options: BenchOptions
  let workspace: BenchWorkspace
  let progress: Progress

  /// Starts this program as a baseline.
  func baseline(_ words: [String]) throws(BenchError) -> MeasuredProcess {
    try MeasuredProcess([options.program, "floor"] + words, workspace)
  }

  /// Returns `number` for a full run and `quick` for a quick one. A debug build takes a tenth of it: its
  /// figures mean nothing anyway.
  func count(_ number: Int, quick: Int) -> Int {
    let count = options.isQuick ? quick : number
    return Machine.isDebugBuild ? max(count / 10, 1) : count
  }

  /// Runs one step of every round in turn, so that a disturbance of the machine affects all alike.
  func rounds(_ what: String, _ body: (Int) throws(BenchError) -> Void) throws(BenchError) {
    for round in 1...options.rounds {
      progress.show("\(what), round \(round) of \(options.rounds)")
      workspace.allow(seconds: 300)
      try body(round)
    }
  }
}
