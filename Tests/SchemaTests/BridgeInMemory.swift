import AltcraftEngine
import AltcraftMethods
import DurableLog
import EngineTestSupport
import HTTP
import JSONCodec
import JSONRPC
import PlatformSimulator
import Synchronization
import TestSupport

/// The whole bridge without its executable: real engine, real methods and real delivery, against a simulated
/// platform, over a connection without a transport.
final class BridgeInMemory: Sendable {
  private let directory = TemporaryDirectory()
  private let simulator = Simulator()
  private let delivery = CurlHTTPClient(
    userAgent: "altcraft-bridge/test", settings: HTTPSettings(concurrency: 16))
  private let engine: Engine
  private let local: LocalPeer<Session>
  private let platformURL: String
  private let stopRequests = StopRequests()

  init() throws {
    platformURL = try simulator.start().url
    let engine = try Engine(
      .underTest(
        in: directory, kinds: Catalog.kinds, http: delivery, durability: .process), group: .default)
    self.engine = engine
    directory.whenGone { Task { await engine.stop() } }
    let service = Self.service(directory.path, stopRequests)
    var options = PeerOptions(
      authenticationMethod: nil, closesOnOversize: false, clock: ContinuousClock(),
      counters: RPCCounters())
    options.makeGroup = { Session.of($0).makeGroup() }
    options.onDrained = { engine.groupCommit() }
    local = LocalPeer(Catalog.dispatcher, options: options) { remote in
      Session(id: ConnectionID(1), engine: engine, service: service, remote: remote)
    }
  }

  /// A connection that has not ended keeps the engine, and so the engine's files.
  deinit {
    local.peer.ended()
    local.context.ended()
  }

  /// Sends one request and returns its answer. Requests of the bridge are answered with the first example of
  /// the callback; all other messages are skipped.
  func answer(to request: JSON) async throws -> JSON {
    local.receive(request.text.replacing("http://127.0.0.1:8090", with: platformURL))
    while let message = try await local.next() {
      if message["id"] == request["id"], message["method"] == nil { return message }
      if let id = message["id"], let method = message["method"]?.stringValue {
        let callback = Catalog.callbacks.first { $0.name == method }
        let answer: JSON = [
          "jsonrpc": "2.0", "id": id, "result": callback?.examples.first?.result ?? .null,
        ]
        local.receive(answer.text)
      }
    }
    throw ConnectionEnded()
  }

  struct ConnectionEnded: Error {}

  /// The number of stop requests to the service.
  var stops: Int { stopRequests.count.load(ordering: .acquiring) }

  private final class StopRequests: Sendable {
    let count = Atomic<Int>(0)
  }

  /// Stops everything that was started.
  func close() async {
    await engine.stop()
    delivery.close()
    simulator.stop()
  }

  /// The OpenRPC document, made once: a bridge is built for each example.
  private static let document =
    JSON.object(Catalog.openRPC(version: BridgeVersion.current).document).bytes

  private static func service(_ path: String, _ stopRequests: StopRequests) -> Service {
    Service(
      version: BridgeVersion.current, pid: 4711, startedAt: 0, transports: { ["stdio"] },
      dataDirectory: path, durability: "process", document: { document },
      statistics: {
        var statistics = TransportStatistics()
        statistics.latency = [(le: 100, count: 1), (le: nil, count: 0)]
        return statistics
      }, access: Access(control: "0123456789abcdef", observer: "fedcba9876543210"),
      pages: "http://127.0.0.1:8093", becameTrusted: { _, _ in }, setLogLevel: { _ in },
      shutDown: { stopRequests.count.add(1, ordering: .releasing) })
  }
}
