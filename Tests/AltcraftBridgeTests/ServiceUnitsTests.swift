import Testing

@testable import altcraft_bridge

@Suite("The systemd units") struct ServiceUnitsTests {
  private func unit(_ scope: ServiceUnits.Scope, _ program: String = "/usr/bin/altcraft-bridge")
    -> String
  {
    ServiceUnits(scope: scope, program: program).files[0].text
  }

  static let programs: [(String, String)] = [
    ("/usr/bin/altcraft-bridge", "/usr/bin/altcraft-bridge"),
    ("/opt/my apps/bridge", "\"/opt/my apps/bridge\""),
    ("/opt/100%/$x/bridge", "\"/opt/100%%/$$x/bridge\""), ("/a\"b\\c", #""/a\"b\\c""#),
    ("/opt/é/bridge", "\"/opt/é/bridge\""),
  ]

  @Test("the path of the program is quoted as systemd requires", arguments: programs)
  func quoting(_ program: String, _ written: String) {
    #expect(unit(.user, program).contains("\nExecStart=\(written) serve\n"))
  }

  @Test("the system service hides home directories, unless its program is in one")
  func homes() {
    #expect(unit(.system).contains("\nProtectHome=yes\n"))
    #expect(unit(.system, "/home/ann/bin/altcraft-bridge").contains("\nProtectHome=read-only\n"))
  }

  @Test("a user unit uses no setting that needs a namespace or an account")
  func userScope() {
    for option in [
      "Protect", "PrivateTmp", "PrivateDevices", "User=", "StateDirectory", "Capability",
    ] {
      #expect(!unit(.user).contains("\n\(option)"), "\(option)")
      #expect(unit(.system).contains("\n\(option)"), "\(option)")
    }
  }

  static let places: [([String: String], String?)] = [
    (["HOME": "/home/ann"], "/home/ann/.config/systemd/user"),
    (["HOME": "/home/ann", "XDG_CONFIG_HOME": "/c"], "/c/systemd/user"),
    (["HOME": "/home/ann", "XDG_CONFIG_HOME": "c"], "/home/ann/.config/systemd/user"),
    (["HOME": ""], nil),
  ]

  @Test("user units are written to the directory that the user's systemd reads", arguments: places)
  func userDirectory(_ environment: [String: String], _ directory: String?) {
    let command = try? parse("service install --user", commandEnvironment(environment))
    guard case .service(let options) = command else {
      #expect(directory == nil)
      return
    }
    #expect(options.directory == directory)
  }

  @Test("system units are written to /etc, and all units to another directory on request")
  func otherDirectories() throws {
    for (line, directory) in [
      ("service install", "/etc/systemd/system"), ("service install --output x", "x"),
      ("service install --user --output=x --force --program /p", "x"),
    ] {
      guard case .service(let options) = try parse(line) else {
        Issue.record("not service: \(line)")
        continue
      }
      #expect(options.directory == directory)
    }
    #expect(refusal("service")?.status == .usage)
    #expect(refusal("service remove")?.status == .usage)
  }
}
