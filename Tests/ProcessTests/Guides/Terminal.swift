import Foundation
import Glibc
import Synchronization
import TestSupport

/// The environment of a reader: an empty directory, a shell, and the programs on the PATH.
struct Terminal {
  /// The port that all pages but one give to the simulated platform.
  static let port = "8090"
  /// The port on the page on scripts, which can be followed while the platform of another page runs.
  static let portOfScripts = "8092"

  let directory = TemporaryDirectory()
  private let port: String

  /// The ports of all terminals of this process. Two that begin at the same time find the same port free.
  private static let taken = Mutex<Set<String>>([])

  /// Uses the port of the pages, or another if that port is taken.
  init() throws {
    port = try Self.taken.withLock { taken in
      var port = try Self.isFree(8090) ? Self.port : String(Self.freePort())
      while !taken.insert(port).inserted { port = try String(Self.freePort()) }
      return port
    }
  }

  /// Runs the blocks one after the other in one shell, and returns the output of each. `background` runs
  /// meanwhile, as in another terminal; this waits until it listens on the port.
  func run(_ blocks: [String], background: String? = nil) throws -> [String] {
    var script = "trap 'kill $(jobs -p) 2>/dev/null' EXIT\nexec </dev/null\n"
    if let background {
      script += "\(background.trimmingCharacters(in: .newlines)) &\n"
      script += "until (exec 3<>/dev/tcp/127.0.0.1/\(Self.port)) 2>/dev/null; do sleep 0.05; done\n"
    }
    for (index, block) in blocks.enumerated() {
      script += "{\n\(block)} >'\(directory.path)/output.\(index)'\n"
    }
    try save(Self.text(script, with: port), as: "script")

    // Use a file instead of a pipe: the background process would keep a pipe open.
    let log = directory.path + "/log"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    try SpawnedProcess(
      "/usr/bin/env", ["timeout", "-k", "5", "60", "bash", "\(directory.path)/script"],
      environment: environment, in: workplace().path, output: .file(log), errors: .file(log)
    ).wait()
    return blocks.indices.map { index in
      (try? String(contentsOfFile: "\(directory.path)/output.\(index)", encoding: .utf8))
        ?? "not run"
    }
  }

  /// The text on standard error.
  var log: String { (try? String(contentsOfFile: directory.path + "/log", encoding: .utf8)) ?? "" }

  /// Writes a file into the directory that the blocks run in.
  func write(_ text: String, as name: String) throws {
    try save(Self.text(text, with: port), as: "work/" + name)
  }

  private static func text(_ text: String, with port: String) -> String {
    text.replacing(Self.port, with: port).replacing(portOfScripts, with: port)
  }

  private func save(_ text: String, as name: String) throws {
    _ = try workplace()
    try text.write(toFile: "\(directory.path)/\(name)", atomically: true, encoding: .utf8)
  }

  private func workplace() throws -> URL {
    let place = URL(fileURLWithPath: directory.path + "/work", isDirectory: true)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place
  }

  private var environment: [String: String] {
    var all = SpawnedProcess.environment()
    all["XDG_STATE_HOME"] = nil
    let programs = URL(fileURLWithPath: builtProduct("altcraft-bridge")).deletingLastPathComponent()
    all["PATH"] = programs.path + ":" + (all["PATH"] ?? "/usr/bin:/bin")
    all["HOME"] = directory.path
    return all
  }

  /// Returns true if a program is installed, and its help contains the word.
  static func has(_ program: String, saying word: String? = nil) -> Bool {
    let question = word.map { "\(program) -h 2>&1 | grep -q \($0)" } ?? "command -v \(program)"
    return TestSupport.run("bash", "-c", question)
  }

  private static func isFree(_ port: UInt16) throws -> Bool {
    (try? bound(to: port)).map { close($0.descriptor) == 0 } ?? false
  }

  private static func freePort() throws -> UInt16 {
    let socket = try bound(to: 0)
    close(socket.descriptor)
    return socket.port
  }

  private static func bound(to port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var reuse: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    let failure = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, length) != 0 || listen(number, 1) != 0
          || getsockname(number, $0, &length) != 0
      }
    }
    guard !failure else {
      close(number)
      throw Overdue("port \(port) is taken")
    }
    return (number, address.sin_port.bigEndian)
  }
}
