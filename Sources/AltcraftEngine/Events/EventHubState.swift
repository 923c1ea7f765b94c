/// The state behind the lock of `EventHub`: the kept events and the position of each subscriber.
struct EventHubState: Sendable {
  private(set) var lastSeq = 0
  private(set) var dropped = 0
  private let capacity: Int
  private let byteLimit: Int
  /// The kept events: `seq` is at index `(seq - origin) % capacity`; nil if it is no longer kept.
  private var slots: [SDKEvent?] = []
  /// The number of the event in the first slot.
  private var origin = 1
  /// The number of kept events, which are the newest ones.
  private var keptCount = 0
  private var keptBytes = 0
  private var subscribers: [Int: EventSubscriber] = [:]
  private var lastID = 0
  private var isKeptForSubscribersOnly = false

  init(capacity: Int, bytes: Int) {
    self.capacity = capacity
    byteLimit = bytes
  }

  var oldestSeq: Int? { keptCount == 0 ? nil : lastSeq - keptCount + 1 }

  /// Keeps an event, which has the next number, for the subscribers to come and those that have not reached it.
  mutating func retain(_ event: SDKEvent) {
    guard !isKeptForSubscribersOnly || !subscribers.isEmpty else { return }
    while keptCount == capacity || (keptCount > 0 && keptBytes + event.bytes.count > byteLimit) {
      dropOldest()
    }
    if keptCount == 0 {
      slots.removeAll(keepingCapacity: true)
      origin = event.seq
    }
    lastSeq = event.seq
    keptCount += 1
    keptBytes += event.bytes.count
    let slot = slot(event.seq)
    if slot == slots.count { slots.append(event) } else { slots[slot] = event }
  }

  /// Skips the numbers of lost events, and drops all kept ones: those that are kept have no holes.
  mutating func skip(_ count: Int) {
    while keptCount > 0 { dropOldest() }
    let first = lastSeq + 1
    lastSeq += count
    for id in subscribers.keys {
      dropped += count
      subscribers[id]?.lost.add(EventLoss(from: first, to: lastSeq, count: count))
      subscribers[id]?.next = lastSeq + 1
      subscribers[id]?.reportsLossAlone = true
    }
  }

  private mutating func dropOldest() {
    guard let oldestSeq, let oldest = event(oldestSeq) else { return }
    passOver(oldest)
    slots[slot(oldestSeq)] = nil
    keptCount -= 1
    keptBytes -= oldest.bytes.count
  }

  func events(from first: Int, codes: Set<Int>?, limit: Int, bytes: Int) -> [SDKEvent] {
    var found: [SDKEvent] = []
    var size = 0
    var seq = max(first, oldestSeq ?? 1)
    while seq <= lastSeq, found.count < limit, let event = event(seq) {
      seq += 1
      guard codes?.contains(event.code) ?? true else { continue }
      size += event.bytes.count + 1
      if size > bytes, !found.isEmpty { break }
      found.append(event)
    }
    return found
  }

  /// Returns the first event to read (nil without a cursor), and the gap before it.
  func position(of cursor: EventCursor) -> (next: Int?, gap: EventGap?) {
    let oldest = oldestSeq ?? lastSeq + 1
    guard let since = cursor.since else { return (nil, nil) }
    guard cursor.isOfThisRun, since <= lastSeq else {
      let from = since == .max ? since : since + 1
      return (oldest, EventGap(from: from, to: nil, count: nil, reason: .restart))
    }
    guard since + 1 < oldest else { return (since + 1, nil) }
    let gap = EventGap(
      from: since + 1, to: oldest - 1, count: oldest - since - 1, reason: .overflow)
    return (oldest, gap)
  }

  private func slot(_ seq: Int) -> Int { (seq - origin) % capacity }

  /// Returns an event; nil if it is no longer kept.
  private func event(_ seq: Int) -> SDKEvent? {
    guard seq > lastSeq - keptCount, seq <= lastSeq else { return nil }
    return slots[slot(seq)]
  }

  /// Records the loss of an event that is overwritten now, for each subscriber that has not reached it.
  private mutating func passOver(_ event: SDKEvent) {
    for (id, subscriber) in subscribers where subscriber.next <= event.seq {
      subscribers[id]?.next = event.seq + 1
      if subscriber.wants(event) { lose(event, of: id) }
    }
  }

  private mutating func lose(_ event: SDKEvent, of id: Int) {
    dropped += 1
    subscribers[id]?.lost.add(EventLoss(from: event.seq, to: event.seq, count: 1))
  }
}

// Subscribers.
extension EventHubState {
  /// The subscribers that no thread delivers to at present.
  var idleSubscribers: [Int] {
    subscribers.filter { $0.value.isStarted && !$0.value.isBusy }.map(\.key)
  }

  mutating func add(_ subscriber: EventSubscriber) -> Int {
    lastID += 1
    subscribers[lastID] = subscriber
    return lastID
  }

  mutating func remove(_ id: Int) {
    subscribers[id] = nil
    if isKeptForSubscribersOnly, subscribers.isEmpty { forget() }
  }

  /// The codes that each subscriber wants; nil for all.
  var wantedCodes: [Set<Int>?] { subscribers.values.map(\.codes) }

  mutating func keepsWhileSubscribed() { isKeptForSubscribersOnly = true }

  /// Drops all kept events and releases their memory. The numbers go on.
  private mutating func forget() {
    keptCount = 0
    keptBytes = 0
    slots = []
  }

  mutating func start(_ id: Int) { subscribers[id]?.isStarted = true }
  mutating func wantLossReported(_ id: Int) { subscribers[id]?.reportsLossAlone = true }

  struct Delivery {
    let what: EventDelivery
    let deliver: EventHub.Deliver
  }

  /// Starts a delivery. Nil if there is none to make, or if another thread already delivers.
  mutating func beginDelivery(to id: Int) -> Delivery? {
    guard let subscriber = subscribers[id], subscriber.isStarted, !subscriber.isBusy else {
      return nil
    }
    subscribers[id]?.isBusy = true
    return nextDelivery(to: id)
  }

  mutating func continueDelivery(to id: Int, after last: EventDelivery, _ wasTaken: Bool)
    -> Delivery?
  {
    subscribers[id]?.isRefusing = !wasTaken
    guard !wasTaken else { return nextDelivery(to: id) }
    switch last {
    case .event(let event):
      if pause(id, before: event.seq) { return nil }
      lose(event, of: id)
    case .gap(let gap):
      subscribers[id]?.lost.add(EventLoss(gap))
      if skipUnwanted(by: id), let next = subscribers[id]?.next, pause(id, before: next) {
        return nil
      }
      // No event may overtake the gap, so the event that was to follow it is lost as well.
      if let event = takeNextWanted(by: id) { lose(event, of: id) }
    }
    return nextDelivery(to: id)
  }

  /// Ends the delivery at an event of a replay that is still kept: it is delivered when there is room. Returns false
  /// for any other event.
  private mutating func pause(_ id: Int, before seq: Int) -> Bool {
    guard let subscriber = subscribers[id], seq <= subscriber.replayEnd, event(seq) != nil else {
      return false
    }
    subscribers[id]?.next = seq
    subscribers[id]?.isBusy = false
    return true
  }

  /// True if there are subscribers, and each has refused its last delivery.
  var isStalled: Bool { !subscribers.isEmpty && subscribers.values.allSatisfy(\.isRefusing) }

  /// Returns the next delivery. Finding none and releasing the subscriber are one step under the lock, so
  /// that no event is left undelivered.
  private mutating func nextDelivery(to id: Int) -> Delivery? {
    guard let subscriber = subscribers[id] else { return nil }
    let hasMore = skipUnwanted(by: id)
    let reportsLoss = hasMore || subscriber.reportsLossAlone
    subscribers[id]?.reportsLossAlone = false
    if let gap = subscriber.lost?.gap, reportsLoss {
      subscribers[id]?.lost = nil
      return Delivery(what: .gap(gap), deliver: subscriber.deliver)
    }
    guard let event = takeNextWanted(by: id) else {
      subscribers[id]?.isBusy = false
      return nil
    }
    return Delivery(what: .event(event), deliver: subscriber.deliver)
  }

  private mutating func takeNextWanted(by id: Int) -> SDKEvent? {
    guard skipUnwanted(by: id), let seq = subscribers[id]?.next else { return nil }
    subscribers[id]?.next = seq + 1
    return event(seq)
  }

  /// Moves the cursor to the next event of the requested codes; returns false if there is none yet.
  private mutating func skipUnwanted(by id: Int) -> Bool {
    while let subscriber = subscribers[id], subscriber.next <= lastSeq {
      if let event = event(subscriber.next), subscriber.wants(event) { return true }
      subscribers[id]?.next += 1
    }
    return false
  }
}

struct EventSubscriber: Sendable {
  let deliver: EventHub.Deliver
  let codes: Set<Int>?
  /// The next event to deliver. Never before the oldest event kept.
  var next: Int
  /// The last event of the replay. Those up to it are not lost while they are kept, even if there is no room.
  let replayEnd: Int
  var isStarted = false
  /// True while a thread delivers.
  var isBusy = false
  /// True if there was no room for the last delivery.
  var isRefusing = false
  var reportsLossAlone = false
  var lost: EventLoss?

  init(
    deliver: @escaping EventHub.Deliver, codes: Set<Int>?, next: Int, replayEnd: Int = 0
  ) {
    self.deliver = deliver
    self.codes = codes
    self.next = next
    self.replayEnd = replayEnd
  }

  func wants(_ event: SDKEvent) -> Bool { codes?.contains(event.code) ?? true }
}

/// The events that were not taken since the last reported gap.
struct EventLoss: Sendable {
  var from: Int
  var to: Int
  var count: Int

  var gap: EventGap { EventGap(from: from, to: to, count: count, reason: .overflow) }
}

extension EventLoss {
  init(_ gap: EventGap) {
    self.init(from: gap.from, to: gap.to ?? gap.from, count: gap.count ?? 0)
  }
}

extension EventLoss? {
  mutating func add(_ loss: EventLoss) {
    guard let sum = self else {
      self = loss
      return
    }
    self = EventLoss(
      from: min(sum.from, loss.from), to: max(sum.to, loss.to), count: sum.count + loss.count)
  }
}

/// The position that a reader of the stream gives.
struct EventCursor {
  let since: Int?
  let isOfThisRun: Bool

  init(since: Int?, isOfThisRun: Bool) {
    self.since = since.map { max(0, $0) }
    self.isOfThisRun = isOfThisRun
  }
}
