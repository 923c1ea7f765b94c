import BridgeClient
import JSONCodec
import Synchronization
import System
import TestSupport
import Testing

@testable import AltcraftBridgeClient

@Suite("The end of the client for Swift") struct ClosingTests {
  /// Less than the longest wait of `close`.
  private static let soon = Duration.seconds(8)

  private static func answering() -> ScriptedBridge {
    ScriptedBridge { _, request in
      [ScriptedBridge.event(1), ScriptedBridge.result(request, ["epoch": "e"])]
    }
  }

  /// A client that is made after its host, whose functions use it.
  private final class Later: Sendable {
    private let bridge = Mutex<Bridge?>(nil)

    func set(_ new: Bridge) { bridge.withLock { $0 = new } }
    var value: Bridge? { bridge.withLock { $0 } }
  }

  @Test("after the close no connection is reported as restored")
  func restoredLate() async throws {
    let later = Later()
    let isClosed = Monitor(false)
    let closedMeanwhile = Monitor<Bool?>(nil)
    var host = Bridge.Host()
    host.connection = { change in
      guard case .restored = change else { return }
      PosixThread.require {
        later.value?.close()
        isClosed.update { $0 = true }
      }
      // The close must not end before this report does.
      let isEarly = isClosed.wait(until: .after(.milliseconds(200))) { $0 ? true : nil }
      closedMeanwhile.update { $0 = isEarly ?? false }
    }
    let bridge = try Self.answering().client(host)
    later.set(bridge)

    _ = try await bridge.call("bridge.ping")
    bridge.state.withLock { $0.link }.connection.finishSending()
    try await eventually { isClosed.withLock { $0 } }

    #expect(closedMeanwhile.withLock { $0 } == false)
    #expect(bridge.state.withLock { $0.phase } == .closed)
  }

  enum Place: CaseIterable { case notification, lost, restored }

  @Test("a function of the host may close the client, and twice", arguments: Place.allCases)
  func inFunction(_ place: Place) async throws {
    let later = Later()
    let took = Monitor<Duration?>(nil)
    @Sendable func close() {
      let begin = ContinuousClock.now
      later.value?.close()
      later.value?.close()
      let time = ContinuousClock.now - begin
      took.update { $0 = time }
    }
    var host = Bridge.Host()
    host.notification = { _, _ in if place == .notification { close() } }
    host.connection = { change in
      if (change == .lost) == (place == .lost), place != .notification { close() }
    }
    let bridge = try Self.answering().client(host)
    later.set(bridge)

    _ = try? await bridge.call("bridge.ping")
    if place != .notification { bridge.state.withLock { $0.link }.connection.finishSending() }
    try await eventually { took.withLock { $0 != nil } }

    #expect(try #require(took.withLock { $0 }) < Self.soon)
    #expect(await bridge.end() == nil)
  }
}
