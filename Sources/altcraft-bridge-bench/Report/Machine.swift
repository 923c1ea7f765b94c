import Glibc
import JSONCodec
import System

/// The machine and the build that were measured. Figures of two machines are not comparable.
struct Machine {
  let processor: String
  let cores: Int
  let kernel: String
  let fileSystem: String
  let swift: String
  let build: String
  let date: String
  /// The average number of runnable processes in the last minute. Their time slices affect every figure.
  let load: Double

  init(directory: String) {
    let lines = File.text("/proc/cpuinfo").split(separator: "\n")
    let model = lines.first { $0.hasPrefix("model name") }
    processor =
      model.flatMap { $0.split(separator: ":").last.map { String($0.drop { $0 == " " }) } }
      ?? "unknown"
    cores = CPUs.allowed.count
    kernel =
      File.text("/proc/sys/kernel/osrelease").split(separator: "\n").first.map(
        String.init) ?? "unknown"
    fileSystem = Machine.fileSystem(of: directory)
    swift = Machine.compiler
    load = File.text("/proc/loadavg").split(separator: " ").first.flatMap { Double($0) } ?? 0
    build = Machine.isDebugBuild ? "debug" : "release"
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    date = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  static var isDebugBuild: Bool {
    var isDebug = false
    // The closure is evaluated only in debug builds.
    assert(
      {
        isDebug = true
        return true
      }())
    return isDebug
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "before 6.3"
    #endif
  }

  /// Returns the type of the mount that holds the directory: the longest mount point that is its prefix.
  private static func fileSystem(of directory: String) -> String {
    guard let resolved = realpath(directory, nil) else { return "unknown" }
    defer { free(resolved) }
    let path = String(cString: resolved) + "/"
    let mounts = File.text("/proc/mounts").split(separator: "\n").map {
      $0.split(separator: " ")
    }
    let holding = mounts.filter { mount in
      mount.count > 2 && path.hasPrefix(mount[1] == "/" ? "/" : mount[1] + "/")
    }
    // Of two mounts at one path, the later one is visible.
    return holding.reversed().max { $0[1].count < $1[1].count }.map { String($0[2]) } ?? "unknown"
  }

  var text: String {
    let place = "\(processor), \(cores) cores, Linux \(kernel), \(fileSystem)"
    // A thread that wakes on a busy core waits for the end of the running time slice, some milliseconds.
    let warning =
      load < 0.5
      ? ""
      : "this machine is busy: load \(load.text(decimals: 1)); as root, run with `chrt -f 5`\n"
    return "\(place), Swift \(swift), \(build) build, \(date)\n\(warning)"
  }

  var json: JSON {
    [
      "processor": .string(processor), "cores": .int(cores), "kernel": .string(kernel),
      "fileSystem": .string(fileSystem), "swift": .string(swift), "build": .string(build),
      "date": .string(date), "load": .figure(load),
    ]
  }
}

extension File {
  /// Returns the text of a file; empty if the file cannot be read.
  static func text(_ path: String) -> String {
    guard case .success(let bytes) = read(path) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
