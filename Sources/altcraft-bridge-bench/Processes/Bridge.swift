import Glibc
import JSONCodec
import System

/// A running `altcraft-bridge` with its own data directory.
final class Bridge {
  let process: MeasuredProcess
  let directory: String
  let socket: String?
  let port: UInt16?

  struct Listeners: OptionSet {
    let rawValue: Int
    static let unix = Listeners(rawValue: 1)
    static let tcp = Listeners(rawValue: 2)
    static let webSocket = Listeners(rawValue: 4)
  }

  /// Starts a bridge. It always serves stdio, so that it ends with this program. With other listeners it is
  /// ready when this returns.
  init(
    _ bench: Bench, _ listeners: Listeners = [], directory: String? = nil,
    limits: [String: Int] = [:], more arguments: [String] = []
  ) throws(BenchError) {
    self.directory = directory ?? bench.workspace.newPath("outbox")
    // The path of a socket is limited to 107 bytes, which the paths of directories may exceed.
    let socket = listeners.contains(.unix) ? bench.workspace.newPath("s/s") : nil
    var command = [bench.options.bridge, "serve", "--stdio", "--data-dir", self.directory]
    if let socket { command += ["--socket", socket] }
    if listeners.contains(.tcp) { command += ["--listen", "127.0.0.1:0"] }
    if listeners.contains(.webSocket) { command += ["--websocket", "127.0.0.1:0"] }
    for (name, value) in limits.sorted(by: { $0.key < $1.key }) {
      command += ["--limit", "\(name)=\(value)"]
    }
    process = try MeasuredProcess(command + arguments, bench.workspace)
    self.socket = socket
    port = listeners.isEmpty ? nil : try Bridge.waitUntilReady(process)
  }

  /// Waits for the ready line and returns the port of TCP or of the WebSocket; 0 without one.
  private static func waitUntilReady(_ process: MeasuredProcess) throws(BenchError) -> UInt16 {
    for _ in 0..<5000 {
      let lines = process.errorText.split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines.dropLast() {
        guard let ready = try? JSONParser.parse(Array(line.utf8)).value, ready["ready"] == true
        else { continue }
        let endpoints = ready["listen"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let port = endpoints.first { $0.hasPrefix("tcp:") || $0.hasPrefix("ws:") }?.split(
          separator: ":"
        ).last
        return port.flatMap { UInt16($0) } ?? 0
      }
      guard process.isRunning else { break }
      MonotonicTime.sleep(milliseconds: 2)
    }
    throw BenchError("altcraft-bridge did not start: \(process.errorText)")
  }

  /// The token that authenticates a TCP peer.
  var token: String {
    File.text("\(directory)/rpc.token").split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Returns the arguments that only start the bridge, for measuring the start.
  static func startCommand(_ bench: Bench, directory: String) -> [String] {
    [bench.options.bridge, "serve", "--stdio", "--data-dir", directory]
  }
}

extension Bridge {
  /// Connects to the Unix socket, else by TCP or WebSocket with the token, else over stdio.
  func connect(_ framing: Framing = .newline) throws(BenchError) -> RawConnection {
    if let socket { return try RawConnection(unix: socket, framing) }
    guard let port, port > 0 else { return RawConnection(process, framing) }
    let wire = try RawConnection(port: port, framing)
    if framing == .webSocket { try wire.upgrade(port: port) }
    try wire.demand("bridge.authenticate", #"{"token":"\#(token)"}"#)
    return wire
  }
}
