import Glibc

/// The options of a simulator. The defaults suit a test.
package struct SimulatorOptions: Sendable {
  package var host: String
  /// The port. 0 selects a free port.
  package var port: UInt16
  package var platform = PlatformSettings()
  package var limits = SimulatorLimits()
  package var recordedSecrets = RecordedSecrets.redacted
  /// A function called for each request, on its thread, which it may block. It returns the fault for the
  /// request. It precedes the script; nil leaves the request to the script.
  package var fault: (@Sendable (_ method: String, _ path: String) -> Fault?)?
  /// The time in milliseconds since 1970. It decides whether a JWT has expired, and stamps recorded requests.
  package var now: @Sendable () -> Int64 = SimulatorOptions.systemTime
  /// The file that keeps the state over restarts; nil keeps it in memory only.
  package var stateFile: String?
  /// A function called with each recorded request, on the thread that answers it.
  package var observe: (@Sendable (RecordedRequest) -> Void)?
  /// A function called with a sentence when the state cannot be written.
  package var complain: @Sendable (String) -> Void = { _ in }

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

/// The form of tokens and cookies in a recorded request.
package enum RecordedSecrets: Sendable, Equatable {
  /// The scheme, and a fingerprint that distinguishes one token from another.
  case redacted
  case shown
}

/// The settings of an administrator on the platform. A nil setting accepts everything.
package struct PlatformSettings: Sendable, Equatable {
  package var resourceTokens: Set<String>?
  /// The database of resource tokens. JWTs name theirs.
  package var resourceTokenDatabase: Int64 = 1
  package var categories: [ResourceCategory]?
  /// The names of optional profile fields. System fields, with a leading underscore, always exist.
  package var profileFields: Set<String>?
  /// The names of optional subscription fields. System fields always exist.
  package var subscriptionFields: Set<String>?
  /// The campaigns that requests cause.
  package var triggers: [CampaignTrigger] = []

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

/// The limits of the simulator.
package struct SimulatorLimits: Sendable {
  /// The maximum number of connections. Each has a thread. More wait in the backlog of the socket.
  package var connections = 128
  package var lineBytes = 8 * 1024
  package var headBytes = 32 * 1024
  package var headers = 100
  package var bodyBytes = 4 * 1024 * 1024
  /// The time that a connection may be silent, within a request (408) or between two (closed).
  package var idleMilliseconds = 30_000
  package var recordedRequests = 10_000
  package var recordedBytes = 64 * 1024 * 1024
  package var mobileEvents = 10_000
  /// The maximum number of profiles, subscriptions and message ids together. Beyond it requests are answered
  /// with 507.
  package var records = 200_000
  package var rules = 1000
  package var campaigns = 1000
  package var triggers = 100
  /// The maximum number of waiting pushes, and of those for one token. Beyond it the oldest are dropped.
  package var pushes = 10_000
  package var pushesOfToken = 100
  /// The maximum number of bytes of a state file.
  package var stateBytes = 64 * 1024 * 1024

  package init() {}
}
