import JSONCodec
import Synchronization

/// A method as a connection runs it, independent of its parameter and result types.
package final class MethodEntry: Sendable {
  package enum Order: Sendable {
    /// Runs as soon as it is read: neither waits for other calls nor delays them.
    case free
    /// Starts and takes effect in the order of arrival; see `OrderedCallQueue`.
    case ordered
  }

  /// The implementation of the method.
  package enum Body: Sendable {
    /// Checks the parameters and returns how the call takes effect. Must not wait or have an effect itself.
    case start(@Sendable (Call, RawParams) throws(RPCError) -> Start)
    /// Writes one JSON value at once, and does nothing before or after the answer. Only for `free` methods.
    /// If it throws, it must have written nothing.
    case inline(InlineBody)
  }

  package typealias InlineBody =
    @Sendable (any CallContext, RawParams, inout JSONWriter) throws(RPCError) -> Void

  /// The description and the implementation of a method.
  package final class Parts: Sendable {
    package let description: MethodDescription
    /// Validates a call without side effects. Throws the error that the call would get.
    package let check: @Sendable (any CallContext, RawParams) throws(RPCError) -> Void
    let body: Body
    /// Reads the parameters of a call for a group; nil for a method without groups.
    let groupedRead: GroupedRead?
    /// True if an observer may call the method.
    let isForObservers: Bool
    /// The names of the parameters in the order of their positions.
    let parameterNames: [String]

    package init(
      _ description: MethodDescription, body: Body, groupedRead: GroupedRead? = nil,
      check: @escaping @Sendable (any CallContext, RawParams) throws(RPCError) -> Void
    ) {
      self.description = description
      self.body = body
      self.groupedRead = groupedRead
      isForObservers = description.role == .observer
      self.check = check
      parameterNames = description.parameters.map(\.name)
    }
  }

  package let name: String
  package let aliases: [String]
  package let order: Order
  private let make: @Sendable () -> Parts
  /// The parts, retained. An `AtomicLazyReference` is not specialised: each load would take a twentieth of a ping.
  private let made = Atomic<Unmanaged<Parts>?>(nil)

  /// Creates an entry. `make` runs when the parts are first used, so that unused methods do not add to the start
  /// time. It must have no side effects: two threads that use the parts first at the same time both run it.
  package init(
    name: String, aliases: [String] = [], order: Order, make: @escaping @Sendable () -> Parts
  ) {
    self.name = name
    self.aliases = aliases
    self.order = order
    self.make = make
  }

  /// Creates a method without a description, a check and declared parameters.
  package convenience init(
    name: String, aliases: [String] = [], order: Order,
    start: @escaping @Sendable (Call, RawParams) throws(RPCError) -> Start
  ) {
    self.init(name: name, aliases: aliases, order: order) {
      let description = MethodDescription(name, aliases: aliases, "", parameters: [], result: .any)
      return Parts(description, body: .start(start)) { _, _ in }
    }
  }

  deinit { made.load(ordering: .acquiring)?.release() }

  /// The parts, created on first use.
  package var parts: Parts {
    made.load(ordering: .acquiring)?.takeUnretainedValue() ?? keep(make())
  }

  /// Keeps the parts, unless another thread has been faster. Returns those that are kept.
  private func keep(_ parts: Parts) -> Parts {
    let new = Unmanaged.passRetained(parts)
    let kept = made.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing
    ).original
    guard let kept else { return parts }
    new.release()
    return kept.takeUnretainedValue()
  }

  func start(_ call: Call, _ parameters: RawParams) throws(RPCError) -> Start {
    switch parts.body {
    case .start(let start): return try start(call, parameters)
    case .inline(let write):
      return .now { () throws(RPCError) in
        var writer = JSONWriter()
        try write(call.peerContext, parameters, &writer)
        return .result(writer.bytes)
      }
    }
  }
}

/// The effect of a call. Runs at the turn of the call and must not wait.
package typealias Effect = @Sendable () throws(RPCError) -> Reply

/// The way a call takes effect.
package enum Start: Sendable {
  /// Takes effect at its turn, synchronously, on the thread that runs the turn: the reader thread if nothing
  /// delays it.
  case now(Effect)
  /// First asks the host, for example for a JWT, then takes effect at its turn. An error thrown while asking
  /// is answered at once, because there is no effect to order.
  case after(@Sendable () async throws(RPCError) -> Effect)
}

/// The way a call is answered after it has taken effect.
package enum Reply: Sendable {
  /// Answers with one encoded JSON value.
  case result([UInt8])
  /// Answers by `Call.respond`, from any thread; further calls of it are ignored.
  case deferred
  /// Answers with the result of a slow tail, which waits for the platform and does not delay later calls. The
  /// tail is cancelled and its result dropped if the call is cancelled or the service stops. With
  /// `endsWithPeer`, also if the peer has disconnected: then only the answer is lost.
  case task(@Sendable () async throws(RPCError) -> [UInt8], endsWithPeer: Bool = false)
  /// As `task`, but no later call of the connection starts before it is answered, and a stop of the service waits
  /// for its result: the tail must be short.
  case barrier(@Sendable () async throws(RPCError) -> [UInt8])
}
