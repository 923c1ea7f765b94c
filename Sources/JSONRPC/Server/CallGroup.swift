import JSONCodec

/// The effect of the calls of one read that take effect together, such as durable calls, whose records share a lock, a
/// sync and a write of answers. The program implements it.
///
/// The reader thread adds calls. After `takeEffect` the group belongs to the thread that finishes it, until
/// `reset`. Each call either takes effect as an ordinary one would, or is not added.
package protocol CallGroup: AnyObject, Sendable {
  /// Adds the call whose parameters were read last, and writes its result.
  func add(_ message: UnsafeRawBufferPointer, to answer: inout JSONWriter)

  /// Lets all calls take effect, in their order, without those in `refused`. Calls `whenDone` once, on any thread,
  /// when they may be answered, with the errors of those that failed, by the number of the call. Must not wait.
  func takeEffect(
    refusing refused: [Int], whenDone: @escaping @Sendable (_ failures: [Int: RPCError]) -> Void)

  /// Removes all calls, so that the group can be used again. The answers of those that took effect are on their way.
  func reset()
}

/// The reader of the parameters of a call for a group. They begin at the given position of the message. Returns their
/// end; nil if the call must take the ordinary way, and nothing is read then.
package typealias GroupedRead =
  @Sendable (any CallGroup, UnsafeRawBufferPointer, Int, JSONLimits) -> Int?

/// The calls of a group with their answers, which are written before the calls take effect: nearly all succeed.
///
/// `@unchecked`: one thread at a time uses it. The reader thread does until `takeEffect`, then the thread that calls
/// `whenDone`, and then it is in the state of the peer, under its lock.
final class GroupedAnswers: @unchecked Sendable {
  fileprivate struct Entry {
    /// The place of the id; empty for a notification.
    let id: Range<Int>
    /// The end of the answer.
    let end: Int
    let method: MethodEntry
  }

  let effect: any CallGroup
  @exclusivity(unchecked) private var calls = Calls()

  fileprivate struct Calls: ~Copyable {
    var writer = JSONWriter(capacity: 1024)
    var entries: [Entry] = []
    var ids: [UInt64] = []
    var cost = 0
    var requests = 0
    var readAt: ContinuousClock.Instant?
  }

  private static let keptBytes = 64 << 10

  init(_ effect: any CallGroup) {
    self.effect = effect
  }

  var count: Int { calls.entries.count }
  /// The hashes of the ids, in the order of the calls. That of a notification is 0.
  var ids: [UInt64] { calls.ids }
  var cost: Int { calls.cost }
  var requests: Int { calls.requests }
  var readAt: ContinuousClock.Instant? { calls.readAt }

  /// Adds the call whose parameters `effect` has read last. `id` is the text of its id, nil for a notification.
  func add(
    _ message: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer?, _ method: MethodEntry,
    cost: Int, readAt: ContinuousClock.Instant?
  ) {
    calls.add(message, to: effect, id: id, method, cost: cost, readAt: readAt)
  }

  func method(_ index: Int) -> MethodEntry { calls.entries[index].method }

  /// Returns the id of a call; nil for a notification.
  func id(_ index: Int) -> RequestID? {
    calls.writer.withBytes {
      RequestID(plainText: UnsafeRawBufferPointer(rebasing: $0[calls.entries[index].id]))
    }
  }

  /// Calls `body` with the answers of all calls except those in `skipped`.
  func withMessages(skipping skipped: Set<Int>, _ body: (MessageSequence) -> Void) {
    calls.writer.withBytes { bytes in
      var ranges: [Range<Int>] = []
      ranges.reserveCapacity(calls.entries.count)
      var start = 0
      for (index, entry) in calls.entries.enumerated() {
        if start < entry.end, skipped.isEmpty || !skipped.contains(index) {
          ranges.append(start..<entry.end)
        }
        start = entry.end
      }
      if !ranges.isEmpty { body(MessageSequence(bytes: bytes, ranges: ranges)) }
    }
  }

  func reset() {
    effect.reset()
    calls.writer.reset(keeping: Self.keptBytes)
    calls.entries.removeAll(keepingCapacity: true)
    calls.ids.removeAll(keepingCapacity: true)
    calls.cost = 0
    calls.requests = 0
    calls.readAt = nil
  }
}

extension GroupedAnswers.Calls {
  fileprivate mutating func add(
    _ message: UnsafeRawBufferPointer, to effect: any CallGroup, id: UnsafeRawBufferPointer?,
    _ method: MethodEntry, cost: Int, readAt: ContinuousClock.Instant?
  ) {
    if entries.isEmpty { self.readAt = readAt }
    self.cost += cost
    let start = writer.byteCount
    guard let id else {
      effect.add(message, to: &writer)
      writer.truncate(to: start)
      entries.append(.init(id: start..<start, end: start, method: method))
      return ids.append(0)
    }
    let place = MessageEncoder.begin(&writer, answering: id)
    effect.add(message, to: &writer)
    writer.fragment("}")
    entries.append(.init(id: place, end: writer.byteCount, method: method))
    ids.append(RequestID.hash(ofText: id))
    requests += 1
  }
}

/// The hashes of the ids of grouped calls in flight: a table with open addressing. An equal hash counts as an equal id.
struct GroupedIDs {
  private var cells: [UInt64] = []
  private(set) var count = 0

  private var mask: Int { cells.count - 1 }

  func contains(_ hash: UInt64) -> Bool { count > 0 && cells[index(of: hash)] == hash }

  /// Returns false if the hash is already there.
  mutating func insert(_ hash: UInt64) -> Bool {
    if (count + 1) * 2 > cells.count { grow() }
    let index = index(of: hash)
    guard cells[index] == 0 else { return false }
    cells[index] = hash
    count += 1
    return true
  }

  mutating func remove(_ hash: UInt64) {
    guard count > 0 else { return }
    var hole = index(of: hash)
    guard cells[hole] == hash else { return }
    var index = hole
    // Move the following cells up, so that no probe sequence is broken.
    while true {
      index = (index + 1) & mask
      let next = cells[index]
      guard next != 0 else { break }
      if (index - home(next)) & mask >= (index - hole) & mask {
        cells[hole] = next
        hole = index
      }
    }
    cells[hole] = 0
    count -= 1
  }

  private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 8) & mask }

  /// Returns the cell of that hash, or the free cell in which it would be.
  private func index(of hash: UInt64) -> Int {
    var index = home(hash)
    while cells[index] != 0, cells[index] != hash { index = (index + 1) & mask }
    return index
  }

  private mutating func grow() {
    let old = cells
    cells = Array(repeating: 0, count: max(32, old.count * 2))
    for hash in old where hash != 0 { cells[index(of: hash)] = hash }
  }
}

extension RequestID {
  /// Returns a hash of an id as it is written in a message: digits, or a quoted text without escapes. Never 0.
  static func hash(ofText text: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 29
    return max(hash &* 0x9E37_79B9_7F4A_7C15, 1)
  }

  /// The hash of the id as `hash(ofText:)` computes it from the message.
  var textHash: UInt64 {
    var text: String
    switch self {
    case .null: text = "null"
    case .number(let number): text = number.text
    case .string(let content): text = "\"\(content)\""
    }
    return text.withUTF8 { Self.hash(ofText: UnsafeRawBufferPointer($0)) }
  }

  /// Reads digits or a quoted text without escapes; nil for an empty text.
  init?(plainText text: UnsafeRawBufferPointer) {
    guard let first = text.first else { return nil }
    if first == UInt8(ascii: "\"") {
      self = .string(String(decoding: text.dropFirst().dropLast(), as: UTF8.self))
    } else {
      self = .number(JSONNumber(checkedText: String(decoding: text, as: UTF8.self)))
    }
  }
}
