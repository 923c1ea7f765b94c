import AltcraftEngine
import BridgeClient
import BridgeCommandLine
import Glibc
import JSONCodec
import System
import WireRecording

/// The bridge that receives a replay: a child process with its own data directory.
final class ReplayBridge {
  let dataDirectory: String
  private let place: String
  private let process: PipedProcess
  private let ports: Ports

  /// The ports of the listeners; 0 for none.
  private struct Ports {
    var tcp: UInt16 = 0
    var webSocket: UInt16 = 0
  }

  private static let start = Duration.seconds(10)
  /// The retry pauses do not affect the outcome of an attempt, so they are short.
  private static let quick = ["retryFirstSeconds": 0.05, "retryMaxSeconds": 0.2]

  init(_ session: Recording.Session, program: String?) throws(CommandFailure) {
    place = try Self.temporaryDirectory()
    dataDirectory = place + "/data"
    let transports = Set(
      session.lines.compactMap { line -> String? in
        guard case .open(let transport) = line.content else { return nil }
        return transport.split(separator: " ").first.map(String.init)
      })
    do throws(SystemError) {
      process = try PipedProcess(
        program ?? "/proc/self/exe", Self.arguments(session, transports, place),
        environment: ProcessEnvironment.forChildren.filter { !$0.key.hasPrefix("ALTCRAFT_BRIDGE") })
    } catch {
      Self.remove(place)
      throw .ours(error.message)
    }
    let ports = process.waitForErrorLine(until: .after(Self.start)) { Self.ports(readyLine: $0) }
    guard let ports else {
      let said = process.errorLines.joined(separator: "\n")
      process.end(timeout: .zero)
      Self.remove(place)
      throw .ours("the bridge did not start: \(said)")
    }
    self.ports = ports
  }

  private static func arguments(
    _ session: Recording.Session, _ transports: Set<String>, _ place: String
  ) -> [String] {
    let options = session.facts["options"]?.objectValue ?? [:]
    var words = ["serve", "--data-dir", place + "/data", "--log-level", "error"]
    if transports.contains("stdio") || transports.isEmpty { words.append("--stdio") }
    if transports.contains("unix") { words += ["--socket", place + "/run/s"] }
    if transports.contains("tcp") { words += ["--listen", "127.0.0.1:0"] }
    if transports.contains("webSocket") { words += ["--websocket", "127.0.0.1:0"] }
    if options["requireToken"] == true { words.append("--require-token") }
    if options["allowInsecureHTTP"] == true { words.append("--allow-insecure-http") }
    if let group = options["appGroup"]?.stringValue { words += ["--app-group", group] }
    if let durability = options["durability"]?.stringValue {
      words += ["--durability", durability]
    }
    var limits = quick
    for limit in options["limits"]?.objectValue?.members ?? [] {
      guard let value = limit.value.numberValue?.double else { continue }
      limits[limit.key] = min(value, quick[limit.key] ?? value)
    }
    for limit in limits.sorted(by: { $0.key < $1.key }) {
      words += ["--limit", "\(limit.key)=\(limit.value.shortText)"]
    }
    return words
  }

  /// Returns the ports in the ready line; nil for any other line.
  private static func ports(readyLine: String) -> Ports? {
    guard readyLine.hasPrefix("{\"ready\""),
      let line = try? JSONParser.parse(Array(readyLine.utf8)).value
    else { return nil }
    var ports = Ports()
    for place in (line["listen"]?.arrayValue ?? []).compactMap(\.stringValue) {
      let port = place.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
      if place.hasPrefix("tcp:") { ports.tcp = port }
      if place.hasPrefix("ws:") { ports.webSocket = port }
    }
    return ports
  }

  func connect(_ transport: String) throws(CommandFailure) -> ReplayConnection {
    do throws(SystemError) {
      switch transport {
      case "unix": return ReplayConnection(try .connect(socketAt: place + "/run/s"))
      case "tcp":
        return ReplayConnection(try .connect(host: "127.0.0.1", port: ports.tcp))
      case "webSocket", "webSocket control", "webSocket observer":
        let role = transport.split(separator: " ").dropFirst().first
        return ReplayConnection(
          try .connect(
            webSocketAt: "127.0.0.1", port: ports.webSocket,
            token: role.flatMap { token(of: String($0)) }))
      case "stdio": return ReplayConnection(process.wire)
      default: break
      }
    } catch {
      throw .ours(error.message)
    }
    throw CommandFailure(
      message: "altcraft-bridge: the recording has an unknown transport, \(transport)",
      status: .configuration)
  }

  /// The authentication token of a connection; nil if there is no port.
  var token: String? { token(of: "control") }

  private func token(of role: String) -> String? {
    let name = role == "observer" ? TokenFile.observer : TokenFile.control
    guard case .success(let bytes) = File.read("\(dataDirectory)/\(name)") else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The lines on standard error, without the ready line.
  var complaints: [String] { process.errorLines.filter { !$0.hasPrefix("{\"ready\"") } }

  func stop() {
    process.end(timeout: .seconds(6))
    Self.remove(place)
  }

  private static func temporaryDirectory() throws(CommandFailure) -> String {
    let parent = ProcessEnvironment.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(parent)/altcraft-replay-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .ours(
        "\(parent): cannot create a directory; name another place with the variable TMPDIR")
    }
    return String(
      decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Removes a directory and its content. Only this user can write to the directory.
  private static func remove(_ path: String) {
    if let entries = opendir(path) {
      while let entry = readdir(entries) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(entries)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
