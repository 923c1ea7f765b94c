import JSONCodec
import Synchronization

/// The group that the reader thread collects, and its room. Used by that thread only.
final class GroupCollector: @unchecked Sendable {
  @exclusivity(unchecked) fileprivate var group: GroupedAnswers?
  @exclusivity(unchecked) fileprivate var room = PeerState.GroupRoom(calls: 0, bytes: 0)
}

// Groups of calls of one read. The calls of a group are in flight from `takeGroup` to `finish`; they are in no order
// with each other's answers, and none waits for anything but the disk.
extension Peer {
  /// The number of calls of the longest group. A longer read forms several groups.
  static let longestGroup = 64

  /// Returns the group for a call of that size, with room for it; nil if the call must take the ordinary way.
  func group(forCallOf size: Int) -> (any CallGroup)? {
    guard options.makeGroup != nil else { return nil }
    let cost = size + Self.callCost
    if let group = collector.group, hasRoom(group, for: cost) { return group.effect }
    let isNext = collector.group != nil
    takeGroup()
    var hasCommitted = false
    while true {
      switch state.withLock({ $0.groupRoom(for: cost) }) {
      case .ready(let room, let spare):
        if isNext, !hasCommitted { options.onNextGroup() }
        collector.room = room
        collector.group = spare ?? options.makeGroup.map { GroupedAnswers($0(context)) }
        return collector.group?.effect
      case .ordinary: return nil
      case .full where hasCommitted:
        // All calls in flight wait for the disk only, and another thread is at it.
        gate.wait { [self] in
          if case .full = state.withLock({ $0.groupRoom(for: cost) }) { false } else { true }
        }
      case .full:
        // Commit first: the calls in flight wait for exactly this commit.
        drain()
        hasCommitted = true
      }
    }
  }

  private func hasRoom(_ group: GroupedAnswers, for cost: Int) -> Bool {
    let room = collector.room
    return group.count < min(room.calls, Self.longestGroup)
      && (group.cost + cost <= room.bytes || group.count == 0)
  }

  /// Adds the call whose parameters the group has read last.
  func addToGroup(
    _ message: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer?, _ method: MethodEntry
  ) {
    collector.group?.add(
      message, id: id, method, cost: message.count + Self.callCost, readAt: readAt)
  }

  /// Lets the collected calls take effect. Call it before any other call is taken.
  func takeGroup() {
    guard let group = collector.group else { return }
    collector.group = nil
    guard group.count > 0 else {
      // The parameters of a call that then took the ordinary way may have been read for it.
      group.reset()
      return state.withLock { $0.keep(group) }
    }
    counters.requests.add(group.requests, ordering: .relaxed)
    counters.notifications.add(group.count - group.requests, ordering: .relaxed)
    switch state.withLock({ $0.begin(group) }) {
    case .stopped:
      for index in 0..<group.count { fail(group, index, .shuttingDown) }
      group.reset()
    case .begun(let duplicates):
      for index in duplicates { fail(group, index, .idInFlight) }
      group.effect.takeEffect(refusing: duplicates) { [self] failures in
        finish(group, Set(duplicates), failures)
      }
    }
  }

  /// Answers the calls of a group, on any thread.
  private func finish(
    _ group: GroupedAnswers, _ refused: Set<Int>, _ failures: [Int: RPCError]
  ) {
    let answered = state.withLock { $0.end(group, refusing: refused) }.union(refused)
    for (index, error) in failures.sorted(by: { $0.key < $1.key }) where !answered.contains(index) {
      fail(group, index, error)
    }
    group.withMessages(skipping: answered.union(failures.keys)) {
      remote.channel.send($0)
    }
    if let observeLatency = options.observeLatency, let readAt = group.readAt {
      observeLatency(ContinuousClock.now - readAt, group.requests)
    }
    let count = group.count
    group.reset()
    let next = state.withLock { state in
      state.delivered(count, recycling: group)
      return state.next(isRunner: false)
    }
    _ = proceed(next, isRunner: false)
  }

  private func fail(_ group: GroupedAnswers, _ index: Int, _ error: RPCError) {
    counters.errors.increment()
    let id = group.id(index)
    if watch?.wantsRefusals == true {
      options.report(
        .ended(
          method: group.method(index).name, id: id,
          time: group.readAt.map { ContinuousClock.now - $0 }, error: error, trace: nil))
    }
    if let id { remote.send(MessageEncoder.answer(id, .failure(error)), as: .required) }
  }

  /// Cancels the grouped call of that id, if there is one: it keeps its effect, and is answered now.
  func cancelGrouped(_ id: RequestID) {
    guard state.withLock({ $0.cancelGrouped(id) }) else { return }
    refuse(id, .requestCancelled, at: .alone)
  }
}
