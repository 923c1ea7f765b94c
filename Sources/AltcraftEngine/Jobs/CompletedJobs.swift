import DurableLog

/// The last ended jobs: the answers to repeated calls and to `outbox.get`. Details stay on disk. Compact: each job takes
/// 80 bytes, a place in the order and a cell of an index.
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

  typealias Body = (location: RecordLocation, bytes: Int)

  struct Item: Sendable {
    let id: Job.ID
    let digest: CallDigest
    let state: JobState
    let eventCode: Int
    var details: Details
    /// The body of a rejected job, kept so that it can be sent once more.
    var body: Body?
    /// The sequence of the record that ended the job, by which items without a number are ordered. If nil, `add`
    /// uses that of the last item, or for the first item that of its acceptance.
    var order: Sequence?
    /// The number of the outcome; nil until its record is in the log.
    var outcome: UInt64?
  }

  private struct Slot {
    let requestID: ClientRequestID
    let state: JobState
    let eventCode: Int32
    let id: Job.ID
    let digest: CallDigest
    /// The location of the record; nil if its bytes are in `records`.
    var location: RecordLocation?
    var order: Sequence
    /// 0 until it has a number.
    var outcome: UInt64

    /// Returns true if the outcome is older than that one.
    func precedes(_ other: Slot) -> Bool {
      guard outcome == 0 || other.outcome == 0 else { return outcome < other.outcome }
      return order < other.order
    }
  }

  private var slots = SlotChunks<Slot>()
  private var byRequest = HashIndex()
  private let hasher = RequestIDHasher()
  /// The slots, oldest first, behind `start`.
  private var order: [UInt32] = []
  private var start = 0
  /// The records that are in memory, by job.
  private var records = NumberMap<[UInt8]>()
  /// The jobs with a body, and their bodies.
  private var retryable = NumberSet()
  private var bodies = NumberMap<(slot: UInt32, body: Body)>()
  /// The size of the kept bodies of rejected jobs.
  private(set) var bodyBytes = 0
  /// The size of the records of outcomes in the log.
  private(set) var detailBytes = 0

  var count: Int { byRequest.count }

  subscript(requestID: ClientRequestID) -> Item? { slot(of: requestID).map(item) }

  /// All items, oldest first.
  var all: [(requestID: ClientRequestID, item: Item)] {
    order[start...].map { (slots[$0].requestID, item($0)) }
  }

  private func slot(of requestID: ClientRequestID) -> UInt32? {
    byRequest.find(hasher.hash(requestID)) { slots[$0].requestID == requestID }
  }

  private func item(_ place: UInt32) -> Item {
    let slot = slots[place]
    return Item(
      id: slot.id, digest: slot.digest, state: slot.state, eventCode: Int(slot.eventCode),
      details: details(slot), body: bodies[slot.id]?.body, order: slot.order,
      outcome: slot.outcome == 0 ? nil : slot.outcome)
  }

  private func details(_ slot: Slot) -> Details {
    slot.location.map(Details.onDisk) ?? .inMemory(records[slot.id] ?? [])
  }
}

extension CompletedJobs {
  mutating func add(_ requestID: ClientRequestID, _ item: Item) {
    remove(requestID)
    let newest = order[start...].last.map { slots[$0] }
    let slot = Slot(
      requestID: requestID, state: item.state, eventCode: Int32(clamping: item.eventCode),
      id: item.id, digest: item.digest, location: nil,
      order: item.order ?? newest?.order ?? Sequence(item.id), outcome: item.outcome ?? 0)
    let place = slots.add(slot)
    byRequest.insert(place, hash: hasher.hash(requestID))
    order.insert(place, at: self.place(of: slot, after: newest))
    setDetails(item.details, place)
    detailBytes += item.details.bytes
    setBody(item.body, place)
    while order.count - start > capacity { dropOldest() }
  }

  /// Returns the place for an item: the end, except for an outcome that is read after younger ones.
  private func place(of slot: Slot, after newest: Slot?) -> Int {
    guard let newest, slot.precedes(newest) else { return order.endIndex }
    return order[start...].firstIndex { slot.precedes(slots[$0]) } ?? order.endIndex
  }

  /// Removes a job that has not ended after all.
  mutating func remove(_ requestID: ClientRequestID) {
    guard let place = slot(of: requestID) else { return }
    if let index = order[start...].lastIndex(of: place) { order.remove(at: index) }
    free(place)
  }

  /// Drops the oldest outcomes, so that as many can be added without dropping others.
  mutating func makeRoom(for count: Int) {
    while order.count - start > max(capacity - count, 0) { dropOldest() }
  }

  /// The outcomes that have a number, and no record but that of the end: a full disk had no room for more.
  var kept: [(requestID: ClientRequestID, item: Item)] {
    records.isEmpty ? [] : all.filter { $0.item.outcome != nil && $0.item.details.isInMemory }
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
    free(order[start])
    start += 1
    if start > 1024, start * 2 > order.count {
      order.removeFirst(start)
      start = 0
    }
  }

  private mutating func free(_ place: UInt32) {
    let slot = slots[place]
    setBody(nil, place)
    detailBytes -= details(slot).bytes
    records[slot.id] = nil
    byRequest.remove(place, hash: hasher.hash(slot.requestID))
    slots.remove(place)
  }

  private mutating func setDetails(_ details: Details, _ place: UInt32) {
    let id = slots[place].id
    switch details {
    case .onDisk(let location):
      slots[place].location = location
      records[id] = nil
    case .inMemory(let record):
      slots[place].location = nil
      records[id] = record
    }
  }

  mutating func move(_ requestID: ClientRequestID, details: Details) {
    guard let place = slot(of: requestID) else { return }
    detailBytes += details.bytes - self.details(slots[place]).bytes
    setDetails(details, place)
  }

  /// Keeps the DONE record in memory, because the disk did not accept it after all.
  mutating func retain(_ requestID: ClientRequestID, of id: Job.ID, _ record: [UInt8]) {
    guard let place = slot(of: requestID), slots[place].id == id else { return }
    move(requestID, details: .inMemory(record))
  }
}

// The bodies of rejected jobs.
extension CompletedJobs {
  mutating func setBody(_ body: Body?, of requestID: ClientRequestID) {
    if let place = slot(of: requestID) { setBody(body, place) }
  }

  mutating func move(_ requestID: ClientRequestID, body: RecordLocation) {
    guard let place = slot(of: requestID) else { return }
    bodies[slots[place].id]?.body.location = body
  }

  private mutating func setBody(_ body: Body?, _ place: UInt32) {
    let id = slots[place].id
    let old = bodies[id]?.body
    guard body != nil || old != nil else { return }
    bodyBytes += (body?.bytes ?? 0) - (old?.bytes ?? 0)
    bodies[id] = body.map { (place, $0) }
    if body == nil { retryable.remove(id) } else if old == nil { retryable.insert(id) }
  }

  /// Drops the bodies of the rejected jobs that were accepted first, until at most `bytes` are kept. Outcomes stay.
  mutating func trimBodies(to bytes: Int) {
    while bodyBytes > max(bytes, 0), let id = retryable.first, let place = bodies[id]?.slot {
      setBody(nil, place)
    }
  }

  var newestRetryable: Job.ID? { retryable.last }

  /// Returns the first `count` jobs with a body from `start` on, in order of acceptance.
  func retryable(
    _ count: Int, from start: Job.ID
  ) -> [(requestID: ClientRequestID, item: Item)] {
    retryable.first(count, from: start).compactMap { bodies[$0]?.slot }
      .map { (slots[$0].requestID, item($0)) }
  }
}

// Numbers.
extension CompletedJobs {
  /// True if the log has not accepted every outcome.
  var hasUnnumbered: Bool { order[start...].contains { slots[$0].outcome == 0 } }

  /// The number of the oldest outcome that has one.
  var firstOutcome: UInt64? {
    order[start...].lazy.map { slots[$0].outcome }.first { $0 > 0 }
  }

  /// Numbers the outcomes that the log has not accepted, in their order, after all others. Returns the last number.
  mutating func number(after last: UInt64) -> UInt64 {
    var last = last
    let sequence = order[start...].last { slots[$0].outcome > 0 }.map { slots[$0].order }
    for place in order[start...] where slots[place].outcome == 0 {
      last += 1
      slots[place].outcome = last
      slots[place].order = sequence ?? Sequence(slots[place].id)
    }
    return last
  }

  /// Numbers the outcomes in the log of an earlier version, which wrote no numbers, so that they precede all
  /// that have one. Returns the last number of all.
  mutating func numberOld(last: UInt64) -> UInt64 {
    let leading = UInt64(order[start...].prefix { slots[$0].outcome == 0 }.count)
    let first = firstOutcome ?? last + 1
    var number = first > leading ? first - leading - 1 : 0
    for place in order[start...] {
      number = slots[place].outcome > 0 ? slots[place].outcome : number + 1
      slots[place].outcome = number
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
      let number = slots[order[middle]].outcome
      if number > 0, number <= outcome { low = middle + 1 } else { high = middle }
    }
    return order[low...].prefix(limit).prefix {
      slots[$0].outcome > 0 && slots[$0].outcome <= last
    }.map { (slots[$0].requestID, item($0)) }
  }
}
