import Glibc
import JSONCodec

/// A running `altcraft-bridge`, with a data directory of its own.
final class Bridge {
  let process: ChildProcess
  let directory: String
  let socket: String?
  let port: UInt16?

  struct Listeners: OptionSet {
    let rawValue: Int
    static let unix = Listeners(rawValue: 1)
    static let tcp = Listeners(rawValue: 2)
  }

  /// Serves stdio in any case, so that it ends with this program. With more than that it is ready when this
  /// returns.
  init(
    _ bench: Bench, _ listeners: Listeners = [], directory: String? = nil,
    limits: [String: Int] = [:], more arguments: [String] = []
  ) throws(BenchError) {
    self.directory = directory ?? bench.household.newPath("outbox")
    // The path of a socket may have 107 bytes, which those of folders may exceed.
    let socket = listeners.contains(.unix) ? bench.household.newPath("s/s") : nil
    var command = [bench.options.bridge, "serve", "--stdio", "--data-dir", self.directory]
    if let socket { command += ["--socket", socket] }
    if listeners.contains(.tcp) { command += ["--listen", "127.0.0.1:0"] }
    for (name, value) in limits.sorted(by: { $0.key < $1.key }) {
      command += ["--limit", "\(name)=\(value)"]
    }
    process = try ChildProcess(command + arguments, bench.household)
    self.socket = socket
    port = listeners.isEmpty ? nil : try Bridge.waitUntilReady(process)
  }

  /// The port of its ready line, 0 without one.
  private static func waitUntilReady(_ process: ChildProcess) throws(BenchError) -> UInt16 {
    for _ in 0..<5000 {
      let lines = process.errorText.split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines.dropLast() {
        guard let ready = try? JSONParser.parse(Array(line.utf8)).value, ready["ready"] == true
        else { continue }
        let endpoints = ready["listen"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let port = endpoints.first { $0.hasPrefix("tcp:") }?.split(separator: ":").last
        return port.flatMap { UInt16($0) } ?? 0
      }
      guard process.isRunning else { break }
      MonotonicTime.sleep(milliseconds: 2)
    }
    throw BenchError("altcraft-bridge did not get ready: \(process.errorText)")
  }

  /// What a peer by TCP proves itself with.
  var token: String {
    FileText.read("\(directory)/rpc.token").split(separator: "\n").first.map(String.init) ?? ""
  }

  /// The arguments that only start it, for measuring that.
  static func startCommand(_ bench: Bench, directory: String) -> [String] {
    [bench.options.bridge, "serve", "--stdio", "--data-dir", directory]
  }
}

extension Bridge {
  /// A connection by what it listens to, stdio if that is nothing; by TCP with the token.
  func connect(_ framing: Framing = .newline) throws(BenchError) -> Wire {
    if let socket { return try Wire(unix: socket, framing) }
    guard let port, port > 0 else { return Wire(process, framing) }
    let wire = try Wire(port: port, framing)
    try wire.demand("bridge.authenticate", #"{"token":"\#(token)"}"#)
    return wire
  }
}
