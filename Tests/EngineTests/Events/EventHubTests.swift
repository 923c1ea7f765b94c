import AltcraftEngine
import EngineTestSupport
import Foundation
import JSONCodec
import Synchronization
import Testing

@Suite("Events reach subscribers")
struct EventHubTests {
  @Test("an event is delivered with all its members")
  func json() {
    let hub = hub(now: 1_795_176_000_123)

    let event = hub.emit(
      EventDraft(
        .pushSuspendSucceeded, function: "processResponse", message: "m", value: ["a": 1],
        requestID: "r"),
      numbering: .current)
    let legacy = hub.emit(
      EventDraft(.pushSuspendSucceeded, function: "f", value: ["a": nil]), numbering: .legacy)

    #expect(
      String(decoding: event.bytes, as: UTF8.self)
        == #"{"epoch":"e1","seq":1,"type":"event","code":231,"name":"pushSuspend.succeeded","#
        + #""function":"processResponse","message":"m","value":{"a":1},"#
        + #""date":"2026-11-20T12:00:00.123Z","requestId":"r"}"#)
    #expect(
      String(decoding: legacy.bytes, as: UTF8.self)
        == #"{"epoch":"e1","seq":2,"type":"event","code":230,"name":"pushSuspend.succeeded","#
        + #""function":"f","message":"successful request: push/suspend","value":null,"#
        + #""date":"2026-11-20T12:00:00.123Z","requestId":null}"#)
  }

  @Test("without a cursor only new events are delivered")
  func live() {
    let hub = hub()
    hub.emit(.dataCleared)
    let inbox = Inbox()
    let subscription = hub.subscribe(inbox)
    subscription.start()

    hub.emit(.pushReceived)

    #expect(subscription.answer.json.text == #"{"epoch":"e1","seq":1,"oldest":1,"gap":null}"#)
    #expect(inbox.seqs == [2])
  }

  @Test("a subscription that replaces another one begins when that one ends")
  func replacement() {
    let hub = hub()
    let (before, after) = (Inbox(), Inbox())
    let old = hub.subscribe(before)
    old.start()
    hub.emit(.dataCleared)
    let new = hub.subscribe(
      since: nil, epoch: nil, codes: nil, replacing: old, deliver: after.deliver)

    hub.emit(.pushReceived)
    new.start()

    #expect(before.seqs == [1] && after.seqs == [2])
  }

  @Test(
    "a cursor replays the stored events and reports the missing ones",
    arguments: [
      // since, epoch, replayed, gap; four of six events are stored.
      (2, "e1", [3, 4, 5, 6], nil), (5, nil, [6], nil), (6, "e1", [], nil),
      (1, "e1", [3, 4, 5, 6], .init(from: 2, to: 2, count: 1, reason: .overflow)),
      (0, nil, [3, 4, 5, 6], .init(from: 1, to: 2, count: 2, reason: .overflow)),
      (7, "e1", [3, 4, 5, 6], .init(from: 8, to: nil, count: nil, reason: .restart)),
      (4, "e0", [3, 4, 5, 6], .init(from: 5, to: nil, count: nil, reason: .restart)),
      (-3, nil, [3, 4, 5, 6], .init(from: 1, to: 2, count: 2, reason: .overflow)),
      (.max, nil, [3, 4, 5, 6], .init(from: .max, to: nil, count: nil, reason: .restart)),
      (nil, "e0", [], nil),
    ] as [(Int?, String?, [Int], EventGap?)])
  func replay(since: Int?, epoch: String?, replayed: [Int], gap: EventGap?) {
    let hub = hub(capacity: 4)
    for _ in 1...6 { hub.emit(.pushReceived) }
    let inbox = Inbox()

    let subscription = hub.subscribe(
      since: since, epoch: epoch, codes: nil, deliver: inbox.deliver)
    let beforeStart = inbox.seqs
    subscription.start()

    #expect(subscription.answer.gap == gap)
    #expect(subscription.answer.seq == 6 && subscription.answer.oldest == 3)
    #expect(beforeStart.isEmpty)
    #expect(inbox.seqs == replayed)
    hub.emit(.pushReceived)
    #expect(inbox.seqs == replayed + [7])
  }

  @Test("on an empty stream the answer has no oldest event")
  func empty() {
    let subscription = hub().subscribe(Inbox(), since: 0)

    #expect(subscription.answer.json.text == #"{"epoch":"e1","seq":0,"oldest":null,"gap":null}"#)
  }

  @Test("events between the answer and the start are delivered once")
  func betweenAnswerAndStart() {
    let hub = hub()
    hub.emit(.pushReceived)
    let inbox = Inbox()
    let subscription = hub.subscribe(inbox, since: 0)
    hub.emit(.pushReceived)

    subscription.start()
    subscription.start()
    hub.emit(.pushReceived)

    #expect(inbox.seqs == [1, 2, 3])
  }

  @Test("a subscription that is started too late loses the oldest events, and the loss is reported")
  func lateStart() {
    let hub = hub(capacity: 2)
    let inbox = Inbox()
    let subscription = hub.subscribe(inbox)
    for _ in 1...5 { hub.emit(.pushReceived) }

    subscription.start()

    #expect(inbox.log == [.gap(from: 1, to: 3, count: 3), .event(4), .event(5)])
    #expect(hub.counters == (5, 3))
  }

  @Test("one gap reports the dropped events before the next delivered event")
  func refusal() {
    let hub = hub()
    let inbox = Inbox()
    hub.subscribe(inbox).start()
    hub.emit(.pushReceived)
    inbox.isFull = true
    for _ in 1...3 { hub.emit(.pushReceived) }
    inbox.isFull = false

    hub.emit(.pushReceived)
    hub.emit(.pushReceived)

    #expect(
      inbox.log == [.event(1), .gap(from: 2, to: 4, count: 3), .event(5), .event(6)])
    #expect(hub.counters == (6, 3))
  }

  @Test("a replay that finds no room loses nothing that is kept, and goes on when there is room")
  func pausedReplay() {
    let hub = hub()
    for _ in 1...6 { hub.emit(.pushReceived) }
    let inbox = Inbox()
    inbox.capacity = 2
    let subscription = hub.subscribe(inbox, since: 0)

    subscription.start()
    #expect(inbox.seqs == [1, 2])
    hub.emit(.pushReceived)
    inbox.capacity = 5
    subscription.reportLoss()
    inbox.capacity = .max
    hub.emit(.pushReceived)

    #expect(inbox.log == (1...8).map { .event($0) })
    #expect(hub.counters == (8, 0))
  }

  @Test("a replay that finds no room reports the events that are no longer kept")
  func overrunReplay() {
    let hub = hub(capacity: 4)
    for _ in 1...4 { hub.emit(.pushReceived) }
    let inbox = Inbox()
    inbox.capacity = 1
    hub.subscribe(inbox, since: 0).start()

    for _ in 1...2 { hub.emit(.pushReceived) }
    inbox.capacity = .max
    hub.emit(.pushReceived)

    #expect(
      inbox.log == [.event(1), .gap(from: 2, to: 3, count: 2)] + (4...7).map { .event($0) })
  }

  @Test("a loss can be reported before another event is emitted, and is reported once")
  func lossReport() {
    let hub = hub()
    let inbox = Inbox()
    let subscription = hub.subscribe(inbox)
    subscription.start()
    inbox.isFull = true
    hub.emit(.pushReceived)
    subscription.reportLoss()
    inbox.isFull = false

    subscription.reportLoss()
    subscription.reportLoss()
    hub.emit(.pushReceived)

    #expect(inbox.log == [.gap(from: 1, to: 1, count: 1), .event(2)])
  }

  @Test("codes outside the subscription are neither delivered nor counted as lost")
  func filter() {
    let hub = hub(capacity: 3)
    let inbox = Inbox()
    let subscription = hub.subscribe(
      since: nil, epoch: nil, codes: [205], deliver: inbox.deliver)
    hub.emit(.pushReceived)
    hub.emit(.dataCleared)
    for _ in 1...4 { hub.emit(.pushReceived) }
    hub.emit(.dataCleared)

    subscription.start()
    inbox.isFull = true
    hub.emit(.pushReceived)
    inbox.isFull = false
    hub.emit(.dataCleared)

    #expect(inbox.log == [.gap(from: 2, to: 2, count: 1), .event(7), .event(9)])
  }

  @Test("a cancelled subscription gets no more events, even when cancelled within a delivery")
  func cancel() {
    let hub = hub()
    let inbox = Inbox()
    let subscription = hub.subscribe(inbox)
    inbox.onDelivery = { subscription.cancel() }
    subscription.start()

    hub.emit(.pushReceived)
    hub.emit(.pushReceived)

    #expect(inbox.seqs == [1])
  }

  @Test("a delivery that emits an event does not deadlock, and the order is kept")
  func reentrance() {
    let hub = hub()
    let inbox = Inbox()
    let other = Inbox()
    inbox.onDelivery = { if inbox.seqs.count < 5 { hub.emit(.pushPosted) } }
    hub.subscribe(inbox).start()
    hub.subscribe(other).start()

    hub.emit(.pushReceived)

    #expect(inbox.seqs == [1, 2, 3, 4, 5])
    #expect(other.seqs == [1, 2, 3, 4, 5])
  }

  @Test("a delivery that restarts its subscription is not overtaken by the next one")
  func noOvertaking() {
    let hub = hub()
    for _ in 1...3 { hub.emit(.pushReceived) }
    let again = Mutex<EventSubscription?>(nil)
    let seqs = Mutex<[Int]>([])
    let subscription = hub.subscribe(since: 0, epoch: nil, codes: nil) { delivery in
      again.withLock(\.self)?.start()
      if case .event(let event) = delivery { seqs.withLock { $0.append(event.seq) } }
      return true
    }
    again.withLock { $0 = subscription }

    subscription.start()

    #expect(seqs.withLock(\.self) == [1, 2, 3])
  }

  @Test("with many threads every subscriber gets every event once and in order")
  func concurrency() async {
    let hub = hub(capacity: 10_000)
    let early = Inbox()
    hub.subscribe(early).start()

    let late = await withTaskGroup(of: [Inbox].self) { group in
      for task in 1...4 {
        group.addTask {
          var inboxes: [Inbox] = []
          for turn in 1...150 {
            hub.emit(.pushReceived)
            guard turn % 50 == task else { continue }
            let inbox = Inbox()
            inboxes.append(inbox)
            hub.subscribe(inbox, since: 0).start()
          }
          return inboxes
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }

    // A thread that found a subscriber busy left its event to the busy thread, which has ended too.
    #expect(early.seqs == Array(1...600))
    for inbox in late { #expect(inbox.seqs == Array(1...600)) }
    #expect(hub.counters == (600, 0))
  }

  @Test("under load the delivered events and the reported losses add up to all events")
  func concurrentLoss() async {
    let hub = hub(capacity: 8)
    let inbox = Inbox()
    let subscription = hub.subscribe(inbox)
    subscription.start()

    await withTaskGroup(of: Void.self) { group in
      for _ in 1...4 {
        group.addTask {
          for turn in 1...500 {
            if turn % 50 == 0 { inbox.isFull.toggle() }
            hub.emit(.pushReceived)
          }
        }
      }
    }
    inbox.isFull = false
    subscription.reportLoss()

    var next = 1
    for entry in inbox.log {
      switch entry {
      case .event(let seq):
        #expect(seq == next)
        next = seq + 1
      case .gap(let from, let to, let count):
        #expect(from == next && count == to - from + 1)
        next = to + 1
      }
    }
    #expect(next == 2001)
    #expect(hub.counters.dropped == 2000 - inbox.seqs.count)
  }

  @Test(
    "the list is read from a cursor, oldest first",
    arguments: [
      (nil, 100, nil, nil, [3, 4, 5, 6], nil), (4, 100, "e1", nil, [5, 6], nil),
      (nil, 2, nil, nil, [3, 4], nil), (0, 1, nil, [205], [6], (1, 2)),
      (6, 100, nil, nil, [], nil), (nil, 100, nil, [999], [], nil),
      (9, 2, nil, nil, [3, 4], (10, nil)), (4, 100, "e0", nil, [3, 4, 5, 6], (5, nil)),
    ] as [(Int?, Int, String?, Set<Int>?, [Int], (Int, Int?)?)])
  func list(
    since: Int?, limit: Int, epoch: String?, codes: Set<Int>?, seqs: [Int], gap: (Int, Int?)?
  ) throws {
    let hub = hub(capacity: 4)
    for _ in 1...5 { hub.emit(.pushReceived) }
    hub.emit(.dataCleared)

    let page = hub.list(since: since, limit: limit, bytes: .max, epoch: epoch, codes: codes)
    var writer = JSONWriter()
    page.write(to: &writer)
    let json = try JSONParser.parse(writer.bytes).value

    #expect(page.events.map(\.seq) == seqs)
    #expect(page.position.gap?.from == gap?.0 && page.position.gap?.to == gap?.1)
    #expect(json["seq"] == 6 && json["events"]?.arrayValue?.count == seqs.count)
  }

  // The stored events had no bound in bytes: 200 answers of 1 MiB took 3.2 GB.
  @Test(
    "the stored events stay within their limit in bytes; the oldest are dropped first",
    arguments: [2, 200])
  func byteLimit(capacity: Int) {
    let hub = hub(capacity: capacity, bytes: 5000)
    let inbox = Inbox()
    let late = hub.subscribe(inbox, since: 0)
    var sizes: [Int] = []
    for number in 1...60 {
      let text = String(repeating: "x", count: number % 7 == 0 ? 4000 : 20 * (number % 5))
      let draft = EventDraft(.pushReceived, function: "test", value: ["text": .string(text)])
      sizes.append(hub.emit(draft, numbering: .current).bytes.count)

      let page = hub.list(since: nil, limit: 1000, bytes: .max, epoch: nil, codes: nil)
      let kept = page.events.reduce(0) { $0 + $1.bytes.count }
      #expect(kept <= 5000 && page.events.count <= capacity)
      #expect(page.events.map(\.seq) == Array((number - page.events.count + 1)...number))
      let next = number - page.events.count
      #expect(
        next == 0 || page.events.count == capacity || kept + sizes[next - 1] > 5000,
        "an event was dropped that had room")
    }

    late.start()
    let kept = hub.list(since: nil, limit: 1000, bytes: .max, epoch: nil, codes: nil).events
    #expect(inbox.seqs == kept.map(\.seq))
    #expect(hub.counters.dropped == 60 - kept.count)
  }

  @Test("the newest event is kept at any length")
  func longest() {
    let hub = hub(bytes: 10)
    for _ in 1...3 { hub.emit(.pushReceived) }

    let page = hub.list(since: 0, limit: 10, bytes: 10, epoch: nil, codes: nil)

    #expect(page.events.map(\.seq) == [3])
    #expect(page.position.gap == EventGap(from: 1, to: 2, count: 2, reason: .overflow))
  }

  @Test(
    "an event has at most 64 KiB, and a truncation is marked",
    arguments: [
      String(repeating: "x", count: 1 << 17), String(repeating: "\u{1}", count: 1 << 17),
      String(repeating: "\"\\", count: 1 << 16), String(repeating: "😀", count: 1 << 15),
    ])
  func eventLimit(text: String) throws {
    let values: [JSONObject] = [
      ["a": .string(text)], ["a": .array(Array(repeating: .string(text), count: 5))],
      ["a": .array(Array(repeating: 1, count: 50_000))], [text: 1, "b": 2],
      JSONObject((0..<8_000).map { .init(key: "k\($0)", value: [.string("v"), nil]) }),
    ]
    for value in values {
      let event = hub().emit(
        EventDraft(.pushReceived, function: "test", message: text, value: value),
        numbering: .current)

      #expect(event.bytes.count <= SDKEvent.limit)
      let parsed = try JSONParser.parse(event.bytes)
      #expect(!parsed.hasDuplicateMembers)
      #expect(parsed.value["message"]?.stringValue?.contains("… (") == true)
      #expect(parsed.value["value"]?.text.contains("…") == true)
    }
  }

  @Test("a gap is reported with and without the epoch")
  func gapJSON() {
    let gap = EventGap(from: 3, to: nil, count: nil, reason: .restart)

    #expect(gap.json.text == #"{"from":3,"to":null,"count":null,"reason":"restart"}"#)
    #expect(
      gap.json(epoch: "e1").text
        == #"{"epoch":"e1","from":3,"to":null,"count":null,"reason":"restart"}"#)
  }
}

private func hub(capacity: Int = 100, bytes: Int = 8 << 20, now: Int64 = 0) -> EventHub {
  EventHub(epoch: "e1", capacity: capacity, bytes: bytes) { Timestamp(milliseconds: now) }
}

extension EventHub {
  fileprivate func emit(_ code: SDKCode) {
    emit(EventDraft(code, function: "test"), numbering: .current)
  }

  fileprivate func subscribe(_ inbox: Inbox, since: Int? = nil) -> EventSubscription {
    subscribe(since: since, epoch: nil, codes: nil, deliver: inbox.deliver)
  }
}

/// A subscriber that records the events it receives.
private final class Inbox: Sendable {
  enum Entry: Sendable, Equatable {
    case event(Int)
    case gap(from: Int, to: Int, count: Int)
  }

  private let state = Mutex<(log: [Entry], capacity: Int, onDelivery: @Sendable () -> Void)>(
    ([], .max, {}))

  var log: [Entry] { state.withLock(\.log) }
  var seqs: [Int] { log.compactMap { if case .event(let seq) = $0 { seq } else { nil } } }

  var isFull: Bool {
    get { capacity == 0 }
    set { capacity = newValue ? 0 : .max }
  }

  /// The number of entries that it has room for.
  var capacity: Int {
    get { state.withLock(\.capacity) }
    set { state.withLock { $0.capacity = newValue } }
  }

  var onDelivery: @Sendable () -> Void {
    get { state.withLock(\.onDelivery) }
    set { state.withLock { $0.onDelivery = newValue } }
  }

  var deliver: EventHub.Deliver {
    { delivery in
      let wasTaken = self.state.withLock { state in
        guard state.log.count < state.capacity else { return false }
        switch delivery {
        case .event(let event): state.log.append(.event(event.seq))
        case .gap(let gap):
          state.log.append(.gap(from: gap.from, to: gap.to ?? -1, count: gap.count ?? -1))
        }
        return true
      }
      self.onDelivery()
      return wasTaken
    }
  }
}
