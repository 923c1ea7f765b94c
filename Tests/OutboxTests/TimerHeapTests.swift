import Testing

@testable import AltcraftEngine

@Suite struct TimerHeapTests {
  @Test("timers fire in the order of their times, in whatever order they were set")
  func heap() {
    var timers = TimerHeap<Duration, LaneID>()
    let keys = (0..<50).map { LaneID(.own($0), of: 0) }
    for index in keys.indices { timers.add(keys[index], at: .seconds(index * 37 % 50)) }

    #expect(timers.first?.time == .zero)
    #expect(timers.due(at: .seconds(24), limit: 100).count == 25)
    #expect(timers.first?.time == .seconds(25))
    var last = 25
    while let next = timers.first?.time {
      #expect(next == .seconds(last))
      let due = timers.due(at: next, limit: 100)
      #expect(due == [keys.first { key in keys.firstIndex(of: key)! * 37 % 50 == last }!])
      last += 1
    }
    #expect(last == 50)
  }

  @Test("a queue keeps its order over many turns")
  func queue() {
    var queue = LaneQueue()
    let keys = (0..<300).map { LaneID(.own($0), of: 0) }
    var taken: [LaneID] = []
    for key in keys {
      queue.append(key)
      if taken.count < 100, let key = queue.popFirst() { taken.append(key) }
    }
    while let key = queue.popFirst() { taken.append(key) }
    #expect(taken == keys)
  }
}
