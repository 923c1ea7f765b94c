import EngineTestSupport
import Glibc
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// A whole engine: a real directory, a platform controlled by the test, and a clock that stands still.
final class EngineFixture: Sendable {
  let time: FixtureTime
  let http: ScriptedHTTPClient
  let directory: TemporaryDirectory
  let engine: Engine
  /// The executor of the delivery loops and their attempts.
  private let executor = CountingExecutor()
  /// The jobs that had ended before, in another process.
  private let formerlyEnded: Set<String>
  private let events = Mutex<[SDKEvent]>([])

  /// Without a configuration unless `rToken` or `configuration` is given.
  init(
    _ http: ScriptedHTTPClient = ScriptedHTTPClient([]), rToken: String? = nil,
    configuration: JSONObject? = nil, in directory: TemporaryDirectory = TemporaryDirectory(),
    time: FixtureTime = FixtureTime(), limits: Limits = Limits(),
    kinds: [JobKind] = SampleJobKinds.all,
    client: (any HTTPClient)? = nil
  ) throws {
    self.time = time
    self.http = http
    self.directory = directory
    engine = try Engine(
      .underTest(
        in: directory, kinds: kinds,
        http: ClientOnExecutor(client: client ?? http, executor: executor),
        environment: time.environment, limits: limits), group: .default)
    formerlyEnded = engine.outbox.read { state in
      Set(state.completed.all.map(\.requestID.text))
    }
    directory.whenGone { [engine] in Task { await engine.stop() } }
    let subscription = engine.events.subscribe(since: 0, epoch: nil, codes: nil) { [weak self] in
      if case .event(let event) = $0 { self?.events.withLock { $0.append(event) } }
      return true
    }
    subscription.start()
    if rToken != nil || configuration != nil {
      var members: JSONObject = configuration ?? [:]
      if members["apiUrl"] == nil { members["apiUrl"] = "https://platform.example" }
      if let rToken { members["rToken"] = .string(rToken) }
      try configure(members)
    }
  }

  func configure(_ members: JSONObject) throws { try engine.install(members)() }

  func configure(rToken: String) throws {
    try configure(["apiUrl": "https://platform.example", "rToken": .string(rToken)])
  }

  /// Returns another process on the same files.
  func restarted(
    _ http: ScriptedHTTPClient = ScriptedHTTPClient([]), time: FixtureTime? = nil,
    limits: Limits = Limits()
  ) throws -> EngineFixture {
    try EngineFixture(http, in: directory, time: time ?? self.time, limits: limits)
  }

  func owner(_ user: UserTag) -> JobOwner { JobOwner(user, engine.group, time.environment) }

  /// Accepts a job and commits it.
  @discardableResult
  func accept(
    _ kind: JobKind = SampleJobKinds.event, _ requestId: String, n: Int = 0,
    user: UserTag = .resourceToken
  ) throws -> Bool {
    let isStored = Mutex(false)
    let body: JSONObject = ["n": .int(n)]
    try engine.accept(
      kind, requestId: requestId,
      owner: owner(user),
      digest: CallDigest(of: JSON.object([kind.method: .object(body)]).bytes), body: body
    ) { result in
      guard case .success(let acceptance) = result else { return }
      isStored.withLock { $0 = true }
      acceptance.release()
    }
    engine.commit()
    return isStored.withLock { $0 }
  }

  /// `230 a`: the events so far that name a job, and the others by their code.
  var emitted: [String] {
    events.withLock { $0 }.map { event in
      event.requestID.map { "\(event.code) \($0)" } ?? "\(event.code)"
    }
  }

  var allEvents: [SDKEvent] { events.withLock { $0 } }

  /// Returns the state of a job. The event of an attempt's end follows the end with a short delay, and a test that has
  /// seen the end asserts the event next, so this waits for the event.
  func state(_ requestId: String) -> JobState? {
    let state = engine.outbox.report(requestId)?.state
    guard let state, ![.pending, .cleared].contains(state), !formerlyEnded.contains(requestId)
    else { return state }
    do {
      try blockUntil { isEndEmitted(requestId) }
    } catch {
      Issue.record("there is no event of the end of \(requestId)")
    }
    return state
  }

  private func isEndEmitted(_ requestId: String) -> Bool {
    events.withLock {
      $0.contains { event in
        let isEnd = (230...239).contains(event.code) || (430...439).contains(event.code)
        return (isEnd || (600...602).contains(event.code)) && event.requestID == requestId
      }
    }
  }

  func waitingFor(_ requestId: String) -> WaitingFor? {
    engine.outbox.report(requestId)?.waitingFor
  }

  /// Advances time in steps while any task waits for it.
  func pass(_ duration: Duration, by step: Duration = .seconds(1)) async {
    var left = duration
    while left > .zero {
      await rest()
      await time.clock.advance(by: min(step, left))
      left -= min(step, left)
    }
    await rest()
  }

  /// Advances time in steps until the condition holds. A task that starts its sleep late thus delays the test only.
  func pass(
    by step: Duration = .seconds(1), until condition: @escaping @Sendable () -> Bool,
    fileID: String = #fileID, line: Int = #line
  ) async throws {
    try await eventually(fileID: fileID, line: line) { [self] in
      if condition() { return true }
      await pass(step, by: step)
      return condition()
    }
  }

  /// Waits until nothing is pending, for as long as the number falls.
  func drain(fileID: String = #fileID, line: Int = #line) async throws {
    var last = Int.max
    while case let pending = engine.outbox.statistics.pending, 0 < pending, pending < last {
      last = pending
      try await eventually("\(pending) stay", fileID: fileID, line: line) {
        engine.outbox.statistics.pending < pending
      }
    }
  }

  /// Waits until delivery is idle, and gives other threads time to become idle. A test may rely on this only to show
  /// that something does not happen; it awaits what does happen with `eventually`.
  func rest() async {
    for _ in 0..<3 {
      try? await Task.sleep(for: .microseconds(300))
      for _ in 0..<20 { await Task.yield() }
      await executor.waitUntilIdle()
    }
  }

  func expectSums(sourceLocation: SourceLocation = #_sourceLocation) {
    let statistics = engine.outbox.statistics
    let counters = statistics.counters
    #expect(
      statistics.accepted == counters.delivered + counters.rejected + counters.expired
        + counters.cleared + counters.lost + statistics.pending, "\(statistics)",
      sourceLocation: sourceLocation)
  }
}

private struct ClientOnExecutor: HTTPClient {
  let client: any HTTPClient
  let executor: (any TaskExecutor)?

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    try await client.send(request)
  }
}

/// A host that answers a request when the test allows it.
final class Host: Sendable {
  private struct State {
    var answers: [HostAnswer]
    var last: HostAnswer
    var asked: [String] = []
    var held: [CheckedContinuation<Void, Never>] = []
    var holds = false
  }

  private let state: Mutex<State>

  init(_ answers: HostAnswer..., then last: HostAnswer) {
    state = Mutex(State(answers: answers, last: last))
  }

  var asked: [String] { state.withLock { $0.asked } }

  /// Answers no further request before `letGo`.
  func hold() { state.withLock { $0.holds = true } }

  func letGo() {
    let held = state.withLock { state in
      state.holds = false
      defer { state.held = [] }
      return state.held
    }
    for waiter in held { waiter.resume() }
  }

  func say(_ answer: HostAnswer) { state.withLock { $0.last = answer } }

  private func answer(_ question: String) async -> HostAnswer {
    let answer = state.withLock { state in
      state.asked.append(question)
      return state.answers.isEmpty ? state.last : state.answers.removeFirst()
    }
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if state.holds { state.held.append(continuation) }
        return !state.holds
      }
      if goesOn { continuation.resume() }
    }
    return answer
  }

  func jwt(connection: UInt64 = 1) -> JWTProvider {
    .callback(connection: ConnectionID(connection)) { reason in
      await self.answer(reason.rawValue)
    }
  }

  func token(connection: UInt64 = 1) -> TokenSource {
    .callback(
      connection: ConnectionID(connection),
      host: TokenHost(
        token: { await self.answer($0.rawValue) },
        deleteToken: { provider in
          self.state.withLock { $0.asked.append("delete \(provider.rawValue)") }
        }))
  }
}

extension EngineFixture {
  /// Flips a byte in the record that contains `text`.
  func damage(_ text: String) throws {
    #expect(try JournalDamage.flip(recordHolding: text, in: directory.path))
  }
}

extension Engine {
  /// Returns when the accepted calls are durable and answered, on any thread. Readers do not wait like this.
  func commit() { for outbox in groups.outboxes { outbox.commit() } }
}
