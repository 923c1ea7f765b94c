import Glibc
import System

/// The options of `serve`, merged from flags, environment and configuration file.
package struct ServeOptions: Sendable, Equatable {
  package enum Durability: String, Sendable { case power, process }
  package enum LogLevel: String, Sendable { case error, notice, info, debug }
  package enum LogFormat: String, Sendable { case text, json }

  package struct Limit: Sendable, Equatable {
    package let name: String
    package let value: Double
  }

  /// True also if no transport is named, or only by variables: a host that spawns this process may not know of
  /// them.
  package var stdio: Bool
  private let namesStdio: Bool
  /// The path as given; it may be relative to the working directory.
  package var socket: String?
  package var socketAccess: SocketAccess
  package var listen: LoopbackAddress?
  package var websocket: LoopbackAddress?
  /// The origins whose pages may connect; each once.
  package var allowedOrigins: [String]
  package var publicMetrics: Bool
  package var dataDir: String
  /// The app group to start with; nil for the default group.
  package var appGroup: String?
  package var durability: Durability
  package var requireToken: Bool
  package var parentPid: Int32?
  /// The configuration file of the settings, for messages only.
  package var config: String?
  /// One entry per name, sorted by name. Names are known and values are positive.
  package var limits: [Limit]
  package var allowInsecureHTTP: Bool
  /// The proxy for requests to the platform; empty for none, nil for that of the variables.
  package var proxy: String?
  /// The path as given; it may be relative to the working directory.
  package var caFile: String?
  package var logLevel: LogLevel
  package var logFormat: LogFormat
  /// The files for message logs.
  package var traceWire: String?
  package var record: String?

  init(_ settings: OptionValues, _ commandEnvironment: CommandEnvironment) throws(UsageError) {
    socket = settings.text(.socket)
    socketAccess = try SocketAccess(settings, group: .socketGroup, mode: .socketMode)
    listen = settings.text(.listen).flatMap(LoopbackAddress.init)
    namesStdio = settings.isOn(.stdio)
    websocket = settings.text(.websocket).flatMap(LoopbackAddress.init)
    let transports = [Flag.socket, .listen, .websocket].compactMap { settings[$0]?.source }
    let isTurnedOff = settings[.stdio] != nil && !namesStdio
    stdio =
      namesStdio || transports.isEmpty
      || (!isTurnedOff && transports.allSatisfy { $0 == .environment })
    for flag in [Flag.allowOrigin, .publicMetrics] where websocket == nil {
      guard let given = settings[flag], given.source == .flag, Flag.truth(given.text) != false
      else { continue }
      throw .usage(
        "--\(flag.name): needs --websocket, the port that pages and /metrics use",
        helpOn: settings.command)
    }
    allowedOrigins = ServeOptions.strongest(.allowOrigin, settings)
    publicMetrics = settings.isOn(.publicMetrics)
    dataDir = try DefaultDataDirectory.path(settings, commandEnvironment)
    appGroup = settings.text(.appGroup)
    durability = settings.text(.durability).flatMap(Durability.init) ?? .power
    requireToken = settings.isOn(.requireToken)
    parentPid = settings.integer(.parentPid).map(Int32.init)
    config = settings.text(.config)
    limits = try ServeOptions.limits(settings, commandEnvironment.limitComplaint)
    allowInsecureHTTP = settings.isOn(.allowInsecureHTTP)
    proxy = settings.text(.proxy)
    caFile = settings.text(.caFile)
    logLevel = settings.text(.logLevel).flatMap(LogLevel.init) ?? .notice
    logFormat = settings.text(.logFormat).flatMap(LogFormat.init) ?? .text
    traceWire = settings.text(.traceWire)
    record = settings.text(.record)
  }

  /// Counts sockets that the service manager passed as named transports.
  package mutating func adopt(sockets count: Int) {
    if count > 0 { stdio = namesStdio }
  }

  /// Returns the problem of `NAME=VALUE` as a limit; nil if it is valid.
  static func complaint(
    aboutLimit text: String, _ complaint: (String, Double) -> String?
  ) -> String? {
    guard let assignment = Assignment(text) else { return "must be NAME=VALUE" }
    let notPositive = "must be a positive number"
    guard let value = Double(assignment.value) else { return notPositive }
    // This complaint comes first, since it names the range.
    return complaint(assignment.name, value) ?? (value.isFinite && value > 0 ? nil : notPositive)
  }

  /// Returns the values of a repeatable flag from its strongest source, each once.
  private static func strongest(_ flag: Flag, _ settings: OptionValues) -> [String] {
    let all = settings.all(flag)
    let texts = all.filter { $0.source == all.last?.source }.map(\.text)
    return texts.indices.filter { !texts[..<$0].contains(texts[$0]) }.map { texts[$0] }
  }

  private static func limits(
    _ settings: OptionValues, _ limitComplaint: (String, Double) -> String?
  ) throws(UsageError) -> [Limit] {
    var limits: [String: Double] = [:]
    for given in settings.all(.limit) {
      if let complaint = complaint(aboutLimit: given.text, limitComplaint) {
        throw given.refused(complaint, by: settings.command)
      }
      guard let limit = Assignment(given.text), let value = Double(limit.value) else { continue }
      limits[limit.name] = value
    }
    return limits.map { Limit(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
  }
}

enum DefaultDataDirectory {
  /// Returns `--data-dir`, or the directory that the service manager has made for this process, or
  /// the state directory of the XDG base directory specification.
  static func path(
    _ settings: OptionValues, _ commandEnvironment: CommandEnvironment
  ) throws(UsageError) -> String {
    if let path = settings.text(.dataDir) { return path }
    if let path = try ofService(commandEnvironment) { return path }
    if let state = try commandEnvironment.directory("XDG_STATE_HOME") {
      return state + "/altcraft-bridge"
    }
    if let home = try commandEnvironment.directory("HOME") {
      return home + "/.local/state/altcraft-bridge"
    }
    throw .usage(
      "--data-dir: required because none of STATE_DIRECTORY, XDG_STATE_HOME and HOME is set",
      helpOn: settings.command)
  }

  /// Returns the first directory of `StateDirectory=`, unless it is that of another process, which
  /// has passed the variable on.
  private static func ofService(
    _ commandEnvironment: CommandEnvironment
  ) throws(UsageError) -> String? {
    guard
      let path = try commandEnvironment.directory("STATE_DIRECTORY")?.split(separator: ":").first,
      ServiceVariables.areFor(getpid(), commandEnvironment.environment) != false
    else { return nil }
    return String(path)
  }
}
