import DurableLog

/// The last pieces of work that ended: what answers a repeated call and `outbox.get`. Details stay on disk.
struct FinishedWork: Sendable {
  /// So many are remembered; the oldest goes first.
  static let capacity = 10_000

  /// Where the DONE record of a piece of work is: on disk, or here when the disk refused it.
  enum Details: Sendable, Equatable {
    case onDisk(RecordLocation)
    case inMemory([UInt8])

    /// What it takes of the log.
    var bytes: Int {
      switch self {
      case .onDisk(let location): location.recordBytes
      case .inMemory: 0
      }
    }
  }

  struct Item: Sendable {
    let id: Entry.ID
    let digest: CallDigest
    let state: WorkState
    let eventCode: Int
    var details: Details
    /// The body of rejected work, kept so that it can be sent once more.
    var body: (location: RecordLocation, bytes: Int)?
    /// The sequence of the record that ended it, by which they are in order; nil for one like the last.
    var order: Sequence?
  }

  private var items: [RequestID: Item] = [:]
  private var order: [RequestID] = []
  private var start = 0

  subscript(requestID: RequestID) -> Item? { items[requestID] }

  var count: Int { items.count }

  /// Oldest first.
  var all: [(requestID: RequestID, item: Item)] {
    order[start...].compactMap { id in items[id].map { (id, $0) } }
  }

  /// Bytes of the bodies that are kept of rejected work.
  private(set) var bodyBytes = 0
  /// Bytes of the log that the records of outcomes take.
  private(set) var detailBytes = 0

  mutating func add(_ requestID: RequestID, _ item: Item) {
    remove(requestID)
    var item = item
    let newest = order[start...].last.flatMap { items[$0]?.order }
    item.order = item.order ?? newest
    items[requestID] = item
    bodyBytes += item.body?.bytes ?? 0
    detailBytes += item.details.bytes
    order.insert(requestID, at: place(of: item.order, after: newest))
    while order.count - start > Self.capacity { dropOldest() }
  }

  /// At the end, but for an outcome that was read later than younger ones.
  private func place(of sequence: Sequence?, after newest: Sequence?) -> Int {
    guard let sequence, let newest, sequence < newest else { return order.endIndex }
    let younger = order[start...].firstIndex { items[$0]?.order.map { sequence < $0 } ?? false }
    return younger ?? order.endIndex
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

  mutating func setBody(_ body: (location: RecordLocation, bytes: Int)?, of requestID: RequestID) {
    guard let old = items[requestID] else { return }
    bodyBytes += (body?.bytes ?? 0) - (old.body?.bytes ?? 0)
    items[requestID]?.body = body
  }

  /// Work that has not ended after all.
  mutating func remove(_ requestID: RequestID) {
    guard let item = items.removeValue(forKey: requestID) else { return }
    bodyBytes -= item.body?.bytes ?? 0
    detailBytes -= item.details.bytes
    if let index = order[start...].lastIndex(of: requestID) { order.remove(at: index) }
  }

  mutating func move(_ requestID: RequestID, body: RecordLocation) {
    items[requestID]?.body?.location = body
  }

  mutating func move(_ requestID: RequestID, details: Details) {
    guard let old = items[requestID]?.details else { return }
    detailBytes += details.bytes - old.bytes
    items[requestID]?.details = details
  }

  /// Keeps the DONE record here: the disk did not take it after all.
  mutating func keep(_ requestID: RequestID, of id: Entry.ID, _ record: [UInt8]) {
    guard items[requestID]?.id == id else { return }
    move(requestID, details: .inMemory(record))
  }

  private mutating func dropOldest() {
    if let oldest = items.removeValue(forKey: order[start]) {
      bodyBytes -= oldest.body?.bytes ?? 0
      detailBytes -= oldest.details.bytes
    }
    start += 1
    if start > 1024, start * 2 > order.count {
      order.removeFirst(start)
      start = 0
    }
  }
}
