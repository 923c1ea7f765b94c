/// Figures of many values. Nil for none at all.
enum Statistics {
  /// The middle one, or half the way between the two in the middle.
  static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The smallest value that at least `share` of all values do not exceed (nearest rank).
  static func percentile<Value: Comparable>(_ share: Double, ofSorted values: [Value]) -> Value? {
    guard !values.isEmpty else { return nil }
    let rank = Int((share * Double(values.count)).rounded(.up))
    return values[min(max(rank, 1), values.count) - 1]
  }

  /// The median of the quotients round by round: what disturbed both in one round is in neither.
  static func ratio(_ values: [Double], to others: [Double]) -> Double? {
    median(zip(values, others).filter { $1 > 0 }.map { $0 / $1 })
  }
}
