/// The order in which the ordered calls of one connection start and take effect. A value: it returns the next
/// step, and the caller performs it and reports back.
///
/// A call starts only when every earlier one has taken effect or is still preparing. Consecutive calls that
/// ask the host therefore prepare together and share one request; they take effect in order of arrival. A
/// call that needs no preparation waits behind those for its turn, and no later call starts before it: a
/// `pushSubscribe` sent after a `setJWTProvider` must ask the new provider.
struct OrderedCallQueue<Element> {
  enum Step {
    case start(Element)
    case takeEffect(Element, Effect)
  }

  private struct Slot {
    let number: UInt64
    let element: Element
    var stage: Stage
  }

  private enum Stage {
    case waiting
    /// Returned by `next`; no other step is returned until the caller reports on this one.
    case starting
    case preparing
    /// Prepared; takes effect when it is first.
    case prepared(Effect)
    /// Needs no preparation and is not first: a barrier.
    case ready(Effect)
    /// Has begun to take effect; no call starts before it is over.
    case holding
  }

  private var slots: [Slot] = []

  var isEmpty: Bool { slots.isEmpty }

  /// Appends a call. `number` identifies it from here on.
  mutating func append(_ element: Element, number: UInt64) {
    slots.append(Slot(number: number, element: element, stage: .waiting))
  }

  /// Returns the next step; nil if every call waits. A call that takes effect leaves the queue.
  mutating func next() -> Step? {
    switch slots.first?.stage {
    case .prepared(let effect), .ready(let effect):
      return .takeEffect(slots.removeFirst().element, effect)
    default: break
    }
    for index in slots.indices {
      switch slots[index].stage {
      case .preparing, .prepared: continue
      case .starting, .ready, .holding: return nil
      case .waiting:
        slots[index].stage = .starting
        return .start(slots[index].element)
      }
    }
    return nil
  }

  /// Records that the call has started and needs no preparation.
  mutating func ready(_ number: UInt64, _ effect: @escaping Effect) { set(number, .ready(effect)) }

  /// Records that the call has started and asks the host.
  mutating func preparing(_ number: UInt64) { set(number, .preparing) }

  /// Records that the host has answered. Does nothing if the call has left the queue.
  mutating func prepared(_ number: UInt64, _ effect: @escaping Effect) {
    set(number, .prepared(effect))
  }

  /// Puts a call whose effect continues back to the front, until `remove`.
  mutating func hold(_ element: Element, number: UInt64) {
    slots.insert(Slot(number: number, element: element, stage: .holding), at: 0)
  }

  /// Removes a call: one refused, cancelled or failed before its turn, or one that held the queue.
  mutating func remove(_ number: UInt64) {
    if let index = index(of: number) { slots.remove(at: index) }
  }

  private mutating func set(_ number: UInt64, _ stage: Stage) {
    if let index = index(of: number) { slots[index].stage = stage }
  }

  private func index(of number: UInt64) -> Int? { slots.firstIndex { $0.number == number } }
}
