import AltcraftMethods
import BridgeClient
import BridgeCommandLine
import Glibc
import JSONCodec
import System
import Transports

/// The checks of the requested sockets and ports: which bridge serves there, or what prevents serving. Also
/// checks the service manager, if there is one.
struct ServiceCheck: Sendable {
  let options: DoctorOptions

  var findings: [Finding] {
    var findings = manager
    if let path = options.serve.socket ?? unitSocket { findings.append(socket(path)) }
    if let group = options.serve.socketAccess.group { findings.append(self.group(group)) }
    if let address = options.serve.listen { findings.append(port("port", address)) }
    if let address = options.serve.websocket { findings.append(port("websocket", address)) }
    return findings.isEmpty ? [.ok("transport", "standard input and output")] : findings
  }

  /// The socket of the unit that `service install` writes, if it exists and no other address is requested.
  private var unitSocket: String? {
    guard options.serve.socket == nil, options.serve.listen == nil,
      options.serve.websocket == nil
    else { return nil }
    let places = [options.environment["XDG_RUNTIME_DIR"], "/run"].compactMap(\.self)
    return places.map { $0 + "/altcraft-bridge/rpc.sock" }.first { access($0, F_OK) == 0 }
  }

  private func socket(_ path: String) -> Finding {
    guard path.utf8.count <= 107 else {
      return .problem("socket", "\(path) is longer than 107 bytes", "choose a shorter path")
    }
    if let problem = directory(of: path) { return problem }
    var status = stat()
    guard lstat(path, &status) == 0 else { return .ok("socket", "\(path): free") }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      return .problem(
        "socket", "\(path) is not a socket; not touched", "use another path, or remove it")
    }
    do throws(SystemError) {
      return answer("socket", path, try Wire.connect(socketAt: path))
    } catch {
      return error.code == ECONNREFUSED
        ? .note("socket", "\(path): stale socket; the next start replaces it")
        : .problem("socket", error.message)
    }
  }

  /// Checks the group of the socket. A user who is not a member cannot give a file to it.
  private func group(_ name: String) -> Finding {
    let subject = "socket group"
    guard options.serve.socket != nil else {
      return .note(
        subject, "there is no --socket that the group could use",
        "add --socket, or have the service manager pass a Unix socket")
    }
    guard let number = GroupNumber.find(name) else {
      return .problem(
        subject, "/etc/group has no group \(name.inMessage)", "give its number, or create it")
    }
    guard geteuid() == 0 || isMember(of: number) else {
      return .problem(
        subject, "user \(geteuid()) is not in group \(name.inMessage)",
        "add the user to the group, and log in again")
    }
    return .ok(subject, "\(name.inMessage): \(number)")
  }

  private func isMember(of group: UInt32) -> Bool {
    var groups = [gid_t](repeating: 0, count: 65_536)
    let count = getgroups(Int32(groups.count), &groups)
    return group == getegid() || count > 0 && groups[..<Int(count)].contains(group)
  }

  /// Checks the directory of the socket. A user who can write to it can replace the socket.
  private func directory(of path: String) -> Finding? {
    let directory = path.parentDirectory
    var status = stat()
    guard lstat(directory, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT != S_IFLNK else {
      return .problem("socket", "\(directory) is a symbolic link", "use its target")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      return .problem(
        "socket", "\(directory) belongs to user \(status.st_uid)", "use a directory of your own")
    }
    guard status.st_mode & 0o022 == 0 else {
      return .problem(
        "socket", "\(directory) can be written by others", "chmod go-w '\(directory)'")
    }
    return nil
  }

  private func port(_ subject: String, _ address: LoopbackAddress) -> Finding {
    guard address.port != 0 else { return .ok(subject, "chosen at start") }
    let host = HostAndPort(host: address.host.rawValue, port: address.port)
    do throws(SystemError) {
      let wire =
        subject == "websocket"
        ? try Wire.connect(webSocketAt: host.host, port: host.port)
        : try Wire.connect(host: host.host, port: host.port)
      return answer(subject, host.text, wire)
    } catch {
      switch error.code {
      case ECONNREFUSED: return .ok(subject, "\(host.text): free")
      case EPROTO:
        return .problem(
          subject, error.operation, "use another address, or stop the process that listens there")
      default: return .problem(subject, error.message)
      }
    }
  }

  /// Describes the peer at the other end of a connection.
  private func answer(_ subject: String, _ place: String, _ wire: Wire) -> Finding {
    let client = BridgeConnection(wire)
    defer { client.finishSending() }
    do throws(CallFailure) {
      _ = try client.call("bridge.ping", until: .after(.seconds(2)))
      let info = try client.call("bridge.info", until: .after(.seconds(2)))
      let version = info["version"]?.stringValue ?? "?"
      let served = "\(place): served by version \(version), process \(info["pid"]?.intValue ?? 0)"
      guard version == BridgeVersion.current else {
        return .note(
          subject, "\(served); this program is \(BridgeVersion.current)",
          "restart the service to run this version")
      }
      return .ok(subject, served)
    } catch {
      switch error {
      case .refused(let error) where error["code"] == -32001:
        return .ok(subject, "\(place): served by a bridge that requires its token")
      case .notAnswered:
        return .problem(subject, "\(place): a process listens but does not answer", "restart it")
      default:
        return .problem(
          subject, "\(place): no usable bridge is listening there (\(error.message))",
          "use another address, or stop the process that listens there")
      }
    }
  }

  private var manager: [Finding] {
    let variables = options.environment
    guard variables["INVOCATION_ID"] != nil || variables["NOTIFY_SOCKET"] != nil else { return [] }
    var details = ["started by systemd"]
    if variables["NOTIFY_SOCKET"] != nil { details.append("with status notifications") }
    if let time = variables["WATCHDOG_USEC"].flatMap({ Int($0) }) {
      details.append("with a watchdog of \(time / 1_000_000) s")
    }
    do throws(PassedSocketProblem) {
      details += try PassedSockets.find(in: variables, for: getpid()).map {
        "serving \($0.endpoint)"
      }
    } catch {
      return [.problem("systemd", error.description)]
    }
    return [.ok("systemd", details.joined(separator: ", "))]
  }
}
