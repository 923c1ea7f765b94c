import BridgeClient
import JSONCodec
import Synchronization
import System
import TestSupport
import Testing

@testable import AltcraftBridgeClient

@Suite struct ReplacedConnectionTests {
  // A bridge that hung during the registrations closes its connection long after another one works.
  @Test("a connection that was replaced reports neither its late end nor its messages")
  func late() async throws {
    let changes = Mutex<[Bridge.ConnectionChange]>([])
    let methods = Mutex<[String]>([])
    var host = Bridge.Host()
    host.connection = { change in changes.withLock { $0.append(change) } }
    host.notification = { method, _ in methods.withLock { $0.append(method) } }
    let directory = TemporaryDirectory()
    let bridge = try Bridge.start(
      builtProduct("altcraft-bridge"), dataDirectory: directory.path + "/data", host: host)
    bridge.state.withLock { $0.number = 2 }

    for number in [0, 1] {
      let handlers = bridge.owner.handlers(host, connection: number)
      handlers.notification("event", .object(["epoch": "e", "seq": 1]))
      handlers.ended()
    }
    bridge.owner.handlers(host, connection: 2).notification("event.of.the.newest", .null)

    #expect(changes.withLock { $0 } == [])
    #expect(methods.withLock { $0 } == ["event.of.the.newest"])
    #expect(try await bridge.call("bridge.ping") == "pong")
    #expect(bridge.close() == 0)
    withExtendedLifetime(directory) {}
  }
}
