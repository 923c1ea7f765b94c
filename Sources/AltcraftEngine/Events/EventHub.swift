import JSONCodec
import Synchronization

/// The event stream of this run: it numbers events, keeps the latest and delivers them to subscribers.
///
/// Each subscriber has a cursor into the kept events. One thread at a time delivers to it: the one that found
/// it idle, until no event is left. A thread that emits meanwhile leaves the event to that thread. So a
/// subscriber gets each event once and in order of `seq`, replayed ones before live ones. No lock is held
/// during a delivery. A delivery that itself emits, subscribes or cancels does not wait for itself.
///
/// An event is encoded once, when it is emitted, and every subscriber gets the same bytes. It cannot wait for a
/// subscriber: the limit of kept events counts encoded bytes.
package final class EventHub: Sendable {
  /// A function that delivers to one subscriber. It runs on the thread that emits, so it must not block. It
  /// returns false if there was no room.
  package typealias Deliver = @Sendable (EventDelivery) -> Bool

  package let epoch: String
  private let state: Mutex<EventHubState>
  private let now: @Sendable () -> Timestamp
  /// A wrapper of functions: a `Mutex` of a bare closure adds a wrapper at each access.
  private struct Listener: Sendable {
    /// Called with the codes of each subscriber, under the lock, when one comes or goes.
    let changed: @Sendable ([Set<Int>?]) -> Void
    /// Called after a delivery to a subscriber was tried again.
    let retried: @Sendable () -> Void
  }

  private let listener = Mutex<Listener?>(nil)

  /// Creates a hub that keeps at most `capacity` events of at most `bytes` bytes for replay, and at least the
  /// newest one. `epoch` needs no escape in JSON.
  package init(
    epoch: String, capacity: Int, bytes: Int, now: @escaping @Sendable () -> Timestamp
  ) {
    self.epoch = epoch
    self.now = now
    state = Mutex(EventHubState(capacity: max(1, capacity), bytes: bytes))
  }

  /// Numbers, keeps and delivers the event. Never call it with a lock held that a delivery may need.
  @discardableResult
  package func emit(_ draft: EventDraft, numbering: EventNumbering) -> SDKEvent {
    emit(EncodedDraft(draft, numbering: numbering, epoch: epoch, date: now()))
  }

  /// Emits an item that is already encoded: `rest` are the bytes after its number, from the comma on.
  func emit(_ code: Int, _ rest: [UInt8]) {
    emit(EncodedDraft(code: code, epoch: epoch, rest: rest))
  }

  @discardableResult
  private func emit(_ encoded: EncodedDraft) -> SDKEvent {
    let (event, subscribers) = state.withLock { state in
      let event = encoded.numbered(state.lastSeq + 1)
      state.retain(event)
      return (event, state.idleSubscribers)
    }
    for subscriber in subscribers { deliverAll(to: subscriber) }
    return event
  }

  /// Skips the numbers of `count` lost events: each subscriber gets a gap. No earlier event is kept for replay.
  func lose(_ count: Int) {
    let subscribers = state.withLock { state in
      state.skip(count)
      return state.idleSubscribers
    }
    for subscriber in subscribers { deliverAll(to: subscriber) }
  }

  /// Keeps events only while there is a subscriber from now on. Calls `changed` with the codes that each subscriber
  /// wants, when one comes or goes, under the lock; and `retried` when a subscriber may have room again.
  func keepsWhileSubscribed(
    _ changed: @escaping @Sendable ([Set<Int>?]) -> Void, retried: @escaping @Sendable () -> Void
  ) {
    listener.withLock { $0 = Listener(changed: changed, retried: retried) }
    state.withLock { $0.keepsWhileSubscribed() }
  }

  /// True if there are subscribers, and none of them had room for its last delivery.
  var isStalled: Bool { state.withLock { $0.isStalled } }

  private func reportSubscribers(_ state: EventHubState) {
    listener.withLock { $0 }?.changed(state.wantedCodes)
  }

  /// Adds a subscriber. No event is delivered before `start()`, so that the response can be sent first; no
  /// event is lost either. `codes` are numbers as on the wire, nil for all. `old` ends in the same moment, so
  /// that no event goes to both.
  package func subscribe(
    since: Int?, epoch cursorEpoch: String?, codes: Set<Int>?,
    replacing old: EventSubscription? = nil, deliver: @escaping Deliver
  ) -> EventSubscription {
    let cursor = EventCursor(since: since, isOfThisRun: cursorEpoch.map { $0 == epoch } ?? true)
    return state.withLock { state in
      if let old { state.remove(old.id) }
      let position = state.position(of: cursor)
      let id = state.add(
        EventSubscriber(
          deliver: deliver, codes: codes, next: position.next ?? state.lastSeq + 1,
          replayEnd: state.lastSeq))
      reportSubscribers(state)
      let answer = EventStreamPosition(
        epoch: epoch, seq: state.lastSeq, oldest: state.oldestSeq, gap: position.gap)
      return EventSubscription(hub: self, id: id, answer: answer)
    }
  }

  /// Returns up to `limit` kept events after `since`, oldest first; without `since`, from the oldest kept.
  /// The page ends before the event that would make it longer than `bytes` bytes of JSON, but has at least
  /// one event.
  package func list(
    since: Int?, limit: Int, bytes: Int, epoch cursorEpoch: String?, codes: Set<Int>?
  ) -> EventPage {
    let cursor = EventCursor(since: since, isOfThisRun: cursorEpoch.map { $0 == epoch } ?? true)
    return state.withLock { state in
      let position = state.position(of: cursor)
      let first = position.next ?? state.oldestSeq ?? state.lastSeq + 1
      let events = state.events(
        from: first, codes: codes, limit: limit, bytes: bytes - EventPage.frameBytes)
      return EventPage(
        position: EventStreamPosition(
          epoch: epoch, seq: state.lastSeq, oldest: state.oldestSeq, gap: position.gap),
        events: events)
    }
  }

  /// The numbers of events. `dropped` counts each event once for every subscriber that wanted it and did not
  /// get it.
  package var counters: (emitted: Int, dropped: Int) {
    state.withLock { ($0.lastSeq, $0.dropped) }
  }

  fileprivate func start(_ id: Int) {
    state.withLock { $0.start(id) }
    deliverAll(to: id)
  }

  fileprivate func cancel(_ id: Int) {
    state.withLock { state in
      state.remove(id)
      reportSubscribers(state)
    }
  }

  /// Continues the delivery to a subscriber, and reports a gap although no event follows it.
  fileprivate func reportLoss(_ id: Int) {
    state.withLock { $0.wantLossReported(id) }
    deliverAll(to: id)
    listener.withLock { $0 }?.retried()
  }

  private func deliverAll(to id: Int) {
    guard var delivery = state.withLock({ $0.beginDelivery(to: id) }) else { return }
    while true {
      let wasTaken = delivery.deliver(delivery.what)
      let next = state.withLock { $0.continueDelivery(to: id, after: delivery.what, wasTaken) }
      guard let next else { return }
      delivery = next
    }
  }
}

package enum EventDelivery: Sendable, Equatable {
  case event(SDKEvent)
  /// The events that were not taken since the last delivery.
  case gap(EventGap)
}

/// The position of the stream in the response of `events.subscribe`.
package struct EventStreamPosition: Sendable, Equatable {
  package let epoch: String
  /// The number of the last event so far; 0 for none.
  package let seq: Int
  /// The number of the oldest event kept; nil for none.
  package let oldest: Int?
  package let gap: EventGap?

  package var json: JSON { .object(members) }

  fileprivate var members: JSONObject {
    [
      "epoch": .string(epoch), "seq": .int(seq), "oldest": .optional(oldest),
      "gap": gap?.json ?? .null,
    ]
  }
}

/// The response of `events.list`.
package struct EventPage: Sendable, Equatable {
  package let position: EventStreamPosition
  package let events: [SDKEvent]

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for member in position.members.members {
      writer.key(member.key)
      writer.value(member.value)
    }
    writer.key("events")
    writer.beginArray()
    for event in events { writer.raw(event.bytes) }
    writer.endArray()
    writer.endObject()
  }

  /// Room for the envelope of the response and the position.
  fileprivate static let frameBytes = 1024
}

/// A handle to a subscriber in the hub. Releasing it does not end the subscription; `cancel()` does.
package struct EventSubscription: Sendable {
  private let hub: EventHub
  fileprivate let id: Int
  package let answer: EventStreamPosition

  fileprivate init(hub: EventHub, id: Int, answer: EventStreamPosition) {
    self.hub = hub
    self.id = id
    self.answer = answer
  }

  /// Starts the delivery, with the replay first if one was requested. The first events are delivered on this
  /// thread.
  package func start() { hub.start(id) }

  /// Starts no further delivery; one that another thread has started may still be in progress.
  package func cancel() { hub.cancel(id) }

  /// Continues a replay, and reports lost events now, not with the next event. Call it when there is room again.
  package func reportLoss() { hub.reportLoss(id) }
}
