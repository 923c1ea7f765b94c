/// The search for the names nearest to a misspelt one.
package enum Suggestions {
  /// The longest name that is searched for; without a bound a name of 1 MiB would cost seconds.
  static let longestName = 64

  /// Returns up to three of `names`, the nearest first; letter case and a missing prefix (`info` for
  /// `bridge.info`) count for little. If nothing is near, searches for the last part of a name with dots.
  package static func nearest(to name: String, among names: [String]) -> [String] {
    let near = near(name, among: names)
    guard near.isEmpty, let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return near }
    return self.near(String(name[name.utf8.index(after: dot)...]), among: names)
  }

  private static func near(_ name: String, among names: [String]) -> [String] {
    let sought = lowercased(name)
    guard !sought.isEmpty, sought.count <= longestName else { return [] }
    // Allow a third of the letters to be wrong: beyond that it is another word.
    let tolerance = max(2, sought.count / 3)
    let near = names.compactMap { candidate -> (distance: Int, name: String)? in
      let distance = distance(from: sought, to: lowercased(candidate), atMost: tolerance)
      return distance.map { ($0, candidate) }
    }
    return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  private static func distance(from sought: [UInt8], to name: [UInt8], atMost max: Int) -> Int? {
    let whole = edits(from: sought, to: name, atMost: max)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return whole }
    let bare = edits(from: sought, to: Array(name[(dot + 1)...]), atMost: max - 1).map { $0 + 1 }
    return [whole, bare].compactMap(\.self).min()
  }

  /// Computes the Levenshtein distance: letters to insert, delete or replace. Returns nil if it is more than
  /// `max`.
  private static func edits(from source: [UInt8], to target: [UInt8], atMost max: Int) -> Int? {
    guard abs(source.count - target.count) <= max else { return nil }
    var previous = Array(0...target.count)
    var current = previous
    for row in source.indices {
      current[0] = row + 1
      for column in target.indices {
        let replaced = previous[column] + (source[row] == target[column] ? 0 : 1)
        current[column + 1] = min(replaced, previous[column + 1] + 1, current[column] + 1)
      }
      swap(&previous, &current)
    }
    return previous[target.count] <= max ? previous[target.count] : nil
  }

  private static func lowercased(_ name: String) -> [UInt8] {
    name.utf8.prefix(longestName + 1).map { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
  }
}
