import Dispatch
import JSONCodec
import Synchronization
import Tracing

/// The stream of traces: messages of connections and steps of jobs, recorded only while a connection subscribes to
/// them.
///
/// `put` only appends to a queue, so that the threads that serve calls neither encode nor redact. A queue of Dispatch
/// makes the members of each item, numbers it and delivers it. It pauses while no subscriber has room. The waiting items
/// are bounded: items without room are counted, their numbers are skipped, and each subscriber gets a gap.
package final class TraceHub: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case wire, job

    fileprivate var code: Int { self == .wire ? 1 : 2 }
  }

  /// An interruption of the items that a maker of members has seen.
  package enum Interruption: Sendable {
    /// Items before the next one are missing.
    case gap
    /// Nothing is recorded any more: memory can be released.
    case end
  }

  /// A holder of a function: a mutex that holds a bare function wraps it once more at each access.
  private struct Listener: Sendable {
    let call: @Sendable (Interruption) -> Void
  }

  private struct Item {
    let kind: Kind
    /// Microseconds since 1970.
    let at: Int64
    let bytes: Int
    let members: @Sendable (_ at: Int64) -> JSONObject
  }

  private struct State {
    var items: [Item] = []
    /// The items that wait or are being encoded, and their size.
    var count = 0
    var bytes = 0
    /// The items without room, all of which came after `items`.
    var lost = 0
    var isDraining = false
    /// True while no subscriber has room: items wait until a delivery is tried again.
    var isStalled = false
    /// True if a delivery was tried again since the queue began its last round.
    var isRetried = false
    /// True if a kind was not recorded before the first of `items`.
    var hasGap = false
  }

  private let limits: Limits
  private let now: @Sendable () -> Int64
  private let stream: EventHub
  /// The switch of the kind `wire`.
  package let messages = RecordingSwitch()
  /// The switch of the kind `job`.
  private let steps = RecordingSwitch()
  private let state = Mutex(State())
  /// True while there is no room: `State.lost` is not 0.
  private let isFull = Atomic(false)
  private let interrupted = Mutex(Listener { _ in })
  private let queue = DispatchQueue(label: "altcraft-bridge.trace")

  /// Creates a hub without subscribers. `now` returns microseconds since 1970.
  package init(epoch: String, limits: Limits, now: @escaping @Sendable () -> Int64) {
    self.limits = limits
    self.now = now
    stream = EventHub(
      epoch: epoch, capacity: limits.traceBuffer, bytes: limits.traceBytes,
      now: { Timestamp(milliseconds: now() / 1000) })
    stream.keepsWhileSubscribed(
      { [weak self] in self?.record($0) }, retried: { [weak self] in self?.goOn() })
  }

  package var epoch: String { stream.epoch }

  /// Returns true while items of that kind are recorded. Takes one relaxed load: callers check it before they make an
  /// item.
  package func isRecording(_ kind: Kind) -> Bool {
    recordingSwitch(kind).isOn
  }

  private func recordingSwitch(_ kind: Kind) -> RecordingSwitch {
    kind == .wire ? messages : steps
  }

  /// Adds a subscriber; see `EventHub.subscribe`. Without `kinds` it gets all.
  package func subscribe(
    since: Int?, epoch: String?, kinds: [Kind]?, replacing old: EventSubscription?,
    deliver: @escaping EventHub.Deliver
  ) -> EventSubscription {
    stream.subscribe(
      since: since, epoch: epoch, codes: kinds.map { Set($0.map(\.code)) }, replacing: old,
      deliver: deliver)
  }

  /// Sets the function that is called, on the queue, before the item that follows an interruption.
  package func whenInterrupted(_ body: @escaping @Sendable (Interruption) -> Void) {
    interrupted.withLock { $0 = Listener(call: body) }
  }

  /// Records an item, if its kind is recorded. `bytes` is the size of the data that `members` holds. `members` runs
  /// once, on the queue, with the time of the item; its object gets the time and the kind in front.
  package func put(
    _ kind: Kind, bytes: Int = 0, members: @escaping @Sendable (_ at: Int64) -> JSONObject
  ) {
    guard isRecording(kind) else { return }
    let item = Item(kind: kind, at: now(), bytes: bytes + Self.itemBytes, members: members)
    let begins = state.withLock { state in
      // The end of the last subscription has emptied the queue.
      guard isRecording(kind) else { return false }
      guard state.lost == 0, hasRoom(for: item, state) else {
        setLost(state.lost + 1, &state)
        return begin(&state)
      }
      state.items.append(item)
      state.count += 1
      state.bytes += item.bytes
      return begin(&state)
    }
    if begins { startDraining() }
  }

  /// Counts an item as lost if there is no room for any, so that the caller need not make it. Returns false otherwise.
  package func losesNext(_ kind: Kind) -> Bool {
    guard isFull.load(ordering: .relaxed) else { return false }
    return state.withLock { state in
      guard isRecording(kind), state.lost > 0 else { return false }
      state.lost += 1
      return true
    }
  }

  /// Returns true if the caller must start to drain.
  private func begin(_ state: inout State) -> Bool {
    guard !state.isDraining, !state.isStalled, !state.items.isEmpty || state.lost > 0 else {
      return false
    }
    state.isDraining = true
    return true
  }

  private func startDraining() { queue.async { [self] in drain() } }

  /// Drains again, because a subscriber may have room.
  private func goOn() {
    let begins = state.withLock { state in
      state.isRetried = true
      state.isStalled = false
      return begin(&state)
    }
    if begins { startDraining() }
  }

  private func hasRoom(for item: Item, _ state: State) -> Bool {
    state.count == 0
      || state.count < limits.traceBuffer && state.bytes + item.bytes <= limits.traceBytes
  }

  /// The size of an item without its data.
  private static let itemBytes = 256

  private struct Batch {
    var items: ArraySlice<Item>
    var lost: Int
    let hasGap: Bool
  }

  private func drain() {
    while var batch = state.withLock({ takeBatch(&$0) }) {
      if batch.hasGap { interrupt(.gap) }
      let all = batch.items
      while !stream.isStalled, let item = batch.items.popFirst() { emit(item) }
      if batch.items.isEmpty, batch.lost > 0, !stream.isStalled {
        interrupt(.gap)
        stream.lose(batch.lost)
        batch.lost = 0
      }
      state.withLock { state in
        discard(all.dropLast(batch.items.count), &state)
        if !batch.items.isEmpty || batch.lost > 0 { putBack(batch, &state) }
      }
    }
  }

  /// Takes everything that waits. Returns nil at the end of the draining.
  private func takeBatch(_ state: inout State) -> Batch? {
    state.isRetried = false
    state.isDraining = !state.isStalled && (!state.items.isEmpty || state.lost > 0)
    guard state.isDraining else { return nil }
    defer {
      state.items = []
      setLost(0, &state)
      state.hasGap = false
    }
    return Batch(items: state.items[...], lost: state.lost, hasGap: state.hasGap)
  }

  /// Puts the rest of a batch back, because no subscriber has room.
  private func putBack(_ batch: Batch, _ state: inout State) {
    guard messages.isOn || steps.isOn else { return discard(batch.items, &state) }
    if batch.lost == 0 {
      state.items.insert(contentsOf: batch.items, at: 0)
    } else {
      // The items after lost ones are lost too: a gap is a range of numbers.
      let later = state.items
      discard(later[...], &state)
      state.items = Array(batch.items)
      setLost(batch.lost + later.count + state.lost, &state)
    }
    state.isStalled = !state.isRetried
  }

  private func discard(_ items: ArraySlice<Item>, _ state: inout State) {
    state.count -= items.count
    state.bytes -= items.reduce(0) { $0 + $1.bytes }
  }

  private func setLost(_ count: Int, _ state: inout State) {
    state.lost = count
    isFull.store(count > 0, ordering: .relaxed)
  }

  private func emit(_ item: Item) {
    let head: JSONObject = ["at": .int(item.at), "kind": .string(item.kind.rawValue)]
    var bytes = JSON.object(JSONObject(head.members + item.members(item.at).members)).bytes
    // The members in front of these are those of the stream.
    bytes[0] = UInt8(ascii: ",")
    stream.emit(item.kind.code, bytes)
  }

  private func interrupt(_ interruption: Interruption) {
    interrupted.withLock { $0 }.call(interruption)
  }

  /// Records what the subscribers want from now on. Called under the lock of the stream.
  private func record(_ wanted: [Set<Int>?]) {
    let kinds = Kind.allCases.filter { kind in
      wanted.contains { $0?.contains(kind.code) ?? true }
    }
    let begins = state.withLock { state in
      let wasRecording = messages.isOn || steps.isOn
      for kind in Kind.allCases {
        let isWanted = kinds.contains(kind)
        if isWanted, !isRecording(kind) { state.hasGap = true }
        recordingSwitch(kind).set(isWanted)
      }
      state.isRetried = true
      state.isStalled = false
      guard kinds.isEmpty, wasRecording else { return begin(&state) }
      discard(state.items[...], &state)
      state.items = []
      setLost(0, &state)
      queue.async { [self] in
        if !messages.isOn, !steps.isOn { interrupt(.end) }
      }
      return false
    }
    if begins { startDraining() }
  }
}
