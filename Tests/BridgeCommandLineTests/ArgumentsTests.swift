import JSONCodec
import Testing

@testable import BridgeCommandLine
@testable import System

@Suite("The command line") struct ArgumentsTests {
  static let usual = Destination(
    place: .usual(["/run/altcraft-bridge/rpc.sock"]), tokenFile: nil)

  // The bytes were replaced by U+FFFD, and the value was accepted.
  @Test("an argument that is not UTF-8 is refused with its number and the place")
  func notUTF8() throws {
    let words = ["call", "setUserDefault", "value=caf"].map { Array($0.utf8) }

    #expect(try ProcessArguments.words(words[...]) == ["call", "setUserDefault", "value=caf"])
    let bad = words.dropLast() + [words[2] + [0xE9]]
    #expect(
      throws: UsageError.usage(
        "argument 3: not UTF-8 at byte 9 (0xe9); write it in UTF-8, a path too")
    ) { try ProcessArguments.words(bad[...]) }
  }

  static let variables = [
    ("serve", "ALTCRAFT_BRIDGE_DATA_DIR"), ("serve", "XDG_STATE_HOME"),
    ("call bridge.ping", "ALTCRAFT_BRIDGE_SOCKET"), ("call bridge.ping", "XDG_RUNTIME_DIR"),
    ("service install --user", "XDG_CONFIG_HOME"), ("doctor", "XDG_STATE_HOME"),
  ]

  @Test("a variable that is not UTF-8 is refused where it is read", arguments: variables)
  func unreadableVariable(_ line: String, _ variable: String) {
    var environment = commandEnvironment()
    environment.unreadable = [variable: NotUTF8(offset: 5, byte: 0xE9)]

    let refused = refusal(line, environment)

    #expect(refused?.status == .usage)
    #expect(refused?.message.hasPrefix("\(variable): not UTF-8 at byte 5 (0xe9)") == true)
    #expect(refusal("version", environment) == nil)
  }

  static let good: [(String, Command)] = [
    ("demo", .demo(isFast: false)),
    ("demo --fast", .demo(isFast: true)),
    ("version", .version),
    ("--version", .version),
    ("help", .help(HelpOptions(topic: .overview))),
    ("--help", .help(HelpOptions(topic: .overview))),
    ("-h", .help(HelpOptions(topic: .overview))),
    ("help serve", .help(HelpOptions(topic: .command(.serve)))),
    ("serve --help", .help(HelpOptions(topic: .command(.serve)))),
    ("serve --listen nonsense -h", .help(HelpOptions(topic: .command(.serve)))),
    ("completion zsh", .completion(.zsh)),
    ("schema", .schema(.openrpc)),
    ("schema --format markdown", .schema(.markdown)),
    ("schema --format html", .schema(.html)),
    ("schema --format json-schema", .schema(.jsonSchema)),
    ("schema --format=markdown", .schema(.markdown)),
    (
      "generate typescript --output out",
      .generate(GenerateOptions(language: "typescript", directory: "out", schema: nil))
    ),
    (
      "generate typescript --output=out --schema old.json",
      .generate(GenerateOptions(language: "typescript", directory: "out", schema: "old.json"))
    ),
    ("outbox list /var/lib/x", .outbox(OutboxOptions(action: .list, dataDir: "/var/lib/x"))),
    ("outbox verify x", .outbox(OutboxOptions(action: .verify, dataDir: "x"))),
    (
      "platform",
      .platform(PlatformOptions(listen: LoopbackAddress(host: .v4, port: 0), script: nil))
    ),
    (
      "platform --listen [::1]:8080 --script s.json",
      .platform(PlatformOptions(listen: LoopbackAddress(host: .v6, port: 8080), script: "s.json"))
    ),
    (
      "platform --state p.json --verbose",
      .platform(
        PlatformOptions(
          listen: LoopbackAddress(host: .v4, port: 0), script: nil, stateFile: "p.json",
          isVerbose: true))
    ),
    (
      "call bridge.ping",
      .call(CallOptions(method: "bridge.ping", params: nil, destination: usual))
    ),
    (
      "call outbox.get --socket /run/b.sock requestId=a",
      .call(
        CallOptions(
          method: "outbox.get", params: ["requestId": "a"],
          destination: Destination(place: .named(.socket("/run/b.sock")), tokenFile: nil)))
    ),
    (
      "call bridge.ping --connect localhost:4000 --token-file t",
      .call(
        CallOptions(
          method: "bridge.ping", params: nil,
          destination: Destination(
            place: .named(.tcp(HostAndPort("localhost:4000")!)), tokenFile: "t")))
    ),
    (
      "call m -- --key=1",
      .call(CallOptions(method: "m", params: ["--key": 1], destination: usual))
    ),
    (
      "call m --field outcome.state --data-dir d",
      .call(
        CallOptions(
          method: "m", params: nil, field: "outcome.state",
          destination: Destination(place: .ownCore(dataDir: "d"), tokenFile: nil)))
    ),
    (
      "events --format text",
      .events(EventsOptions(since: nil, codes: nil, format: .text, destination: usual))
    ),
    ("help mobileEvent", .help(HelpOptions(topic: .method("mobileEvent")))),
    ("help initialize", .help(HelpOptions(topic: .method("initialization")))),
    ("call mobileEvent sid=1 --help", .help(HelpOptions(topic: .method("mobileEvent")))),
    ("call --help", .help(HelpOptions(topic: .command(.call)))),
    (
      "status --format json --wait 10 --verbose",
      .status(
        InspectOptions(
          format: .json,
          destination: Destination(
            place: .usual(["/run/altcraft-bridge/rpc.sock"]), tokenFile: nil, waitSeconds: 10,
            isVerbose: true)))
    ),
    (
      "top --socket s",
      .top(
        InspectOptions(
          format: .text, destination: Destination(place: .named(.socket("s")), tokenFile: nil)))
    ),
    (
      "status --ready",
      .status(InspectOptions(format: .text, isProbe: true, destination: usual))
    ),
    ("endpoint", .endpoint(InspectOptions(format: .text, destination: usual))),
    (
      "events --exec ./run --cursor c",
      .events(
        EventsOptions(since: nil, codes: nil, command: "./run", cursor: "c", destination: usual))
    ),
    ("help configuration", .help(HelpOptions(topic: .configuration))),
    ("help protocol --format man", .help(HelpOptions(topic: .rpc, format: .man))),
    ("events", .events(EventsOptions(since: nil, codes: nil, destination: usual))),
    (
      "events --since 0 --codes 230,430",
      .events(EventsOptions(since: 0, codes: [230, 430], destination: usual))
    ),
  ]

  @Test("a valid command line is parsed into its command", arguments: good)
  func accepted(_ line: String, _ command: Command) throws {
    #expect(try parse(line) == command)
  }

  @Test(
    "the bridge is the one that a flag names, then that of a variable, then the one at the usual sockets; a temporary one only by its flag",
    arguments: [
      ("call m --data-dir d", ["ALTCRAFT_BRIDGE_SOCKET": "s"], .ownCore(dataDir: "d")),
      ("call m --socket t", ["ALTCRAFT_BRIDGE_SOCKET": "s"], .named(.socket("t"))),
      (
        "call m --connect h:1", ["ALTCRAFT_BRIDGE_SOCKET": "s"],
        .named(.tcp(HostAndPort("h:1")!))
      ),
      (
        "call m", ["ALTCRAFT_BRIDGE_SOCKET": "s", "XDG_RUNTIME_DIR": "/x"], .named(.socket("s"))
      ),
      (
        "call m", ["XDG_RUNTIME_DIR": "/x", "ALTCRAFT_BRIDGE_DATA_DIR": "e"],
        .usual(["/x/altcraft-bridge/rpc.sock", "/run/altcraft-bridge/rpc.sock"])
      ),
      ("call m", ["XDG_RUNTIME_DIR": "x"], .usual(["/run/altcraft-bridge/rpc.sock"])),
      ("events --socket t", ["ALTCRAFT_BRIDGE_CONNECT": "h:1"], .named(.socket("t"))),
      ("status", ["ALTCRAFT_BRIDGE_SOCKET": "s"], .named(.socket("s"))),
      ("top", ["ALTCRAFT_BRIDGE_SOCKET": "s"], .named(.socket("s"))),
    ] as [(String, [String: String], Destination.Place)])
  func destination(
    _ line: String, _ variables: [String: String], _ place: Destination.Place
  ) throws {
    let command = try parse(line, commandEnvironment(variables))

    switch command {
    case .call(let options): #expect(options.destination.place == place)
    case .events(let options): #expect(options.destination.place == place)
    case .status(let options), .top(let options): #expect(options.destination.place == place)
    default: Issue.record("another command")
    }
  }

  static let bad: [(String, String)] = [
    ("", "no command given; try 'altcraft-bridge demo', or see 'altcraft-bridge help'"),
    ("--verison", "--verison: unknown flag, did you mean --version? See 'altcraft-bridge help'"),
    ("-v", "-v: unknown flag; see 'altcraft-bridge help'"),
    ("sevre", "sevre: unknown command, did you mean serve? See 'altcraft-bridge help'"),
    ("frobnicate", "frobnicate: unknown command; see 'altcraft-bridge help'"),
    (
      "--socket x",
      "--socket: the command must come first, as in 'altcraft-bridge serve --socket'; see 'altcraft-bridge help'"
    ),
    ("help sevre", "sevre: unknown command, did you mean serve? See 'altcraft-bridge help'"),
    (
      "help protocoll",
      "protocoll: unknown command, did you mean protocol? See 'altcraft-bridge help'"
    ),
    (
      "help serve call",
      "call: unexpected, help takes one topic; see 'altcraft-bridge help help'"
    ),
    (
      "generate typescript",
      "generate: needs --output DIR, as in --output altcraft; see 'altcraft-bridge help generate'"
    ),
    (
      "generate cobol --output out",
      "generate: needs one of csharp, go, java, php, python, swift, typescript; see 'altcraft-bridge help generate'"
    ),
    (
      "serve --sokcet x",
      "--sokcet: unknown flag, did you mean --socket? See 'altcraft-bridge help serve'"
    ),
    ("demo --socket x", "--socket: unknown flag; see 'altcraft-bridge help demo'"),
    ("call m --hepl", "--hepl: unknown flag, did you mean --help? See 'altcraft-bridge help call'"),
    ("serve extra", "extra: unexpected, serve takes only flags; see 'altcraft-bridge help serve'"),
    ("demo extra", "extra: unexpected, demo takes only flags; see 'altcraft-bridge help demo'"),
    (
      "serve --socket",
      "--socket: needs a value, as in --socket ./bridge.sock; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --socket --stdio",
      "--socket: needs a value, as in --socket ./bridge.sock; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --limit",
      "--limit: needs a value, as in --limit inFlight=32; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --socket a --socket b",
      "--socket b: given twice; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --durability paper",
      "--durability paper: must be power or process; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --log-level loud",
      "--log-level loud: must be one of error, notice, info, debug; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --parent-pid 0",
      "--parent-pid 0: must be an integer from 1 to 2147483647; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --require-token=maybe",
      "--require-token maybe: must be true or false; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --limit depth",
      "--limit depth: must be NAME=VALUE; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --limit depth=0",
      "--limit depth=0: must be a positive number; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --limit depth=inf",
      "--limit depth=inf: must be a positive number; see 'altcraft-bridge help serve'"
    ),
    (
      "serve --limit width=3",
      "--limit width=3: no such limit; see 'altcraft-bridge help serve'"
    ),
    (
      "call",
      "call: needs a METHOD, as in 'altcraft-bridge call bridge.ping'; see 'altcraft-bridge help call'"
    ),
    (
      "call m --socket s --connect h:1",
      "--connect h:1: cannot be given together with --socket; see 'altcraft-bridge help call'"
    ),
    (
      "call m --data-dir d --connect h:1",
      "--data-dir d: cannot be given together with --connect; see 'altcraft-bridge help call'"
    ),
    (
      "call m --connect 4000",
      "--connect 4000: must be HOST:PORT or ws://HOST:PORT, as in 127.0.0.1:8091; see 'altcraft-bridge help call'"
    ),
    (
      "events --codes 230,,430",
      "--codes 230,,430: must be codes separated by commas, as in 230,430; see 'altcraft-bridge help events'"
    ),
    (
      "outbox list",
      "outbox: needs list or verify, and a DIR, as in 'altcraft-bridge outbox verify DIR'; see 'altcraft-bridge help outbox'"
    ),
    (
      "outbox burn x",
      "outbox: needs list or verify, and a DIR, as in 'altcraft-bridge outbox verify DIR'; see 'altcraft-bridge help outbox'"
    ),
    (
      "jwt email=a@b.c",
      "jwt: needs db_id=N and an identifier, as in 'altcraft-bridge jwt db_id=1 email=ann@example.com'; see 'altcraft-bridge help jwt'"
    ),
    ("jwt db_id=x", "db_id=x: must be an integer; see 'altcraft-bridge help jwt'"),
    (
      "push fcmv1ios",
      "fcmv1ios: unknown structure, did you mean fcmV1IOS? See 'altcraft-bridge help push'"
    ),
    (
      "push apns titel=x",
      "titel: apns has no such member, did you mean title? See 'altcraft-bridge help push'"
    ),
    (
      "completion tcsh",
      "completion: needs one of bash, zsh, fish; see 'altcraft-bridge help completion'"
    ),
  ]

  @Test("an invalid command line is rejected with one line that names the error", arguments: bad)
  func refused(_ line: String, _ message: String) {
    #expect(refusal(line) == UsageError(message: message, status: .usage))
  }

  @Test("a variable does not change where serve listens")
  func serveIgnoresSocket() throws {
    let options = try serve("", commandEnvironment(["ALTCRAFT_BRIDGE_SOCKET": "/s"]))

    #expect(options.socket == nil && options.stdio)
  }

  @Test(
    "TCP addresses must be loopback addresses",
    arguments: [
      "0.0.0.0:80", "localhost:80", "127.0.0.2:80", "::1:80", "[::1]", "127.0.0.1", "127.0.0.1:",
      "127.0.0.1:65536", "127.0.0.1:+1", "[127.0.0.1]:80", ":80", "127.0.0.1:80 ", "[::]:80",
    ])
  func refusedAddress(_ text: String) {
    #expect(LoopbackAddress(text) == nil)
  }

  @Test("a rejected address is a usage error that names the flag")
  func refusedListen() {
    #expect(
      refusal("serve --listen 0.0.0.0:80")
        == .usage("--listen 0.0.0.0:80: must be 127.0.0.1:PORT or [::1]:PORT", helpOn: .serve))
  }
}
