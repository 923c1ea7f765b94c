/// The jobs of one user that are delivered one at a time, in order of acceptance.
///
/// A job that waits for a push token or the permission, and the later jobs that need the same, stand aside: the
/// other jobs of the lane pass them. Jobs with the same needs never pass each other. A job that waits for anything
/// else stops the lane. A subscription that was passed by a suspend or unsubscribe is not tried before that one, which
/// ends it; see `Scheduler.subscriptions(passedBy:)`.
package struct Lane: Sendable {
  package struct Key: Hashable, Sendable {
    package let userTag: UserTag
    package let name: Name

    package init(userTag: UserTag, name: Name) {
      self.userTag = userTag
      self.name = name
    }

    package var isOfState: Bool { name == .state }
  }

  package enum Name: Hashable, Sendable {
    /// Jobs that change the state of a profile or a subscription.
    case state
    case mobileEvent
    /// Jobs without order: a lane of its own for each.
    case own(Job.ID)
  }

  enum Status: Equatable {
    case ready
    /// An attempt at that job is in progress.
    case inFlight(Job.ID)
    /// A job has ended, and the record of its outcome is not durable yet.
    case holding(after: Job.ID)
    /// The lane waits for that job.
    case sleeping(until: Duration, for: Job.ID)
    /// All jobs of the lane stand aside.
    case blocked
  }

  /// The jobs aside with the same needs, in order.
  struct Aside: Sendable {
    let needs: JobKind.Needs
    var queue = JobQueue()
    /// The time of the next check of the first job, while it waits for a token or the permission.
    var deferredUntil: Duration?
    /// As `Lane.waits`, for the first job of this queue.
    var waits = 0
  }

  let user: UserTagInterner.Index
  var queue = JobQueue()
  var aside: [Aside] = []
  var status = Status.ready
  /// The number of consecutive times that the first job could not be tried, for the delay of the next check.
  var waits = 0
  /// The requirements that were met for its user during the attempt at its first job, so that no wakeup is
  /// lost.
  var wakeups: Set<WaitingFor> = []
  /// True if the request of the job in flight may have been sent.
  var isSent = false
  /// True if the job in flight has expired. It ends after its attempt.
  var isOverdue = false

  init(user: UserTagInterner.Index) {
    self.user = user
  }

  var isEmpty: Bool { queue.isEmpty && aside.isEmpty }

  mutating func add(_ id: Job.ID, hasPriority: Bool) {
    if hasPriority { queue.insertFirst(id) } else { queue.insert(id) }
  }

  mutating func remove(_ id: Job.ID) {
    if queue.first == id {
      queue.remove(id)
    } else if let index = aside.firstIndex(where: { $0.queue.first == id }) {
      aside[index].deferredUntil = nil
      aside[index].waits = 0
      aside[index].queue.remove(id)
      if aside[index].queue.isEmpty { aside.remove(at: index) }
    } else {
      // A job with the same needs is before it in its queue.
      for index in aside.indices where aside[index].queue.remove(id) { return }
      queue.remove(id)
    }
  }
}

extension Lane.Status {
  var jobInFlight: Job.ID? { if case .inFlight(let id) = self { id } else { nil } }

  /// True if no attempt in the lane may start before `Scheduler.proceed`.
  var isBusy: Bool {
    switch self {
    case .inFlight, .holding: true
    case .ready, .sleeping, .blocked: false
    }
  }

  var isSleeping: Bool { if case .sleeping = self { true } else { false } }

  /// Returns true if the sleep is over. An alarm may be older than the sleep it was set for; only the time in
  /// the lane counts.
  func isOver(at now: Duration) -> Bool {
    if case .sleeping(let until, _) = self { until <= now } else { false }
  }
}

/// The number of a lane in the outbox, valid while the lane has a job.
struct LaneID: Hashable, Comparable, Sendable {
  let value: UInt64

  private static let isShared: UInt64 = 1 << 63

  init(value: UInt64) { self.value = value }

  init(_ name: Lane.Name, of user: UserTagInterner.Index) {
    switch name {
    case .state: value = Self.isShared | UInt64(user) << 1
    case .mobileEvent: value = Self.isShared | UInt64(user) << 1 | 1
    case .own(let id): value = id
    }
  }

  static func < (left: LaneID, right: LaneID) -> Bool { left.value < right.value }

  var name: Lane.Name {
    guard value & Self.isShared != 0 else { return .own(value) }
    return value & 1 == 0 ? .state : .mobileEvent
  }

  /// The job of a lane without order, which never has more than one; nil for other lanes.
  var only: Job.ID? { value & Self.isShared == 0 ? value : nil }
}
