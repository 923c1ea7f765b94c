import JSONCodec

/// The options of a connection beyond the limits.
package struct PeerOptions: Sendable {
  package var limits = PeerLimits()
  /// The only method allowed before `Remote.authenticate`; nil if no authentication is required. It answers
  /// at its turn (`Start.now`, `Reply.result`), so that its result applies to the next message.
  package var authenticationMethod: String?
  /// The role of a peer that needs no authentication.
  package var role = Role.control
  /// True if a peer that is not authenticated is told so when anything else than its authentication fails; false
  /// if the connection then closes without an answer.
  package var answersUnauthenticated = false
  /// True if a message that is too long ends the connection, as on a socket; false if it is skipped, as on
  /// stdio.
  package var closesOnOversize: Bool
  /// The clock for the deadlines of callbacks.
  package var clock: any Clock<Duration>
  package var counters: RPCCounters
  /// Set by a client of a bridge: called for a message that is not JSON-RPC, which is then not answered. An error
  /// without an id then fails all open calls, because the other side could not read the id of one.
  package var onInvalidMessage: (@Sendable () -> Void)?
  /// Called when everything read so far has taken effect and can be committed. Never runs twice at once for
  /// one connection.
  package var onDrained: @Sendable () -> Void = {}
  /// Called when a group has taken effect and another one begins in the same read, unless the reader had to commit the
  /// first one itself. Another thread may commit it meanwhile; `onDrained` follows in any case.
  package var onNextGroup: @Sendable () -> Void = {}
  /// Makes a group of the calls of one read for a connection; nil if no methods have groups.
  package var makeGroup: (@Sendable (any CallContext) -> any CallGroup)?
  /// The time for which the end of the input is delayed while calls wait for an outcome (`Reply.deferred`).
  package var outcomeGrace: Duration = .zero
  /// Called once, when the other side will send nothing more and the callbacks it has not answered are about
  /// to fail.
  package var onEnding: @Sendable () -> Void = {}
  /// Called once, when the other side will send neither calls nor answers any more.
  package var onEnded: @Sendable () -> Void = {}
  /// Called with the time from the last byte read to the answers written, and for how many requests.
  package var observeLatency: (@Sendable (Duration, _ requests: Int) -> Void)?
  /// The call-logging level for `report`; nil disables call logging.
  package var watch: CallLogging?
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

/// The limits of one connection. Names and defaults are those of `--limit`.
package struct PeerLimits: Sendable {
  /// The limits of parsed JSON: `depth`, `objectMembers`, `stringBytes`.
  package var json = JSONLimits()
  /// `inFlight`: calls that may run or are running, and are not answered.
  package var inFlight = 64
  /// `inFlightBytes`: the bytes of those calls together, two of the longest messages, because a message may
  /// take twenty times its length in memory. A single call may exceed it.
  package var inFlightBytes = 2 << 20
  /// The bytes of the calls that wait for a place in flight.
  package var waitingBytes = 1 << 20
  package var batchLength = 100
  /// `batchBytes`: the bytes of all results of a batch together.
  package var batchBytes = 4 << 20
  /// `callbacks`: requests to the other side that it has not answered.
  package var callbacks = 64
  /// `callbackSeconds`.
  package var callbackTime: Duration = .seconds(10)

  /// The longest message before `Remote.authenticate`. A call of the authentication method takes 200 bytes.
  static let unauthenticatedBytes = 4 << 10

  package init() {}
}
