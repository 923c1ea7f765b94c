/// In which order the ordered calls of one connection start and take effect. A value: it says what is
/// next, others do it and report back.
///
/// A call starts only when every earlier one has taken effect or is still preparing. So a run of calls
/// that ask the host prepares together, and shares one question; they take effect in order of arrival.
/// A call that needs no preparation waits behind those for its turn, and nothing later is started past
/// it: a `pushSubscribe` sent after a `setJWTProvider` must ask the new provider.
struct TurnQueue<Element> {
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
    /// Handed out by `next`; nothing more is handed out until it is reported on.
    case starting
    case preparing
    /// Has what it asked for; its turn comes when it is first.
    case prepared(Effect)
    /// Needs no preparation and is not first: a barrier.
    case ready(Effect)
    /// Has begun to take effect, and lets nothing start before it is over.
    case holding
  }

  private var slots: [Slot] = []

  var isEmpty: Bool { slots.isEmpty }

  /// Puts a call at the end. `number` names it from here on.
  mutating func append(_ element: Element, number: UInt64) {
    slots.append(Slot(number: number, element: element, stage: .waiting))
  }

  /// What to do now; nil when everything waits for somebody. A call that takes effect leaves the queue.
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

  /// The call has started and can take effect without asking anybody.
  mutating func ready(_ number: UInt64, _ effect: @escaping Effect) { set(number, .ready(effect)) }

  /// The call has started and asks the host.
  mutating func preparing(_ number: UInt64) { set(number, .preparing) }

  /// The host has answered. Nothing happens to a call that has left meanwhile.
  mutating func prepared(_ number: UInt64, _ effect: @escaping Effect) {
    set(number, .prepared(effect))
  }

  /// A call that was just handed out to take effect has only begun to: it is first again, until `remove`.
  mutating func hold(_ element: Element, number: UInt64) {
    slots.insert(Slot(number: number, element: element, stage: .holding), at: 0)
  }

  /// The call is over, before its turn: refused, cancelled, or failed while it asked; or as one that held.
  mutating func remove(_ number: UInt64) {
    if let index = index(of: number) { slots.remove(at: index) }
  }

  private mutating func set(_ number: UInt64, _ stage: Stage) {
    if let index = index(of: number) { slots[index].stage = stage }
  }

  private func index(of number: UInt64) -> Int? { slots.firstIndex { $0.number == number } }
}
