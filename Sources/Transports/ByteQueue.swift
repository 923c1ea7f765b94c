import Glibc

/// Bytes in one piece of memory: added at the end, dropped at the front. Nothing is moved but what is
/// left over when the end is reached.
struct ByteQueue: ~Copyable {
  /// What an empty queue may keep for the next time.
  private let kept: Int
  private var memory: UnsafeMutableRawBufferPointer
  private var head = 0
  private var tail = 0

  init(keeping kept: Int) {
    self.kept = kept
    memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  deinit {
    memory.deallocate()
  }

  var count: Int { tail - head }
  var isEmpty: Bool { head == tail }
  var capacity: Int { memory.count }

  /// All of it. Valid until something is added.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[head..<tail]) }

  /// Free memory after the last byte, at least `length` of it. `added` makes a part of it count.
  mutating func space(atLeast length: Int, upTo limit: Int) -> UnsafeMutableRawBufferPointer {
    if memory.count - tail < length {
      count + length <= memory.count ? moveToFront() : grow(by: length, upTo: limit)
    }
    return UnsafeMutableRawBufferPointer(rebasing: memory[tail...])
  }

  mutating func added(_ length: Int) {
    tail += length
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    space(atLeast: bytes.count, upTo: .max).copyMemory(from: bytes)
    tail += bytes.count
  }

  mutating func append(_ byte: UInt8) {
    space(atLeast: 1, upTo: .max)[0] = byte
    tail += 1
  }

  /// Forgets the first `length` bytes. They stay readable until something is added.
  mutating func drop(_ length: Int) {
    head += length
    if head == tail {
      head = 0
      tail = 0
    }
  }

  /// Forgets everything, and gives back memory that only an unusual message needed.
  mutating func clear() {
    head = 0
    tail = 0
    giveBack()
  }

  /// Gives back memory that only an unusual message needed, when nothing is left.
  mutating func giveBack() {
    guard isEmpty, memory.count > kept else { return }
    memory.deallocate()
    memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  private mutating func moveToFront() {
    memory.copyMemory(from: bytes)
    tail -= head
    head = 0
  }

  private mutating func grow(by length: Int, upTo limit: Int) {
    let wanted = max(count + length, min(max(memory.count * 2, kept), limit))
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: wanted, alignment: 16)
    larger.copyMemory(from: bytes)
    memory.deallocate()
    memory = larger
    tail -= head
    head = 0
  }
}
