import AltcraftEngine
import AltcraftMethods
import BridgeCommandLine
import DurableLog
import Glibc
import HTTP
import JSONCodec
import System
import Transports

/// The start of the service: opens the data directory, the log, the engine and the listeners, in this order.
struct ServiceBuilder {
  private let options: ServeOptions
  private let log: ServiceLog
  private let sockets: [PassedSocket]
  private let reporter: ServiceStatusReporter

  init(
    _ options: ServeOptions, log: ServiceLog, sockets: [PassedSocket],
    reporter: ServiceStatusReporter
  ) {
    var options = options
    options.adopt(sockets: sockets.count)
    self.options = options
    self.log = log
    self.sockets = sockets
    self.reporter = reporter
  }

  var servesStandardStreams: Bool { options.stdio }

  /// Builds the service. No connection is accepted before every other part was opened.
  func build() throws(StartError) -> RunningService {
    if options.socketAccess.group != nil, options.socket == nil,
      sockets.allSatisfy(\.endpoint.isTCP)
    {
      throw .groupWithoutSocket
    }
    ProcessTimer.open()
    let startedAt = Environment.real.wallTime()
    let group = try appGroup()
    let (directory, lock) = try openDirectory()
    let loggers = try WireLoggers(options)
    // The service has had no attempt for a while, so it may have nothing else to do either.
    let delivery = CurlHTTPClient(
      userAgent: "altcraft-bridge/\(BridgeVersion.current)",
      settings: options.http(ProcessEnvironment.variables),
      whenIdle: {
        ProgramPages.releaseHeap()
        ProgramPages.release()
      })
    let engine = try makeEngine(group, in: directory, delivery, loggers)
    let connections = try starting { () throws(SystemError) in
      try Connections(
        limits: options.allLimits.transports,
        recording: loggers.recordingSwitch(engine.trace.messages))
    }
    logWarnings(directory)
    let reload = ConfigurationReload(
      options, passedSockets: sockets.count, log: log, reporter: reporter, engine: engine,
      connections: connections, delivery: delivery, loggers: loggers)
    let tokens = try makeTokens(in: directory)
    let access = tokens.map { Access(control: $0.control.token, observer: $0.observer.token) }
    let counters = TransportCounters(connections: connections, delivery: delivery)
    let metrics = ServiceMetrics(
      engine: engine, version: BridgeVersion.current, durability: options.durability.rawValue,
      startedAt: startedAt, statistics: { counters.statistics })
    let answers = HTTPAnswers(
      metrics: { metrics.text }, storageFailure: { engine.storageFailure },
      metricsArePublic: { reload.metricsArePublic })
    let rules = access.map { access in
      WebSocketRules(
        subprotocol: "altcraft-bridge", allowedOrigins: reload.allowedOrigins,
        role: { access.role(of: $0) }, respond: { answers.answer(to: $0) })
    }
    let listeners = try makeListeners(
      connections, demandsToken: { reload.requiresToken }, webSocketRules: rules)
    let peers = Peers()
    let shutdown = Shutdown(
      log: log, reporter: reporter, listeners: listeners, connections: connections, peers: peers,
      engine: engine, delivery: delivery, tokens: tokens, loggers: loggers, lock: lock)
    let transports = (options.stdio ? ["stdio"] : []) + listeners.map(\.endpoint.description)
    let schema = SchemaDocument()
    let service = Service(
      version: BridgeVersion.current, pid: getpid(), startedAt: startedAt,
      transports: { transports }, dataDirectory: directory.path,
      durability: options.durability.rawValue, document: { schema.compact },
      statistics: { counters.statistics }, access: access, pages: Self.pages(of: listeners),
      becameTrusted: { peers.connection($0)?.becomeTrusted(as: $1) },
      setLogLevel: { [log] in log.set($0) }, shutDown: { shutdown.request() })
    let handler = ConnectionHandler(
      engine: engine, service: service, peers: peers, counters: counters, loggers: loggers,
      tap: LiveTap(engine), log: log, shutdown: shutdown)
    try watch(shutdown, reload)
    let stdio = options.stdio ? try standardStreams(connections) : nil
    try accept(listeners, handler)
    return RunningService(
      log: log, reporter: reporter, engine: engine, connections: connections, peers: peers,
      handler: handler, shutdown: shutdown, stdio: stdio,
      files: FileWatch(
        engine: engine, listeners: listeners, dataDirectory: directory.path, log: log.log),
      readyLine: readyLine(transports, directory.path))
  }

  private func readyLine(_ transports: [String], _ directory: String) -> String {
    JSON.object([
      "ready": true, "version": .string(BridgeVersion.current), "pid": .int(getpid()),
      "listen": .array(transports.map(JSON.string)), "dataDir": .string(directory),
    ]).text
  }
}

// Directory and engine.
extension ServiceBuilder {
  private func appGroup() throws(StartError) -> AppGroupName {
    guard let name = options.appGroup else { return .default }
    do throws(AppGroupFailure) { return try AppGroupName(name) } catch {
      throw StartError(
        status: .usage,
        message: "--app-group: the name must have 1 to \(AppGroupName.lengthLimit) bytes")
    }
  }

  private func openDirectory() throws(StartError) -> (AltcraftEngine.DataDirectory, DirectoryLock) {
    let path = try Self.absolute(options.dataDir)
    let directory: AltcraftEngine.DataDirectory
    do throws(DataDirectoryError) { directory = try .open(path) } catch {
      throw StartError(error)
    }
    do throws(DirectoryLockError) {
      return (directory, try DirectoryLock(in: directory.directory.descriptor))
    } catch {
      throw StartError(error, path)
    }
  }

  private func makeEngine(
    _ group: AppGroupName, in directory: AltcraftEngine.DataDirectory, _ delivery: CurlHTTPClient,
    _ loggers: WireLoggers
  ) throws(StartError) -> Engine {
    let log = log
    let reporter = reporter
    var parts = EngineParts(
      environment: .real, limits: options.allLimits, kinds: Catalog.kinds, http: delivery,
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
    parts.permissionFile = PermissionFile(in: directory.directory)
    parts.httpReport = loggers.httpReport
    let line = ProgressLine.onTerminal("reading the outbox")
    if line != nil || reporter.isWanted {
      parts.recoveryProgress = { progress in
        line?.show(progress)
        reporter.recovering(progress)
      }
    }
    do throws(EngineStartError) { return try Engine(parts, group: group) } catch {
      throw StartError(error, directory.path)
    }
  }

  private func logWarnings(_ directory: AltcraftEngine.DataDirectory) {
    if directory.isVolatile {
      log.log.notice(
        "the data directory is in memory: its content does not survive a power failure")
    }
    let zone = ProcessEnvironment.variables["TZ"]
    if let problem = TimeZoneDatabase.complaintOfHost(variable: zone) {
      log.log.error(
        "the time zone of this machine is unknown; UTC is used", ["reason": .text(problem)])
    }
    if let path = options.config, File.isWritableByOthers(path) {
      log.log.notice("the configuration file is writable by other users", ["path": .text(path)])
    }
  }

  private static func absolute(_ path: String) throws(StartError) -> String {
    do throws(NotUTF8) { return try path.absolutePath() } catch {
      throw StartError(
        status: .configuration,
        message: "\(path.inMessage): the path of the working directory is \(error.complaint);"
          + " give paths from the root, in UTF-8")
    }
  }

  private func starting<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(StartError) -> Value {
    do throws(SystemError) { return try body() } catch { throw StartError(error) }
  }
}

// Listeners, standard streams and signals.
extension ServiceBuilder {
  /// Makes the tokens, unless no peer needs one.
  private func makeTokens(
    in directory: AltcraftEngine.DataDirectory
  ) throws(StartError) -> TokenFiles? {
    let isWanted =
      options.listen != nil || options.websocket != nil
      || sockets.contains(where: \.endpoint.isTCP)
    guard isWanted else { return nil }
    do throws(StorageFailure) { return try TokenFiles(in: directory.directory) } catch {
      throw StartError(error, directory.path)
    }
  }

  /// Makes a listener for each socket that was passed in, and for each requested address that is not among
  /// them.
  private func makeListeners(
    _ connections: Connections, demandsToken: @escaping @Sendable () -> Bool,
    webSocketRules: WebSocketRules?
  ) throws(StartError) -> [Listener] {
    let group = try options.socketGroup()
    let path = try options.socket.map(Self.absolute)
    do throws(ListenerError) {
      var listeners: [Listener] = []
      for socket in sockets {
        listeners.append(
          try .adopted(socket, group: group, demandsToken: demandsToken, in: connections))
      }
      if let path, !isPassed(.unix(path: path)) {
        let access = group.map { UnixAccess(group: $0, mode: options.socketAccess.mode) }
        listeners.append(try .unix(path: path, access: access, in: connections))
      }
      if let address = options.listen {
        let host = Self.loopback(address)
        if !isPassed(.tcp(host, port: address.port)) {
          listeners.append(
            try .tcp(host, port: address.port, demandsToken: demandsToken, in: connections))
        }
      }
      if let address = options.websocket, let webSocketRules {
        listeners.append(
          try .webSocket(
            Self.loopback(address), port: address.port, rules: webSocketRules, in: connections))
      }
      return listeners
    } catch {
      throw StartError(error)
    }
  }

  private static func loopback(_ address: LoopbackAddress) -> Endpoint.Loopback {
    address.host == .v4 ? .ipv4 : .ipv6
  }

  /// Returns the address of the pages; nil without a WebSocket listener.
  private static func pages(of listeners: [Listener]) -> String? {
    for case .webSocket(let host, let port) in listeners.map(\.endpoint) {
      return "http://\(host.rawValue):\(port)"
    }
    return nil
  }

  private func isPassed(_ endpoint: Endpoint) -> Bool {
    sockets.contains { $0.endpoint == endpoint }
  }

  private func accept(_ listeners: [Listener], _ handler: ConnectionHandler) throws(StartError) {
    do throws(ListenerError) {
      for listener in listeners {
        try listener.accept { connection, _ in handler.peer(for: connection) }
      }
    } catch {
      throw StartError(error)
    }
  }

  /// Watches for the signals and the ends of processes that stop the service, and for the signal that reloads
  /// its configuration. The threads of these watches keep them until the process ends.
  private func watch(_ shutdown: Shutdown, _ reload: ConfigurationReload) throws(StartError) {
    _ = try starting { () throws(SystemError) in
      // The background jobs of a shell have SIGINT ignored, because it is meant for the foreground.
      let stops = InheritedSignals.isIgnored(SIGINT) ? [SIGTERM] : [SIGTERM, SIGINT]
      return try ProcessSignals(stops + [SIGHUP]) { signal in
        if signal == SIGHUP { reload.request() } else { shutdown.request() }
      }
    }
    do throws(ParentWatch.Problem) {
      if let pid = options.parentPid {
        _ = try ParentWatch(.process(pid)) { shutdown.request() }
      }
      if options.stdio { _ = try ParentWatch(.parent) { shutdown.request() } }
    } catch {
      throw StartError(error)
    }
  }

  private func standardStreams(_ connections: Connections) throws(StartError) -> Connection {
    let input = try Self.taking(StandardStreams.takeStandardInput)
    let output = try Self.taking(StandardStreams.takeStandardOutput)
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
}

extension Limits {
  var transports: TransportLimits {
    var limits = TransportLimits()
    limits.frameBytes = frameBytes
    limits.connections = connections
    limits.unauthenticated = unauthenticated
    limits.frameSeconds = frameTime
    limits.authSeconds = authenticationTime
    limits.idle = idleTime
    limits.outQueueBytes = outQueueBytes
    // Reading stops at half of the queue. The answers to the calls in flight must fit the other half.
    limits.outQueueMessages = max(limits.outQueueMessages, 4 * inFlight)
    return limits
  }
}
