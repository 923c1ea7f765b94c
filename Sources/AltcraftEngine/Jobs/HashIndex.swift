/// A hash index to slots. It takes sixteen bytes per element when it is half full. The caller, which has the
/// elements, compares the candidates.
struct HashIndex: Sendable {
  /// The cells: the upper half of the hash and the slot plus one; 0 is a free cell. Open addressing: an
  /// element is in the cell of its hash or behind it, with no free cell between.
  private var cells: [UInt64] = []
  private(set) var count = 0

  private static let fewest = 16
  private var mask: Int { cells.count - 1 }

  /// Returns the first slot of that hash for which `isRight` is true.
  func find(_ hash: UInt64, where isRight: (UInt32) -> Bool) -> UInt32? {
    guard count > 0 else { return nil }
    let tag = hash >> 32
    return cells.withUnsafeBufferPointer { cells in
      let mask = cells.count - 1
      var index = Self.home(tag, mask)
      while true {
        let cell = cells[index]
        guard cell != 0 else { return nil }
        if cell >> 32 == tag {
          let slot = Self.slot(cell)
          if isRight(slot) { return slot }
        }
        index = (index + 1) & mask
      }
    }
  }

  mutating func insert(_ slot: UInt32, hash: UInt64) {
    // At most three quarters full: beyond that the probe sequences get long.
    if (count + 1) * 4 > cells.count * 3 { grow() }
    Self.place(Self.cell(hash, slot), in: &cells)
    count += 1
  }

  /// Removes an element, which must be in the index.
  mutating func remove(_ slot: UInt32, hash: UInt64) {
    let cell = Self.cell(hash, slot)
    let mask = self.mask
    var index = Self.home(hash >> 32, mask)
    while cells[index] != cell {
      precondition(cells[index] != 0, "removed before")
      index = (index + 1) & mask
    }
    // Move the following cells up, so that no probe sequence is broken.
    var hole = index
    while true {
      index = (index + 1) & mask
      let next = cells[index]
      guard next != 0 else { break }
      let distance = (index - Self.home(next >> 32, mask)) & mask
      if distance >= (index - hole) & mask {
        cells[hole] = next
        hole = index
      }
    }
    cells[hole] = 0
    count -= 1
  }

  mutating func removeAll() { self = HashIndex() }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: max(Self.fewest, cells.count * 2))
    for cell in cells where cell != 0 { Self.place(cell, in: &larger) }
    cells = larger
  }

  private static func place(_ cell: UInt64, in cells: inout [UInt64]) {
    cells.withUnsafeMutableBufferPointer { cells in
      let mask = cells.count - 1
      var index = home(cell >> 32, mask)
      while cells[index] != 0 { index = (index + 1) & mask }
      cells[index] = cell
    }
  }

  private static func cell(_ hash: UInt64, _ slot: UInt32) -> UInt64 {
    hash & ~0xFFFF_FFFF | (UInt64(slot) + 1)
  }

  private static func slot(_ cell: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: cell) - 1 }

  private static func home(_ tag: UInt64, _ mask: Int) -> Int { Int(tag) & mask }
}
