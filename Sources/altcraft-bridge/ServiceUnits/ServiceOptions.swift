struct ServiceOptions: Sendable, Equatable {
  let scope: ServiceUnits.Scope
  /// Where the files go; nil for where systemd looks.
  let output: String?
  /// Where systemd looks for them.
  let usualDirectory: String
  /// The program that is to be started; nil for this one.
  let program: String?
  /// Replace files that were changed.
  let replaces: Bool

  init(
    _ settings: Settings, _ operands: [String], _ environment: [String: String]
  ) throws(UsageError) {
    guard operands == ["install"] else { throw .usage("service: needs install", helpOn: .service) }
    scope = settings.isOn(.serviceUser) ? .user : .system
    program = settings.text(.serviceProgram)
    replaces = settings.isOn(.serviceForce)
    output = settings.text(.serviceOutput)
    if scope == .system {
      usualDirectory = "/etc/systemd/system"
    } else if let config = environment["XDG_CONFIG_HOME"], config.hasPrefix("/") {
      usualDirectory = config + "/systemd/user"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      usualDirectory = home + "/.config/systemd/user"
    } else if output != nil {
      usualDirectory = "~/.config/systemd/user"
    } else {
      throw .usage(
        "--output: must be given where neither XDG_CONFIG_HOME nor HOME is set", helpOn: .service)
    }
  }

  var directory: String { output ?? usualDirectory }
}
