/// One case: the bridge and its comparisons, measured in the same rounds.
struct Row {
  let group: Group
  let name: String
  /// The quantity that ratios are computed from.
  let measure: Quantity
  private(set) var entries: [Entry] = []
  var goals: [Goal] = []

  struct Entry {
    let label: String
    var rounds: [Sample] = []

    /// The median over the rounds.
    subscript(quantity: Quantity) -> Double? {
      Statistics.median(rounds.compactMap { $0[quantity] })
    }
  }

  init(_ group: Group, _ name: String, _ measure: Quantity, goals: [Goal] = []) {
    self.group = group
    self.name = name
    self.measure = measure
    self.goals = goals
  }

  /// Adds the sample of `label` in one more round. The first label added is the subject.
  mutating func add(_ sample: Sample, of label: String) {
    if let index = entries.firstIndex(where: { $0.label == label }) {
      entries[index].rounds.append(sample)
    } else {
      entries.append(Entry(label: label, rounds: [sample]))
    }
  }

  /// The baseline of the ratios; nil for a row without one.
  var baseline: Entry? { entries.first { $0.label.hasPrefix("floor") } }

  subscript(label: String) -> Entry? { entries.first { $0.label == label } }

  /// Returns the ratio of the entry `label` to the entry `other`, in `quantity`.
  func ratio(_ quantity: Quantity, of label: String, to other: String) -> Double? {
    guard let one = self[label], let other = self[other] else { return nil }
    let pairs = zip(one.rounds, other.rounds).compactMap { one, other in
      one[quantity].flatMap { value in other[quantity].map { (value, $0) } }
    }
    return Statistics.ratio(pairs.map(\.0), to: pairs.map(\.1))
  }
}

/// The target of the first entry of a row.
struct Goal: Equatable {
  enum Bound: Equatable {
    case atMost(Double)
    case atLeast(Double)
  }

  let quantity: Quantity
  let bound: Bound
  /// The entry that the bound is a multiple of; nil for a bound in the unit of the quantity.
  let of: String?

  init(_ quantity: Quantity, _ bound: Bound, of label: String?) {
    self.quantity = quantity
    self.bound = bound
    of = label
  }

  func isMet(by value: Double) -> Bool {
    switch bound {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  /// Returns the value to compare with the bound: a ratio, or the value itself. Nil if it was not measured.
  func value(in row: Row) -> Double? {
    guard let subject = row.entries.first else { return nil }
    guard let of else { return subject[quantity] }
    return row.ratio(quantity, of: subject.label, to: of)
  }
}
