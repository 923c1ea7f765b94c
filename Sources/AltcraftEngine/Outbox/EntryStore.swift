import DurableLog

/// The table of pending jobs, compact: each job takes 88 bytes and two cells of an index, in chunks, so that
/// growing moves no job and needs no extra memory. Rare members are stored separately.
struct EntryStore: Sendable {
  private struct Slot {
    var id: Entry.ID
    var request: (UInt64, UInt64)
    var digest: CallDigest
    var createdAt: Int64
    var livesSince: Int64
    var location: RecordLocation
    var bytes: UInt32
    var attempts: UInt32
    var user: UserTable.Index
    var kind: JobKind.Index
    var waitingFor: UInt8
    var marks: Marks
  }

  private struct Marks: OptionSet {
    let rawValue: UInt16

    static let isHeld = Marks(rawValue: 1)
    static let goesFirst = Marks(rawValue: 2)
    static let isPastTokenUpdate = Marks(rawValue: 4)
    static let hasError = Marks(rawValue: 8)
    static let isOfState = Marks(rawValue: 16)
    static let isMobileEvent = Marks(rawValue: 32)
    static let hasUUID = Marks(rawValue: 64)
    static let hasLongID = Marks(rawValue: 128)
    static let isPresent = Marks(rawValue: 256)
  }

  private static let chunkSlots = 512

  private var chunks: [[Slot]] = []
  private var used = 0
  private var free: [UInt32] = []
  private var byID = SlotIndex()
  private var byRequest = SlotIndex()
  private(set) var users = UserTable()
  private var longIDs: [Entry.ID: String] = [:]
  private var errors: [Entry.ID: WorkError] = [:]
  private let seed = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  var count: Int { byID.count }
}

extension EntryStore {
  func contains(_ id: Entry.ID) -> Bool { slot(of: id) != nil }

  subscript(id: Entry.ID) -> Entry? { slot(of: id).map { entry(self[slot: $0]) } }

  /// Returns the job of that request id.
  func id(of request: RequestID) -> Entry.ID? {
    let slot = byRequest.find(hash(request)) { self.request(self[slot: $0]) == request }
    return slot.map { self[slot: $0].id }
  }

  /// Adds a job that is not in the table yet. Returns its lane.
  mutating func insert(_ entry: Entry) -> LaneID {
    var slot = Slot(
      id: entry.id, request: (0, 0), digest: entry.digest, createdAt: entry.createdAt,
      livesSince: entry.livesSince, location: entry.location,
      bytes: UInt32(clamping: entry.bytes), attempts: UInt32(clamping: entry.attempts),
      user: users.retain(entry.lane.userTag), kind: entry.kind,
      waitingFor: entry.waitingFor?.code ?? 0, marks: .isPresent)
    switch entry.requestID {
    case .uuid(let high, let low):
      slot.request = (high, low)
      slot.marks.insert(.hasUUID)
    case .short(let first, let second): slot.request = (first, second)
    case .long(let text):
      slot.marks.insert(.hasLongID)
      longIDs[entry.id] = text
    }
    switch entry.lane.name {
    case .state: slot.marks.insert(.isOfState)
    case .mobileEvent: slot.marks.insert(.isMobileEvent)
    case .own(let id): precondition(id == entry.id, "a lane of other work")
    }
    if entry.isHeld { slot.marks.insert(.isHeld) }
    if entry.goesFirst { slot.marks.insert(.goesFirst) }
    if entry.isPastTokenUpdate { slot.marks.insert(.isPastTokenUpdate) }
    if let error = entry.lastError {
      slot.marks.insert(.hasError)
      errors[entry.id] = error
    }
    let place = add(slot)
    byID.insert(place, hash: Self.hash(entry.id))
    byRequest.insert(place, hash: hash(entry.requestID))
    return lane(slot)
  }

  mutating func remove(_ id: Entry.ID) {
    guard let place = slot(of: id) else { return }
    let slot = self[slot: place]
    byRequest.remove(place, hash: hash(request(slot)))
    byID.remove(place, hash: Self.hash(id))
    if slot.marks.contains(.hasLongID) { longIDs[id] = nil }
    if slot.marks.contains(.hasError) { errors[id] = nil }
    users.release(slot.user)
    self[slot: place].marks = []
    free.append(place)
    // After a backlog is done, release its memory.
    if count == 0, chunks.count > 1 { removeAll() }
  }

  mutating func removeAll() {
    for slot in chunks.joined() where slot.marks.contains(.isPresent) {
      users.release(slot.user)
    }
    chunks = []
    used = 0
    free = []
    byID.removeAll()
    byRequest.removeAll()
    longIDs = [:]
    errors = [:]
  }

  /// Retains the number of a user for a lane, as each job does.
  mutating func retainUser(_ user: UserTable.Index) { users.retain(user) }

  mutating func releaseUser(_ user: UserTable.Index) { users.release(user) }
}

// Single members of a job, without building the whole value.
extension EntryStore {
  func lane(of id: Entry.ID) -> LaneID? { slot(of: id).map { lane(self[slot: $0]) } }

  func user(of id: Entry.ID) -> UserTable.Index? { slot(of: id).map { self[slot: $0].user } }

  func attempts(of id: Entry.ID) -> Int? { slot(of: id).map { Int(self[slot: $0].attempts) } }

  func isHeld(_ id: Entry.ID) -> Bool? {
    slot(of: id).map { self[slot: $0].marks.contains(.isHeld) }
  }

  func waitingFor(_ id: Entry.ID) -> WaitingFor? {
    slot(of: id).flatMap { WaitingFor(code: self[slot: $0].waitingFor) }
  }

  func location(of id: Entry.ID) -> RecordLocation? { slot(of: id).map { self[slot: $0].location } }

  mutating func release(_ id: Entry.ID) { change(id) { $0.marks.remove(.isHeld) } }

  mutating func setAttempts(_ attempts: Int, of id: Entry.ID) {
    change(id) { $0.attempts = UInt32(clamping: attempts) }
  }

  mutating func setPastTokenUpdate(_ isPast: Bool, _ id: Entry.ID) {
    change(id) {
      if isPast { $0.marks.insert(.isPastTokenUpdate) } else { $0.marks.remove(.isPastTokenUpdate) }
    }
  }

  mutating func setWaitingFor(_ reason: WaitingFor?, _ id: Entry.ID) {
    change(id) { $0.waitingFor = reason?.code ?? 0 }
  }

  mutating func setError(_ error: WorkError, of id: Entry.ID) {
    guard contains(id) else { return }
    change(id) { $0.marks.insert(.hasError) }
    errors[id] = error
  }

  mutating func move(_ id: Entry.ID, to location: RecordLocation) {
    change(id) { $0.location = location }
  }
}

// Access to all jobs.
extension EntryStore {
  /// All ids, in order of acceptance.
  var orderedIDs: [Entry.ID] { ids.sorted() }

  /// The jobs with a failed attempt, in order of acceptance.
  var tried: [Entry.ID] {
    var tried: [Entry.ID] = []
    for chunk in chunks {
      for slot in chunk where slot.marks.contains(.isPresent) && slot.attempts > 0 {
        tried.append(slot.id)
      }
    }
    return tried.sorted()
  }

  /// Returns the first `count` ids from `start` on, in order of acceptance.
  func firstIDs(_ count: Int, from start: Entry.ID) -> [Entry.ID] {
    guard count > 0 else { return [] }
    var first: [Entry.ID] = []
    forEach { id, _, _ in
      guard id >= start, first.count < count || id < first[count - 1] else { return }
      if first.count == count { first.removeLast() }
      first.insert(id, at: first.firstIndex { $0 > id } ?? first.count)
    }
    return first
  }

  var oldest: Entry.ID? {
    var oldest: Entry.ID?
    forEach { id, _, _ in oldest = min(id, oldest ?? id) }
    return oldest
  }

  var newest: Entry.ID? {
    var newest: Entry.ID?
    forEach { id, _, _ in newest = max(id, newest ?? id) }
    return newest
  }

  private var ids: [Entry.ID] {
    var ids: [Entry.ID] = []
    ids.reserveCapacity(count)
    forEach { id, _, _ in ids.append(id) }
    return ids
  }

  func forEach(_ body: (Entry.ID, LaneID, RecordLocation) -> Void) {
    for chunk in chunks {
      for slot in chunk where slot.marks.contains(.isPresent) {
        body(slot.id, lane(slot), slot.location)
      }
    }
  }
}

extension EntryStore {
  private subscript(slot place: UInt32) -> Slot {
    get { chunks[Int(place) / Self.chunkSlots][Int(place) % Self.chunkSlots] }
    _modify { yield &chunks[Int(place) / Self.chunkSlots][Int(place) % Self.chunkSlots] }
  }

  private func slot(of id: Entry.ID) -> UInt32? {
    byID.find(Self.hash(id)) { self[slot: $0].id == id }
  }

  private mutating func change(_ id: Entry.ID, _ body: (inout Slot) -> Void) {
    guard let place = slot(of: id) else { return }
    body(&self[slot: place])
  }

  private mutating func add(_ slot: Slot) -> UInt32 {
    if let place = free.popLast() {
      self[slot: place] = slot
      return place
    }
    if used % Self.chunkSlots == 0 {
      chunks.append([])
      // The first chunk grows as arrays do: most outboxes hold few jobs.
      if chunks.count > 1 { chunks[chunks.count - 1].reserveCapacity(Self.chunkSlots) }
    }
    chunks[chunks.count - 1].append(slot)
    used += 1
    return UInt32(used - 1)
  }

  private func entry(_ slot: Slot) -> Entry {
    let lane = lane(slot)
    var entry = Entry(
      id: slot.id, requestID: request(slot), kind: slot.kind,
      lane: Lane.Key(userTag: users[slot.user], name: lane.name), createdAt: slot.createdAt,
      livesSince: slot.livesSince, bytes: Int(slot.bytes), digest: slot.digest,
      location: slot.location)
    entry.attempts = Int(slot.attempts)
    entry.goesFirst = slot.marks.contains(.goesFirst)
    entry.isPastTokenUpdate = slot.marks.contains(.isPastTokenUpdate)
    entry.isHeld = slot.marks.contains(.isHeld)
    entry.waitingFor = WaitingFor(code: slot.waitingFor)
    if slot.marks.contains(.hasError) { entry.lastError = errors[slot.id] }
    return entry
  }

  private func lane(_ slot: Slot) -> LaneID {
    if slot.marks.contains(.isMobileEvent) { return LaneID(.mobileEvent, of: slot.user) }
    return LaneID(slot.marks.contains(.isOfState) ? .state : .own(slot.id), of: slot.user)
  }

  private func request(_ slot: Slot) -> RequestID {
    if slot.marks.contains(.hasUUID) { return .uuid(slot.request.0, slot.request.1) }
    if slot.marks.contains(.hasLongID) { return .long(longIDs[slot.id] ?? "") }
    return .short(slot.request.0, slot.request.1)
  }

  /// Hashes an id. Eight neighbours share a cache line. The log assigns sequences, so no caller can make them
  /// collide on purpose.
  private static func hash(_ id: Entry.ID) -> UInt64 {
    (id >> 3 &* 0x9E37_79B9_7F4A_7C15) & ~0x7_FFFF_FFFF | (id & 7) << 32
  }

  /// Hashes a request id. Callers choose request ids, and must not find out which ones collide.
  private func hash(_ request: RequestID) -> UInt64 {
    switch request {
    case .uuid(let first, let second), .short(let first, let second):
      let product = (first ^ seed.0).multipliedFullWidth(by: second ^ seed.1)
      return product.high ^ product.low
    case .long(let text): return UInt64(truncatingIfNeeded: text.hashValue)
    }
  }
}

extension WaitingFor {
  /// The code in memory, never stored; 0 stands for none.
  fileprivate var code: UInt8 {
    switch self {
    case .retry: 1
    case .user: 2
    case .token: 3
    case .permission: 4
    case .configuration: 5
    }
  }

  fileprivate init?(code: UInt8) {
    guard let reason = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = reason
  }
}
