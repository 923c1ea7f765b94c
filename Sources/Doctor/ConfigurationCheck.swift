import BridgeCommandLine
import Glibc
import System

/// The checks of flags, variables and the configuration file.
struct ConfigurationCheck: Sendable {
  let options: DoctorOptions

  /// All settings if a configuration file is given; otherwise those that differ from their defaults.
  var settings: [DoctorOptions.Setting] {
    options.serve.config != nil ? options.settings : options.settings.filter { !$0.isDefault }
  }

  var findings: [Finding] {
    let problems = options.problems.map { problem in
      problem.place == options.serve.config
        ? Finding.problem("file", "\(problem.place.inMessage): \(problem.complaint)")
        : .problem("variable", "\(problem.place.inMessage): \(problem.complaint)")
    }
    let variables = options.unknownVariables.map { Finding.note("variable", $0) }
    guard let path = options.serve.config else { return problems + variables }
    let isSound = !options.problems.contains { $0.place == path }
    return [isSound ? Finding.ok("file", path.inMessage) : nil, exposure(of: path)].compactMap(
      \.self)
      + problems + variables
  }

  /// Checks the write access to the file. It holds no secrets, so everyone may read it. A user who can write
  /// it can change who may call the bridge.
  private func exposure(of path: String) -> Finding? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    if File.isWritableByOthers(path) {
      return .problem("file", "\(path.inMessage) can be written by others", "chmod go-w '\(path)'")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      return .note("file", "\(path.inMessage) belongs to user \(status.st_uid), who can change it")
    }
    return nil
  }
}
