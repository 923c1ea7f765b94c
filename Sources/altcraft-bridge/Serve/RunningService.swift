import AltcraftEngine
import AltcraftMethods
import BridgeCommandLine
import Dispatch
import DurableLog
import Glibc
import HTTP
import JSONCodec
import JSONRPC
import Synchronization
import System
import Transports
import WireRecording

/// The process while it serves: all its parts, in the order in which they are made.
final class RunningService: @unchecked Sendable {
  // Unchecked: all fields are set once during the start, before any other thread has access to this object.
  private let options: ServeOptions
  /// The options in force: a reload changes some of them.
  private let inForce: Mutex<ServeOptions>
  private let log: ServiceLog
  private let sockets: [PassedSocket]
  private let supervision: ServiceStatusReporter
  /// The handlers of SIGHUP.
  private let reloads: ReloadHandlers
  private let directory: AltcraftEngine.DataDirectory
  private let lock: DirectoryLock
  private let taps: WireLoggers
  private let connections: Connections
  private let delivery: WorkerHTTPClient
  private let engine: Engine
  private let peers = Peers()
  private let counters = RPCCounters()
  private let latency = LatencyHistogram()
  private let stop = StopRequest()
  private let startedAt: Int64
  private var token: TokenFile?
  private var listeners: [Listener] = []
  private var signals: ProcessSignals?
  private var watches: [ParentWatch] = []
  private var stdio: Connection?
  private var service: Service?

  /// The time limits for the answers to pending calls, and for the whole stop.
  private static let answerGrace = Duration.seconds(3)
  private static let stopGrace = 4.5

  init(
    _ given: ServeOptions, _ log: ServiceLog, sockets: [PassedSocket],
    supervision: ServiceStatusReporter
  ) throws(StartError) {
    TimerDescriptors.open()
    var options = given
    options.adopt(sockets: sockets.count)
    self.options = options
    inForce = Mutex(options)
    self.log = log
    self.sockets = sockets
    self.supervision = supervision
    reloads = ReloadHandlers(supervision)
    let environment = Environment.real
    startedAt = environment.wallTime()
    let limits = options.allLimits
    let path = Self.absolute(options.dataDir)
    let group = try Self.group(options)
    (directory, lock) = try Self.open(path)
    taps = try WireLoggers(options)
    connections = try Self.starting { () throws(SystemError) in
      try Connections(limits: limits.transports)
    }
    delivery = WorkerHTTPClient(
      path: Self.deliveryPath, userAgent: "altcraft-bridge/\(BridgeVersion.current)",
      report: { [log = log.log] in log.record($0) })
    let directory = self.directory
    var parts = Engine.Parts(
      environment: environment, limits: limits, kinds: Catalog.kinds,
      http: delivery,
      log: log.log, durability: options.durability == .power ? .power : .process,
      allowsInsecureHTTP: options.allowInsecureHTTP,
      directory: { opened throws(StorageFailure) in
        // Other groups need a reserve: a host that opens many groups must not use up the descriptors that all
        // of them need.
        guard opened == group || DescriptorReserve.has(DescriptorReserve.forCalls) else {
          throw .io(errno: EMFILE)
        }
        return try directory.open(opened)
      },
      setLogLevel: { log.set($0) })
    parts.httpReport = taps.httpReport
    let line = ProgressLine.onTerminal("reading the outbox")
    if line != nil || supervision.isWanted {
      parts.recoveryProgress = { progress in
        line?.show(progress)
        supervision.recovering(progress)
      }
    }
    do throws(EngineStartError) { engine = try Engine(parts, group: group) } catch {
      throw StartError(error, path)
    }
    if directory.isVolatile {
      log.log.notice(
        "the data directory is in memory: its content does not survive a power failure")
    }
    if let path = options.config, File.isWritableByOthers(path) {
      log.log.notice("the configuration file is writable by other users", ["path": .text(path)])
    }
    try listen()
  }

  /// Serves until a stop is requested. Returns the exit status.
  func run() -> ExitStatus {
    log.write(line: readyLine)
    supervision.begin(
      status: { [unowned self] in status }, isAlive: { [unowned self] in proveLife() })
    if let stdio {
      stdio.run(peer(for: stdio))
      stop.request()
    }
    stop.wait()
    return finish()
  }
}

// Starting.
extension RunningService {
  private func listen() throws(StartError) {
    let path = directory.path
    if options.listen != nil || sockets.contains(where: \.endpoint.isTCP) {
      do throws(StorageFailure) { token = try TokenFile(in: directory.directory) } catch {
        throw StartError(error, path)
      }
    }
    service = makeService()
    do throws(ListenerError) { try makeListeners() } catch { throw StartError(error) }
    try watch()
    if options.stdio { stdio = try Self.standardStreams(connections) }
  }

  /// Makes a listener for each socket that was passed in, and for each requested address that is not among
  /// them.
  private func makeListeners() throws(ListenerError) {
    let handler: Listener.Handler = { [self] connection, _ in peer(for: connection) }
    let demandsToken: @Sendable () -> Bool = { [self] in inForce.withLock { $0.requireToken } }
    for socket in sockets {
      listeners.append(
        try Listener.adopted(
          socket, demandsToken: demandsToken, in: connections, handler: handler))
    }
    if let path = options.socket.map(Self.absolute), !isAdopted(.unix(path: path)) {
      listeners.append(try Listener.unix(path: path, in: connections, handler: handler))
    }
    if let address = options.listen {
      let host: Endpoint.Loopback = address.host == .v4 ? .ipv4 : .ipv6
      guard !isAdopted(.tcp(host, port: address.port)) else { return }
      listeners.append(
        try Listener.tcp(
          host, port: address.port, demandsToken: demandsToken, in: connections, handler: handler))
    }
  }

  private func isAdopted(_ endpoint: Endpoint) -> Bool {
    sockets.contains { $0.endpoint == endpoint }
  }

  /// Registers the handlers that stop the service and that reload its configuration.
  private func watch() throws(StartError) {
    stop.whenRequested { [self] in beginStop() }
    reloads.whenRequested { [self] in reload() }
    reloads.whenRequested { [taps] in taps.reopen() }
    do throws(SystemError) {
      signals = try ProcessSignals([SIGTERM, SIGINT, SIGHUP]) { [stop, reloads] signal in
        if signal == SIGHUP { reloads.request() } else { stop.request() }
      }
    } catch {
      throw StartError(error)
    }
    do throws(ParentWatch.Problem) {
      if let pid = options.parentPid {
        watches.append(try ParentWatch(.process(pid)) { [stop] in stop.request() })
      }
      if options.stdio {
        watches.append(try ParentWatch(.parent) { [stop] in stop.request() })
      }
    } catch {
      throw StartError(error)
    }
  }

  private static func standardStreams(_ connections: Connections) throws(StartError) -> Connection {
    let input = try taking(StandardStreams.takeStandardInput)
    let output = try taking(StandardStreams.takeStandardOutput)
    do throws(SystemError) {
      return try Connection(reading: input, writing: output, in: connections)
    } catch {
      throw StartError(error)
    }
  }

  private static func taking(
    _ take: () throws(StandardStreams.Problem) -> FileDescriptor
  ) throws(StartError) -> FileDescriptor {
    do throws(StandardStreams.Problem) { return try take() } catch {
      throw StartError(status: .fault, message: "standard input or output: \(error)")
    }
  }

  private static func open(
    _ path: String
  ) throws(StartError) -> (AltcraftEngine.DataDirectory, DirectoryLock) {
    let directory: AltcraftEngine.DataDirectory
    do throws(DataDirectoryError) { directory = try AltcraftEngine.DataDirectory.open(path) } catch
    {
      throw StartError(error)
    }
    do throws(DirectoryLockError) {
      return (directory, try DirectoryLock(in: directory.directory.descriptor))
    } catch {
      throw StartError(error, path)
    }
  }

  private static func group(_ options: ServeOptions) throws(StartError) -> AppGroupName {
    guard let name = options.appGroup else { return .default }
    do throws(AppGroupFailure) { return try AppGroupName(name) } catch {
      throw StartError(
        status: .usage,
        message: "--app-group: the name must have 1 to \(AppGroupName.lengthLimit) bytes")
    }
  }

  private static func starting<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(StartError) -> Value {
    do throws(SystemError) { return try body() } catch { throw StartError(error) }
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }

  /// The path of the delivery program, in the directory of this program.
  private static var deliveryPath: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(
      decoding: buffer.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let directory = program.lastIndex(of: "/").map { program[..<$0] } ?? "."
    return directory + "/altcraft-bridge-delivery"
  }

  private var readyLine: String {
    JSON.object([
      "ready": true, "version": .string(BridgeVersion.current), "pid": .int(getpid()),
      "listen": .array(transports.map(JSON.string)), "dataDir": .string(directory.path),
    ]).text
  }

  private var transports: [String] {
    (options.stdio ? ["stdio"] : []) + listeners.map(\.endpoint.description)
  }
}

// Connections.
extension RunningService {
  private func peer(for connection: Connection) -> any ChannelReader {
    guard let service else { preconditionFailure("listening before the service was made") }
    let id = peers.nextID()
    let reader = ReaderThread()
    let engine = self.engine
    let isStdio = connection.transport == .stdio
    var options = PeerOptions(
      authenticationMethod: connection.trust == .trusted ? nil : "bridge.authenticate",
      closesOnOversize: !isStdio, clock: ContinuousClock(), counters: counters)
    options.limits = engine.limits.peers
    options.onDrained = { reader.isCurrent ? engine.groupCommit() : engine.commitSoon() }
    if isStdio { options.outcomeGrace = engine.limits.stopTime }
    // Request the stop before the callbacks are cancelled: their calls then end with the stop as the reason,
    // not with a lost host.
    options.onEnding = { [stop] in if isStdio { stop.request() } }
    options.onEnded = { [self] in
      peers.session(id)?.ended()
      peers.remove(id)
      log.ended(id)
    }
    log.watch(&options, id)
    log.opened(id, connection)
    let latency = self.latency
    options.observeLatency = { latency.add($0, requests: $1) }
    let tapped = taps.tapped(id, connection)
    let peer = Peer(tapped?.channel(connection) ?? connection, Catalog.dispatcher, options: options)
    { remote in
      Session(id: id, engine: engine, service: service, remote: remote)
    }
    peers.add(id, peer, .of(peer.context), connection)
    // Abandon the peer on another queue: the calls that wait for one peer must not delay the deadlines of the
    // others.
    connection.onPeerLoss { [weak peer] in
      guard let peer else { return }
      DispatchQueue.global().async { peer.abandon() }
    }
    // This thread is the one that reads: listeners call their handlers on the reader's thread, and so does
    // `run`.
    reader.begin()
    if stop.isRequested { peer.stop { peer.remote.close() } }
    return tapped?.reader(peer) ?? peer
  }

  private func makeService() -> Service {
    let schema = SchemaDocument()
    let peers = self.peers
    let stop = self.stop
    let log = self.log
    var checkToken: (@Sendable (String) -> Bool)?
    if let token { checkToken = { token.matches($0) } }
    return Service(
      version: BridgeVersion.current, pid: getpid(), startedAt: startedAt,
      transports: { [unowned self] in self.transports }, dataDirectory: directory.path,
      durability: options.durability.rawValue, document: { schema.compact },
      schemaDigest: { schema.digest }, statistics: { [unowned self] in self.statistics },
      checkToken: checkToken, becameTrusted: { peers.connection($0)?.becomeTrusted() },
      setLogLevel: { log.set($0) }, shutDown: { stop.request() })
  }

  private var statistics: TransportStatistics {
    let transport = connections.counts
    let calls = counters.snapshot
    var all = TransportStatistics()
    all.connectionsOpen = transport.open
    all.connectionsOpened = transport.opened
    all.connectionsRefused = transport.refused
    all.bytesIn = transport.bytesIn
    all.bytesOut = transport.bytesOut
    all.requests = calls.requests
    all.notifications = calls.notifications
    all.errors = calls.errors
    all.ignoredResponses = calls.ignoredResponses
    all.workerStarts = delivery.starts
    let times = latency.now
    all.latency = times.steps
    all.latencySum = times.sum
    return all
  }
}

// While it runs.
extension RunningService {
  /// The status line for the service manager.
  private var status: String {
    let connections = connections.counts.open
    let statistics = engine.outbox.statistics
    var parts = [
      connections == 1 ? "1 connection" : "\(connections) connections",
      "\(statistics.pending) pending",
    ]
    if let failure = engine.outbox.failure {
      parts.append("the storage accepts no new jobs (\(failure.rawValue))")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns once the locks of the call path could be taken and a task has run.
  private func proveLife() {
    _ = (connections.counts.open, peers.all.count, engine.configuration == nil)
    _ = (engine.outbox.statistics.pending, engine.events.counters.emitted)
    let hasRun = DispatchSemaphore(value: 0)
    Task { hasRun.signal() }
    hasRun.wait()
  }

  /// Reads the configuration again. An invalid one changes nothing.
  private func reload() {
    guard options.config != nil else {
      return log.log.info("no configuration file to reload")
    }
    do throws(UsageError) {
      apply(try ServeOptions.read())
    } catch {
      for line in error.message.split(separator: "\n") {
        log.log.error("the configuration was not reloaded", ["problem": .text(String(line))])
      }
    }
  }

  private func apply(_ read: ServeOptions) {
    var read = read
    read.adopt(sockets: sockets.count)
    let old = inForce.withLock { $0 }
    let change = SettingsChange(from: old, to: read)
    let new = change.inForce
    inForce.withLock { $0 = new }
    // A log level set by a host stays unless the configuration has changed it.
    if old.logLevel != new.logLevel {
      log.set(Log.Level(rawValue: new.logLevel.rawValue) ?? .notice)
    }
    log.set(new.logFormat)
    engine.adjust(new.allLimits)
    connections.limits = engine.limits.transports
    log.log.notice(
      "the configuration was reloaded",
      [
        "changed": .text(
          change.applied.isEmpty ? "nothing" : change.applied.joined(separator: ", "))
      ])
    guard !change.needsRestart.isEmpty else { return }
    log.log.notice(
      "some changes need a restart",
      ["settings": .text(change.needsRestart.joined(separator: ", "))])
  }
}

// Stopping.
extension RunningService {
  /// Stops accepting and waits in the background for the answers to pending calls. Returns at once.
  private func beginStop() {
    supervision.stopping()
    // The process exits in time even if something hangs. No acknowledged job is lost by that.
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.stopGrace) { _exit(0) }
    for listener in listeners { listener.stop() }
    // The peers are stopped before reading stops, for the same reason as in `peer(for:)`.
    for peer in peers.all { peer.stop { peer.remote.close() } }
    connections.stopReading()
  }

  private func finish() -> ExitStatus {
    _ = connections.waitUntilClosed(within: Self.answerGrace)
    let ended = DispatchSemaphore(value: 0)
    Task {
      await engine.stop()
      ended.signal()
    }
    ended.wait()
    delivery.close()
    token?.remove()
    taps.close()
    log.log.info("stopped")
    return .success
  }
}

extension Limits {
  fileprivate var transports: TransportLimits {
    var limits = TransportLimits()
    limits.frameBytes = frameBytes
    limits.connections = connections
    limits.unauthenticated = unauthenticated
    limits.frameSeconds = frameTime
    limits.authSeconds = authenticationTime
    limits.outQueueBytes = outQueueBytes
    return limits
  }

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
