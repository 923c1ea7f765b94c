import AltcraftEngine
import AltcraftMethods
import DurableLog
import EngineTestSupport
import HTTP
import JSONCodec
import JSONRPC
import Synchronization
import TestSupport
import Testing

/// A bridge without a transport and with a platform that accepts every request.
final class PushBridge: Sendable {
  private let directory = TemporaryDirectory()
  private let local: LocalPeer<Session>
  private let engine: Engine
  private let nextID = Atomic<Int>(1)
  /// Messages of the bridge that no test has read yet.
  private let unread = Mutex<[JSON]>([])
  let platform = ScriptedHTTPClient([], then: .status(200))

  /// Initialized, and with an event stream by default.
  init(configured: Bool = true) async throws {
    let engine = try Engine(
      .underTest(
        in: directory, kinds: Catalog.kinds, http: platform, durability: .process), group: .default)
    self.engine = engine
    directory.whenGone { Task { await engine.stop() } }
    var options = PeerOptions(
      authenticationMethod: nil, closesOnOversize: false, clock: ContinuousClock(),
      counters: RPCCounters())
    options.limits.callbackTime = .seconds(5)
    options.makeGroup = { Session.of($0).makeGroup() }
    options.onDrained = { engine.groupCommit() }
    let service = Service(
      version: "test", pid: 1, startedAt: 0, transports: { [] }, dataDirectory: directory.path,
      durability: "process", document: { [] },
      statistics: { TransportStatistics() }, access: nil, becameTrusted: { _, _ in },
      setLogLevel: { _ in }, shutDown: {})
    local = LocalPeer(Catalog.dispatcher, options: options) { remote in
      Session(id: ConnectionID(1), engine: engine, service: service, remote: remote)
    }
    if configured {
      _ = try await result(
        "initialization",
        ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "resource-token"]])
      _ = try await result("setPushToken", ["provider": "ios-firebase", "pushToken": "t"])
    }
    _ = try await result("events.subscribe")
  }

  /// A connection that has not ended keeps the engine, and so the engine's files.
  deinit {
    local.peer.ended()
    local.context.ended()
  }

  func close() async { await engine.stop() }

  /// Returns the whole answer to a call.
  func answer(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
    let id = send(method, parameters)
    return try await message { $0["id"]?.intValue == id && $0["method"] == nil }
  }

  func result(_ method: String, _ parameters: JSON = [:]) async throws -> JSON {
    try #require(try await answer(method, parameters)["result"])
  }

  /// Sends a call whose answer is read later, and returns its id.
  func send(_ method: String, _ parameters: JSON = [:]) -> Int {
    let id = nextID.add(1, ordering: .relaxed).newValue
    let request: JSON = [
      "jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": parameters,
    ]
    local.receive(request.text)
    return id
  }

  /// Returns the next request from the bridge to the host.
  func callback() async throws -> JSON {
    try await message { $0["method"] != nil && $0["id"] != nil }
  }

  func answer(callback: JSON, with result: JSON) {
    let response: JSON = ["jsonrpc": "2.0", "id": callback["id"] ?? .null, "result": result]
    local.receive(response.text)
  }

  /// Returns the codes of the events up to the one with the code `last`.
  func events(through last: Int) async throws -> [Int] {
    var codes: [Int] = []
    repeat {
      let event = try await message { $0["method"]?.stringValue == "event" }
      codes.append(try #require(event["params"]?["code"]?.intValue))
    } while codes.last != last
    return codes
  }

  func message(where fits: (JSON) -> Bool) async throws -> JSON {
    let known = unread.withLock { unread in
      unread.firstIndex(where: fits).map { unread.remove(at: $0) }
    }
    if let known { return known }
    while let message = try await local.next() {
      if fits(message) { return message }
      unread.withLock { $0.append(message) }
    }
    throw Ended()
  }

  struct Ended: Error {}

  /// Returns path and `smid` of the requests to the platform about pushes.
  func pushEvents(_ count: Int) async throws -> [String] {
    await platform.waitForRequests(count)
    return try platform.requests.map { request in
      let path = try #require(request.url.split(separator: "/", maxSplits: 2).last)
      let body = try JSONParser.parse(request.body).value
      return "\(path) \(body["smid"]?.text ?? "")"
    }
  }
}
