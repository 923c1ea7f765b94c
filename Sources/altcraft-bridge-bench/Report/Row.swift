/// One case: the bridge and all that it is held against, measured in the same rounds.
struct Row {
  let group: Group
  let name: String
  /// What its ratios are taken of.
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

  /// Adds what `label` came to in one more round. The first one ever added is the subject.
  mutating func add(_ sample: Sample, of label: String) {
    if let index = entries.firstIndex(where: { $0.label == label }) {
      entries[index].rounds.append(sample)
    } else {
      entries.append(Entry(label: label, rounds: [sample]))
    }
  }

  /// What the others are multiples of; a row without one stands for itself.
  var floor: Entry? { entries.first { $0.label.hasPrefix("floor") } }

  subscript(label: String) -> Entry? { entries.first { $0.label == label } }

  /// How many times `other` the entry of that label is, in `quantity`.
  func ratio(_ quantity: Quantity, of label: String, to other: String) -> Double? {
    guard let one = self[label], let other = self[other] else { return nil }
    let pairs = zip(one.rounds, other.rounds).compactMap { one, other in
      one[quantity].flatMap { value in other[quantity].map { (value, $0) } }
    }
    return Statistics.ratio(pairs.map(\.0), to: pairs.map(\.1))
  }
}

/// What the first entry of a row is to reach.
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

  /// What it is to be compared with: a ratio, or the value itself. Nil where it was not measured.
  func value(in row: Row) -> Double? {
    guard let subject = row.entries.first else { return nil }
    guard let of else { return subject[quantity] }
    return row.ratio(quantity, of: subject.label, to: of)
  }
}
