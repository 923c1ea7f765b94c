/// Values in numbered slots, in chunks: growing moves no value and needs no extra memory, and a chunk whose slots are
/// all free gives its memory back. So neither an addition nor a removal takes longer with more values.
struct SlotChunks<Value: Sendable>: Sendable {
  private struct Chunk: Sendable {
    var values: [Value] = []
    /// The places of the free slots.
    var free: [UInt16] = []
    /// True while it is in `partial`.
    var isListed = false

    var isUnused: Bool { free.count == values.count }
  }

  private static var slotsOfChunk: Int { 512 }

  private var chunks: [Chunk] = []
  /// The chunk whose slots are given out one after the other.
  private var newest = 0
  /// The chunks without memory, and those that have free slots or had some.
  private var unused: [Int] = []
  private var partial: [Int] = []

  subscript(slot: UInt32) -> Value {
    _read { yield chunks[Int(slot) / Self.slotsOfChunk].values[Int(slot) % Self.slotsOfChunk] }
    _modify { yield &chunks[Int(slot) / Self.slotsOfChunk].values[Int(slot) % Self.slotsOfChunk] }
  }

  mutating func add(_ value: Value) -> UInt32 {
    while let chunk = partial.last {
      if let place = chunks[chunk].free.popLast() {
        chunks[chunk].values[Int(place)] = value
        return Self.slot(chunk, Int(place))
      }
      partial.removeLast()
      chunks[chunk].isListed = false
    }
    if chunks.isEmpty || chunks[newest].values.count == Self.slotsOfChunk { beginChunk() }
    chunks[newest].values.append(value)
    return Self.slot(newest, chunks[newest].values.count - 1)
  }

  /// Frees a slot. It keeps its value until it is used again: a value that holds other memory is to be replaced before.
  mutating func remove(_ slot: UInt32) {
    let chunk = Int(slot) / Self.slotsOfChunk
    chunks[chunk].free.append(UInt16(Int(slot) % Self.slotsOfChunk))
    if !chunks[chunk].isListed {
      chunks[chunk].isListed = true
      partial.append(chunk)
    }
    guard chunk != newest, chunks[chunk].isUnused else { return }
    chunks[chunk].values = []
    chunks[chunk].free = []
    unused.append(chunk)
  }

  private mutating func beginChunk() {
    if let old = unused.popLast() {
      newest = old
    } else {
      chunks.append(Chunk())
      newest = chunks.count - 1
    }
    // The first chunk grows as arrays do: most outboxes hold few jobs.
    if newest > 0 { chunks[newest].values.reserveCapacity(Self.slotsOfChunk) }
  }

  private static func slot(_ chunk: Int, _ place: Int) -> UInt32 {
    UInt32(chunk * slotsOfChunk + place)
  }
}

/// Values by numbers that the outbox assigns. In contrast to a dictionary, no addition moves all the others.
struct NumberMap<Value: Sendable>: Sendable {
  private struct Entry {
    let key: UInt64
    /// Nil only in a free slot.
    var value: Value?
  }

  private var entries = SlotChunks<Entry>()
  private var index = HashIndex()

  var count: Int { index.count }
  var isEmpty: Bool { index.count == 0 }

  subscript(key: UInt64) -> Value? {
    get { slot(of: key).flatMap { entries[$0].value } }
    _modify {
      guard let slot = slot(of: key) else {
        var value: Value?
        defer {
          if value != nil {
            index.insert(entries.add(Entry(key: key, value: value)), hash: HashIndex.hash(key))
          }
        }
        yield &value
        return
      }
      defer {
        if entries[slot].value == nil {
          index.remove(slot, hash: HashIndex.hash(key))
          entries.remove(slot)
        }
      }
      yield &entries[slot].value
    }
  }

  /// Calls `body` with the value of that key, without a copy.
  @inline(__always)
  func with<Result>(_ key: UInt64, _ body: (Value) -> Result) -> Result? {
    guard let slot = slot(of: key) else { return nil }
    return entries[slot].value.map(body)
  }

  private func slot(of key: UInt64) -> UInt32? {
    index.find(HashIndex.hash(key)) { entries[$0].key == key }
  }
}

extension Array {
  /// Moves the elements to less memory if most of it is unused.
  mutating func giveBack() {
    guard capacity > 1024, count * 4 < capacity else { return }
    var smaller: [Element] = []
    smaller.reserveCapacity(count * 2)
    smaller += self
    self = smaller
  }
}
