import Testing

@testable import altcraft_bridge

@Suite("The units") struct ServiceUnitsTests {
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

  @Test("the program is named as systemd reads it, whatever its path", arguments: programs)
  func quoting(_ program: String, _ written: String) {
    #expect(unit(.user, program).contains("\nExecStart=\(written) serve\n"))
  }

  @Test("homes are hidden from a service of the system, unless its program is there")
  func homes() {
    #expect(unit(.system).contains("\nProtectHome=yes\n"))
    #expect(unit(.system, "/home/ann/bin/altcraft-bridge").contains("\nProtectHome=read-only\n"))
  }

  @Test("a unit of a user has nothing that needs a namespace or an account")
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

  @Test("units of a user go where its systemd looks", arguments: places)
  func userDirectory(_ environment: [String: String], _ directory: String?) {
    let command = try? parse("service install --user", surroundings(environment))
    guard case .service(let options) = command else {
      #expect(directory == nil)
      return
    }
    #expect(options.directory == directory)
  }

  @Test("those of the system go to /etc, and all go elsewhere when told so")
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
