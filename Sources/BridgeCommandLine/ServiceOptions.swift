/// The options of `service`.
package struct ServiceOptions: Sendable, Equatable {
  /// The service manager: the one of the system or the one of a user.
  package enum Scope: Sendable { case system, user }
  package enum Action: String, CaseIterable, Sendable { case install, uninstall, status }

  package let action: Action
  package let scope: Scope
  /// The directory for the files; nil for the one that systemd reads.
  package let output: String?
  /// The directory that systemd reads.
  package let usualDirectory: String
  /// The program to start; nil for this one.
  package let program: String?
  /// Nil if it is not given.
  package let socketAccess: SocketAccess?
  /// True to replace files that were changed.
  package let replaces: Bool

  init(
    _ settings: OptionValues, _ operands: [String], _ commandEnvironment: CommandEnvironment
  ) throws(UsageError) {
    guard operands.count == 1, let action = Action(rawValue: operands[0]) else {
      throw .usage("service: needs install, uninstall or status", helpOn: .service)
    }
    self.action = action
    scope = settings.isOn(.serviceUser) ? .user : .system
    program = settings.text(.serviceProgram)
    replaces = settings.isOn(.serviceForce)
    let access = try SocketAccess(
      settings, group: .serviceSocketGroup, mode: .serviceSocketMode)
    socketAccess = access == .ofOwner ? nil : access
    guard socketAccess == nil || scope == .system else {
      throw .usage(
        "--socket-group: only for the units of the system; other users cannot reach the socket of --user",
        helpOn: .service)
    }
    output = settings.text(.serviceOutput)
    if scope == .system {
      usualDirectory = "/etc/systemd/system"
    } else if let config = try commandEnvironment.directory("XDG_CONFIG_HOME") {
      usualDirectory = config + "/systemd/user"
    } else if let home = try commandEnvironment.directory("HOME") {
      usualDirectory = home + "/.config/systemd/user"
    } else if output != nil {
      usualDirectory = "~/.config/systemd/user"
    } else {
      throw .usage(
        "--output: required because neither XDG_CONFIG_HOME nor HOME is set", helpOn: .service)
    }
  }

  package var directory: String { output ?? usualDirectory }
}
