import TestSupport
import Testing

@testable import AltcraftEngine

/// The tables whose work and memory follow the number of jobs.
@Suite struct SlotTests {
  private struct Kept: Equatable { var text: String }

  @Test("a map returns what was stored last under each number, over many additions and removals")
  func map() {
    var random = SeededNumbers(seed: 1)
    var map = NumberMap<Kept>()
    var model: [UInt64: Kept] = [:]
    for round in 0..<20_000 {
      let key = random.next() % 3000
      if random.next() % 5 < 2 {
        map[key] = nil
        model[key] = nil
      } else if random.next() % 4 == 0 {
        map[key]?.text += "x"
        model[key]?.text += "x"
      } else {
        map[key] = Kept(text: "\(round)")
        model[key] = Kept(text: "\(round)")
      }
    }

    #expect(map.count == model.count)
    for key in 0..<3000 as Range<UInt64> { #expect(map[key] == model[key]) }
  }

  @Test("a map of what has gone holds none of it", arguments: [false, true])
  func release(fromTheEnd: Bool) {
    final class Value: Sendable {}
    var map = NumberMap<Value>()
    var values: [WeakReference] = []
    for key in 0..<2000 as Range<UInt64> {
      let value = Value()
      values.append(WeakReference(value))
      map[key] = value
    }

    let keys = Array(0..<2000 as Range<UInt64>)
    for key in fromTheEnd ? keys.reversed() : keys { map[key] = nil }

    #expect(map.isEmpty && values.allSatisfy(\.isGone))
  }

  // Each chunk of the table kept its memory until the last job had ended.
  @Test("slots are used again before the table grows, also if a few jobs of each chunk stay")
  func reuse() {
    var chunks = SlotChunks<Int>()
    let first = (0..<10_000).map { chunks.add($0) }
    for slot in first where slot % 100 != 0 { chunks.remove(slot) }

    let second = (0..<9900).map { chunks.add($0) }

    #expect(Set(second).isSubset(of: Set(first)))
    #expect(first.filter { $0 % 100 == 0 }.allSatisfy { chunks[$0] == Int($0) })
  }

  @Test(
    "numbers are in order, whatever order they came and went in", arguments: 0..<4 as Range<UInt64>)
  func order(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var order = NumberSet()
    var model: Set<Job.ID> = []
    for round in 0..<20_000 as Range<UInt64> {
      // New jobs, retries of old ones, and ends: mostly of old jobs, in some phases of most.
      let id = random.next() % 4 == 0 ? random.next() % (round + 1) : round
      if model.insert(id).inserted { order.insert(id) }
      for _ in 0..<(round / 5000 % 2 == 0 ? 1 : 2) where random.next() % 4 > 0 {
        let ended = random.next() % (round + 1)
        if model.remove(ended) != nil { order.remove(ended) }
      }
    }

    let sorted = model.sorted()
    #expect(order.all == sorted && order.first == sorted.first && order.last == sorted.last)
    order.remove(1 << 40)
    for start in [0, 1, 777, 9999, 19_999, 20_000] as [Job.ID] {
      #expect(order.first(600, from: start) == Array(sorted.filter { $0 >= start }.prefix(600)))
    }
    for id in sorted.shuffled(using: &random) { order.remove(id) }
    #expect(order.all.isEmpty && order.first == nil && order.first(1, from: 0) == [])
  }

  @Test("a queue of lanes has one with an order once, and loses those that are swept")
  func queue() {
    var queue = LaneQueue()
    for user in 0..<1000 as Range<UInt32> {
      for _ in 0..<3 { queue.append(LaneID(.state, of: user)) }
      queue.append(LaneID(.own(UInt64(user) + 1), of: user))
    }
    #expect(queue.count == 2000)
    let first = queue.popFirst()
    #expect(first == LaneID(.state, of: 0))

    for _ in 0..<4 { queue.sweep { $0.only.map { $0 % 2 == 0 } ?? true } }

    #expect(queue.count == 1499)
    // The swept lanes can come again.
    queue.append(LaneID(.state, of: 0))
    queue.append(LaneID(.state, of: 7))
    var lanes: [LaneID] = []
    while let lane = queue.popFirst() { lanes.append(lane) }
    #expect(lanes.count == 1500 && Set(lanes).count == 1500)
    #expect(lanes.last == LaneID(.state, of: 0) && lanes.first == LaneID(.state, of: 1))
  }

  @Test("swept timers are gone, and the others fire in their order")
  func timers() {
    var random = SeededNumbers(seed: 3)
    var timers = TimerHeap<Int, UInt64>()
    for key in 0..<500 as Range<UInt64> { timers.add(key, at: Int(random.next() % 100)) }

    for _ in 0..<200 { timers.sweep(4) { $0.key % 3 == 0 } }

    var fired: [TimerHeap<Int, UInt64>.Timer] = []
    while let first = timers.first {
      fired.append(first)
      timers.removeFirst()
    }
    #expect(fired.count == 333)
    #expect(fired.elementsEqual(fired.sorted { $0 < $1 }, by: { $0 == $1 }))
  }
}
