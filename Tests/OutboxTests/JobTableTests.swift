import JSONCodec
import TestSupport
import Testing

@testable import AltcraftEngine
@testable import DurableLog

@Suite struct RequestIDTests {
  @Test(
    "an id is returned unchanged from every form of storage",
    arguments: [
      "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0", "00000000-0000-0000-0000-000000000000",
      "ffffffff-ffff-ffff-ffff-ffffffffffff", "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0",
      "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1fg", "0f1e2d3c:4b5a-6978-8796-a5b4c3d2e1f0", "", "a",
      "order-1", "sixteen.letters_", "seventeen.letters", String(repeating: "x", count: 36),
      String(repeating: "y", count: 128), "a\u{0}b", "a\u{0}", "ю-1",
    ])
  func roundTrip(text: String) {
    #expect(Array(ClientRequestID(text).text.utf8) == Array(text.utf8))
    #expect(ClientRequestID(text) == ClientRequestID(text))
    var writer = JSONWriter()
    ClientRequestID(text).write(to: &writer)
    #expect(writer.bytes == JSON.string(text).bytes)
  }

  @Test("similar ids are distinct")
  func different() {
    let texts = [
      "", "\u{0}", "a", "a\u{0}", "b", "00000000-0000-0000-0000-000000000000",
      "00000000-0000-0000-0000-000000000001", "00000000-0000-0001-0000-000000000000",
      "00000000000000000000000000000000", "0000000000000000",
    ]
    #expect(Set(texts.map { ClientRequestID($0) }).count == texts.count)
  }
}

@Suite struct HashIndexTests {
  /// The keys that a test stores in an index, with a hash chosen by the test.
  private struct Kept {
    var index = HashIndex()
    var hashes: [UInt32: UInt64] = [:]

    func expect(_ slot: UInt32, _ isThere: Bool) {
      let found = index.find(hashes[slot] ?? UInt64(slot) << 32) { $0 == slot }
      #expect((found == slot) == isThere)
    }
  }

  @Test(
    "stored keys are found and removed keys are not, even if many share a hash",
    arguments: [1, 2, 7, 1000] as [UInt64])
  func collisions(hashes: UInt64) {
    var random = SeededNumbers(seed: hashes)
    var kept = Kept()
    var present: Set<UInt32> = []
    for _ in 0..<4000 {
      let slot = UInt32(random.next() % 300)
      if present.remove(slot) != nil {
        kept.index.remove(slot, hash: kept.hashes[slot]!)
      } else {
        // Neighbours at the end of the table, where probing continues at its beginning.
        let hash = (UInt64(UInt32.max) - random.next() % hashes) << 32 | random.next() >> 32
        kept.hashes[slot] = hash
        kept.index.insert(slot, hash: hash)
        present.insert(slot)
      }
      let other = UInt32(random.next() % 300)
      kept.expect(other, present.contains(other))
    }
    for slot in 0..<300 as Range<UInt32> { kept.expect(slot, present.contains(slot)) }
    #expect(kept.index.count == present.count)
  }

  @Test("of two keys with the same hash the requested one is found")
  func twins() {
    var index = HashIndex()
    index.insert(1, hash: 5 << 32)
    index.insert(2, hash: 5 << 32)

    #expect(index.find(5 << 32) { $0 == 2 } == 2)
    #expect(index.find(5 << 32) { _ in false } == nil)
    index.remove(1, hash: 5 << 32)
    #expect(index.find(5 << 32) { _ in true } == 2)
  }
}

@Suite struct JobTableTests {
  @Test("a job is returned unchanged, by its number and by its request id")
  func roundTrip() throws {
    var random = SeededNumbers(seed: 1)
    var store = JobTable()
    var kept: [Job.ID: Job] = [:]
    // Enough for several chunks, some of which are reused.
    for round in 0..<6000 as Range<UInt64> {
      if round % 3 == 2, let id = kept.keys.min() {
        store.remove(id)
        kept[id] = nil
      } else {
        let entry = Self.entry(round, &random)
        _ = store.insert(entry)
        kept[entry.id] = entry
      }
    }

    #expect(store.count == kept.count && store.orderedIDs == kept.keys.sorted())
    #expect(store.oldest == kept.keys.min() && store.newest == kept.keys.max())
    for (id, entry) in kept {
      #expect(store[id].map(Recorder.init) == Recorder(entry))
      #expect(store.id(of: entry.requestID) == id)
    }
    #expect(store[1] == nil && store.id(of: ClientRequestID("unknown")) == nil)
  }

  @Test("a page of jobs contains the first of the remaining ones, in order of acceptance")
  func page() {
    var store = JobTable()
    for id in [5, 3, 9, 1, 7] as [UInt64] { _ = store.insert(.test(id, .state)) }

    #expect(store.firstIDs(2, from: 0) == [1, 3])
    #expect(store.firstIDs(2, from: 4) == [5, 7])
    #expect(store.firstIDs(9, from: 6) == [7, 9])
    #expect(store.firstIDs(1, from: 10) == [])
    #expect(store.firstIDs(0, from: 0) == [])
  }

  @Test("a user stays in the table while it has a job or a lane, and its number is reused")
  func users() {
    var users = UserTagInterner()
    let ann = users.retain(UserTag("ann"))
    #expect(users.retain(UserTag("bob")) != ann)
    #expect(users.retain(UserTag("ann")) == ann)
    users.release(ann)
    #expect(users.index(of: UserTag("ann")) == ann)
    users.release(ann)
    #expect(users.index(of: UserTag("ann")) == nil)
    #expect(users.retain(UserTag("cem")) == ann && users[ann] == UserTag("cem"))
    #expect(users.index(of: UserTag("ann")) == nil)
  }

  private static func entry(_ number: UInt64, _ random: inout SeededNumbers) -> Job {
    let id = 100 + number
    let location = RecordLocation(
      segment: random.next(), offset: UInt32(random.next() % 4000), length: 100)
    let requests = ["r\(number)", "request-number-\(number)-of-many", uuid(&random)]
    let names: [Lane.Name] = [.state, .mobileEvent, .own(id)]
    var entry = Job(
      id: id, requestID: ClientRequestID(requests[Int(random.next() % 3)]),
      kind: UInt8(random.next() % 7),
      lane: Lane.Key(
        userTag: UserTag("user-\(random.next() % 5)"), name: names[Int(random.next() % 3)]),
      createdAt: Int64(bitPattern: random.next()), livesSince: Int64(bitPattern: random.next()),
      bytes: Int(random.next() % 300_000), digest: CallDigest(of: [UInt8(random.next() % 256)]),
      location: location)
    entry.attempts = Int(random.next() % 3)
    entry.hasPriority = random.next() % 2 == 0
    entry.skipsTokenUpdate = random.next() % 2 == 0
    entry.isHeld = random.next() % 2 == 0
    entry.waitingFor = WaitingFor.allCases.element(&random)
    entry.lastError = random.next() % 2 == 0 ? nil : AttemptError.test
    return entry
  }

  private static func uuid(_ random: inout SeededNumbers) -> String {
    ClientRequestID.uuid(random.next(), random.next()).text
  }

  /// All data about a job.
  private struct Recorder: Equatable {
    let text: String

    init(_ entry: Job) { text = "\(entry)" }
  }
}

extension Array {
  /// Returns one of them, or nil.
  fileprivate func element(_ random: inout SeededNumbers) -> Element? {
    let index = Int(random.next() % UInt64(count + 1))
    return index < count ? self[index] : nil
  }
}
