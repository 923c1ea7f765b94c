import AltcraftEngine
import HTTP
import JSONCodec
import Synchronization
import TestSupport
import Testing

@testable import AltcraftMethods

/// A service in which one event is to happen, a host that causes it, and a client that observes it.
final class EventFixture: Sendable {
  /// The calls made before the test.
  enum Given: Sendable {
    case nothing
    /// A configuration with a resource token, and no push token.
    case configured
    /// The same with a push token that has been reported.
    case ready
    /// The same after a delivered subscription: the platform knows the token.
    case subscribed
    /// A configuration that needs a JWT, without a provider, and a push token as in `ready`.
    case userless
    /// The same with a host that is asked for the JWT.
    case asked
  }

  /// One run of the service. A restart replaces it by another one.
  private struct Run: Sendable {
    let bridge: MethodFixture
    let host: Connection
    let witness: Connection
    /// The events after this one count.
    var since = 0

    init(_ bridge: MethodFixture) {
      self.bridge = bridge
      host = bridge.connect()
      witness = bridge.connect()
    }
  }

  private let run: Mutex<Run>
  private let eventCodes: String

  init(_ given: Given, eventCodes: String = "current") async throws {
    self.eventCodes = eventCodes
    run = Mutex(Run(try MethodFixture()))
    switch given {
    case .nothing: break
    case .configured: try await configure(#""rToken":"resource-token""#)
    case .ready, .subscribed:
      try await configure(#""rToken":"resource-token""#)
      try await setPushToken()
    case .userless:
      try await configure(#""enableLogging":false"#)
      try await setPushToken()
    case .asked:
      try await configure(#""enableLogging":false"#)
      try await setPushToken()
      try await call("setJWTProvider", #"{"provider":"callback"}"#)
    }
    if case .subscribed = given {
      try await call("pushSubscribe", #"{"wait":"outcome"}"#)
      _ = try await events(through: "pushSubscribe.succeeded")
    }
    begin()
  }

  var bridge: MethodFixture { run.withLock { $0.bridge } }
  private var host: Connection { run.withLock { $0.host } }

  /// Ignores all events so far.
  func begin() {
    let last = events(since: 0).last?["seq"]?.intValue ?? 0
    run.withLock { $0.since = last }
  }

  /// Sets these members of the configuration, as JSON.
  func configure(_ members: String) async throws {
    try await call(
      "initialization",
      """
      {"configuration":{"apiUrl":"https://platform.example","eventCodes":"\(eventCodes)",\(members)}}
      """)
  }

  private func setPushToken() async throws {
    try await call("setPushToken", #"{"provider":"ios-firebase","pushToken":"fcm-token-1"}"#)
    try await call("getPushToken")
    _ = try await events(through: "pushToken.changed")
  }

  /// Calls and waits for the answer, whether a result or an error.
  @discardableResult
  func call(_ method: String, _ params: String = "{}") async throws -> JSON {
    await host.call(method, try JSONParser.parse(Array(params.utf8)).value)
  }

  /// Calls, and answers the requests for a JWT that the call causes.
  func call(_ method: String, _ params: String, jwts: [JSON]) async throws {
    let host = self.host
    host.receive([host.request(method, try JSONParser.parse(Array(params.utf8)).value)])
    for jwt in jwts { host.reply(to: try await question(host), jwt) }
  }

  private func question(_ host: Connection) async throws -> JSON {
    let question = Mutex(JSON.null)
    try await eventually("the host is not asked") {
      let found = host.take().first { $0["method"] == "provider.getJWT" }
      return question.withLock { question in
        question = found ?? .null
        return found != nil
      }
    }
    return question.withLock { $0 }
  }

  /// Advances time as soon as a task waits for it.
  func pass(_ duration: Duration) async throws {
    let clock = bridge.clock
    try await eventually("a task waits for the clock") { clock.sleeperCount > 0 }
    await clock.advance(by: duration)
  }

  /// Ends the service and starts it again on the same files. All its events count.
  func restart(after change: (String) throws -> Void) async throws {
    let former = bridge
    await former.engine.stop()
    try change(former.directory.path)
    let next = Run(try MethodFixture(in: former.directory))
    run.withLock { $0 = next }
  }

  /// Flips a byte of the record that contains `text`.
  func damage(_ text: String) throws { try Self.damage(text, in: bridge.directory.path) }

  static func damage(_ text: String, in path: String) throws {
    if try !JournalDamage.flip(recordHolding: text, in: path) {
      Issue.record("no record contains \(text)")
    }
  }

  /// Returns the counted events, up to the first one of that name.
  func events(through name: String) async throws -> [JSON] {
    let since = run.withLock { $0.since }
    try await eventually("event \(name) is missing") { [self] in
      events(since: since).contains { $0["name"]?.stringValue == name }
    }
    let all = events(since: since)
    guard let end = all.firstIndex(where: { $0["name"]?.stringValue == name }) else { return all }
    return Array(all[...end])
  }

  private func events(since: Int) -> [JSON] {
    let witness = run.withLock { $0.witness }
    let page = witness.send("events.list", ["since": .int(since), "limit": 1000])
    return page.first?["result"]?["events"]?.arrayValue ?? []
  }

  func end() async { await bridge.engine.stop() }
}
