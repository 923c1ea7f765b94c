import AltcraftMethods
import BridgeClient
import BridgeCommandLine
import Glibc
import HTTP
import System

/// The check that the delivery process, which speaks HTTPS, starts, and a list of its shared libraries: it is
/// the part of the product that is linked dynamically.
struct DeliveryCheck: Sendable {
  /// Nil if it cannot be started.
  let process: WorkerHTTPClient?
  private let start: Finding

  init(variables: [String: String]) {
    guard let program = ProgramPath.own else {
      start = .problem("program", "/proc/self/exe cannot be read", "mount /proc")
      process = nil
      return
    }
    let path = program.parentDirectory + "/altcraft-bridge-delivery"
    start = Self.start(path, variables)
    process =
      start.isProblem
      ? nil
      : WorkerHTTPClient(path: path, userAgent: "altcraft-bridge-doctor/\(BridgeVersion.current)")
  }

  /// Starts the program without the bridge. It then exits with a usage error; if a library is missing, the
  /// loader names it.
  private static func start(_ path: String, _ variables: [String: String]) -> Finding {
    guard access(path, X_OK) == 0 else {
      return .problem(
        "program", SystemError(path).message,
        "install it next to altcraft-bridge, from the same release")
    }
    let child: PipedProcess
    do throws(SystemError) {
      var environment = ["LC_ALL": "C"]
      environment["LD_LIBRARY_PATH"] = variables["LD_LIBRARY_PATH"]
      child = try PipedProcess(path, [], environment: environment)
    } catch {
      return .problem("program", error.message)
    }
    let status = child.waitForExit(until: .after(.seconds(5))) ?? child.end(timeout: .zero)
    guard status == EX_USAGE else {
      let reason = child.errorLines.last ?? "exited with status \(status ?? -1)"
      return .problem("program", "\(path) cannot start: \(reason)", remedy(reason))
    }
    return .ok("program", path)
  }

  /// Returns advice for an error message of the loader.
  static func remedy(_ reason: String) -> String? {
    if reason.contains("libcurl.so") {
      return "install libcurl4 (Debian, Ubuntu) or libcurl (Fedora)"
    }
    if reason.contains("libxml2.so") { return "install libxml2" }
    if reason.contains("GLIBC_") { return "this system is older than this release requires" }
    return reason.contains("shared libraries") ? "install the named library" : nil
  }

  /// The findings. Read them after the process was used; otherwise it is started for this.
  var findings: [Finding] {
    guard let process else { return [start] }
    if process.processID == nil {
      // The connection is refused at once by this machine. The attempt alone starts the process.
      _ = process.sendAndWait(
        HTTPRequest(
          method: "GET", url: "http://127.0.0.1:1/", headers: [], body: [], deadline: .seconds(5),
          responseLimit: 0))
    }
    return [start] + libraries(of: process)
  }

  private func libraries(of process: WorkerHTTPClient) -> [Finding] {
    guard let id = process.processID, case .success(let bytes) = File.read("/proc/\(id)/maps")
    else {
      return [.note("libraries", "unknown: /proc/PID/maps cannot be read")]
    }
    let libraries = MappedLibraries(String(decoding: bytes, as: UTF8.self))
    return [
      .ok("libraries", libraries.ofSystem.joined(separator: " ")),
      .ok("Swift libraries", libraries.ofSwift.joined(separator: " ")),
    ].filter { !$0.message.isEmpty }
  }
}

/// The shared libraries in `/proc/PID/maps`, by their file names, each once.
struct MappedLibraries: Sendable, Equatable {
  /// The libraries that an administrator installs and updates.
  let ofSystem: [String]
  /// The libraries that come with Swift, and in a release with the program.
  let ofSwift: [String]

  init(_ maps: String) {
    let found = maps.split(separator: "\n").compactMap { line -> String? in
      // The fields are address, permissions, offset, device, inode and path. The path is last and may contain
      // spaces.
      let fields = line.split(separator: " ", maxSplits: 5)
      guard fields.count == 6 else { return nil }
      let name = fields[5].drop { $0 == " " }.split(separator: "/").last.map(String.init) ?? ""
      return name.contains(".so") ? name : nil
    }
    let names = Set(found).sorted()
    let swift = ["libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime"]
    ofSwift = names.filter { name in swift.contains(where: name.hasPrefix) }
    ofSystem = names.filter { name in !swift.contains(where: name.hasPrefix) }
  }
}
