/// The users of pending jobs, each with a small number as long as it is retained.
struct UserTagInterner: Sendable {
  typealias Index = UInt32

  private struct Row {
    var tag: UserTag
    var uses: Int
  }

  private var rows: [Row] = []
  private var free: [Index] = []
  private var indices = HashIndex()
  /// The last user that was looked up: the next one is usually the same.
  private var latest: Index?

  subscript(index: Index) -> UserTag { rows[Int(index)].tag }

  /// Returns the number of a user; nil for one without a number.
  func index(of tag: UserTag) -> Index? {
    if let latest, rows[Int(latest)].tag == tag { return latest }
    return indices.find(Self.hash(tag)) { rows[Int($0)].tag == tag }
  }

  /// Retains the number of that user, or assigns a new one, until as many calls of `release`.
  mutating func retain(_ tag: UserTag) -> Index {
    if let index = index(of: tag) {
      retain(index)
      latest = index
      return index
    }
    let row = Row(tag: tag, uses: 1)
    let index: Index
    if let old = free.popLast() {
      index = old
      rows[Int(old)] = row
    } else {
      index = Index(rows.count)
      rows.append(row)
    }
    indices.insert(index, hash: Self.hash(tag))
    latest = index
    return index
  }

  mutating func retain(_ index: Index) { rows[Int(index)].uses += 1 }

  mutating func release(_ index: Index) {
    rows[Int(index)].uses -= 1
    guard rows[Int(index)].uses == 0 else { return }
    indices.remove(index, hash: Self.hash(rows[Int(index)].tag))
    rows[Int(index)].tag = UserTag("")
    free.append(index)
    if latest == index { latest = nil }
    if free.count == rows.count { (rows, free) = ([], []) }
  }

  private static func hash(_ tag: UserTag) -> UInt64 {
    UInt64(truncatingIfNeeded: tag.hashValue)
  }
}
