import Glibc
import JSONCodec
import System

@main
enum AltcraftBridgeBench {
  static func main() {
    InheritedSignals.reset()
    // A write to a closed peer must fail with an error, not end this program.
    signal(SIGPIPE, SIG_IGN)
    do throws(BenchError) {
      let words = Array(CommandLine.arguments.dropFirst())
      switch try BenchCommand.parse(words, program: try pathOfProgram()) {
      case .help: StandardOutput.text(BenchHelp.text)
      case .floor(let words): try BaselineCommand.run(words)
      case .platform(let words): try BaselinePlatformCommand.run(words)
      case .measure(let options): try measure(options)
      }
    } catch {
      StandardOutput.errorLine("altcraft-bridge-bench: \(error.message)")
      exit(EXIT_FAILURE)
    }
  }

  private static func measure(_ options: BenchOptions) throws(BenchError) {
    guard options.allowsDebug || !Machine.isDebugBuild else {
      throw BenchError("this is a debug build; build with -c release, or pass --allow-debug")
    }
    guard access(options.bridge, X_OK) == 0 else {
      throw BenchError("\(options.bridge) does not exist; set the path with --bridge")
    }
    _ = CPUs.allowed
    let workspace = try BenchWorkspace(in: options.directory)
    defer { workspace.clear() }
    var report = Report(Machine(directory: options.directory), options)
    let bench = Bench(options: options, workspace: workspace, progress: Progress())
    // Writing now reports a file that cannot be written at once, not after ten minutes.
    try write(report)
    StandardOutput.text(report.machine.text)
    for group in options.groups {
      let rows = try group.measure(bench)
      report.add(rows)
      bench.progress.clear()
      CPUs.place(.any, child: nil)
      StandardOutput.text("\n" + report.text(of: group))
      try write(report)
    }
    StandardOutput.text("\n\(report.summary)\n")
  }

  /// Writes the report after every group, so that earlier results are kept if a later group fails.
  private static func write(_ report: Report) throws(BenchError) {
    guard let path = report.options.jsonFile else { return }
    do throws(SystemError) {
      try File.write(Array((report.json.prettyText + "\n").utf8), to: path, mode: 0o644)
    } catch {
      throw BenchError(error.message)
    }
  }

  private static func pathOfProgram() throws(BenchError) -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw BenchError(call: "/proc/self/exe")
    }
    defer { free(path) }
    return String(cString: path)
  }
}
