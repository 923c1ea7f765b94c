/// A set of numbers in ascending order, in runs: an insertion, a removal and the search for a place look at one run,
/// however many numbers there are. Of ids of jobs this is the order of acceptance.
struct NumberSet: Sendable {
  private static let longestRun = 512

  /// The ids, ascending. No run is empty.
  private var runs: [[UInt64]] = []

  var isEmpty: Bool { runs.isEmpty }
  var first: UInt64? { runs.first?.first }
  var last: UInt64? { runs.last?.last }

  /// All ids, in order.
  var all: [UInt64] { Array(runs.joined()) }

  /// Returns the first `count` ids from `start` on.
  func first(_ count: Int, from start: UInt64) -> [UInt64] {
    guard !runs.isEmpty, count > 0 else { return [] }
    var found: [UInt64] = []
    var run = self.run(of: start)
    var place = self.place(of: start, in: run)
    while found.count < count, run < runs.count {
      found += runs[run][place...].prefix(count - found.count)
      (run, place) = (run + 1, 0)
    }
    return found
  }

  /// Adds a number. Returns false if it was in it.
  @discardableResult
  mutating func insert(_ id: UInt64) -> Bool {
    guard let last, id <= last else {
      append(id)
      return true
    }
    let run = self.run(of: id)
    let place = self.place(of: id, in: run)
    guard place == runs[run].count || runs[run][place] != id else { return false }
    runs[run].insert(id, at: place)
    splitIfLong(run)
    return true
  }

  private mutating func splitIfLong(_ run: Int) {
    guard runs[run].count > Self.longestRun else { return }
    let half = runs[run].count / 2
    runs.insert(Array(runs[run][half...]), at: run + 1)
    runs[run].removeSubrange(half...)
  }

  private mutating func append(_ id: UInt64) {
    if runs.last.map({ $0.count >= Self.longestRun }) ?? true {
      runs.append([])
      if runs.count > 1 { runs[runs.count - 1].reserveCapacity(Self.longestRun) }
    }
    runs[runs.count - 1].append(id)
  }

  func contains(_ id: UInt64) -> Bool { first(1, from: id) == [id] }

  /// Returns the first ids, up to the one for which `isMeant` is false.
  func prefix(while isMeant: (UInt64) -> Bool) -> [UInt64] {
    Array(runs.lazy.joined().prefix(while: isMeant))
  }

  /// Removes an id. Returns false if it is not in it.
  @discardableResult
  mutating func remove(_ id: UInt64) -> Bool {
    guard !runs.isEmpty else { return false }
    let run = self.run(of: id)
    let place = self.place(of: id, in: run)
    guard place < runs[run].count, runs[run][place] == id else { return false }
    runs[run].remove(at: place)
    if runs[run].isEmpty {
      runs.remove(at: run)
    } else if runs[run].count * 4 <= Self.longestRun {
      // A few old jobs must not keep a run each.
      join(run)
      if run > 0 { join(run - 1) }
    }
    return true
  }

  /// Joins a run with the next one, if both are short.
  private mutating func join(_ run: Int) {
    guard run + 1 < runs.count, runs[run].count + runs[run + 1].count <= Self.longestRun / 2 else {
      return
    }
    runs[run] += runs[run + 1]
    runs.remove(at: run + 1)
  }

  /// Returns the last run that begins at or before that id, or the first one.
  private func run(of id: UInt64) -> Int {
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if runs[middle][0] <= id { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the place of the first id in a run that is not before that one.
  private func place(of id: UInt64, in run: Int) -> Int {
    var (low, high) = (0, runs[run].count)
    while low < high {
      let middle = (low + high) / 2
      if runs[run][middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
