import DurableLog

/// The table of pending jobs, compact: each job takes 88 bytes, a place in the order and two cells of an index. Rare
/// members are stored separately. The cost of a call does not grow with the number of jobs, except for `orderedIDs`
/// and `tried`.
struct JobTable: Sendable {
  private struct Slot {
    var id: Job.ID
    var request: (UInt64, UInt64)
    var digest: CallDigest
    var createdAt: Int64
    var livesSince: Int64
    var location: RecordLocation
    var bytes: UInt32
    var attempts: UInt32
    var user: UserTagInterner.Index
    var kind: JobKind.Index
    var waitingFor: UInt8
    var marks: Marks
  }

  private struct Marks: OptionSet {
    let rawValue: UInt16

    static let isHeld = Marks(rawValue: 1)
    static let hasPriority = Marks(rawValue: 2)
    static let skipsTokenUpdate = Marks(rawValue: 4)
    static let hasError = Marks(rawValue: 8)
    static let isOfState = Marks(rawValue: 16)
    static let isMobileEvent = Marks(rawValue: 32)
    static let hasUUID = Marks(rawValue: 64)
    static let hasLongID = Marks(rawValue: 128)
    static let isRewritten = Marks(rawValue: 256)
    static let needsToken = Marks(rawValue: 512)
    static let needsPermission = Marks(rawValue: 1024)
    static let subscribes = Marks(rawValue: 2048)
    static let endsSubscription = Marks(rawValue: 4096)

    var needs: JobKind.Needs {
      var needs: JobKind.Needs = []
      if contains(.needsToken) { needs.insert(.pushToken) }
      if contains(.needsPermission) { needs.insert(.permission) }
      return needs
    }

    var role: Job.Role {
      if contains(.subscribes) { return .subscribes }
      return contains(.endsSubscription) ? .endsSubscription : .other
    }
  }

  private var slots = SlotChunks<Slot>()
  private var order = NumberSet()
  private var byID = HashIndex()
  private var byRequest = HashIndex()
  private(set) var users = UserTagInterner()
  private var longIDs = NumberMap<String>()
  private var errors = NumberMap<AttemptError>()
  private let hasher = RequestIDHasher()

  var count: Int { byID.count }
}

extension JobTable {
  func contains(_ id: Job.ID) -> Bool { slot(of: id) != nil }

  subscript(id: Job.ID) -> Job? { slot(of: id).map { job(slots[$0]) } }

  /// Returns the job of that request id.
  func id(of request: ClientRequestID) -> Job.ID? {
    let slot = byRequest.find(hasher.hash(request)) { self.request(slots[$0]) == request }
    return slot.map { slots[$0].id }
  }

  /// Adds a job that is not in the table yet. Returns its lane.
  mutating func insert(_ job: Job) -> LaneID {
    var slot = Slot(
      id: job.id, request: (0, 0), digest: job.digest, createdAt: job.createdAt,
      livesSince: job.livesSince, location: job.location,
      bytes: UInt32(clamping: job.bytes), attempts: UInt32(clamping: job.attempts),
      user: users.retain(job.lane.userTag), kind: job.kind,
      waitingFor: job.waitingFor?.code ?? 0, marks: [])
    switch job.requestID {
    case .uuid(let high, let low):
      slot.request = (high, low)
      slot.marks.insert(.hasUUID)
    case .short(let first, let second): slot.request = (first, second)
    case .long(let text):
      slot.marks.insert(.hasLongID)
      longIDs[job.id] = text
    }
    switch job.lane.name {
    case .state: slot.marks.insert(.isOfState)
    case .mobileEvent: slot.marks.insert(.isMobileEvent)
    case .own(let id): precondition(id == job.id, "a lane of another job")
    }
    if job.isHeld { slot.marks.insert(.isHeld) }
    if job.hasPriority { slot.marks.insert(.hasPriority) }
    if job.isRewritten { slot.marks.insert(.isRewritten) }
    if job.skipsTokenUpdate { slot.marks.insert(.skipsTokenUpdate) }
    if job.needs.contains(.pushToken) { slot.marks.insert(.needsToken) }
    if job.needs.contains(.permission) { slot.marks.insert(.needsPermission) }
    switch job.role {
    case .subscribes: slot.marks.insert(.subscribes)
    case .endsSubscription: slot.marks.insert(.endsSubscription)
    case .other: break
    }
    if let error = job.lastError {
      slot.marks.insert(.hasError)
      errors[job.id] = error
    }
    let place = slots.add(slot)
    order.insert(job.id)
    byID.insert(place, hash: HashIndex.hash(job.id))
    byRequest.insert(place, hash: hasher.hash(job.requestID))
    return lane(slot)
  }

  mutating func remove(_ id: Job.ID) {
    guard let place = slot(of: id) else { return }
    let slot = slots[place]
    byRequest.remove(place, hash: hasher.hash(request(slot)))
    byID.remove(place, hash: HashIndex.hash(id))
    order.remove(id)
    if slot.marks.contains(.hasLongID) { longIDs[id] = nil }
    if slot.marks.contains(.hasError) { errors[id] = nil }
    users.release(slot.user)
    slots.remove(place)
  }

  /// Retains the number of a user for a lane, as each job does.
  mutating func retainUser(_ user: UserTagInterner.Index) { users.retain(user) }

  mutating func releaseUser(_ user: UserTagInterner.Index) { users.release(user) }
}

// Single members of a job, without building the whole value.
extension JobTable {
  func lane(of id: Job.ID) -> LaneID? { slot(of: id).map { lane(slots[$0]) } }

  func user(of id: Job.ID) -> UserTagInterner.Index? { slot(of: id).map { slots[$0].user } }

  func attempts(of id: Job.ID) -> Int? { slot(of: id).map { Int(slots[$0].attempts) } }

  func livesSince(_ id: Job.ID) -> Int64? { slot(of: id).map { slots[$0].livesSince } }

  func isHeld(_ id: Job.ID) -> Bool? {
    slot(of: id).map { slots[$0].marks.contains(.isHeld) }
  }

  func waitingFor(_ id: Job.ID) -> WaitingFor? {
    slot(of: id).flatMap { WaitingFor(code: slots[$0].waitingFor) }
  }

  func hasPriority(_ id: Job.ID) -> Bool {
    slot(of: id).map { slots[$0].marks.contains(.hasPriority) } ?? false
  }

  func needs(of id: Job.ID) -> JobKind.Needs {
    slot(of: id).map { slots[$0].marks.needs } ?? []
  }

  func role(of id: Job.ID) -> Job.Role { slot(of: id).map { slots[$0].marks.role } ?? .other }

  func location(of id: Job.ID) -> RecordLocation? { slot(of: id).map { slots[$0].location } }

  /// Releases a job. Returns its lane and the start of its time to live; nil for a job that is not held.
  mutating func release(_ id: Job.ID) -> (lane: LaneID, livesSince: Int64)? {
    guard let place = slot(of: id), slots[place].marks.contains(.isHeld) else { return nil }
    slots[place].marks.remove(.isHeld)
    return (lane(slots[place]), slots[place].livesSince)
  }

  mutating func setAttempts(_ attempts: Int, of id: Job.ID) {
    change(id) { $0.attempts = UInt32(clamping: attempts) }
  }

  mutating func setSkipsTokenUpdate(_ isPast: Bool, _ id: Job.ID) {
    change(id) {
      if isPast { $0.marks.insert(.skipsTokenUpdate) } else { $0.marks.remove(.skipsTokenUpdate) }
    }
  }

  mutating func setWaitingFor(_ reason: WaitingFor?, _ id: Job.ID) {
    change(id) { $0.waitingFor = reason?.code ?? 0 }
  }

  mutating func setError(_ error: AttemptError, of id: Job.ID) {
    guard contains(id) else { return }
    change(id) { $0.marks.insert(.hasError) }
    errors[id] = error
  }

  mutating func move(_ id: Job.ID, to location: RecordLocation) {
    change(id) { $0.location = location }
  }
}

// Access in order of acceptance.
extension JobTable {
  var orderedIDs: [Job.ID] { order.all }

  /// The jobs with a failed attempt.
  var tried: [Job.ID] { order.all.filter { attempts(of: $0) ?? 0 > 0 } }

  /// Returns the first `count` ids from `start` on.
  func firstIDs(_ count: Int, from start: Job.ID) -> [Job.ID] { order.first(count, from: start) }

  /// Returns the last `count` ids.
  func lastIDs(_ count: Int) -> [Job.ID] { Array(order.all.suffix(count)) }

  var oldest: Job.ID? { order.first }
  var newest: Job.ID? { order.last }
}

extension JobTable {
  private func slot(of id: Job.ID) -> UInt32? {
    byID.find(HashIndex.hash(id)) { slots[$0].id == id }
  }

  private mutating func change(_ id: Job.ID, _ body: (inout Slot) -> Void) {
    guard let place = slot(of: id) else { return }
    body(&slots[place])
  }

  private func job(_ slot: Slot) -> Job {
    let lane = lane(slot)
    var job = Job(
      id: slot.id, requestID: request(slot), kind: slot.kind,
      lane: Lane.Key(userTag: users[slot.user], name: lane.name), createdAt: slot.createdAt,
      livesSince: slot.livesSince, bytes: Int(slot.bytes), digest: slot.digest,
      location: slot.location)
    job.attempts = Int(slot.attempts)
    job.hasPriority = slot.marks.contains(.hasPriority)
    job.isRewritten = slot.marks.contains(.isRewritten)
    job.needs = slot.marks.needs
    job.role = slot.marks.role
    job.skipsTokenUpdate = slot.marks.contains(.skipsTokenUpdate)
    job.isHeld = slot.marks.contains(.isHeld)
    job.waitingFor = WaitingFor(code: slot.waitingFor)
    if slot.marks.contains(.hasError) { job.lastError = errors[slot.id] }
    return job
  }

  private func lane(_ slot: Slot) -> LaneID {
    if slot.marks.contains(.isMobileEvent) { return LaneID(.mobileEvent, of: slot.user) }
    return LaneID(slot.marks.contains(.isOfState) ? .state : .own(slot.id), of: slot.user)
  }

  private func request(_ slot: Slot) -> ClientRequestID {
    if slot.marks.contains(.hasUUID) { return .uuid(slot.request.0, slot.request.1) }
    if slot.marks.contains(.hasLongID) { return .long(longIDs[slot.id] ?? "") }
    return .short(slot.request.0, slot.request.1)
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
    case .lane: 6
    }
  }

  fileprivate init?(code: UInt8) {
    guard let reason = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = reason
  }
}
