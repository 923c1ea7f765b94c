import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import JSONRPC

/// Calls of one read that take effect together.
@Suite(.timeLimit(.minutes(10))) struct CallGroupTests {
  /// A group whose calls have the result 1, and take effect at the next commit.
  private final class Group: CallGroup {
    private struct State {
      var count = 0
      var failures: [Int: RPCError] = [:]
      var effects: [String] = []
      var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// The sizes of the groups that have taken effect, with the refused calls.
    var effects: [String] { state.withLock { $0.effects } }

    /// Lets calls of the next groups fail.
    func fail(_ failures: [Int: RPCError]) { state.withLock { $0.failures = failures } }

    func commit() {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      for body in waiting { body() }
    }

    func add(_ message: UnsafeRawBufferPointer, to answer: inout JSONWriter) {
      state.withLock { $0.count += 1 }
      answer.fragment("1")
    }

    func takeEffect(
      refusing refused: [Int], whenDone: @escaping @Sendable ([Int: RPCError]) -> Void
    ) {
      state.withLock { state in
        state.effects.append("\(state.count)" + (refused.isEmpty ? "" : " without \(refused)"))
        state.count = 0
        let failures = state.failures
        state.waiting.append { whenDone(failures) }
      }
    }

    func acknowledged() {}
    func reset() {}
  }

  private static let methods = Dispatcher([
    MethodEntry(name: "grouped", order: .ordered) {
      MethodEntry.Parts(
        MethodDescription("grouped", "", parameters: [], result: .any),
        body: .start { _, _ throws(RPCError) in
          .now { () throws(RPCError) in .result(Array("\"alone\"".utf8)) }
        },
        groupedRead: { _, message, start, _ in
          // Only `{}` is read.
          message[start...].starts(with: "{}".utf8) ? start + 2 : nil
        }, check: { _, _ in })
    },
    MethodEntry(name: "alone", order: .ordered) { _, _ throws(RPCError) in
      .now { () throws(RPCError) in .result(Array("\"alone\"".utf8)) }
    },
  ])

  private let group = Group()

  private func peer(
    commits: Bool = true, _ adjust: (inout PeerOptions) -> Void = { _ in }
  ) -> LocalPeer<NoContext> {
    var options = PeerOptions.forTests()
    options.makeGroup = { [group] _ in group }
    if commits { options.onDrained = { [group] in group.commit() } }
    adjust(&options)
    return LocalPeer(Self.methods, options: options) { _ in NoContext() }
  }

  private static func request(_ id: String, _ params: String = "{}", method: String = "grouped")
    -> String
  {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  /// Returns `1: 1` for the result 1 of the call 1, and `2: -32600` for an error.
  private static func short(_ messages: [String]) throws -> [String] {
    try messages.map { message in
      let json = try JSONParser.parse(Array(message.utf8)).value
      let answer = json["error"]?["code"] ?? json["result"] ?? .null
      return "\(json["id"]?.text ?? "-"): \(answer.text)"
    }
  }

  @Test("a group has as many calls as there are places")
  func places() throws {
    let local = peer { $0.limits.inFlight = 2 }

    let answers = local.exchange(Self.request("1"), Self.request("2"), Self.request("3"))

    #expect(try Self.short(answers) == ["1: 1", "2: 1", "3: 1"])
    #expect(group.effects == ["2", "1"])
  }

  @Test("a group has as many bytes as may be in flight, and at least one call")
  func bytes() throws {
    let cost = Self.request("1").utf8.count + Peer.callCost
    for (bytes, effects) in [
      (3 * cost, ["3"]), (3 * cost - 1, ["2", "1"]), (cost - 1, ["1", "1", "1"]),
    ] {
      let tests = CallGroupTests()
      let local = tests.peer { $0.limits.inFlightBytes = bytes }

      let answers = local.exchange(Self.request("1"), Self.request("2"), Self.request("3"))

      #expect(try Self.short(answers) == ["1: 1", "2: 1", "3: 1"])
      #expect(tests.group.effects == effects, "\(bytes) bytes")
    }
  }

  @Test("a long read forms groups of 64 calls, and each of the next ones is reported")
  func longRead() throws {
    let reports = Counter()
    let local = peer {
      $0.limits.inFlight = 512
      $0.onNextGroup = { reports.increment() }
    }

    for (calls, effects, nextGroups) in [
      (64, ["64"], 0), (65, ["64", "1"], 1), (130, ["64", "64", "2"], 2),
    ] {
      let (reported, taken) = (reports.value, group.effects.count)
      local.receive((0..<calls).map { Array(Self.request("\($0)").utf8) })
      #expect(try Self.short(local.channel.takeAll()) == (0..<calls).map { "\($0): 1" })
      #expect(Array(group.effects.dropFirst(taken)) == effects)
      #expect(reports.value - reported == nextGroups, "\(calls) calls")
    }
  }

  @Test("a group that takes all places is committed by the reader, and not reported")
  func allPlaces() throws {
    let reports = Counter()
    let local = peer { $0.onNextGroup = { reports.increment() } }

    local.receive((0..<130).map { Array(Self.request("\($0)").utf8) })

    #expect(try Self.short(local.channel.takeAll()) == (0..<130).map { "\($0): 1" })
    #expect(group.effects == ["64", "64", "2"] && reports.value == 0)
  }

  @Test("the groups of a read are answered each with its commit, also while the read goes on")
  func committedMeanwhile() throws {
    let local = peer(commits: false) {
      $0.limits.inFlight = 512
      $0.onNextGroup = { [group] in group.commit() }
    }

    local.receive((0..<130).map { Array(Self.request("\($0)").utf8) })
    #expect(try Self.short(local.channel.takeAll()) == (0..<128).map { "\($0): 1" })

    group.commit()
    #expect(try Self.short(local.channel.takeAll()) == ["128: 1", "129: 1"])
  }

  @Test("the place of a grouped call is free when it has been answered")
  func freePlaces() throws {
    let local = peer { $0.limits.inFlight = 2 }
    for _ in 0..<3 {
      let answers = local.exchange(Self.request("1"), Self.request("2"))
      #expect(try Self.short(answers) == ["1: 1", "2: 1"])
    }
    #expect(group.effects == ["2", "2", "2"])
  }

  @Test("an ordinary call waits while grouped calls take the places or the bytes in flight")
  func ordinaryBehindGroup() throws {
    let cost = Self.request("1").utf8.count + Peer.callCost
    for limits in [(2, 1 << 20), (64, 2 * cost)] {
      let tests = CallGroupTests()
      let local = tests.peer(commits: false) {
        $0.limits.inFlight = limits.0
        $0.limits.inFlightBytes = limits.1
      }
      local.receive(Self.request("1"), Self.request("2"))
      #expect(try Self.short(local.exchange(Self.request("3", "[]", method: "alone"))) == [])

      tests.group.commit()

      #expect(try Self.short(local.channel.takeAll()) == ["1: 1", "2: 1", "3: \"alone\""])
    }
  }

  @Test("the ids of answered calls are free, also beside notifications")
  func freeIDs() throws {
    let local = peer()
    for _ in 0..<3 {
      let answers = local.exchange(
        #"{"jsonrpc":"2.0","method":"grouped","params":{}}"#, Self.request("1"), Self.request("2"))
      #expect(try Self.short(answers) == ["1: 1", "2: 1"])
    }
    #expect(group.effects == ["3", "3", "3"])
  }

  @Test("the calls of a group whose id is in flight are refused, and keep the id in use")
  func duplicates() throws {
    let local = peer(commits: false)
    local.receive(Self.request("1"))
    let second = local.exchange(Self.request("1"), Self.request("2"), Self.request("2"))
    #expect(try Self.short(second) == ["1: -32600", "2: -32600"])

    group.commit()

    #expect(try Self.short(local.channel.takeAll()) == ["1: 1", "2: 1"])
    #expect(group.effects == ["1", "3 without [0, 2]"])
  }

  @Test("the failures of a group are answered in the order of its calls, before the results")
  func failures() throws {
    let local = peer()
    group.fail(Dictionary(uniqueKeysWithValues: (1..<9).map { ($0, RPCError.notInitialized) }))

    local.receive((0..<10).map { Array(Self.request("\($0)").utf8) })

    let failed = (1..<9).map { "\($0): -32013" }
    #expect(try Self.short(local.channel.takeAll()) == failed + ["0: 1", "9: 1"])
  }

  @Test("a call that the group does not read takes the ordinary way, after those in the group")
  func ordinary() throws {
    let local = peer()

    let answers = local.exchange(
      Self.request("1"), Self.request("2", "[]"), Self.request("3"))

    #expect(try Self.short(answers) == ["2: \"alone\"", "1: 1", "3: 1"])
    #expect(group.effects == ["1", "1"])
  }

  @Test("after a stop the calls of a group are refused")
  func stopped() throws {
    let local = peer()
    let message = Array(Self.request("1").utf8)
    message.withUnsafeBytes { local.peer.received($0) }

    local.peer.stop {}
    local.peer.drained()

    #expect(try Self.short(local.channel.takeAll()) == ["1: -32014"])
    #expect(group.effects == [])
  }

  @Test("the latency of a group is observed for its requests, without notifications")
  func latency() {
    let requests = Counter()
    let observations = Counter()
    let local = peer {
      $0.observeLatency = { _, count in
        observations.increment()
        for _ in 0..<count { requests.increment() }
      }
    }

    local.receive(
      Self.request("1"), #"{"jsonrpc":"2.0","method":"grouped","params":{}}"#, Self.request("2"))

    #expect(requests.value == 2 && observations.value == 1)
    #expect(group.effects == ["3"])
  }

  @Test("a connection whose input has ended closes when its group has been answered")
  func end() throws {
    let local = peer(commits: false)
    local.receive(Self.request("1"))
    local.peer.ended()
    #expect(!local.channel.isClosed)

    group.commit()

    #expect(try Self.short(local.channel.takeAll()) == ["1: 1"])
    #expect(local.channel.isClosed)
  }
}
