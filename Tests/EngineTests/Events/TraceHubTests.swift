import Dispatch
import EngineTestSupport
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

@Suite("The trace reaches subscribers, and is recorded for them only")
struct TraceHubTests {
  private func hub(_ change: (inout Limits) -> Void = { _ in }) -> TraceHub {
    var limits = Limits()
    change(&limits)
    return TraceHub(epoch: "e1", limits: limits, now: { 1_795_176_000_123_456 })
  }

  /// A subscriber that keeps what it gets.
  private final class Inbox: Sendable {
    private let state = Mutex<(items: [JSON], gaps: [EventGap], room: Int, refusals: Int)>(
      ([], [], .max, 0))

    @Sendable func deliver(_ delivery: EventDelivery) -> Bool {
      state.withLock { state in
        guard state.room > 0 else {
          state.refusals += 1
          return false
        }
        state.room -= 1
        switch delivery {
        case .event(let item): state.items.append(item.json)
        case .gap(let gap): state.gaps.append(gap)
        }
        return true
      }
    }

    var isFull: Bool {
      get { room == 0 }
      set { room = newValue ? 0 : .max }
    }
    /// The number of deliveries that it has room for.
    var room: Int {
      get { state.withLock { $0.room } }
      set { state.withLock { $0.room = newValue } }
    }
    var refusals: Int { state.withLock { $0.refusals } }
    var items: [JSON] { state.withLock { $0.items } }
    var gaps: [EventGap] { state.withLock { $0.gaps } }
    var numbers: [Int] { items.compactMap { $0["n"]?.intValue } }
    var seqs: [Int] { items.compactMap { $0["seq"]?.intValue } }
    /// The numbers of the items that are there or reported as lost.
    var known: Set<Int> {
      gaps.reduce(into: Set(seqs)) { known, gap in known.formUnion(gap.from...(gap.to ?? gap.from))
      }
    }
  }

  private func subscribe(
    _ hub: TraceHub, _ inbox: Inbox, since: Int? = nil, kinds: [TraceHub.Kind]? = nil
  ) -> EventSubscription {
    let subscription = hub.subscribe(
      since: since, epoch: nil, kinds: kinds, replacing: nil, deliver: inbox.deliver)
    subscription.start()
    return subscription
  }

  private func put(_ hub: TraceHub, _ number: Int, _ kind: TraceHub.Kind = .job, bytes: Int = 0) {
    hub.put(kind, bytes: bytes) { _ in ["n": .int(number)] }
  }

  /// Puts an item that keeps the queue busy until the returned gate is signalled.
  private func block(_ hub: TraceHub) -> DispatchSemaphore {
    let (gate, entered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    hub.put(.job) { _ in
      entered.signal()
      gate.wait()
      return ["n": -1]
    }
    entered.wait()
    return gate
  }

  @Test("without a subscriber nothing is recorded, and no item is made")
  func unwatched() async throws {
    let hub = hub()
    let isMade = Mutex(false)

    #expect(!hub.isRecording(.wire) && !hub.isRecording(.job))
    hub.put(.job) { _ in
      isMade.withLock { $0 = true }
      return [:]
    }
    let inbox = Inbox()
    let subscription = subscribe(hub, inbox)
    put(hub, 1)

    try await eventually { inbox.numbers == [1] }
    #expect(!isMade.withLock { $0 })
    #expect(subscription.answer.json.text == #"{"epoch":"e1","seq":0,"oldest":null,"gap":null}"#)
  }

  @Test("an item has its number, its time and its kind, followed by its members")
  func members() async throws {
    let hub = hub()
    let inbox = Inbox()
    _ = subscribe(hub, inbox)

    put(hub, 7, .wire)

    try await eventually { !inbox.items.isEmpty }
    #expect(
      inbox.items.map(\.text) == [
        #"{"epoch":"e1","seq":1,"at":1795176000123456,"kind":"wire","n":7}"#
      ])
  }

  @Test("only the kinds are recorded that a subscriber wants, and each gets its own")
  func kinds() async throws {
    let hub = hub()
    let (jobs, all) = (Inbox(), Inbox())
    _ = subscribe(hub, jobs, kinds: [.job])
    #expect(hub.isRecording(.job) && !hub.isRecording(.wire))
    put(hub, 1, .wire)
    let second = subscribe(hub, all)
    #expect(hub.isRecording(.wire))
    put(hub, 2, .wire)
    put(hub, 3)

    try await eventually { all.numbers == [2, 3] && jobs.numbers == [3] }
    #expect(jobs.gaps.isEmpty)
    second.cancel()
    #expect(hub.isRecording(.job) && !hub.isRecording(.wire))
  }

  @Test("a subscriber resumes after the last item it has, as far as they are kept")
  func resume() async throws {
    let hub = hub { $0.traceBuffer = 4 }
    let (first, second) = (Inbox(), Inbox())
    _ = subscribe(hub, first)
    for number in 1...10 {
      put(hub, number)
      try await eventually { first.numbers.count == number }
    }

    let again = subscribe(hub, second, since: 2)

    #expect(again.answer.oldest == 7)
    #expect(
      again.answer.gap == EventGap(from: 3, to: 6, count: 4, reason: .overflow))
    #expect(second.numbers == [7, 8, 9, 10])
  }

  @Test("the kept items have a limit in bytes")
  func keptBytes() async throws {
    let hub = hub { $0.traceBytes = 65_536 }
    let (first, second) = (Inbox(), Inbox())
    _ = subscribe(hub, first)
    for number in 1...20 {
      hub.put(.job) { _ in
        ["n": .int(number), "text": .string(String(repeating: "x", count: 10_000))]
      }
      try await eventually { first.numbers.count == number }
    }

    _ = subscribe(hub, second, since: 0)

    #expect(second.numbers == Array(15...20))
  }

  @Test("items beyond the number that may wait are lost, counted, and reported as a gap")
  func waitingItems() async throws {
    let hub = hub { $0.traceBuffer = 10 }
    let inbox = Inbox()
    _ = subscribe(hub, inbox)
    let gate = block(hub)

    for number in 1...100 { put(hub, number) }
    gate.signal()
    try await eventually { inbox.gaps.count == 1 }
    put(hub, 101)

    try await eventually { inbox.numbers.last == 101 }
    #expect(inbox.numbers == [-1] + Array(1...9) + [101])
    #expect(inbox.gaps == [EventGap(from: 11, to: 101, count: 91, reason: .overflow)])
    #expect(inbox.seqs.last == 102)
  }

  @Test("items beyond the size that may wait are lost, also smaller ones that come later")
  func waitingBytes() async throws {
    let hub = hub { $0.traceBytes = 65_536 }
    let inbox = Inbox()
    _ = subscribe(hub, inbox)
    let gate = block(hub)

    for number in 1...6 { put(hub, number, bytes: 20_000) }
    put(hub, 7)
    gate.signal()

    try await eventually { inbox.gaps.count == 1 }
    #expect(inbox.numbers == [-1, 1, 2, 3])
    #expect(inbox.gaps == [EventGap(from: 5, to: 8, count: 4, reason: .overflow)])
  }

  @Test("a single item larger than the limit is recorded if nothing waits")
  func large() async throws {
    let hub = hub { $0.traceBytes = 65_536 }
    let inbox = Inbox()
    _ = subscribe(hub, inbox)

    put(hub, 1, bytes: 1 << 20)

    try await eventually { inbox.numbers == [1] }
  }

  @Test("a subscriber without room loses items and is told which, others lose none")
  func slow() async throws {
    let hub = hub()
    let (slow, other) = (Inbox(), Inbox())
    let subscription = subscribe(hub, slow)
    _ = subscribe(hub, other)
    slow.isFull = true
    for number in 1...20 { put(hub, number) }
    try await eventually { other.numbers.count == 20 }

    slow.isFull = false
    subscription.reportLoss()
    put(hub, 21)

    try await eventually { slow.known == Set(1...21) }
    #expect(slow.numbers == [21] && other.gaps.isEmpty)
  }

  // A ping took 26 instead of 8 µs while a subscriber did not read: each item was encoded for it, and then dropped.
  @Test("while no subscriber has room, no item is made; those that wait come when there is room")
  func stalled() async throws {
    let hub = hub { $0.traceBuffer = 10 }
    let inbox = Inbox()
    let subscription = subscribe(hub, inbox)
    let made = Atomic(0)
    func put(_ number: Int) {
      hub.put(.wire) { _ in
        made.add(1, ordering: .relaxed)
        return ["n": .int(number)]
      }
    }
    put(1)
    try await eventually { inbox.numbers == [1] }
    inbox.isFull = true
    put(2)
    try await eventually { inbox.refusals > 0 }

    for number in 3...100 where !hub.losesNext(.wire) { put(number) }
    // The queue may take what waits, and put it back, meanwhile.
    try await eventually { hub.losesNext(.wire) }
    subscription.reportLoss()
    inbox.isFull = false
    subscription.reportLoss()

    try await eventually { inbox.known == Set(1...101) }
    #expect(inbox.numbers == [1] + Array(3..<inbox.numbers.count + 2))
    #expect(made.load(ordering: .relaxed) <= 12 && !hub.losesNext(.wire))
  }

  @Test("another subscriber, and the end of one without room, let the items go on")
  func stalledAlone() async throws {
    let hub = hub()
    let (full, other) = (Inbox(), Inbox())
    let subscription = subscribe(hub, full)
    full.isFull = true
    put(hub, 1)
    try await eventually { full.refusals > 0 }
    put(hub, 2)

    let second = subscribe(hub, other)
    try await eventually { other.numbers == [2] }
    other.isFull = true
    put(hub, 3)
    try await eventually { other.refusals > 0 }
    put(hub, 4)
    other.isFull = false
    subscription.cancel()

    second.reportLoss()
    try await eventually { other.numbers == [2, 4] }
  }

  // A resume of 10,000 items came as items and gaps, because they did not fit into the queue of the connection at once.
  @Test("all kept items are replayed, in order and without a gap, also through a short queue")
  func longReplay() async throws {
    let hub = hub()
    let (first, second) = (Inbox(), Inbox())
    _ = subscribe(hub, first)
    for number in 1...10_000 {
      if number % 5000 == 0 { try await eventually { first.numbers.count >= number - 5000 } }
      put(hub, number)
    }
    try await eventually { first.numbers.count == 10_000 }
    second.room = 3000

    let again = subscribe(hub, second, since: 0)
    for _ in 1...3 {
      second.room = 3000
      again.reportLoss()
    }

    #expect(again.answer.gap == nil && second.gaps.isEmpty)
    #expect(second.seqs == Array(1...10_000))
  }

  // After the end of all subscriptions, the next item filled the memory of all that can be kept.
  @Test("memory is taken for kept items only, also after the stream was empty")
  func memory() throws {
    var state = EventHubState(capacity: 10_000, bytes: 1_000_000)
    state.keepsWhileSubscribed()
    for first in [1, 5000, 9999, 20_001] {
      let id = state.add(EventSubscriber(deliver: { _ in true }, codes: nil, next: first))
      for seq in first...first + 2 { state.retain(SDKEvent(seq: seq, code: 1, bytes: [])) }

      let slots = Mirror(reflecting: state).children.first { $0.label == "slots" }?.value
      #expect(try #require(slots as? [SDKEvent?]).count == 3)
      #expect(
        state.events(from: 1, codes: nil, limit: 10, bytes: .max).map(\.seq)
          == [first, first + 1, first + 2])
      state.remove(id)
    }
  }

  @Test("the maker of members is informed of a loss before the next item, and of the end")
  func interruptions() async throws {
    let hub = hub { $0.traceBuffer = 2 }
    let heard = Mutex<[String]>([])
    hub.whenInterrupted { what in heard.withLock { $0.append("\(what)") } }
    func log(_ number: Int) {
      hub.put(.job) { _ in
        heard.withLock { $0.append("\(number)") }
        return ["n": .int(number)]
      }
    }
    let inbox = Inbox()
    let subscription = subscribe(hub, inbox)
    let gate = block(hub)
    for number in 1...3 { log(number) }
    gate.signal()
    try await eventually { inbox.gaps.count == 1 }
    log(4)
    try await eventually { inbox.numbers.last == 4 }
    subscription.cancel()

    try await eventually { heard.withLock { $0.last } == "end" }
    // The first one is that of the items before the subscription.
    #expect(heard.withLock { $0 } == ["gap", "1", "gap", "4", "end"])
  }

  @Test("the end of the last subscription releases the items, kept ones and those that wait")
  func release() async throws {
    final class Data: Sendable {}
    let hub = hub()
    let inbox = Inbox()
    let subscription = subscribe(hub, inbox)
    put(hub, 1)
    try await eventually { inbox.numbers == [1] }
    let gate = block(hub)
    var data: Data? = Data()
    let reference = WeakReference(try #require(data))
    hub.put(.job) { [data] _ in ["n": .string("\(String(describing: data))")] }
    data = nil

    subscription.cancel()
    #expect(reference.isGone)
    gate.signal()
    let next = subscribe(hub, Inbox(), since: 0)

    #expect(next.answer.oldest == nil && next.answer.gap?.count == next.answer.seq)
  }

  @Test("ten thousand subscriptions that come and go leave nothing behind")
  func comeAndGo() async throws {
    let hub = hub()
    for number in 1...10_000 {
      let subscription = subscribe(hub, Inbox())
      put(hub, number)
      subscription.cancel()
    }
    #expect(!hub.isRecording(.job))
    let inbox = Inbox()
    let last = subscribe(hub, inbox)
    put(hub, 0)

    try await eventually { inbox.numbers.last == 0 }
    #expect(last.answer.oldest == nil)
  }

  @Test("the lost items of a stream are reported to a subscriber that replays at that time")
  func lossDuringReplay() {
    var state = EventHubState(capacity: 4, bytes: 1000)
    let id = state.add(EventSubscriber(deliver: { _ in true }, codes: nil, next: 1))
    for seq in 1...3 { state.retain(SDKEvent(seq: seq, code: 1, bytes: [])) }

    state.skip(7)
    state.start(id)

    guard let first = state.beginDelivery(to: id) else {
      Issue.record("no gap")
      return
    }
    #expect(first.what == .gap(EventGap(from: 1, to: 10, count: 10, reason: .overflow)))
    state.retain(SDKEvent(seq: 11, code: 1, bytes: []))
    let second = state.continueDelivery(to: id, after: first.what, true)
    #expect(second?.what == .event(SDKEvent(seq: 11, code: 1, bytes: [])))
  }
}
