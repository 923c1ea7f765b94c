/// A hash index to slots. It takes sixteen bytes per element when it is half full. The caller, which has the
/// elements, compares the candidates.
struct HashIndex: Sendable {
  /// The parts, each for the hashes with its number in the highest bits: they grow one after the other, so that no
  /// addition moves all elements.
  private var parts: [HashIndexPart] = []
  private(set) var count = 0

  private static let partBits: UInt64 = 4

  /// Returns the first slot of that hash for which `isRight` is true.
  @inline(__always)
  func find(_ hash: UInt64, where isRight: (UInt32) -> Bool) -> UInt32? {
    guard count > 0 else { return nil }
    return parts[Self.part(hash)].find(hash, where: isRight)
  }

  mutating func insert(_ slot: UInt32, hash: UInt64) {
    if parts.isEmpty {
      parts = Array(repeating: HashIndexPart(), count: 1 << Int(Self.partBits))
    }
    parts[Self.part(hash)].insert(slot, hash: hash)
    count += 1
  }

  /// Removes an element, which must be in the index.
  mutating func remove(_ slot: UInt32, hash: UInt64) {
    parts[Self.part(hash)].remove(slot, hash: hash)
    count -= 1
  }

  private static func part(_ hash: UInt64) -> Int { Int(hash >> (64 - partBits)) }

  /// Hashes a number that the outbox assigns. Eight neighbours share a cache line. No caller can make them collide on
  /// purpose.
  static func hash(_ number: UInt64) -> UInt64 {
    (number >> 3 &* 0x9E37_79B9_7F4A_7C15) & ~0x7_FFFF_FFFF | (number & 7) << 32
  }
}

private struct HashIndexPart: Sendable {
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
    if (count + 1) * 4 > cells.count * 3 {
      resize(to: max(Self.fewest, cells.count * 2))
    }
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
    if cells.count > Self.fewest, count * 8 < cells.count { resize(to: cells.count / 2) }
  }

  private mutating func resize(to size: Int) {
    var resized = [UInt64](repeating: 0, count: size)
    for cell in cells where cell != 0 { Self.place(cell, in: &resized) }
    cells = resized
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
