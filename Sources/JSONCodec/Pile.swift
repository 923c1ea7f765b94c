/// A stack from which the last elements are taken as an array. An array that grew one by one would be
/// copied again and again; this memory serves all arrays of a document.
struct Pile<Element>: ~Copyable {
  private(set) var count = 0
  /// Holds `count` elements; of no memory before the first one.
  private var base = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

  deinit {
    base[..<count].deinitialize()
    base.deallocate()
  }

  mutating func append(_ element: consuming Element) {
    if count == base.count { grow() }
    base.initializeElement(at: count, to: element)
    count += 1
  }

  /// Whether one of so many elements from `start` on is meant.
  func contains(from start: Int, count: Int, _ isMeant: (borrowing Element) -> Bool) -> Bool {
    for index in start..<start + count where isMeant(base[index]) { return true }
    return false
  }

  /// All that came after the first `start`.
  mutating func take(from start: Int) -> [Element] {
    guard count > start else { return [] }
    let taken = base[start..<count]
    count = start
    return Array(unsafeUninitializedCapacity: taken.count) { buffer, initialized in
      initialized = buffer.moveInitialize(fromContentsOf: taken)
    }
  }

  /// Forgets all but the first `rest`.
  mutating func drop(to rest: Int) {
    base[rest..<count].deinitialize()
    count = rest
  }

  private mutating func grow() {
    // 16 members take less than 1 KiB, which the allocator hands out without looking for it.
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(16, count * 2))
    _ = larger.moveInitialize(fromContentsOf: base[..<count])
    base.deallocate()
    base = larger
  }
}
