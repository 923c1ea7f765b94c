import AltcraftEngine
import HTTP

/// The differences between the settings in force and the settings read again, by their names in the file.
package struct SettingsChange: Sendable, Equatable {
  /// The settings that take effect at once, or with the next connection.
  package private(set) var applied: [String] = []
  /// The settings that take effect with the next start of the service.
  package private(set) var needsRestart: [String] = []
  /// The settings in force from now on.
  package private(set) var inForce: ServeOptions

  package init(from old: ServeOptions, to new: ServeOptions) {
    inForce = old
    adopt(\.logLevel, "logLevel", new)
    adopt(\.logFormat, "logFormat", new)
    adopt(\.requireToken, "requireToken", new)
    adopt(\.allowedOrigins, "allowOrigin", new)
    adopt(\.publicMetrics, "publicMetrics", new)
    adoptLimits(of: new)
    compare(\.stdio, "stdio", new)
    compare(\.socket, "socket", new)
    compare(\.socketAccess.group, "socketGroup", new)
    compare(\.socketAccess.mode, "socketMode", new)
    compare(\.listen, "listen", new)
    compare(\.websocket, "websocket", new)
    compare(\.dataDir, "dataDir", new)
    compare(\.appGroup, "appGroup", new)
    compare(\.durability, "durability", new)
    compare(\.parentPid, "parentPid", new)
    compare(\.allowInsecureHTTP, "allowInsecureHttp", new)
    compare(\.proxy, "proxy", new)
    compare(\.caFile, "caFile", new)
    compare(\.traceWire, "traceWire", new)
    compare(\.record, "record", new)
  }

  private mutating func adopt(
    _ path: WritableKeyPath<ServeOptions, some Equatable>, _ name: String, _ new: ServeOptions
  ) {
    guard inForce[keyPath: path] != new[keyPath: path] else { return }
    inForce[keyPath: path] = new[keyPath: path]
    applied.append(name)
  }

  private mutating func compare(
    _ path: KeyPath<ServeOptions, some Equatable>, _ name: String, _ new: ServeOptions
  ) {
    if inForce[keyPath: path] != new[keyPath: path] { needsRestart.append(name) }
  }

  private mutating func adoptLimits(of new: ServeOptions) {
    let names = Set((inForce.limits + new.limits).map(\.name)).sorted()
    var limits: [ServeOptions.Limit] = []
    for name in names {
      let old = inForce.limits.first { $0.name == name }
      let given = new.limits.first { $0.name == name }
      let isFixed = Limits.fixedAtStart.contains(name)
      if let kept = isFixed ? old : given { limits.append(kept) }
      guard old != given else { continue }
      if isFixed { needsRestart.append("limit." + name) } else { applied.append("limit." + name) }
    }
    inForce.limits = limits
  }
}

extension ServeOptions {
  /// All limits: the given values, and the defaults for the rest.
  package var allLimits: Limits {
    limits.reduce(into: Limits()) { $0.set($1.name, to: $1.value) }
  }

  /// Returns the route and the trust of requests, with the variables of this process.
  package func http(_ variables: [String: String]) -> HTTPSettings {
    HTTPSettings(
      caFile: caFile, proxy: proxy, variables: variables, concurrency: allLimits.concurrency)
  }

  /// Parses the command line of this process again: its configuration file may have changed.
  package static func read() throws(UsageError) -> ServeOptions {
    let words = try ProcessArguments.words()
    guard case .serve(let options) = try Arguments.parse(words, .ofThisProcess) else {
      preconditionFailure("this process serves")
    }
    return options
  }
}
