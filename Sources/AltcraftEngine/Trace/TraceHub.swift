import Dispatch
import JSONCodec
import Synchronization

/// The stream of traces: messages of connections and steps of jobs, recorded only while a connection subscribes to
/// them.
///
/// `put` only appends to a queue, so that the threads that serve calls neither encode nor redact. A queue of Dispatch
/// makes the members of each item, numbers it and delivers it. The waiting items are bounded: items without room are
/// counted, their numbers are skipped, and each subscriber gets a gap.
package final class TraceHub: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case wire, job

    fileprivate var bit: UInt8 { self == .wire ? 1 : 2 }
    fileprivate var code: Int { Int(bit) }
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
    /// True if a kind was not recorded before the first of `items`.
    var hasGap = false
  }

  private let limits: Limits
  private let now: @Sendable () -> Int64
  private let stream: EventHub
  /// The bits of the kinds that are recorded.
  private let recorded: Atomic<UInt8>
  private let state: Mutex<State>
  private let interrupted = Mutex(Listener { _ in })
  private let queue = DispatchQueue(label: "altcraft-bridge.trace")

  /// Creates a hub without subscribers. `now` returns microseconds since 1970.
  package init(epoch: String, limits: Limits, now: @escaping @Sendable () -> Int64) {
    self.limits = limits
    self.now = now
    recorded = Atomic(0)
    state = Mutex(State())
    stream = EventHub(
      epoch: epoch, capacity: limits.traceBuffer, bytes: limits.traceBytes,
      now: { Timestamp(milliseconds: now() / 1000) })
    stream.keepsWhileSubscribed { [weak self] wanted in self?.record(wanted) }
  }

  package var epoch: String { stream.epoch }

  /// Returns true while items of that kind are recorded. Takes one relaxed load: callers check it before they make an
  /// item.
  package func isRecording(_ kind: Kind) -> Bool {
    recorded.load(ordering: .relaxed) & kind.bit != 0
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
      defer { state.isDraining = true }
      guard state.lost == 0, hasRoom(for: item, state) else {
        state.lost += 1
        return !state.isDraining
      }
      state.items.append(item)
      state.count += 1
      state.bytes += item.bytes
      return !state.isDraining
    }
    if begins { queue.async { [self] in drain() } }
  }

  private func hasRoom(for item: Item, _ state: State) -> Bool {
    state.count == 0
      || state.count < limits.traceBuffer && state.bytes + item.bytes <= limits.traceBytes
  }

  /// The size of an item without its data.
  private static let itemBytes = 256

  private func drain() {
    while true {
      let (items, lost, hasGap) = state.withLock { state in
        defer {
          state.isDraining = !state.items.isEmpty || state.lost > 0
          state.items = []
          state.lost = 0
          state.hasGap = false
        }
        return (state.items, state.lost, state.hasGap)
      }
      guard !items.isEmpty || lost > 0 else { return }
      if hasGap { interrupt(.gap) }
      for item in items { emit(item) }
      if lost > 0 {
        interrupt(.gap)
        stream.lose(lost)
      }
      state.withLock { state in
        state.count -= items.count
        state.bytes -= Self.size(of: items)
      }
    }
  }

  private static func size(of items: [Item]) -> Int { items.reduce(0) { $0 + $1.bytes } }

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
    let bits = kinds.reduce(0) { $0 | $1.bit }
    state.withLock { state in
      let old = recorded.exchange(bits, ordering: .relaxed)
      if bits & ~old != 0 { state.hasGap = true }
      guard bits == 0, old != 0 else { return }
      state.count -= state.items.count
      state.bytes -= Self.size(of: state.items)
      state.items = []
      state.lost = 0
      queue.async { [self] in if recorded.load(ordering: .relaxed) == 0 { interrupt(.end) } }
    }
  }
}
