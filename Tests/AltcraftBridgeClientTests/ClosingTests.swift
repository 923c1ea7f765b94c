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

  // `close` waited for its own thread, which reads the answers to the registrations.
  @Test("a function of the host may close the client while a connection is being restored")
  func whileRestoring() async throws {
    let later = Later()
    let isLost = Monitor(false)
    let took = Monitor<Duration?>(nil)
    var host = Bridge.Host()
    host.connection = { _ in isLost.update { $0 = true } }
    host.notification = { _, _ in
      guard isLost.withLock({ $0 }), took.withLock({ $0 == nil }) else { return }
      let begin = ContinuousClock.now
      later.value?.close()
      let time = ContinuousClock.now - begin
      took.update { $0 = time }
    }
    let scripted = Self.answering()
    let bridge = try scripted.client(host)
    later.set(bridge)

    _ = try await bridge.call("bridge.ping")
    bridge.state.withLock { $0.link }.connection.finishSending()
    try await eventually { took.withLock { $0 != nil } }

    #expect(try #require(took.withLock { $0 }) < Self.soon)
    try await eventually { scripted.ended == 2 }
  }

  // The stream began after the client had been closed.
  @Test("a stream of outcomes ends, whenever the client is closed", arguments: [true, false])
  func stream(isBeforeAnswer: Bool) async throws {
    let later = Later()
    var host = Bridge.Host()
    host.notification = { _, _ in later.value?.close() }
    let scripted = ScriptedBridge { _, request in
      let result = ScriptedBridge.result(request, ["epoch": "e", "first": 1, "last": 1])
      let messages = [result, ScriptedBridge.event(1)]
      return isBeforeAnswer ? messages.reversed() : messages
    }
    let bridge = try scripted.client(host)
    later.set(bridge)

    try await Self.expectEnd(of: try await bridge.outcomeStream())
  }

  private static func expectEnd(of stream: AsyncStream<Bridge.OutcomeItem>) async throws {
    let hasEnded = Monitor(false)
    let reader = Task {
      for await _ in stream { Issue.record("no outcome was sent") }
      hasEnded.update { $0 = true }
    }
    defer { reader.cancel() }
    try await eventually { hasEnded.withLock { $0 } }
  }

  // Only `close` ended it.
  @Test("a stream of outcomes ends with a connection that is not replaced")
  func lastConnection() async throws {
    let scripted = ScriptedBridge { _, request in
      [ScriptedBridge.result(request, ["epoch": "e", "first": 1, "last": 1])]
    }
    let bridge = try scripted.client()
    let stream = try await bridge.outcomeStream()

    _ = try await bridge.call("bridge.shutdown")
    bridge.state.withLock { $0.link }.connection.finishSending()

    try await Self.expectEnd(of: stream)
  }
}
