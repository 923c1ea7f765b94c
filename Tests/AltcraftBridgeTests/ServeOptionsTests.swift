import Testing

@testable import altcraft_bridge

@Suite("The settings of serve") struct ServeOptionsTests {
  @Test("without any, the documented defaults hold")
  func defaults() throws {
    let options = try serve("")

    #expect(options.stdio)
    #expect(options.socket == nil)
    #expect(options.listen == nil)
    #expect(options.dataDir == "/home/ann/.local/state/altcraft-bridge")
    #expect(options.appGroup == nil)
    #expect(options.durability == .power)
    #expect(!options.requireToken)
    #expect(options.parentPid == nil)
    #expect(options.limits.isEmpty)
    #expect(!options.allowInsecureHTTP)
    #expect(options.logLevel == .notice)
    #expect(options.logFormat == .text)
  }

  @Test("every flag arrives")
  func everyFlag() throws {
    let options = try serve(
      "--stdio --socket s --listen 127.0.0.1:0 --data-dir d --app-group g --durability process"
        + " --require-token --parent-pid 7 --config c --limit inFlight=2 --limit depth=0.5"
        + " --allow-insecure-http --log-level debug --log-format json",
      surroundings(files: ["c": "{}"]))

    #expect(options.stdio)
    #expect(options.socket == "s")
    #expect(options.listen == LoopbackAddress(host: .v4, port: 0))
    #expect(options.dataDir == "d")
    #expect(options.appGroup == "g")
    #expect(options.durability == .process)
    #expect(options.requireToken)
    #expect(options.parentPid == 7)
    #expect(options.config == "c")
    #expect(
      options.limits == [.init(name: "depth", value: 0.5), .init(name: "inFlight", value: 2)])
    #expect(options.allowInsecureHTTP)
    #expect(options.logLevel == .debug)
    #expect(options.logFormat == .json)
  }

  static let transports: [(String, Bool)] = [
    ("", true), ("--stdio", true), ("--socket s", false), ("--listen 127.0.0.1:1", false),
    ("--socket s --stdio", true), ("--stdio=false", true), ("--socket s --stdio=false", false),
  ]

  @Test("stdio is served when it is asked for or nothing else is", arguments: transports)
  func stdio(_ flags: String, _ isServed: Bool) throws {
    #expect(try serve(flags).stdio == isServed)
  }

  // Flag, variable, member; the winner.
  static let winners: [(String?, String?, String?, String)] = [
    ("error", "info", "debug", "error"), (nil, "info", "debug", "info"),
    (nil, nil, "debug", "debug"), (nil, nil, nil, "notice"), ("error", nil, "debug", "error"),
    (nil, "", "debug", "debug"),
  ]

  @Test("the flag wins, then the environment, then the file", arguments: winners)
  func winner(_ flag: String?, _ variable: String?, _ member: String?, _ winner: String) throws {
    let file = member.map { "{\"logLevel\":\"\($0)\"}" } ?? "{}"
    let environment = variable.map { ["ALTCRAFT_BRIDGE_LOG_LEVEL": $0] } ?? [:]

    let options = try serve(
      "--config /c" + (flag.map { " --log-level \($0)" } ?? ""),
      surroundings(environment, files: ["/c": file]))

    #expect(options.logLevel.rawValue == winner)
  }

  @Test("a switch of the environment can be taken back by the flag")
  func switchedOff() throws {
    let environment = surroundings(["ALTCRAFT_BRIDGE_REQUIRE_TOKEN": "1"])

    #expect(try serve("", environment).requireToken)
    #expect(try !serve("--require-token=false", environment).requireToken)
  }

  @Test("limits of all sources are merged name by name")
  func limits() throws {
    let options = try serve(
      "--limit depth=1",
      surroundings(
        [
          "ALTCRAFT_BRIDGE_CONFIG": "/c", "ALTCRAFT_BRIDGE_LIMIT": "depth=2,inFlight=20",
        ], files: ["/c": #"{"limit":{"depth":3,"inFlight":30}}"#]))

    #expect(
      options.limits == [.init(name: "depth", value: 1), .init(name: "inFlight", value: 20)])
  }

  @Test("every member of the file is understood")
  func file() throws {
    let text = #"""
      {"stdio":true,"socket":"s","listen":"[::1]:9","dataDir":"d","appGroup":"g","durability":"process",
       "requireToken":true,"parentPid":7,"limit":{"depth":2.5},"allowInsecureHttp":true,
       "logLevel":"error","logFormat":"json"}
      """#

    let fromFile = try serve("--config c", surroundings(files: ["c": text]))
    let fromFlags = try serve(
      "--config c --stdio --socket s --listen [::1]:9 --data-dir d --app-group g"
        + " --durability process --require-token --parent-pid 7 --limit depth=2.5"
        + " --allow-insecure-http --log-level error --log-format json",
      surroundings(files: ["c": "{}"]))

    #expect(fromFile == fromFlags)
  }

  static let badFiles: [(String, String)] = [
    (#"{"dataDri":"x"}"#, #"c: unknown member "dataDri""#),
    (#"{"config":"x"}"#, #"c: unknown member "config""#),
    (#"{"dataDir":"x","dataDir":"y"}"#, "c: dataDir: given twice"),
    (#"{"dataDir":7}"#, "c: dataDir: must be a string, got number"),
    (#"{"requireToken":"yes"}"#, "c: requireToken: must be a boolean, got string"),
    (#"{"parentPid":"7"}"#, "c: parentPid: must be a number, got string"),
    (#"{"parentPid":7.5}"#, "c: parentPid: must be an integer from 1 to 2147483647"),
    (#"{"limit":["depth=1"]}"#, "c: limit: must be an object, got array"),
    (#"{"limit":{"depth":"1"}}"#, "c: limit.depth: must be a number, got string"),
    (#"{"limit":{"width":1}}"#, "c: limit: no such limit"),
    (#"{"limit":{"depth":-1}}"#, "c: limit: must be a positive number"),
    (#"{"listen":"0.0.0.0:1"}"#, "c: listen: must be 127.0.0.1:PORT or [::1]:PORT"),
    (#"{"dataDir":"x",}"#, "c: not valid JSON at byte 15"),
    ("[]", "c: must be a JSON object, got array"),
  ]

  @Test(
    "a configuration that cannot be used is refused by the name of its member", arguments: badFiles)
  func badFile(_ text: String, _ message: String) {
    #expect(
      refusal("serve --config c", surroundings(files: ["c": text]))
        == UsageError(message: message, status: .configuration))
  }

  @Test("a configuration file that is missing is refused")
  func missingFile() {
    #expect(
      refusal("serve --config c")
        == UsageError(message: "c: no such file or directory", status: .configuration))
  }

  @Test("a bad variable is a usage error that names the variable")
  func badVariable() {
    #expect(
      refusal("serve", surroundings(["ALTCRAFT_BRIDGE_LISTEN": "*:80"]))
        == .usage(
          "ALTCRAFT_BRIDGE_LISTEN=*:80: must be 127.0.0.1:PORT or [::1]:PORT", helpOn: .serve))
  }

  @Test("variables of other commands are left alone")
  func foreignVariable() throws {
    let command = try parse("platform", surroundings(["ALTCRAFT_BRIDGE_LISTEN": "127.0.0.1:80"]))

    #expect(
      command
        == .platform(PlatformOptions(listen: LoopbackAddress(host: .v4, port: 0), script: nil)))
  }

  static let homes: [([String: String], String?)] = [
    (["XDG_STATE_HOME": "/state"], "/state/altcraft-bridge"),
    (["XDG_STATE_HOME": "relative"], "/home/ann/.local/state/altcraft-bridge"),
    (["XDG_STATE_HOME": ""], "/home/ann/.local/state/altcraft-bridge"),
    (["HOME": ""], nil),
    (["ALTCRAFT_BRIDGE_DATA_DIR": "/d", "HOME": ""], "/d"),
  ]

  @Test("work is kept where the XDG specification says", arguments: homes)
  func dataDirectory(_ environment: [String: String], _ path: String?) {
    let options = try? serve("", surroundings(environment))
    #expect(options?.dataDir == path)
  }

  @Test("a destination given by flag wins over one of the environment")
  func destinations() throws {
    let socket = surroundings(["ALTCRAFT_BRIDGE_SOCKET": "/s"])

    let fromEnvironment = try parse("call m", socket)
    let fromFlag = try parse("call m --connect [::1]:9", socket)

    let tcp = Destination(place: .tcp(HostAndPort("[::1]:9")!), tokenFile: nil)
    #expect(
      fromEnvironment
        == .call(
          CallOptions(
            method: "m", params: nil,
            destination: Destination(place: .socket("/s"), tokenFile: nil))))
    #expect(fromFlag == .call(CallOptions(method: "m", params: nil, destination: tcp)))
  }
}
