import DurableLog
import JSONCodec

/// One piece of work that was accepted and has not ended. What it is to send stays on disk.
package struct Entry: Sendable {
  /// The sequence of the record that accepted it. It orders all work and survives compaction.
  package typealias ID = UInt64

  package let id: ID
  let requestID: RequestID
  package let kind: JobKind.Index
  package let lane: Lane.Key
  /// Milliseconds since 1970.
  package let createdAt: Int64
  /// When it was accepted, or rejected work was retried: from then its time to live counts, on the clock of
  /// the outbox.
  package let livesSince: Int64
  /// What it takes on disk, for the limit of the outbox.
  package let bytes: Int
  package let digest: CallDigest
  package var location: RecordLocation
  package var attempts = 0
  /// Stands before what waits in its lane.
  package var goesFirst = false
  /// A token update was let go first, and has ended: this pass need not look again.
  package var isPastTokenUpdate = false
  /// Not to be sent yet: its acknowledgement is still on the way.
  package var isHeld = false
  package var waitingFor: WaitingFor?
  package var lastError: WorkError?

  package var requestId: String { requestID.text }
}

/// Why a piece of work is not being sent right now.
package enum WaitingFor: String, Sendable, CaseIterable {
  case retry, user, token, permission, configuration
}

/// What the last attempt at a piece of work came to.
package struct WorkError: Sendable, Equatable {
  package var code: Int
  package var httpCode: Int?
  /// At most 1 KiB of JSON: there may be one for each piece of pending work.
  package var message: String

  package init(code: Int, httpCode: Int? = nil, message: String) {
    self.code = code
    self.httpCode = httpCode
    self.message = message.cut(to: 1024)
  }
}

/// Work of one user that is delivered one piece at a time, in order of acceptance.
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
    /// What changes the state of a profile or a subscription.
    case state
    case mobileEvent
    /// No order with anything else: a lane of its own for each piece.
    case own(Entry.ID)
  }

  enum Status: Equatable {
    case ready
    /// That piece of work is being tried.
    case inFlight(Entry.ID)
    case sleeping(until: Duration)
  }

  let user: UserTable.Index
  var queue = EntryQueue()
  var status = Status.ready
  /// How often in a row the head could not even be tried, for the delay of the next look at it.
  var waits = 0
  /// What came for its user while its head was on the wire, so that no arrival is missed.
  var arrived: Set<WaitingFor> = []

  init(user: UserTable.Index) {
    self.user = user
  }

  enum Place: Equatable {
    /// It is alone, and nothing is being tried.
    case alone
    /// It has pushed that aside, which was to be tried next.
    case before(Entry.ID)
    case behind
  }

  mutating func add(_ id: Entry.ID, goesFirst: Bool) -> Place {
    let head = queue.first
    if goesFirst {
      queue.insert(id, behind: status.flying == nil ? 0 : 1)
    } else {
      queue.insert(id)
    }
    guard status.flying == nil, queue.first == id else { return .behind }
    return head.map(Place.before) ?? .alone
  }
}

/// A lane as the outbox knows it: by one number, while there is something in it.
struct LaneID: Hashable, Sendable {
  private let value: UInt64

  private static let isShared: UInt64 = 1 << 63

  init(_ name: Lane.Name, of user: UserTable.Index) {
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

  /// The one piece of work of a lane that has no more.
  var only: Entry.ID? { value & Self.isShared == 0 ? value : nil }
}

/// First in, first out, without moving what remains at each removal.
struct EntryQueue: Sendable {
  private var ids: [Entry.ID] = []
  private var start = 0

  var first: Entry.ID? { start < ids.count ? ids[start] : nil }
  var isEmpty: Bool { start == ids.count }

  mutating func append(_ id: Entry.ID) { ids.append(id) }

  /// Puts work before what waits, behind the first `count`.
  mutating func insert(_ id: Entry.ID, behind count: Int) {
    ids.insert(id, at: min(start + count, ids.count))
  }

  /// Puts work back where its order of acceptance belongs: rarely needed, so by insertion.
  mutating func insert(_ id: Entry.ID) {
    if let last = ids.last, last > id {
      let index = ids[start...].firstIndex { $0 > id } ?? ids.count
      ids.insert(id, at: index)
    } else {
      ids.append(id)
    }
  }

  mutating func remove(_ id: Entry.ID) {
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

/// What a call was, in 128 bits: the same for the same method and parameters compared as JSON.
package struct CallDigest: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// The first half of the SHA-256 of `bytes`.
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
