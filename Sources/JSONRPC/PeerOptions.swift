import JSONCodec

/// What one connection may cost. Names and defaults are those of `--limit`.
package struct PeerLimits: Sendable {
  /// Of what is read: `depth`, `objectMembers`, `stringBytes`.
  package var json = JSONLimits()
  /// `inFlight`: calls that have been started or may be, and are not answered.
  package var inFlight = 64
  /// `inFlightBytes`: of those calls together, two of the longest messages: what a message becomes in memory may be twenty
  /// times as long. One call may pass it, alone.
  package var inFlightBytes = 2 << 20
  /// Of the calls that wait for a place among those.
  package var waitingBytes = 1 << 20
  package var batchLength = 100
  /// `batchBytes`: of all results of a batch together.
  package var batchBytes = 4 << 20
  /// `callbacks`: requests of ours that the other side has not answered.
  package var callbacks = 64
  /// `callbackSeconds`.
  package var callbackTime: Duration = .seconds(10)

  /// Of a message before `Remote.prove`. A call of the authentication method takes 200 bytes.
  static let unprovenBytes = 4 << 10

  package init() {}
}

/// How a connection behaves beyond what every JSON-RPC connection does.
package struct PeerOptions: Sendable {
  package var limits = PeerLimits()
  /// The one method that may be called before `Remote.prove`; nil when nobody has to prove anything. It
  /// answers at its turn (`Start.now`, `Reply.result`): what comes next is judged by what it found.
  package var authenticationMethod: String?
  /// Whether a message that is too long ends the connection, as on a socket, or is skipped, as on stdio.
  package var closesOnOversize: Bool
  /// Of the deadlines of callbacks.
  package var clock: any Clock<Duration>
  package var counters: RPCCounters
  /// Everything read so far has taken effect: the time to make it durable. Never runs twice at once for
  /// one connection.
  package var onDrained: @Sendable () -> Void = {}
  /// The other side will send nothing more, and what it was asked is about to be given up. Runs once.
  package var onEnding: @Sendable () -> Void = {}
  /// The other side will send nothing more, neither calls nor answers. Runs once.
  package var onEnded: @Sendable () -> Void = {}
  /// Called with the time from the last byte read to the answers written, and for how many requests.
  package var observeLatency: (@Sendable (Duration, _ requests: Int) -> Void)?
  /// Whether anybody wants to be told of calls, by `report`.
  package var watch: CallWatch?
  package var report: @Sendable (CallReport) -> Void = { _ in }

  package init(
    authenticationMethod: String?, closesOnOversize: Bool, clock: any Clock<Duration>,
    counters: RPCCounters
  ) {
    self.authenticationMethod = authenticationMethod
    self.closesOnOversize = closesOnOversize
    self.clock = clock
    self.counters = counters
  }
}
