/// The lanes by number.
struct LaneTable: Sendable {
  /// The parts of a lane that are read without a copy of its queues.
  struct Glance {
    let status: Lane.Status
    /// The first job that does not stand aside.
    let first: Job.ID?
    let hasAside: Bool
  }

  private var lanes = NumberMap<Lane>()

  var count: Int { lanes.count }

  func glance(_ id: LaneID) -> Glance? {
    lanes.with(id.value) { lane in
      Glance(status: lane.status, first: lane.queue.first, hasAside: !lane.aside.isEmpty)
    }
  }

  /// Adds a job to a lane in the table.
  mutating func add(_ id: Job.ID, hasPriority: Bool, to lane: LaneID) {
    lanes[lane.value]?.add(id, hasPriority: hasPriority)
  }

  subscript(id: LaneID) -> Lane? {
    get { lanes[id.value] }
    _modify { yield &lanes[id.value] }
  }

  /// Returns true for the alarm of a wait that is over.
  func isStale(_ alarm: TimerHeap<Duration, LaneID>.Timer) -> Bool {
    guard let lane = self[alarm.key] else { return true }
    if case .sleeping(alarm.time, _) = lane.status { return false }
    return !lane.aside.contains { $0.deferredUntil == alarm.time }
  }
}
