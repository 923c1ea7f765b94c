import AltcraftEngine
import AltcraftMethods
import EngineTestSupport
import HTTP
import JSONCodec
import JSONRPC
import Synchronization
import TestSupport
import Testing

/// A service without transports or a network: connections in memory, a scripted platform, a clock that stands still.
final class MethodFixture: Sendable {
  private let time = FixtureTime()
  let http: ScriptedHTTPClient
  let engine: Engine
  let directory: TemporaryDirectory
  private let connections = Mutex(UInt64(0))
  var clock: TestClock { time.clock }

  init(
    _ http: ScriptedHTTPClient = ScriptedHTTPClient([]), limits: Limits = Limits(),
    in directory: TemporaryDirectory = TemporaryDirectory(),
    statistics: @escaping @Sendable () -> TransportStatistics = { TransportStatistics() },
    access: Access? = nil, pages: String? = nil
  ) throws {
    self.http = http
    self.directory = directory
    engine = try Engine(
      .underTest(
        in: directory, kinds: Catalog.kinds, http: http, environment: time.environment,
        limits: limits), group: .default)
    directory.whenGone { [engine] in Task { await engine.stop() } }
    service = Service(
      version: "0", pid: 1, startedAt: 0, transports: { [] }, dataDirectory: directory.path,
      durability: "power", document: { Array("{}".utf8) },
      statistics: statistics, access: access, pages: pages, becameTrusted: { _, _ in },
      setLogLevel: { _ in }, shutDown: {})
  }

  /// Connects a client. Its calls of one read form a group only if `isGrouped` is true. Without `commits` they wait for
  /// a commit of another client.
  func connect(isGrouped: Bool = true, commits: Bool = true) -> Connection {
    Connection(
      self, isGrouped: isGrouped, commits: commits,
      id: connections.withLock {
        $0 += 1
        return $0
      })
  }

  /// Returns a connection that is configured with a resource token and a push token.
  func ready() throws -> Connection {
    let connection = connect()
    try connection.ready()
    return connection
  }

  /// The process, shared by all connections.
  let service: Service
}

/// One client of the service. Messages in both directions are checked against the document.
final class Connection: Sendable {
  let local: LocalPeer<Session>
  private let fixture: MethodFixture
  private let requests = Mutex(0)
  private let inbox = Mutex<[JSON]>([])
  private let log = WireLog(try? EventContract.made.get().checker)
  private let reportedProblems = Mutex(0)

  init(_ fixture: MethodFixture, isGrouped: Bool, commits: Bool, id: UInt64) {
    self.fixture = fixture
    let (engine, service) = (fixture.engine, fixture.service)
    var options = PeerOptions(
      authenticationMethod: nil, closesOnOversize: true, clock: fixture.clock,
      counters: RPCCounters()
    )
    if isGrouped { options.makeGroup = { Session.of($0).makeGroup() } }
    if commits { options.onDrained = { engine.groupCommit() } }
    local = LocalPeer(Catalog.dispatcher, options: options) { remote in
      Session(
        id: ConnectionID(id), engine: engine, service: service, remote: remote)
    }
  }

  /// A connection that has not ended keeps its engine, and so the files of the engine.
  deinit { end() }

  /// Calls, and returns all messages sent until the call was taken from the input.
  func send(_ method: String, _ params: JSON? = nil) -> [JSON] {
    receive([request(method, params)])
    return take()
  }

  func request(_ method: String, _ params: JSON? = nil, id: Int? = nil) -> JSON {
    var members: JSONObject = [
      "jsonrpc": "2.0",
      "id": .int(
        id
          ?? requests.withLock {
            $0 += 1
            return $0
          }),
      "method": .string(method),
    ]
    members["params"] = params
    return .object(members)
  }

  /// Delivers the messages as one read.
  func receive(_ messages: [JSON]) {
    for message in messages { log.sent(message.bytes, on: 0) }
    local.receive(messages.map(\.bytes))
  }

  func take() -> [JSON] {
    local.channel.takeAll().compactMap { try? JSONParser.parse(Array($0.utf8)).value }
      .map(checked)
  }

  /// Returns the messages that arrived before the answers to calls, and those that wait.
  func takeAll() -> [JSON] {
    let passed = inbox.withLock { inbox in
      defer { inbox = [] }
      return inbox
    }
    return passed + take()
  }

  private func next() async -> JSON? { (try? await local.next()).map(checked) }

  private func checked(_ message: JSON) -> JSON {
    log.received(message.bytes, on: 0)
    let problems = log.problems
    let known = reportedProblems.withLock { known in
      defer { known = problems.count }
      return known
    }
    for problem in problems.dropFirst(known) { Issue.record("not as in the document: \(problem)") }
    return message
  }

  /// The number of events that arrived here: the hub counts an event before it arrives.
  var eventCount: Int { local.channel.count(ofNotifications: "event") }

  /// Calls and waits for the answer; `takeAll` returns the other messages.
  func call(_ method: String, _ params: JSON? = nil) async -> JSON {
    receive([request(method, params)])
    return await answer()
  }

  /// Returns the next answer to a call.
  func answer() async -> JSON {
    while let message = await next() {
      if message["method"] == nil { return message }
      inbox.withLock { $0.append(message) }
    }
    Issue.record("no answer")
    return .null
  }

  /// Returns the next request of the bridge.
  func question() async -> JSON {
    if let kept = inbox.withLock({ inbox in
      inbox.firstIndex { $0["id"] != nil && $0["method"] != nil }.map { inbox.remove(at: $0) }
    }) {
      return kept
    }
    while let message = await next() {
      if message["method"] != nil, message["id"] != nil { return message }
      inbox.withLock { $0.append(message) }
    }
    Issue.record("no question")
    return .null
  }

  func reply(to question: JSON, _ result: JSON) {
    receive([["jsonrpc": "2.0", "id": question["id"] ?? .null, "result": result]])
  }

  func ready() throws {
    let answers =
      send(
        "initialization",
        ["configuration": ["apiUrl": "https://platform.example", "rToken": "resource-token"]])
      + send("setPushToken", ["provider": "ios-firebase", "pushToken": "fcm-token-1"])
    try #require(answers.map { $0["result"] } == [true, true])
  }

  /// Disconnects the client.
  func end() {
    local.peer.ended()
    local.context.ended()
  }

  func subscribe() { _ = send("events.subscribe", [:]) }
}

extension JSON {
  /// `event 230 r1`, `result`, `error 475`, `provider.getJWT`: a message in short form.
  var summary: String {
    if let error = self["error"] { return "error \(error["code"]?.intValue ?? 0)" }
    if self["result"] != nil { return "result" }
    guard self["method"] == "event", let event = self["params"] else {
      return self["method"]?.stringValue ?? "?"
    }
    let id = event["requestId"]?.stringValue.map { " " + $0 } ?? ""
    return "event \(event["code"]?.intValue ?? 0)\(id)"
  }
}
