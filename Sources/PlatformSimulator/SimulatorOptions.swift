import Glibc

/// All that may differ between two simulators, with what suits a test.
package struct SimulatorOptions: Sendable {
  package var host: String
  /// 0 takes a free one.
  package var port: UInt16
  package var platform = PlatformSettings()
  package var limits = SimulatorLimits()
  package var recordedSecrets = RecordedSecrets.redacted
  /// Asked for each request, on its thread, which it may hold up: what is to go wrong with it. Comes before the
  /// script; nil leaves it to that.
  package var fault: (@Sendable (_ method: String, _ path: String) -> Fault?)?
  /// Milliseconds since 1970. Decides whether a JWT has expired, and stamps what is recorded.
  package var now: @Sendable () -> Int64 = SimulatorOptions.systemTime

  package init(host: String = "127.0.0.1", port: UInt16 = 0) {
    self.host = host
    self.port = port
  }

  package static let systemTime: @Sendable () -> Int64 = {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}

/// What a record of a request shows of tokens and cookies.
package enum RecordedSecrets: Sendable, Equatable {
  /// The scheme and a fingerprint that tells one token from another.
  case redacted
  case shown
}

/// What an administrator has set up on the platform. Nil accepts everything.
package struct PlatformSettings: Sendable, Equatable {
  package var resourceTokens: Set<String>?
  /// The database that resource tokens lead to. JWTs name theirs.
  package var resourceTokenDatabase: Int64 = 1
  package var categories: [ResourceCategory]?
  /// Names of optional profile fields. Those of the system, with a leading underscore, always
  /// exist.
  package var profileFields: Set<String>?
  /// Names of optional subscription fields, likewise.
  package var subscriptionFields: Set<String>?

  package init() {}
}

/// A category that was added to the resource.
package struct ResourceCategory: Sendable, Equatable {
  package let name: String
  package let title: String
  package let isSteady: Bool

  package init(name: String, title: String, isSteady: Bool) {
    self.name = name
    self.title = title
    self.isSteady = isSteady
  }
}

/// Every bound of the simulator.
package struct SimulatorLimits: Sendable {
  /// Each has a thread. More wait in the backlog of the socket.
  package var connections = 128
  package var lineBytes = 8 * 1024
  package var headBytes = 32 * 1024
  package var headers = 100
  package var bodyBytes = 4 * 1024 * 1024
  /// How long a connection may say nothing, within a request (408) or between two (closed).
  package var idleMilliseconds = 30_000
  package var recordedRequests = 10_000
  package var recordedBytes = 64 * 1024 * 1024
  package var mobileEvents = 10_000
  /// Profiles, subscriptions and message ids together; beyond it requests are answered with 507.
  package var records = 200_000
  package var rules = 1000

  package init() {}
}
