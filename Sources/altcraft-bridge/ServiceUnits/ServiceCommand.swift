import BridgeClient
import BridgeCommandLine
import Glibc
import System

/// The `service install` command: writes the units and prints the next steps. It does not start anything: the
/// user decides that.
enum ServiceCommand {
  static func run(_ options: ServiceOptions) -> ExitStatus {
    guard let program = options.program ?? ProgramPath.own, program.hasPrefix("/"),
      !program.contains(where: \.isNewline)
    else {
      Output.errorLine(
        "altcraft-bridge: the path of the program is unusable; set it with --program /PATH")
      return .usage
    }
    let files = ServiceUnits(scope: options.scope, program: program).files
    do throws(UnitError) {
      // Check all files before the first one is written.
      for file in files { try check(file, options) }
      if options.output != nil || options.scope == .user { try makeDirectories(options.directory) }
      for file in files { Output.line(try write(file, options)) }
    } catch {
      Output.errorLine("altcraft-bridge: \(error.message)")
      return error.status
    }
    Output.text("\n" + ServiceAdvice(options: options, program: program).text)
    return .success
  }

  private struct UnitError: Error {
    let message: String
    var status = ExitStatus.configuration
  }

  private static func check(
    _ file: ServiceUnits.File, _ options: ServiceOptions
  ) throws(UnitError) {
    let path = options.directory + "/" + file.name
    guard !options.replaces, case .success(let old) = File.read(path), old != Array(file.text.utf8)
    else { return }
    throw UnitError(
      message:
        "\(path.inMessage) was modified, or is from another version; replace it with --force, and "
        + "keep changes in a drop-in (systemctl edit)", status: .failure)
  }

  private static func write(
    _ file: ServiceUnits.File, _ options: ServiceOptions
  ) throws(UnitError) -> String {
    let path = options.directory + "/" + file.name
    let bytes = Array(file.text.utf8)
    if case .success(bytes) = File.read(path) { return "unchanged: \(path)" }
    // Write a new file and rename it: systemd would read a unit that is only partly written.
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw refused(path, options) }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o644) == 0, Output.write(bytes, to: descriptor),
      rename(temporary, path) == 0
    else {
      let error = refused(path, options)
      unlink(temporary)
      throw error
    }
    return "wrote: \(path)"
  }

  private static func makeDirectories(_ path: String) throws(UnitError) {
    var parent = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      parent += "/" + name
      guard mkdir(parent, 0o755) == 0 || errno == EEXIST else {
        throw UnitError(message: SystemError(parent.inMessage).message)
      }
    }
  }

  private static func refused(_ path: String, _ options: ServiceOptions) -> UnitError {
    let code = errno
    let message = SystemError(path.inMessage, code: code).message
    switch code {
    case EACCES where options.scope == .system:
      return UnitError(message: message + "; run it as root, or with --user")
    case ENOENT: return UnitError(message: message + "; is systemd installed?")
    default: return UnitError(message: message)
    }
  }
}

/// The instructions for installed units.
struct ServiceAdvice: Sendable {
  let options: ServiceOptions
  let program: String

  var text: String {
    let place =
      options.output == nil
      ? "" : "Copy them to the directory that systemd reads: \(options.usualDirectory)\n\n"
    return place + (options.scope == .user ? forUser : forSystem)
  }

  private var forUser: String {
    """
    Start it, now and at each login:
      systemctl --user daemon-reload
      systemctl --user enable --now altcraft-bridge.socket altcraft-bridge.service

    Keep it running while you are not logged in:
      loginctl enable-linger

    Call it:
      \(program) call bridge.ping \\
        --socket "$XDG_RUNTIME_DIR/altcraft-bridge/rpc.sock"

    Show its status and its log:
      systemctl --user status altcraft-bridge
      journalctl --user -u altcraft-bridge

    Settings go into ~/.config/altcraft-bridge/service.env, one per line, for example
    ALTCRAFT_BRIDGE_LOG_LEVEL=info or ALTCRAFT_BRIDGE_CONFIG=/PATH/config.json.

    """
  }

  private var forSystem: String {
    """
    Only programs of one user can use its socket. Create a user for it, and run
    your program as this user too:
      useradd --system --home-dir /var/lib/altcraft-bridge \\
        --shell /usr/sbin/nologin \(ServiceUnits.account)
    or run it as the user of your program, with two drop-ins:
      systemctl edit altcraft-bridge.service    [Service]  User=NAME
      systemctl edit altcraft-bridge.socket     [Socket]   SocketUser=NAME
    Programs of other users connect over TCP and authenticate with a token; see the
    comment in altcraft-bridge.socket.

    Start it, now and at each boot:
      systemctl daemon-reload
      systemctl enable --now altcraft-bridge.socket altcraft-bridge.service

    Call it, as that user:
      \(program) call bridge.ping --socket /run/altcraft-bridge/rpc.sock

    Show its status and its log:
      systemctl status altcraft-bridge
      journalctl -u altcraft-bridge

    Settings go into /etc/altcraft-bridge/service.env, one per line, for example
    ALTCRAFT_BRIDGE_LOG_LEVEL=info or ALTCRAFT_BRIDGE_CONFIG=/PATH/config.json.

    """
  }
}
