/// A method as a connection runs it, whatever its parameters and result are.
package struct MethodEntry<Context: Sendable>: Sendable {
  package enum Order: Sendable {
    /// Runs as soon as it is read: waits for nobody, and nobody waits for it.
    case free
    /// Starts and takes effect in the order of arrival; see `TurnQueue`.
    case ordered
  }

  package let name: String
  package let order: Order
  /// By position; empty where they have no names.
  let parameterNames: [String]
  /// Checks the parameters and says how the call takes effect. Must not wait, nor have an effect itself.
  package let start: @Sendable (Call<Context>, RawParams) throws(RPCError) -> Start

  package init(
    name: String, order: Order, parameterNames: [String] = [],
    start: @escaping @Sendable (Call<Context>, RawParams) throws(RPCError) -> Start
  ) {
    self.name = name
    self.order = order
    self.parameterNames = parameterNames
    self.start = start
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
  /// cancelled, and its result dropped, when the call is cancelled or the service stops.
  case task(@Sendable () async throws(RPCError) -> [UInt8])
  /// The same, but nothing later of its connection starts before it is answered.
  case barrier(@Sendable () async throws(RPCError) -> [UInt8])
}
