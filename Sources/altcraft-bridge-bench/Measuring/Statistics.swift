/// Statistics of many values. Nil for an empty list.
enum Statistics {
  /// Returns the middle value, or the mean of the two middle ones.
  static func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// Returns the smallest value that at least `share` of all values do not exceed (nearest rank).
  static func percentile<Value: Comparable>(_ share: Double, ofSorted values: [Value]) -> Value? {
    guard !values.isEmpty else { return nil }
    let rank = Int((share * Double(values.count)).rounded(.up))
    return values[min(max(rank, 1), values.count) - 1]
  }

  /// Returns the median of the ratios round by round: a disturbance of both in one round cancels out.
  static func ratio(_ values: [Double], to others: [Double]) -> Double? {
    median(zip(values, others).filter { $1 > 0 }.map { $0 / $1 })
  }
}
