import DurableLog

/// The last ended jobs: the answers to repeated calls and to `outbox.get`. Details stay on disk.
struct CompletedJobs: Sendable {
  /// The number of ended jobs kept; the oldest is dropped first.
  let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// The DONE record of a job: its location on disk, or its bytes if the disk refused it.
  enum Details: Sendable, Equatable {
    case onDisk(RecordLocation)
    case inMemory([UInt8])

    /// The size of the record in the log.
    var bytes: Int { isInMemory ? 0 : recordBytes }

    /// The size of the record, also of one that is not in the log.
    var recordBytes: Int {
      switch self {
      case .onDisk(let location): location.recordBytes
      case .inMemory(let record): record.count
      }
    }

    var isInMemory: Bool { if case .inMemory = self { true } else { false } }
  }

  struct Item: Sendable {
    let id: Job.ID
    let digest: CallDigest
    let state: JobState
    let eventCode: Int
    var details: Details
    /// The body of a rejected job, kept so that it can be sent once more.
    var body: (location: RecordLocation, bytes: Int)?
    /// The sequence of the record that ended the job, by which items without a number are ordered. If nil, `add`
    /// uses that of the last item, or for the first item that of its acceptance.
    var order: Sequence?
    /// The number of the outcome; nil until its record is in the log.
    var outcome: UInt64?

    /// Returns true if the outcome is older than that one.
    func precedes(_ other: Item) -> Bool {
      if let outcome, let other = other.outcome { return outcome < other }
      guard let order, let other = other.order else { return false }
      return order < other
    }
  }

  private var items: [ClientRequestID: Item] = [:]
  private var order: [ClientRequestID] = []
  private var start = 0

  subscript(requestID: ClientRequestID) -> Item? { items[requestID] }

  var count: Int { items.count }

  /// All items, oldest first.
  var all: [(requestID: ClientRequestID, item: Item)] {
    order[start...].compactMap { id in items[id].map { (id, $0) } }
  }

  /// The size of the kept bodies of rejected jobs.
  private(set) var bodyBytes = 0
  /// The size of the records of outcomes in the log.
  private(set) var detailBytes = 0

  /// The number of outcomes in memory only.
  private(set) var keptCount = 0

  /// The outcomes that have a number, and no record but that of the end: a full disk had no room for more.
  var kept: [(requestID: ClientRequestID, item: Item)] {
    keptCount == 0 ? [] : all.filter { $0.item.outcome != nil && $0.item.details.isInMemory }
  }

  mutating func add(_ requestID: ClientRequestID, _ item: Item) {
    remove(requestID)
    var item = item
    let newest = order[start...].last.flatMap { items[$0] }
    item.order = item.order ?? newest?.order ?? Sequence(item.id)
    items[requestID] = item
    bodyBytes += item.body?.bytes ?? 0
    count(item.details, 1)
    order.insert(requestID, at: place(of: item, after: newest))
    while order.count - start > capacity { dropOldest() }
  }

  /// Returns the place for an item: the end, except for an outcome that is read after younger ones.
  private func place(of item: Item, after newest: Item?) -> Int {
    guard let newest, item.precedes(newest) else { return order.endIndex }
    let younger = order[start...].firstIndex { items[$0].map(item.precedes) ?? false }
    return younger ?? order.endIndex
  }

  /// Drops the oldest bodies of rejected jobs until at most `bytes` are kept. Outcomes stay.
  mutating func trimBodies(to bytes: Int) {
    for id in order[start...] {
      guard bodyBytes > max(bytes, 0) else { return }
      guard let body = items[id]?.body else { continue }
      bodyBytes -= body.bytes
      items[id]?.body = nil
    }
  }

  mutating func setBody(
    _ body: (location: RecordLocation, bytes: Int)?, of requestID: ClientRequestID
  ) {
    guard let old = items[requestID] else { return }
    bodyBytes += (body?.bytes ?? 0) - (old.body?.bytes ?? 0)
    items[requestID]?.body = body
  }

  /// Removes a job that has not ended after all.
  mutating func remove(_ requestID: ClientRequestID) {
    guard let item = items.removeValue(forKey: requestID) else { return }
    bodyBytes -= item.body?.bytes ?? 0
    count(item.details, -1)
    if let index = order[start...].lastIndex(of: requestID) { order.remove(at: index) }
  }

  mutating func move(_ requestID: ClientRequestID, body: RecordLocation) {
    items[requestID]?.body?.location = body
  }

  mutating func move(_ requestID: ClientRequestID, details: Details) {
    guard let old = items[requestID]?.details else { return }
    count(old, -1)
    count(details, 1)
    items[requestID]?.details = details
  }

  /// Keeps the DONE record in memory, because the disk did not accept it after all.
  mutating func retain(_ requestID: ClientRequestID, of id: Job.ID, _ record: [UInt8]) {
    guard items[requestID]?.id == id else { return }
    move(requestID, details: .inMemory(record))
  }

  private mutating func count(_ details: Details, _ change: Int) {
    detailBytes += change * details.bytes
    if details.isInMemory { keptCount += change }
  }

  /// Returns the newest outcomes whose records take at most `bytes`, oldest first.
  func newest(within bytes: Int) -> ArraySlice<(requestID: ClientRequestID, item: Item)> {
    let all = all
    var (rest, start) = (bytes, all.count)
    while start > 0, all[start - 1].item.details.recordBytes <= rest {
      start -= 1
      rest -= all[start].item.details.recordBytes
    }
    return all[start...]
  }

  private mutating func dropOldest() {
    if let oldest = items.removeValue(forKey: order[start]) {
      bodyBytes -= oldest.body?.bytes ?? 0
      count(oldest.details, -1)
    }
    start += 1
    if start > 1024, start * 2 > order.count {
      order.removeFirst(start)
      start = 0
    }
  }
}

// Numbers.
extension CompletedJobs {
  /// True if the log has not accepted every outcome.
  var hasUnnumbered: Bool { order[start...].contains { items[$0]?.outcome == nil } }

  /// The number of the oldest outcome that has one.
  var firstOutcome: UInt64? {
    order[start...].lazy.compactMap { items[$0]?.outcome }.first
  }

  /// Numbers the outcomes that the log has not accepted, in their order, after all others. Returns the last number.
  mutating func number(after last: UInt64) -> UInt64 {
    var last = last
    let sequence = order[start...].last { items[$0]?.outcome != nil }.flatMap { items[$0]?.order }
    for id in order[start...] {
      guard var item = items[id], item.outcome == nil else { continue }
      last += 1
      item.outcome = last
      item.order = sequence ?? Sequence(item.id)
      items[id] = item
    }
    return last
  }

  /// Numbers the outcomes in the log of an earlier version, which wrote no numbers, so that they precede all
  /// that have one. Returns the last number of all.
  mutating func numberOld(last: UInt64) -> UInt64 {
    let leading = UInt64(order[start...].prefix { items[$0]?.outcome == nil }.count)
    let first = firstOutcome ?? last + 1
    var number = first > leading ? first - leading - 1 : 0
    for id in order[start...] {
      number = items[id]?.outcome ?? number + 1
      items[id]?.outcome = number
    }
    return max(last, number)
  }

  /// Returns up to `limit` outcomes after that number and up to `last`, oldest first.
  func after(
    _ outcome: UInt64, through last: UInt64, limit: Int
  ) -> [(requestID: ClientRequestID, item: Item)] {
    // Outcomes without a number are last.
    var (low, high) = (start, order.count)
    while low < high {
      let middle = (low + high) / 2
      if let number = items[order[middle]]?.outcome, number <= outcome {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var found: [(requestID: ClientRequestID, item: Item)] = []
    for id in order[low...].prefix(limit) {
      guard let item = items[id], let number = item.outcome, number <= last else { break }
      found.append((id, item))
    }
    return found
  }
}
