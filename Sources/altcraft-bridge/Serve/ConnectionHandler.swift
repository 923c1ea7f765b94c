import AltcraftEngine
import AltcraftMethods
import Dispatch
import JSONCodec
import JSONRPC
import System
import Transports
import WireRecording

/// The handler of new connections: makes the peer of each, which executes its calls.
struct ConnectionHandler: Sendable {
  let engine: Engine
  let service: Service
  let peers: Peers
  let counters: TransportCounters
  let loggers: WireLoggers
  let tap: LiveTap
  let log: ServiceLog
  let shutdown: Shutdown

  /// Makes the peer of a connection. The calling thread must be the one that reads the connection.
  func peer(for connection: Connection) -> any ChannelReader {
    let id = peers.nextID()
    let reader = ReaderThread()
    loggers.record(id, connection, tap)
    let (engine, service) = (engine, service)
    let peer = Peer(
      connection, Catalog.dispatcher, options: options(id, connection, reader)
    ) { remote in
      Session(id: id, engine: engine, service: service, remote: remote)
    }
    log.opened(id, connection)
    peers.add(id, peer, .of(peer.context), connection)
    // Abandon the peer on another queue: the calls that wait for one peer must not delay the deadlines of the
    // others.
    connection.onPeerLoss { [weak peer] in
      guard let peer else { return }
      DispatchQueue.global().async { peer.abandon() }
    }
    reader.begin()
    // A stop that was requested earlier may have missed this peer.
    if shutdown.isRequested { peer.stop { peer.remote.close() } }
    return peer
  }

  private func options(
    _ id: ConnectionID, _ connection: Connection, _ reader: ReaderThread
  ) -> PeerOptions {
    let isStdio = connection.transport == .stdio
    let limits = engine.limits
    var options = PeerOptions(
      authenticationMethod: connection.trust == .trusted ? nil : "bridge.authenticate",
      closesOnOversize: !isStdio, clock: ProcessClock(), counters: counters.calls)
    options.answersUnauthenticated = connection.transport == .webSocket
    options.limits = limits.peers
    options.role = connection.role
    options.makeGroup = { Session.of($0).makeGroup() }
    options.onDrained = { [engine] in
      reader.isCurrent ? engine.groupCommit() : engine.commitSoon()
    }
    options.onNextGroup = { [engine] in engine.commitSoon() }
    // A peer that has closed its WebSocket still reads the answers to calls that wait for the disk.
    if connection.transport == .webSocket { options.outcomeGrace = .seconds(1) }
    if isStdio {
      options.outcomeGrace = limits.outcomeTime
      // Request the stop before the callbacks are cancelled: their calls then end with the stop as the
      // reason, not with a lost host.
      options.onEnding = { [shutdown] in shutdown.request() }
    }
    options.onEnded = { [peers, log] in
      peers.session(id)?.ended()
      peers.remove(id)
      log.ended(id, connection)
    }
    log.watch(&options, id)
    options.observeLatency = { [latency = counters.latency] in latency.add($0, requests: $1) }
    return options
  }
}

extension Limits {
  fileprivate var peers: PeerLimits {
    var limits = PeerLimits()
    limits.json = JSONLimits(
      depth: depth, objectMembers: objectMembers, stringBytes: stringBytes)
    limits.inFlight = inFlight
    limits.inFlightBytes = inFlightBytes
    limits.batchLength = batchLength
    limits.batchBytes = batchBytes
    limits.callbacks = callbacks
    limits.callbackTime = callbackTime
    return limits
  }
}
