/// Calls that wait for a place in flight, first in, first out, bounded by what they cost together.
struct Backlog<Element> {
  private var waiting: [(element: Element?, number: UInt64, cost: Int)] = []
  private var head = 0
  private var cost = 0
  private let maxCost: Int

  init(maxCost: Int) {
    self.maxCost = maxCost
  }

  var isEmpty: Bool { head == waiting.count }

  /// Returns whether a call of that cost fits. One call of any length always fits.
  func hasRoom(for cost: Int) -> Bool { isEmpty || self.cost + cost <= maxCost }

  mutating func append(_ element: Element, number: UInt64, cost: Int) -> Bool {
    guard hasRoom(for: cost) else { return false }
    waiting.append((element, number, cost))
    self.cost += cost
    return true
  }

  /// Returns whether the call is still waiting. Numbers grow, so everything from the first on is still here.
  func holds(_ number: UInt64) -> Bool { !isEmpty && number >= waiting[head].number }

  /// The number and the cost of the call that has waited longest.
  var first: (number: UInt64, cost: Int)? {
    isEmpty ? nil : (waiting[head].number, waiting[head].cost)
  }

  mutating func removeAll() { self = Backlog(maxCost: maxCost) }

  /// Removes the first element; nil if there is none. It is not retained until the array is compacted.
  @discardableResult
  mutating func removeFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = waiting[head].element.take()
    cost -= waiting[head].cost
    head += 1
    // Compact once half of the array is used up: each element moves once on average.
    if head > 32, head * 2 > waiting.count {
      waiting.removeFirst(head)
      head = 0
    }
    if head == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      head = 0
    }
    return element
  }
}
