import JSONCodec
import Synchronization
import TestSupport

@testable import JSONRPC

/// The shared state of the methods of these tests: a log of their actions, in order, and gates at which some wait.
final class PeerFixture: Sendable {
  private struct State {
    var log: [String] = []
    var open: Set<String> = []
    var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    var watching: [(line: String, continuation: CheckedContinuation<Void, Never>)] = []
    var later: [String: Call] = [:]
    var retained: [Call] = []
    var unseen: [String] = []
    var committed: [Call] = []
    var hasEnded = false
  }

  let remote: Remote
  let traces = Traces()
  private let state = Mutex(State())

  init(_ remote: Remote) {
    self.remote = remote
  }

  var log: [String] { state.withLock { $0.log } }

  func record(_ line: String) {
    let watching = state.withLock { state in
      state.log.append(line)
      defer { state.watching.removeAll { $0.line == line } }
      return state.watching.filter { $0.line == line }
    }
    for watcher in watching { watcher.continuation.resume() }
  }

  func wait(for line: String) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.log.contains(line) { return true }
        state.watching.append((line, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Waits until the gate is opened or the task is cancelled.
  func pass(_ door: String) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if state.hasEnded || state.open.contains(door) { return true }
          state.waiting[door, default: []].append(continuation)
          return false
        }
        if isOpen { continuation.resume() }
      }
    } onCancel: {
      open(door)
    }
  }

  func open(_ door: String) {
    let waiters = state.withLock { state in
      state.open.insert(door)
      return state.waiting.removeValue(forKey: door) ?? []
    }
    for waiter in waiters { waiter.resume() }
  }

  func retain(_ call: Call, as name: String) {
    let hasEnded = state.withLock { state in
      guard !state.hasEnded else { return true }
      state.later[name] = call
      state.retained.append(call)
      state.unseen.append(name)
      return false
    }
    if hasEnded { call.respond(.success(Array("1".utf8))) }
  }

  /// The log entries since the last call.
  var newlyRetained: [String] {
    state.withLock { state in
      defer { state.unseen = [] }
      return state.unseen
    }
  }

  func answer(_ name: String, _ result: Result<[UInt8], RPCError> = .success(Array("1".utf8))) {
    state.withLock { $0.later[name] }?.respond(result)
  }

  /// Answers every stored call.
  func answerAll() {
    for call in state.withLock({ $0.retained }) { call.respond(.success(Array("1".utf8))) }
  }

  /// Releases every stored call.
  func forgetCalls() {
    state.withLock { state in
      state.later = [:]
      state.retained = []
      state.committed = []
    }
  }

  /// Opens all gates and answers all stored calls: an open call retains its peer, and the peer this fixture.
  func end() {
    let waiting = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [:] }
      return state.waiting.values.flatMap(\.self)
    }
    for waiter in waiting { waiter.resume() }
    commit()
    answerAll()
    forgetCalls()
  }

  func retainForCommit(_ call: Call) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.committed.append(call) }
      return state.hasEnded
    }
    if hasEnded { call.respond(.success(Array("1".utf8))) }
  }

  func commit() {
    let calls = state.withLock { state in
      defer { state.committed = [] }
      return state.committed
    }
    for call in calls { call.respond(.success(Array("\"durable\"".utf8))) }
  }
}

extension PeerFixture {
  private typealias Tail = @Sendable () async throws(RPCError) -> [UInt8]

  private static func slow(
    _ method: String, _ reply: @escaping @Sendable (@escaping Tail) -> Reply
  ) -> MethodEntry {
    MethodEntry(name: method, order: .ordered) { call, parameters throws(RPCError) in
      let name = try started(call, parameters)
      return .now { () throws(RPCError) in
        call.context.record(name)
        return reply { () async throws(RPCError) in
          await call.context.pass(name)
          call.context.record("end \(name)")
          return JSON.string(name).bytes
        }
      }
    }
  }

  /// Each takes a name as its first parameter, logs `start <name>` when it starts and the name when it takes effect,
  /// and answers the name.
  static let methods = Dispatcher(
    [
      // Takes effect at its turn.
      method("now", aliases: ["alsoNow"]) { _, _ in },
      // Passes the gate of its name first.
      MethodEntry(name: "after", order: .ordered) { call, parameters throws(RPCError) in
        let name = try started(call, parameters)
        return .after { () async throws(RPCError) in
          await call.context.pass(name)
          if name.hasPrefix("refused") { throw .notInitialized }
          return effect(call, name)
        }
      },
      // Asks the peer first, and answers the peer's answer.
      MethodEntry(name: "ask", order: .ordered) { call, parameters throws(RPCError) in
        let name = try started(call, parameters)
        return .after { () async throws(RPCError) in
          let answer = await callHost(call)
          return { () throws(RPCError) in
            call.context.record(name)
            return .result(answer.bytes)
          }
        }
      },
      MethodEntry(name: "free", order: .free) { call, parameters throws(RPCError) in
        .now(effect(call, try started(call, parameters)))
      },
      MethodEntry(name: "freeAfter", order: .free) { call, parameters throws(RPCError) in
        let name = try started(call, parameters)
        return .after { () async throws(RPCError) in
          await call.context.pass(name)
          return effect(call, name)
        }
      },
      // Answered by `PeerFixture.answer`.
      MethodEntry(name: "later", order: .ordered) { call, parameters throws(RPCError) in
        let name = try started(call, parameters)
        return .now { () throws(RPCError) in
          call.context.retain(call, as: name)
          call.context.record(name)
          return .deferred
        }
      },
      // Answered by `PeerFixture.commit`, like durable calls.
      MethodEntry(name: "durable", order: .ordered) { call, parameters throws(RPCError) in
        let name = try started(call, parameters)
        return .now { () throws(RPCError) in
          call.context.record(name)
          call.context.retainForCommit(call)
          return .deferred
        }
      },
      // Their tails pass the gate of their name.
      slow("task") { .task($0) },
      slow("barrier") { .barrier($0) },
      // Logs its notifications: its answer, the end of the service.
      MethodEntry(name: "watched", order: .ordered) { call, parameters throws(RPCError) in
        let name = try started(call, parameters)
        return .now { () throws(RPCError) in
          call.context.retain(call, as: name)
          call.onStop {
            call.context.record("stopped \(name)")
            call.respond(.success(Array("\"pending\"".utf8)))
          }
          call.afterReply { call.context.record("answered \(name)") }
          call.context.record(name)
          return .deferred
        }
      },
      // Answers first, and then registers for events that have already happened.
      MethodEntry(name: "late", order: .ordered) { call, parameters throws(RPCError) in
        let name = try started(call, parameters)
        return .now { () throws(RPCError) in
          call.context.record(name)
          call.respond(.success(Array("1".utf8)))
          call.onStop { call.context.record("stopped \(name)") }
          call.afterReply { call.context.record("answered \(name)") }
          return .deferred
        }
      },
      // Sends an event at the end of its effect and another after its answer.
      method("events") { call, name in
        call.afterReply { call.context.remote.notify("event", Array("[2]".utf8), as: .event) }
        call.context.remote.notify("event", Array("[1]".utf8), as: .event)
      },
      method("refuse") { _, _ throws(RPCError) in
        throw .refused(code: 475, reason: "x", message: "no")
      },
      method("login") { call, name throws(RPCError) in
        guard name == "secret" else { throw .unauthorized }
        call.context.remote.authenticate()
      },
    ])

  private static func method(
    _ name: String, aliases: [String] = [],
    _ body: @escaping @Sendable (Call, String) throws(RPCError) -> Void
  ) -> MethodEntry {
    MethodEntry(name: name, aliases: aliases, order: .ordered) {
      call, parameters throws(RPCError) in
      let name = try started(call, parameters)
      return .now { () throws(RPCError) in
        call.context.record(name)
        try body(call, name)
        return .result(JSON.string(name).bytes)
      }
    }
  }

  private static func started(
    _ call: Call, _ parameters: RawParams
  ) throws(RPCError) -> String {
    guard case .positional(let values) = parameters, let name = values.first?.stringValue else {
      throw .invalidParams(parameter: "0", expected: "string")
    }
    call.context.record("start \(name)")
    call.context.traces.watch(call)
    return name
  }

  private static func effect(_ call: Call, _ name: String) -> Effect {
    { () throws(RPCError) in
      call.context.record(name)
      return .result(JSON.string(name).bytes)
    }
  }

  private static func callHost(_ call: Call) async -> JSON {
    do throws(CallbackFailure) {
      return try await call.context.remote.call("host.ask", Array("{}".utf8))
    } catch {
      return .string("\(error)")
    }
  }
}

extension Call {
  /// The peers of these tests are created with fixtures.
  fileprivate var context: PeerFixture { unsafeDowncast(peerContext, to: PeerFixture.self) }
}

extension LocalPeer<PeerFixture> {
  /// Returns a connection with the methods of `PeerFixture`. Calls that wait for a commit are answered when a
  /// read is drained.
  static func fixture(
    clock: TestClock = TestClock(), counters: RPCCounters = RPCCounters(),
    _ adjust: (inout PeerOptions) -> Void = { _ in }
  ) -> LocalPeer<PeerFixture> {
    let slot = Slot()
    var options = PeerOptions.forTests(clock: clock, counters: counters)
    options.onDrained = { slot.fixture.withLock { $0 }?.commit() }
    adjust(&options)
    let peer = LocalPeer(
      PeerFixture.methods, options: options, onEnd: { $0.end() },
      makeContext: { PeerFixture($0) })
    slot.fixture.withLock { $0 = peer.context }
    return peer
  }

  var fixture: PeerFixture { context }

  /// Sends a request of each method, `("now", "a")`, with its name as id.
  func request(_ calls: (method: String, name: String)...) {
    receive(calls.map { Array(Self.request($0.method, $0.name).utf8) })
  }

  static func request(_ method: String, _ name: String) -> String {
    #"{"jsonrpc":"2.0","id":"\#(name)","method":"\#(method)","params":["\#(name)"]}"#
  }

  func cancel(_ name: String) {
    receive(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"\#(name)"}}"#)
  }

  /// Returns the next `count` messages in short form: `a` for the result of a, `a: -32800` for its error, else
  /// unchanged.
  func answers(_ count: Int) async throws -> [String] {
    var answers: [String] = []
    for _ in 0..<count {
      guard let message = await channel.next() else { break }
      answers.append(try Self.short(message))
    }
    return answers
  }

  /// Returns the messages sent so far, in short form.
  func answersByNow() throws -> [String] { try channel.takeAll().map(Self.short) }

  private static func short(_ message: String) throws -> String {
    let json = try JSONParser.parse(Array(message.utf8)).value
    guard let id = json["id"] else { return message }
    let name = id.stringValue ?? id.text
    if let code = json["error"]?["code"]?.intValue { return "\(name): \(code)" }
    guard let result = json["result"] else { return message }
    return result == id ? name : "\(name): \(result.text)"
  }
}

private final class Slot: Sendable {
  let fixture = Mutex<PeerFixture?>(nil)
}

/// The objects that must be released with a connection, by name.
final class Traces: Sendable {
  private struct Trace {
    let name: String
    weak var object: (any AnyObject & Sendable)?
  }

  private let traces = Mutex<[Trace]>([])

  func watch(_ object: any AnyObject & Sendable, as name: String) {
    traces.withLock { $0.append(Trace(name: name, object: object)) }
  }

  /// Watches the call, and its batch.
  func watch(_ call: Call) {
    watch(call, as: "call of \(call.entry.name)")
    if case .element(_, let batch) = call.place { watch(batch, as: "batch") }
  }

  var count: Int { traces.withLock { $0.count } }

  /// The objects that still exist.
  var living: [String] { traces.withLock { $0.filter { $0.object != nil }.map(\.name) } }
}
