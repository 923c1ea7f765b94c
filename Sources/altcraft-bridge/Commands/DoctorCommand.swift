import Glibc

/// `doctor`: what would keep the bridge from working here.
enum DoctorCommand {
  static func run(dataDir: String) -> ExitStatus {
    let findings = Doctor(dataDir: dataDir).examine()
    for finding in findings { Output.line(finding.line) }
    return findings.contains { $0.isProblem } ? .failure : .success
  }
}

/// One thing that was looked at.
struct Finding: Sendable, Equatable {
  let subject: String
  let verdict: String
  let isProblem: Bool

  static func ok(_ subject: String, _ verdict: String) -> Finding {
    Finding(subject: subject, verdict: verdict, isProblem: false)
  }

  static func problem(_ subject: String, _ verdict: String) -> Finding {
    Finding(subject: subject, verdict: verdict, isProblem: true)
  }

  var line: String { "\(isProblem ? "problem" : "ok     ")  \(subject): \(verdict)" }
}

/// Looks, and changes nothing: not even a directory that is missing is created.
struct Doctor: Sendable {
  let dataDir: String

  func examine() -> [Finding] {
    let home = DirectoryCheck(path: dataDir)
    return [home.directory, home.filesystem, home.freeSpace].compactMap(\.self) + [
      worker, certificates, processTable, openFiles,
    ]
  }

  private var worker: Finding {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else {
      return .problem("delivery worker", SystemError("cannot read /proc/self/exe").message)
    }
    let executable = String(decoding: buffer[..<count], as: UTF8.self)
    let path = executable.parentDirectory + "/altcraft-bridge-delivery"
    guard access(path, X_OK) == 0 else {
      return .problem(
        "delivery worker", SystemError(path).message + "; it belongs beside altcraft-bridge")
    }
    return started(path)
  }

  /// It loads libcurl, which reaches the platform; started by hand it says that it is not meant to be.
  private func started(_ path: String) -> Finding {
    let child: ChildProcess
    do throws(SystemError) {
      child = try ChildProcess(path, [], environment: ["LC_ALL": "C"])
    } catch {
      return .problem("delivery worker", error.message)
    }
    let status = child.waitForExit(until: .after(.seconds(5))) ?? child.end(patience: .zero)
    guard status == EX_USAGE else {
      let reason = child.errorLines.last ?? "ended with status \(status ?? -1)"
      return .problem("delivery worker", "\(path) cannot start: \(reason)")
    }
    return .ok("delivery worker", path)
  }

  private var certificates: Finding {
    // Where Debian, Fedora, Alpine and openSUSE keep them.
    let places = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
      "/etc/ssl/cert.pem", "/etc/ssl/ca-bundle.pem",
    ]
    guard let found = places.first(where: { access($0, R_OK) == 0 }) else {
      return .problem("certificates", "no bundle of authorities; install ca-certificates")
    }
    return .ok("certificates", found)
  }

  private var processTable: Finding {
    // Who is at the other end of a TCP connection is read here.
    switch File.read("/proc/self/net/tcp") {
    case .success: return .ok("/proc", "readable")
    case .failure(let error):
      return .problem("/proc", "/proc/self/net/tcp: \(error.reason); mount proc")
    }
  }

  private var openFiles: Finding {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return .problem("open files", SystemError("cannot read the limit").message)
    }
    // 64 connections, 16 that have not proven who they are, the journal, the worker, and room.
    let needed: rlim_t = 256
    guard limit.rlim_cur >= needed else {
      return .problem(
        "open files", "limit of \(limit.rlim_cur), needs \(needed); raise it with ulimit -n")
    }
    return .ok(
      "open files", limit.rlim_cur > rlim_t(Int32.max) ? "no limit" : "limit of \(limit.rlim_cur)")
  }
}
