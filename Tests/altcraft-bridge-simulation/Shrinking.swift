/// The search for the shortest run that breaks the same guarantee: actions are left out, in ever smaller groups, faults
/// first.
struct Shrinking {
  let seed: UInt64
  let failure: Run.Failure
  let skipped: Set<Int>

  private static let attempts = 600

  func shortest() -> Set<Int> {
    let actions = Plan(seed: seed).actions
    let faults = actions.indices.filter { actions[$0].action.isFault }
    let others = actions.indices.filter { !actions[$0].action.isFault }
    var best = skipped
    var left = Self.attempts
    for indices in [faults, others, faults] { shrink(&best, without: indices, &left) }
    return best
  }

  private func shrink(_ best: inout Set<Int>, without indices: [Int], _ left: inout Int) {
    var size = max(1, indices.count / 2)
    while left > 0 {
      var rest = indices.filter { !best.contains($0) }[...]
      var hasShrunk = false
      while !rest.isEmpty, left > 0 {
        let tried = best.union(rest.prefix(size))
        rest = rest.dropFirst(size)
        left -= 1
        let end = Simulation.run(seed, tried, keepsTrace: false)
        if end.failure?.guarantee == failure.guarantee {
          best = tried
          hasShrunk = true
        }
      }
      if size == 1, !hasShrunk { return }
      size = max(1, size / 2)
    }
  }
}
