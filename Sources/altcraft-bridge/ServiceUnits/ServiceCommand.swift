import BridgeClient
import BridgeCommandLine
import Glibc
import System

/// The `service` command: writes the units and prints the next steps, removes them or shows their state. It
/// starts and stops nothing: the user decides that.
enum ServiceCommand {
  static func run(_ options: ServiceOptions) -> ExitStatus {
    guard let program = options.program ?? ProgramPath.own, program.hasPrefix("/"),
      !program.contains(where: \.isNewline)
    else {
      StandardOutput.errorLine(
        "altcraft-bridge: the path of the program is unusable; set it with --program /PATH")
      return .usage
    }
    let files = ServiceUnits(
      scope: options.scope, program: program,
      access: options.socketAccess ?? installedAccess(options)
    ).files
    do throws(UnitError) {
      // Check all files before the first one is written.
      if options.action == .status { return status(files, options) }
      for file in files { try check(file, options) }
      if options.action == .uninstall { return try remove(files, options) }
      if options.output != nil || options.scope == .user { try makeDirectories(options.directory) }
      for file in files { StandardOutput.line(try write(file, options)) }
    } catch {
      StandardOutput.errorLine("altcraft-bridge: \(error.message)")
      return error.status
    }
    StandardOutput.text("\n" + ServiceAdvice(options: options, program: program).text)
    return .success
  }

  /// Returns the access of the installed units, which `uninstall` and `status` compare; that of the owner if there are
  /// none.
  private static func installedAccess(_ options: ServiceOptions) -> SocketAccess {
    guard options.action != .install,
      case .success(let bytes) = File.read(options.directory + "/altcraft-bridge.socket")
    else { return .ofOwner }
    return ServiceUnits.access(in: String(decoding: bytes, as: UTF8.self))
  }

  /// Removes the units that are there, and prints the next steps.
  private static func remove(
    _ files: [ServiceUnits.File], _ options: ServiceOptions
  ) throws(UnitError) -> ExitStatus {
    let systemctl = systemctl(options)
    for path in files.map({ options.directory + "/" + $0.name }) {
      guard unlink(path) == 0 else {
        guard errno == ENOENT else { throw refused(path, options) }
        StandardOutput.line("not installed: \(path)")
        continue
      }
      StandardOutput.line("removed: \(path)")
    }
    // `systemctl enable` made these links, and `systemctl disable` fails without the units.
    for file in files {
      let link = "\(options.directory)/\(file.target).wants/\(file.name)"
      var status = stat()
      guard lstat(link, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
      guard unlink(link) == 0 else { throw refused(link, options) }
      StandardOutput.line("removed: \(link)")
    }
    StandardOutput.text(
      """

      Stop the service, if it runs:
        \(systemctl) stop altcraft-bridge.socket altcraft-bridge.service
        \(systemctl) daemon-reload

      The data directory stays.

      """)
    return .success
  }

  /// Prints which units are installed, and what the service manager says of them.
  private static func status(
    _ files: [ServiceUnits.File], _ options: ServiceOptions
  ) -> ExitStatus {
    var isComplete = true
    for file in files {
      let path = options.directory + "/" + file.name
      switch File.read(path) {
      case .success(Array(file.text.utf8)): StandardOutput.line("installed: \(path)")
      case .success: StandardOutput.line("modified: \(path)")
      case .failure:
        isComplete = false
        StandardOutput.line("not installed: \(path)")
      }
    }
    for line in managerStates(of: files.map(\.name), options) { StandardOutput.line(line) }
    StandardOutput.line(
      "\nShow more:\n  \(systemctl(options)) status altcraft-bridge.service"
        + "\n  altcraft-bridge status")
    return isComplete ? .success : .failure
  }

  /// Returns the state of each unit, as the service manager reports it. Empty without systemctl.
  private static func managerStates(
    of names: [String], _ options: ServiceOptions
  ) -> [String] {
    let words = systemctl(options).split(separator: " ").map(String.init) + ["is-active"] + names
    do throws(SystemError) {
      let pipe = try PipeEnds()
      defer { close(pipe.reading) }
      let process: ChildProcess
      do throws(SystemError) {
        process = try ChildProcess(
          .named(words[0]), words,
          environment: nil,
          input: .file("/dev/null", O_RDONLY), output: .descriptor(pipe.writing),
          errors: .file("/dev/null", O_WRONLY))
      } catch {
        close(pipe.writing)
        throw error
      }
      close(pipe.writing)
      let answer = (try? File.read(descriptor: pipe.reading).get()) ?? []
      process.wait()
      let states = String(decoding: answer, as: UTF8.self).split(separator: "\n")
      return states.isEmpty
        ? ["The service manager does not answer."] : zip(names, states).map { "\($0): \($1)" }
    } catch {
      return error.code == ENOENT ? [] : [error.message]
    }
  }

  private static func systemctl(_ options: ServiceOptions) -> String {
    options.scope == .user ? "systemctl --user" : "systemctl"
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
        "\(path.inMessage) was modified, or is from another version; "
        + (options.action == .uninstall
          ? "remove it with --force"
          : "replace it with --force, and keep changes in a drop-in (systemctl edit)"),
      status: .failure)
  }

  private static func write(
    _ file: ServiceUnits.File, _ options: ServiceOptions
  ) throws(UnitError) -> String {
    let path = options.directory + "/" + file.name
    let bytes = Array(file.text.utf8)
    if case .success(bytes) = File.read(path) { return "unchanged: \(path)" }
    // Write a new file and rename it: systemd would read a unit that is only partly written.
    let temporary = path + ".new"
    let descriptor = File.createNew(temporary, mode: 0o644)
    guard descriptor >= 0 else { throw refused(path, options) }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o644) == 0, File.write(bytes, to: descriptor),
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

  /// The users of the socket.
  private var users: String {
    guard let group = options.socketAccess?.group else {
      return "Only programs of one user can use its socket."
    }
    return """
      Only programs of one user, and of the group \(group), can use its socket.
      Add the users of your programs to the group:
        usermod --append --groups \(group) NAME
      """
  }

  private var forSystem: String {
    """
    \(users)
    Create a user for the service, and run your program as this user too:
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
