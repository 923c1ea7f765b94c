import AltcraftEngine
import Glibc
import Testing

@testable import BridgeCommandLine

@Suite("The settings of serve") struct ServeOptionsTests {
  @Test("without settings the documented defaults apply")
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

  @Test("every flag takes effect")
  func everyFlag() throws {
    let options = try serve(
      "--stdio --socket s --listen 127.0.0.1:0 --data-dir d --app-group g --durability process"
        + " --require-token --parent-pid 7 --config c --limit inFlight=2 --limit depth=0.5"
        + " --allow-insecure-http --log-level debug --log-format json --trace-wire t --record r",
      commandEnvironment(files: ["c": "{}"]))

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
    #expect(options.traceWire == "t")
    #expect(options.record == "r")
  }

  // The value 1e30 s ended the process: at the start, on SIGHUP, or at the first outboxFull.
  @Test(
    "a limit outside its range is rejected with its range, in every source",
    arguments: [
      ("retryFirstSeconds", "1e30", "from 0.01 to 86400"),
      ("attemptSeconds", "0", "from 0.01 to 86400"), ("authSeconds", "-1", "from 0.01 to 86400"),
      ("retryTotalSeconds", "inf", "from 0.01 to 315360000"), ("depth", "-1", "from 1 to 1000"),
      ("eventBytes", "65535", "from 65536 to 1073741824"),
      ("eventBuffer", "1.5", "from 1 to 1000000"),
    ])
  func limitRange(name: String, value: String, range: String) {
    let text = "\(name)=\(value)"
    var places = [
      ("--limit \(text)", commandEnvironment()),
      ("", commandEnvironment(["ALTCRAFT_BRIDGE_LIMIT": text])),
    ]
    if value != "inf" {
      let file = #"{"limit":{"\#(name)":\#(value)}}"#
      places.append(("--config c", commandEnvironment(files: ["c": file])))
    }
    for (flags, place) in places {
      var place = place
      place.limitComplaint = Limits.complaint
      #expect(refusal("serve \(flags)", place)?.message.contains(range) == true, "\(flags)")
    }
  }

  static let transports: [(String, Bool)] = [
    ("", true), ("--stdio", true), ("--socket s", false), ("--listen 127.0.0.1:1", false),
    ("--socket s --stdio", true), ("--stdio=false", true), ("--socket s --stdio=false", false),
  ]

  @Test(
    "stdio is served on request, or when no other transport is configured", arguments: transports)
  func stdio(_ flags: String, _ isServed: Bool) throws {
    #expect(try serve(flags).stdio == isServed)
  }

  @Test(
    "a variable does not take stdio from a host; a flag, a file and --stdio=false do",
    arguments: [
      ("", true), ("--stdio=false", false), ("--socket s", false), ("--config c", false),
      ("--listen 127.0.0.1:2", false), ("--stdio --socket s", true),
    ])
  func listenVariable(_ flags: String, _ isServed: Bool) throws {
    let environment = commandEnvironment(
      ["ALTCRAFT_BRIDGE_LISTEN": "127.0.0.1:1"], files: ["c": #"{"socket":"s"}"#])
    let options = try serve(flags, environment)

    #expect(options.stdio == isServed && options.listen != nil)
  }

  @Test(
    "a group may use the socket, and other users have no permission",
    arguments: [
      ("", .ofOwner), ("--socket-mode 0600", .ofOwner), ("--socket-mode 600", .ofOwner),
      ("--socket-group app", SocketAccess(group: "app", mode: 0o660)),
      ("--socket-group 7 --socket-mode 0620", SocketAccess(group: "7", mode: 0o620)),
    ] as [(String, SocketAccess)])
  func socketAccess(_ flags: String, _ access: SocketAccess) throws {
    #expect(try serve(flags).socketAccess == access)
    let group = access.group.map { ["ALTCRAFT_BRIDGE_SOCKET_GROUP": $0] } ?? [:]
    let mode = ["ALTCRAFT_BRIDGE_SOCKET_MODE": access.modeText]
    #expect(
      try serve("", commandEnvironment(group.merging(mode) { $1 })).socketAccess == access)
    let members =
      #"{"socketGroup":\#(access.group.map { "\"\($0)\"" } ?? "null"),"#
      + #""socketMode":"\#(access.modeText)"}"#
    #expect(
      try serve("--config c", commandEnvironment(files: ["c": members])).socketAccess == access)
  }

  @Test(
    "permissions that let in other users, or contradict the group, are a usage error",
    arguments: [
      ("--socket-mode 0666", "must not let in all users; name a group"),
      ("--socket-mode 0604 --socket-group a", "must not let in all users; name a group"),
      ("--socket-mode 0660", "needs --socket-group"),
      ("--socket-mode 0600 --socket-group a", "must let in the group, as in 0660"),
      ("--socket-mode 0060 --socket-group a", "must be 0600, or 0660 with a group"),
      ("--socket-mode 0770 --socket-group a", "must be 0600, or 0660 with a group"),
      ("--socket-mode 4660 --socket-group a", "must be 0600, or 0660 with a group"),
      ("--socket-mode rw", "must be permissions in octal, as in 0660"),
      ("--socket-mode 0o600", "must be permissions in octal, as in 0660"),
      ("--socket-mode +660 --socket-group a", "must be permissions in octal, as in 0660"),
    ])
  func refusedSocketAccess(_ flags: String, _ complaint: String) throws {
    let mode = try #require(flags.split(separator: " ").dropFirst().first)

    #expect(
      refusal("serve " + flags)
        == .usage("--socket-mode \(mode): \(complaint)", helpOn: .serve))
    #expect(refusal("service install " + flags)?.status == .usage)
    #expect(refusal("serve --socket-group a%b")?.status == .usage)
  }

  // Flag, variable, member, and the expected winner.
  static let winners: [(String?, String?, String?, String)] = [
    ("error", "info", "debug", "error"), (nil, "info", "debug", "info"),
    (nil, nil, "debug", "debug"), (nil, nil, nil, "notice"), ("error", nil, "debug", "error"),
    (nil, "", "debug", "debug"),
  ]

  @Test("the flag wins, then the environment variable, then the file", arguments: winners)
  func winner(_ flag: String?, _ variable: String?, _ member: String?, _ winner: String) throws {
    let file = member.map { "{\"logLevel\":\"\($0)\"}" } ?? "{}"
    let environment = variable.map { ["ALTCRAFT_BRIDGE_LOG_LEVEL": $0] } ?? [:]

    let options = try serve(
      "--config /c" + (flag.map { " --log-level \($0)" } ?? ""),
      commandEnvironment(environment, files: ["/c": file]))

    #expect(options.logLevel.rawValue == winner)
  }

  @Test("a flag can turn off a switch of the environment")
  func switchedOff() throws {
    let environment = commandEnvironment(["ALTCRAFT_BRIDGE_REQUIRE_TOKEN": "1"])

    #expect(try serve("", environment).requireToken)
    #expect(try !serve("--require-token=false", environment).requireToken)
  }

  @Test("limits of all sources are merged by name")
  func limits() throws {
    let options = try serve(
      "--limit depth=1",
      commandEnvironment(
        [
          "ALTCRAFT_BRIDGE_CONFIG": "/c", "ALTCRAFT_BRIDGE_LIMIT": "depth=2,inFlight=20",
        ], files: ["/c": #"{"limit":{"depth":3,"inFlight":30}}"#]))

    #expect(
      options.limits == [.init(name: "depth", value: 1), .init(name: "inFlight", value: 20)])
  }

  @Test("every member of the file is accepted")
  func file() throws {
    let text = #"""
      {"stdio":true,"socket":"s","listen":"[::1]:9","dataDir":"d","appGroup":"g","durability":"process",
       "requireToken":true,"parentPid":7,"limit":{"depth":2.5},"allowInsecureHttp":true,
       "logLevel":"error","logFormat":"json"}
      """#

    let fromFile = try serve("--config c", commandEnvironment(files: ["c": text]))
    let fromFlags = try serve(
      "--config c --stdio --socket s --listen [::1]:9 --data-dir d --app-group g"
        + " --durability process --require-token --parent-pid 7 --limit depth=2.5"
        + " --allow-insecure-http --log-level error --log-format json",
      commandEnvironment(files: ["c": "{}"]))

    #expect(fromFile == fromFlags)
  }

  static let badFiles: [(String, String)] = [
    (#"{"dataDri":"x"}"#, "dataDri: unknown setting, did you mean dataDir?"),
    (#"{"config":"x"}"#, "config: unknown setting"),
    (#"{"dataDir":"x","dataDir":"y"}"#, "dataDir: given twice"),
    (#"{"dataDir":7}"#, "dataDir: must be a string, got number"),
    (#"{"requireToken":"yes"}"#, "requireToken: must be true or false, got string"),
    (#"{"parentPid":"7"}"#, "parentPid: must be a number, got string"),
    (#"{"parentPid":7.5}"#, "parentPid: must be an integer from 1 to 2147483647, got 7.5"),
    (#"{"limit":["depth=1"]}"#, "limit: must be an object, got array"),
    (#"{"limit":{"depth":"1"}}"#, "limit.depth: must be a number, got string"),
    (#"{"limit":{"width":1}}"#, "limit.width: no such limit"),
    (#"{"limit":{"depth":1,"depth":2}}"#, "limit.depth: given twice"),
    (#"{"limit":{"depth":-1}}"#, "limit.depth: must be a positive number"),
    (#"{"listen":"0.0.0.0:1"}"#, #"listen: must be 127.0.0.1:PORT or [::1]:PORT, got "0.0.0.0:1""#),
    (#"{"socket":"~/s"}"#, #"socket: ~ is not expanded here; write the full path, got "~/s""#),
    ("{\n\"dataDir\":\"x\",\n}", "not valid JSON at byte 17, in line 3"),
    ("[]", "must be a JSON object, got array"),
  ]

  @Test(
    "an invalid configuration is rejected with the name of its member", arguments: badFiles)
  func badFile(_ text: String, _ message: String) {
    #expect(
      refusal("serve --config c", commandEnvironment(files: ["c": text]))
        == UsageError(message: "c: " + message, status: .configuration))
  }

  @Test("all errors of a configuration are reported at once, in order")
  func manyProblems() {
    let text = #"{"dataDri":"x","limit":{"depth":0,"inFlight":3},"logLevel":"loud","stdio":null}"#

    let refusal = refusal("serve --config c", commandEnvironment(files: ["c": text]))

    #expect(
      refusal?.message.split(separator: "\n") == [
        "c: dataDri: unknown setting, did you mean dataDir?",
        "c: limit.depth: must be a positive number",
        #"c: logLevel: must be one of error, notice, info, debug, got "loud""#,
      ])
  }

  static let places: [(String, String, String)] = [
    ("/etc/a/c.json", "run/s", "/etc/a/run/s"), ("/etc/a/c.json", "/run/s", "/run/s"),
    ("a/c.json", "s", "a/s"), ("c.json", "s", "s"), ("/c.json", "s", "/s"),
  ]

  @Test("a path in the file is relative to the file", arguments: places)
  func relativePath(_ file: String, _ path: String, _ meant: String) throws {
    let text = #"{"socket":"\#(path)","dataDir":"\#(path)"}"#

    let options = try serve("--config \(file)", commandEnvironment(files: [file: text]))

    #expect(options.socket == meant && options.dataDir == meant)
  }

  @Test("a missing configuration file is rejected")
  func missingFile() {
    #expect(
      refusal("serve --config c")
        == UsageError(message: "c: no such file or directory", status: .configuration))
  }

  @Test("an invalid variable is a usage error that names the variable")
  func badVariable() {
    #expect(
      refusal("serve", commandEnvironment(["ALTCRAFT_BRIDGE_LISTEN": "*:80"]))
        == .usage(
          "ALTCRAFT_BRIDGE_LISTEN=*:80: must be 127.0.0.1:PORT or [::1]:PORT", helpOn: .serve))
  }

  @Test("variables of other commands are ignored")
  func foreignVariable() throws {
    let command = try parse(
      "platform", commandEnvironment(["ALTCRAFT_BRIDGE_LISTEN": "127.0.0.1:80"]))

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
    (["STATE_DIRECTORY": "/var/lib/a"], "/var/lib/a"),
    (["STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "XDG_STATE_HOME": "/state"], "/var/lib/a"),
    (["STATE_DIRECTORY": "/var/lib/a", "HOME": ""], "/var/lib/a"),
    (["STATE_DIRECTORY": "/var/lib/a", "ALTCRAFT_BRIDGE_DATA_DIR": "/d"], "/d"),
    (["STATE_DIRECTORY": "a"], "/home/ann/.local/state/altcraft-bridge"),
    (["STATE_DIRECTORY": ""], "/home/ann/.local/state/altcraft-bridge"),
    // It is the directory of the service that has started this process.
    (
      ["STATE_DIRECTORY": "/var/lib/a", "SYSTEMD_EXEC_PID": "1"],
      "/home/ann/.local/state/altcraft-bridge"
    ),
    (["STATE_DIRECTORY": "/var/lib/a", "SYSTEMD_EXEC_PID": "\(getpid())"], "/var/lib/a"),
  ]

  @Test(
    "data is stored in the directory that the service manager made, or that of the XDG specification",
    arguments: homes)
  func dataDirectory(_ environment: [String: String], _ path: String?) {
    let options = try? serve("", commandEnvironment(environment))
    #expect(options?.dataDir == path)
  }

  @Test("--data-dir wins over the directory that the service manager made")
  func explicitDirectory() throws {
    let options = try serve("--data-dir /d", commandEnvironment(["STATE_DIRECTORY": "/s"]))
    #expect(options.dataDir == "/d")
  }

  @Test("a destination given by a flag wins over one from the environment")
  func destinations() throws {
    let socket = commandEnvironment(["ALTCRAFT_BRIDGE_SOCKET": "/s"])

    let fromEnvironment = try parse("call m", socket)
    let fromFlag = try parse("call m --connect [::1]:9", socket)

    let tcp = Destination(place: .named(.tcp(HostAndPort("[::1]:9")!)), tokenFile: nil)
    #expect(
      fromEnvironment
        == .call(
          CallOptions(
            method: "m", params: nil,
            destination: Destination(place: .named(.socket("/s")), tokenFile: nil))))
    #expect(fromFlag == .call(CallOptions(method: "m", params: nil, destination: tcp)))
  }
}
