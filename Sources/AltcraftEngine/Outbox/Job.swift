import DurableLog
import JSONCodec

/// A job that was accepted and has not ended. Its body stays on disk.
package struct Job: Sendable {
  /// The sequence of the record that accepted the job. It orders all jobs and survives compaction.
  package typealias ID = UInt64

  package let id: ID
  let requestID: ClientRequestID
  package let kind: JobKind.Index
  package let lane: Lane.Key
  /// Milliseconds since 1970.
  package let createdAt: Int64
  /// The start of its time to live, on the clock of the outbox: its acceptance, or the retry of the rejected
  /// job.
  package let livesSince: Int64
  /// The size of its record on disk, which counts against the limit of the outbox.
  package let bytes: Int
  package let digest: CallDigest
  package var location: RecordLocation
  package var attempts = 0
  /// True if it is queued before the other jobs of its lane.
  package var hasPriority = false
  /// True if a token update was already sent before it and has ended: this attempt does not check again.
  package var skipsTokenUpdate = false
  /// True while the job must not be sent: its acknowledgement is still to be sent.
  package var isHeld = false
  package var waitingFor: WaitingFor?
  package var lastError: AttemptError?

  package var requestId: String { requestID.text }
}

/// The reason a job is not being sent right now.
package enum WaitingFor: String, Sendable, CaseIterable {
  case retry, user, token, permission, configuration
}

/// The error of the last attempt at a job.
package struct AttemptError: Sendable, Equatable {
  package var code: Int
  package var httpCode: Int?
  /// The message, at most 1 KiB of JSON: there may be one for each pending job.
  package var message: String

  package init(code: Int, httpCode: Int? = nil, message: String) {
    self.code = code
    self.httpCode = httpCode
    self.message = message.cut(to: 1024)
  }
}

/// The jobs of one user that are delivered one at a time, in order of acceptance.
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
    case sleeping(until: Duration)
  }

  let user: UserTagInterner.Index
  var queue = JobQueue()
  var status = Status.ready
  /// The number of consecutive times that the first job could not be tried, for the delay of the next check.
  var waits = 0
  /// The requirements that were met for its user during the attempt at its first job, so that no wakeup is
  /// lost.
  var wakeups: Set<WaitingFor> = []

  init(user: UserTagInterner.Index) {
    self.user = user
  }

  enum Place: Equatable {
    /// The lane has no other job, and no attempt is in progress.
    case alone
    /// It is queued before that job, which was the next to be tried.
    case before(Job.ID)
    case behind
  }

  mutating func add(_ id: Job.ID, hasPriority: Bool) -> Place {
    let head = queue.first
    if hasPriority {
      queue.insert(id, behind: status.jobInFlight == nil ? 0 : 1)
    } else {
      queue.insert(id)
    }
    guard status.jobInFlight == nil, queue.first == id else { return .behind }
    return head.map(Place.before) ?? .alone
  }
}

/// The number of a lane in the outbox, valid while the lane has a job.
struct LaneID: Hashable, Sendable {
  private let value: UInt64

  private static let isShared: UInt64 = 1 << 63

  init(_ name: Lane.Name, of user: UserTagInterner.Index) {
    switch name {
    case .state: value = Self.isShared | UInt64(user) << 1
    case .mobileEvent: value = Self.isShared | UInt64(user) << 1 | 1
    case .own(let id): value = id
    }
  }

  var name: Lane.Name {
    guard value & Self.isShared != 0 else { return .own(value) }
    return value & 1 == 0 ? .state : .mobileEvent
  }

  /// The job of a lane without order, which never has more than one; nil for other lanes.
  var only: Job.ID? { value & Self.isShared == 0 ? value : nil }
}

/// A first-in first-out queue that does not move the remaining elements at each removal.
struct JobQueue: Sendable {
  private var ids: [Job.ID] = []
  private var start = 0

  var first: Job.ID? { start < ids.count ? ids[start] : nil }
  var isEmpty: Bool { start == ids.count }

  mutating func append(_ id: Job.ID) { ids.append(id) }

  /// Inserts a job behind the first `count`.
  mutating func insert(_ id: Job.ID, behind count: Int) {
    ids.insert(id, at: min(start + count, ids.count))
  }

  /// Inserts a job at its place in order of acceptance. This is rare, so by linear insertion.
  mutating func insert(_ id: Job.ID) {
    if let last = ids.last, last > id {
      let index = ids[start...].firstIndex { $0 > id } ?? ids.count
      ids.insert(id, at: index)
    } else {
      ids.append(id)
    }
  }

  mutating func remove(_ id: Job.ID) {
    if first == id {
      start += 1
      if start > 64, start * 2 > ids.count {
        ids.removeFirst(start)
        start = 0
      }
    } else if let index = ids[start...].firstIndex(of: id) {
      ids.remove(at: index)
    }
  }
}

/// A digest of a call in 128 bits: equal for the same method and the same parameters compared as JSON.
package struct CallDigest: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// Takes the first half of the SHA-256 of `bytes`.
  package init(of bytes: UnsafeRawBufferPointer) {
    (high, low) = SHA256.half(bytes)
  }

  package init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { CallDigest(of: $0) }
  }

  package init?(hex: String) {
    var hex = hex
    guard let digest = hex.withUTF8({ CallDigest(hex: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = digest
  }

  init?(hex: UnsafeRawBufferPointer) {
    guard hex.count == 32 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for byte in hex {
      guard let digit = Self.digit(byte) else { return nil }
      words = (words.0 << 4 | words.1 >> 60, words.1 << 4 | digit)
    }
    (high, low) = words
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    default: nil
    }
  }

  package var hex: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
