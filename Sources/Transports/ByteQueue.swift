import Glibc

/// A queue of bytes in contiguous memory: appended at the end, dropped at the front. Only the remaining bytes
/// are moved, when the end of the memory is reached.
struct ByteQueue: ~Copyable {
  /// The number of bytes of memory that an empty queue may keep.
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

  /// All bytes of the queue. Valid until the next append.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[head..<tail]) }

  /// All bytes of the queue, to be changed in place. Valid until the next append.
  var mutableBytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: memory[head..<tail])
  }

  /// Returns free memory after the last byte, at least `length` bytes. Call `added` after filling it.
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

  /// Drops the first `length` bytes. They stay readable until the next append.
  mutating func drop(_ length: Int) {
    head += length
    if head == tail {
      head = 0
      tail = 0
    }
  }

  /// Drops all bytes, and frees memory that only an unusually long message needed.
  mutating func clear() {
    head = 0
    tail = 0
    giveBack()
  }

  /// Frees memory that only an unusually long message needed, if the queue is empty.
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
