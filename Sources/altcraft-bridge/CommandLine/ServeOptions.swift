/// Everything `serve` is told, from flags, environment and configuration file together.
struct ServeOptions: Sendable, Equatable {
  enum Durability: String, Sendable { case power, process }
  enum LogLevel: String, Sendable { case error, notice, info, debug }
  enum LogFormat: String, Sendable { case text, json }

  struct Limit: Sendable, Equatable {
    let name: String
    let value: Double
  }

  /// Also true when no transport was named at all.
  var stdio: Bool
  /// The path as given; it may be relative to the working directory.
  var socket: String?
  var listen: LoopbackAddress?
  var dataDir: String
  /// Nil for the group the engine begins with.
  var appGroup: String?
  var durability: Durability
  var requireToken: Bool
  var parentPid: Int32?
  /// The file the settings below the command line came from, for messages only.
  var config: String?
  /// One entry a name, in order of name. Names are known and values positive.
  var limits: [Limit]
  var allowInsecureHTTP: Bool
  var logLevel: LogLevel
  var logFormat: LogFormat

  init(_ settings: Settings, _ surroundings: Surroundings) throws(UsageError) {
    socket = settings.text(.socket)
    listen = settings.text(.listen).flatMap(LoopbackAddress.init)
    stdio = settings.isOn(.stdio) || (socket == nil && listen == nil)
    dataDir = try DataDirectory.path(settings, surroundings.environment)
    appGroup = settings.text(.appGroup)
    durability = settings.text(.durability).flatMap(Durability.init) ?? .power
    requireToken = settings.isOn(.requireToken)
    parentPid = settings.integer(.parentPid).map(Int32.init)
    config = settings.text(.config)
    limits = try ServeOptions.limits(settings, surroundings.limitComplaint)
    allowInsecureHTTP = settings.isOn(.allowInsecureHTTP)
    logLevel = settings.text(.logLevel).flatMap(LogLevel.init) ?? .notice
    logFormat = settings.text(.logFormat).flatMap(LogFormat.init) ?? .text
  }

  private static func limits(
    _ settings: Settings, _ complaint: (String, Double) -> String?
  ) throws(UsageError) -> [Limit] {
    var limits: [String: Double] = [:]
    for given in settings.all(.limit) {
      guard let assignment = Assignment(given.text) else { continue }
      guard let value = Double(assignment.value), value.isFinite, value > 0 else {
        throw given.refused("must be a positive number", by: settings.command)
      }
      if let complaint = complaint(assignment.name, value) {
        throw given.refused(complaint, by: settings.command)
      }
      limits[assignment.name] = value
    }
    return limits.map { Limit(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
  }
}

enum DataDirectory {
  /// `--data-dir`, or the place the XDG base directory specification gives to state.
  static func path(_ settings: Settings, _ environment: [String: String]) throws(UsageError)
    -> String
  {
    if let path = settings.text(.dataDir) { return path }
    // The specification has relative paths ignored.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return state + "/altcraft-bridge"
    }
    if let home = environment["HOME"], home.hasPrefix("/") {
      return home + "/.local/state/altcraft-bridge"
    }
    throw .usage(
      "--data-dir: must be given where neither XDG_STATE_HOME nor HOME is set",
      helpOn: settings.command)
  }
}
