/// A stack whose last elements can be taken as an array. An array that grows one by one would be copied again
/// and again; this memory serves all arrays of a document.
struct ContiguousStack<Element>: ~Copyable {
  private(set) var count = 0
  /// The memory, with `count` elements; none is allocated before the first element.
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

  /// Returns whether `isMeant` is true for any of the `count` elements from `start` on.
  func contains(from start: Int, count: Int, _ isMeant: (borrowing Element) -> Bool) -> Bool {
    for index in start..<start + count where isMeant(base[index]) { return true }
    return false
  }

  /// Removes all elements after the first `start` and returns them.
  mutating func take(from start: Int) -> [Element] {
    guard count > start else { return [] }
    let taken = base[start..<count]
    count = start
    return Array(unsafeUninitializedCapacity: taken.count) { buffer, initialized in
      initialized = buffer.moveInitialize(fromContentsOf: taken)
    }
  }

  /// Removes all elements after the first `rest`.
  mutating func drop(to rest: Int) {
    base[rest..<count].deinitialize()
    count = rest
  }

  private mutating func grow() {
    // 16 members take less than 1 KiB, which the allocator returns without a search.
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(16, count * 2))
    _ = larger.moveInitialize(fromContentsOf: base[..<count])
    base.deallocate()
    base = larger
  }
}
