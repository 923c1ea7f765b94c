import AltcraftMethods
import HTTP
import JSONCodec
import JSONRPC
import Synchronization
import TestSupport
import Testing

@testable import AltcraftEngine

/// The registrations of a connection are removed with it, also if the call takes effect after the end of its input.
@Suite struct ConnectionEndTests {
  static let registrations: [(method: String, params: JSON)] = [
    ("events.subscribe", [:]),
    ("setJWTProvider", ["provider": "callback"]),
    ("setAPNSTokenProvider", ["provider": "callback"]),
    ("setFCMTokenProvider", ["provider": "callback"]),
    ("setHMSTokenProvider", ["provider": "callback"]),
    ("notificationManager.setCustomPushProcessing", ["enabled": true]),
    ("notificationManager.setCustomClickProcessing", ["enabled": true]),
  ]

  @Test(
    "a registration is removed with its connection, before and after the end of the input",
    arguments: registrations.map(\.method), [false, true])
  func registration(method: String, isLate: Bool) async throws {
    let fixture = try MethodFixture()
    let params = try #require(Self.registrations.first { $0.method == method }).params
    let session = await ended(in: fixture, method, params, isLate: isLate)
    try await eventually("\(method) holds its connection") { session.isGone }
    #expect(!fixture.engine.identity.asksHost && !fixture.engine.tokens.hasSources)
    await fixture.engine.stop()
  }

  /// Returns a connection that has ended. `clear` is a barrier: the calls behind it take effect after it.
  private func ended(
    in fixture: MethodFixture, _ method: String, _ params: JSON, isLate: Bool
  ) async -> WeakReference {
    let connection = fixture.connect()
    if isLate {
      connection.receive([connection.request("clear"), connection.request(method, params)])
      connection.end()
    } else {
      connection.receive([connection.request(method, params)])
      _ = await connection.answer()
      connection.end()
    }
    await connection.local.channel.waitForClose()
    return WeakReference(connection.local.context)
  }

  @Test("a thousand cancelled waits for an outcome leave no timer and no waiter")
  func waits() async throws {
    let fixture = try MethodFixture(ScriptedHTTPClient([], then: .hold))
    let connection = try fixture.ready()
    _ = await connection.call("pushSubscribe", ["requestId": "pending"])
    for round in 0..<20 {
      let ids = (0..<50).map { 1_000_000 + round * 50 + $0 }
      connection.receive(
        ids.map {
          connection.request(
            "pushSubscribe", ["requestId": "pending", "wait": "outcome"], id: $0)
        })
      connection.receive(
        ids.map { ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": .int($0)]] })
      for _ in ids { #expect(await connection.answer()["error"]?["code"] == -32800) }
    }
    try await eventually { fixture.clock.sleeperCount <= 1 }
    #expect(fixture.engine.outbox.read { $0.waiters.isEmpty })
    await fixture.engine.stop()
  }
}
