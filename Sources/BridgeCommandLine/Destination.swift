/// The bridge that a command speaks to.
package struct Destination: Sendable, Equatable {
  package enum Address: Sendable, Equatable {
    case socket(String)
    case tcp(HostAndPort)
    case webSocket(HostAndPort)

    package var text: String {
      switch self {
      case .socket(let path): path
      case .tcp(let address): address.text
      case .webSocket(let address): "ws://\(address.text)"
      }
    }
  }

  package enum Place: Sendable, Equatable {
    /// An address that the user named.
    case named(Address)
    /// The sockets where a bridge usually listens; the first that answers is used.
    case usual([String])
    /// A child process, for as long as the connection lasts.
    case ownCore(dataDir: String)
  }

  package let place: Place
  package let tokenFile: String?
  /// The time to wait for a bridge that is just starting.
  package var waitSeconds = 0
  /// True to show the data of an error on a terminal too.
  package var isVerbose = false
}

extension Destination {
  /// Selects the destination: the flag with the strongest source, and in one source the first flag of this
  /// list.
  init(_ settings: OptionValues, _ commandEnvironment: CommandEnvironment) throws(UsageError) {
    let given = [Flag.ofSocket, .connect, .ofDataDir].compactMap { settings[$0] }
    let strongest = given.map(\.source).max()
    let equals = given.filter { $0.source == strongest }
    if strongest == .flag, equals.count > 1 {
      throw equals[1].refused(
        "cannot be given together with --\(equals[0].flag.name)", by: settings.command)
    }
    if let value = equals.first {
      place = try Destination.place(value, settings.command)
    } else {
      place = .usual(try Destination.usualSockets(commandEnvironment))
    }
    tokenFile = settings.text(.tokenFile)
    waitSeconds = settings.integer(.wait) ?? 0
    isVerbose = settings.isOn(.verbose)
  }

  private static func place(_ given: OptionValues.Given, _ command: CommandName) throws(UsageError)
    -> Place
  {
    switch given.flag {
    case .ofSocket: return .named(.socket(given.text))
    case .connect:
      // The line of readiness and `status` print these three forms.
      if given.text.hasPrefix("unix:/") { return .named(.socket(String(given.text.dropFirst(5)))) }
      let webSocket = webSocketAddress(given.text)
      let tcp = given.text.hasPrefix("tcp:") ? String(given.text.dropFirst(4)) : given.text
      guard let address = HostAndPort(webSocket ?? tcp), address.port != 0 else {
        throw given.refused(
          "must be HOST:PORT or ws://HOST:PORT, as in 127.0.0.1:8091", by: command)
      }
      return .named(webSocket == nil ? .tcp(address) : .webSocket(address))
    default: return .ownCore(dataDir: given.text)
    }
  }

  /// Returns `HOST:PORT` of a WebSocket URL, with or without the path `/rpc`, or of an address as `endpoint` prints it;
  /// nil for any other text.
  private static func webSocketAddress(_ text: String) -> String? {
    if text.hasPrefix("ws://") {
      let rest = text.dropFirst(5)
      return String(
        ["/rpc", "/"].first(where: rest.hasSuffix).map { rest.dropLast($0.count) } ?? rest)
    }
    return text.hasPrefix("ws:") ? String(text.dropFirst(3)) : nil
  }

  /// Returns the sockets of the services of this user and of the system.
  private static func usualSockets(
    _ commandEnvironment: CommandEnvironment
  ) throws(UsageError) -> [String] {
    let runtime = try commandEnvironment.directory("XDG_RUNTIME_DIR")
    return [runtime, "/run"].compactMap(\.self).map { $0 + "/altcraft-bridge/rpc.sock" }
  }
}
