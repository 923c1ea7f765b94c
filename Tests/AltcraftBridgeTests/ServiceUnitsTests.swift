import Testing

@testable import BridgeCommandLine
@testable import altcraft_bridge

@Suite("The systemd units") struct ServiceUnitsTests {
  private func unit(_ scope: ServiceOptions.Scope, _ program: String = "/usr/bin/altcraft-bridge")
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
}
