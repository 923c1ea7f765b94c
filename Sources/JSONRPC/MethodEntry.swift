import JSONCodec
import Synchronization

/// A method as a connection runs it, whatever its parameters and result are.
package final class MethodEntry: Sendable {
  package enum Order: Sendable {
    /// Runs as soon as it is read: waits for nobody, and nobody waits for it.
    case free
    /// Starts and takes effect in the order of arrival; see `TurnQueue`.
    case ordered
  }

  /// What a call of the method does.
  package enum Body: Sendable {
    /// Checks the parameters and says how the call takes effect. Must not wait, nor have an effect itself.
    case start(@Sendable (Call, RawParams) throws(RPCError) -> Start)
    /// Writes one JSON value, at once, and has nothing to do before or after its answer: only for methods
    /// that are `free`. Nothing has been written where it throws.
    case instant(Instant)
  }

  package typealias Instant =
    @Sendable (any CallContext, RawParams, inout JSONWriter) throws(RPCError) -> Void

  private struct Made {
    let parameterNames: [String]
    let body: Body
  }

  package let name: String
  package let aliases: [String]
  package let order: Order
  private let make: @Sendable () -> (parameterNames: [String], body: Body)
  // Written once, under `making`, before `isMade` is set.
  nonisolated(unsafe) private var made: Made?
  private let isMade = Atomic(false)
  private let making = Mutex(())

  /// `make` is called when the method is called for the first time: what nobody calls costs no start its
  /// time. The names of the parameters are in the order of their positions; empty where they have none.
  package init(
    name: String, aliases: [String] = [], order: Order,
    make: @escaping @Sendable () -> (parameterNames: [String], body: Body)
  ) {
    self.name = name
    self.aliases = aliases
    self.order = order
    self.make = make
  }

  package convenience init(
    name: String, aliases: [String] = [], order: Order, parameterNames: [String] = [],
    start: @escaping @Sendable (Call, RawParams) throws(RPCError) -> Start
  ) {
    self.init(name: name, aliases: aliases, order: order) { (parameterNames, .start(start)) }
  }

  var parameterNames: [String] { whatIsMade.parameterNames }
  var body: Body { whatIsMade.body }

  private var whatIsMade: Made {
    if isMade.load(ordering: .acquiring), let made { return made }
    return making.withLock { _ in
      if let made { return made }
      let (names, body) = make()
      let new = Made(parameterNames: names, body: body)
      made = new
      isMade.store(true, ordering: .releasing)
      return new
    }
  }

  func start(_ call: Call, _ parameters: RawParams) throws(RPCError) -> Start {
    switch body {
    case .start(let start): return try start(call, parameters)
    case .instant(let write):
      return .now { () throws(RPCError) in
        var writer = JSONWriter()
        try write(call.peerContext, parameters, &writer)
        return .result(writer.bytes)
      }
    }
  }
}

/// Does what the call is for; runs at its turn and must not wait.
package typealias Effect = @Sendable () throws(RPCError) -> Reply

/// How a call takes effect.
package enum Start: Sendable {
  /// At its turn, synchronously, on the thread whose turn it is: that of the reader when nobody waits.
  case now(Effect)
  /// First asks the host, as for a JWT, then takes effect at its turn. An error thrown while asking is
  /// answered at once: there was no effect whose turn would matter.
  case after(@Sendable () async throws(RPCError) -> Effect)
}

/// How a call is answered once it has taken effect.
package enum Reply: Sendable {
  /// With this, one encoded JSON value.
  case result([UInt8])
  /// By `Call.respond`, from any thread; what comes after its first call is ignored.
  case later
  /// With what a slow tail returns, which waits for the platform and no longer holds the order. It is
  /// cancelled, and its result dropped, when the call is cancelled or the service stops. With `endsWithPeer`,
  /// also when the peer has hung up: then nothing but the answer is lost.
  case task(@Sendable () async throws(RPCError) -> [UInt8], endsWithPeer: Bool = false)
  /// The same, but nothing later of its connection starts before it is answered.
  case barrier(@Sendable () async throws(RPCError) -> [UInt8])
}
