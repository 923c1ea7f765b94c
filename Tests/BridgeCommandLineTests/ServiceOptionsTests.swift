import Testing

@testable import BridgeCommandLine

@Suite("The options of service install") struct ServiceOptionsTests {
  static let places: [([String: String], String?)] = [
    (["HOME": "/home/ann"], "/home/ann/.config/systemd/user"),
    (["HOME": "/home/ann", "XDG_CONFIG_HOME": "/c"], "/c/systemd/user"),
    (["HOME": "/home/ann", "XDG_CONFIG_HOME": "c"], "/home/ann/.config/systemd/user"),
    (["HOME": ""], nil),
  ]

  @Test("user units are written to the directory where the user's systemd looks", arguments: places)
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
    for action in ServiceOptions.Action.allCases {
      guard case .service(let options) = try parse("service \(action.rawValue)") else {
        Issue.record("not service: \(action)")
        continue
      }
      #expect(options.action == action)
    }
    #expect(refusal("service")?.status == .usage)
    #expect(refusal("service remove")?.status == .usage)
  }
}
