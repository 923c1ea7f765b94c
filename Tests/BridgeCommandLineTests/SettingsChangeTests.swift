import Testing

@testable import BridgeCommandLine

@Suite("The effect of a reload") struct SettingsChangeTests {
  static let cases: [(String, String, [String], [String])] = [
    ("", "", [], []),
    ("--log-level info", "--log-level debug", ["logLevel"], []),
    ("", "--log-format json --require-token", ["logFormat", "requireToken"], []),
    ("--limit depth=1", "--limit depth=2", ["limit.depth"], []),
    ("--limit depth=1", "", ["limit.depth"], []),
    ("", "--socket s", [], ["stdio", "socket"]),
    ("", "--socket-group g", [], ["socketGroup", "socketMode"]),
    ("--data-dir a --app-group a", "--data-dir b", [], ["dataDir", "appGroup"]),
    (
      "", "--durability process --parent-pid 1 --allow-insecure-http --listen 127.0.0.1:1 --stdio",
      [],
      ["listen", "durability", "parentPid", "allowInsecureHttp"]
    ),
  ]

  @Test("every setting of the file is covered", arguments: CommandName.serve.flags)
  func everySetting(_ flag: Flag) throws {
    // The mode of the socket changes only together with its group.
    guard let name = flag.fileMember, flag != .limit, flag != .socketMode else { return }
    let texts: [String]
    switch flag.value {
    case .yesOrNo: texts = ["true"]
    case .choice(let choices): texts = choices
    case .integer(_, let range): texts = [String(range.lowerBound)]
    case .loopback: texts = ["127.0.0.1:9"]
    case .text, .file, .directory, .assignment: texts = ["x"]
    case .proxy: texts = ["http://x:1"]
    case .origin: texts = ["https://x"]
    }

    let named = try texts.flatMap { text in
      // Another transport, so that stdio is served only on request.
      var base = flag == .listen ? "" : "--listen [::1]:1 "
      if flag == .allowOrigin || flag == .publicMetrics { base += "--websocket 127.0.0.1:2 " }
      let change = SettingsChange(
        from: try serve(base), to: try serve(base + "--\(flag.name)=\(text)"))
      return change.applied + change.needsRestart
    }

    #expect(named.contains(name))
  }

  @Test("changes that can take effect do, and the others are named", arguments: cases)
  func change(_ old: String, _ new: String, _ applied: [String], _ restart: [String]) throws {
    let (before, after) = (try serve(old), try serve(new))

    let change = SettingsChange(from: before, to: after)

    #expect(change.applied == applied)
    #expect(change.needsRestart == restart)
    let again = SettingsChange(from: change.inForce, to: after)
    #expect(again.applied == [] && again.needsRestart == restart)
    #expect(change.inForce.dataDir == before.dataDir && change.inForce.logLevel == after.logLevel)
  }
}
