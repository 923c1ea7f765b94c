import DurableLog

/// The last pieces of work that ended: what answers a repeated call and `outbox.get`. Details stay on disk.
struct FinishedWork: Sendable {
  /// So many are remembered; the oldest goes first.
  static let capacity = 10_000

  /// Where the DONE record of a piece of work is: on disk, or here when the disk refused it.
  enum Details: Sendable {
    case onDisk(RecordLocation)
    case inMemory([UInt8])
  }

  struct Item: Sendable {
    let id: Entry.ID
    let digest: CallDigest
    let state: WorkState
    let eventCode: Int
    var details: Details
    /// The body of rejected work, kept so that it can be sent once more.
    var body: (location: RecordLocation, bytes: Int)?
  }

  private var items: [String: Item] = [:]
  private var order: [String] = []
  private var start = 0

  subscript(requestId: String) -> Item? { items[requestId] }

  var count: Int { items.count }

  /// Oldest first.
  var all: [(requestId: String, item: Item)] {
    order[start...].compactMap { id in items[id].map { (id, $0) } }
  }

  /// Bytes of the bodies that are kept of rejected work.
  private(set) var bodyBytes = 0

  mutating func add(_ requestId: String, _ item: Item) {
    if let old = items.updateValue(item, forKey: requestId) {
      bodyBytes -= old.body?.bytes ?? 0
      if let index = order[start...].lastIndex(of: requestId) { order.remove(at: index) }
    }
    order.append(requestId)
    bodyBytes += item.body?.bytes ?? 0
    while order.count - start > Self.capacity { dropOldest() }
  }

  /// Gives up the oldest bodies of rejected work until no more than `bytes` are kept. Outcomes stay.
  mutating func trimBodies(to bytes: Int) {
    for id in order[start...] {
      guard bodyBytes > max(bytes, 0) else { return }
      guard let body = items[id]?.body else { continue }
      bodyBytes -= body.bytes
      items[id]?.body = nil
    }
  }

  mutating func setBody(_ body: (location: RecordLocation, bytes: Int)?, of requestId: String) {
    guard let old = items[requestId] else { return }
    bodyBytes += (body?.bytes ?? 0) - (old.body?.bytes ?? 0)
    items[requestId]?.body = body
  }

  /// Work that has not ended after all.
  mutating func remove(_ requestId: String) {
    guard let item = items.removeValue(forKey: requestId) else { return }
    bodyBytes -= item.body?.bytes ?? 0
    if let index = order[start...].lastIndex(of: requestId) { order.remove(at: index) }
  }

  mutating func move(_ requestId: String, details: RecordLocation, body: RecordLocation?) {
    items[requestId]?.details = .onDisk(details)
    if let body { items[requestId]?.body?.location = body }
  }

  /// Keeps the DONE record here: the disk did not take it after all.
  mutating func keep(_ requestId: String, of id: Entry.ID, _ record: [UInt8]) {
    guard items[requestId]?.id == id else { return }
    items[requestId]?.details = .inMemory(record)
  }

  private mutating func dropOldest() {
    bodyBytes -= items.removeValue(forKey: order[start])?.body?.bytes ?? 0
    start += 1
    if start > 1024, start * 2 > order.count {
      order.removeFirst(start)
      start = 0
    }
  }
}
