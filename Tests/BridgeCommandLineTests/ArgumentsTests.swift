import JSONCodec
import Testing

@testable import BridgeCommandLine

@Suite("The command line") struct ArgumentsTests {
  static let ownCore = Destination(place: .ownCore(dataDir: nil), tokenFile: nil)

  static let good: [(String, Command)] = [
    ("demo", .demo),
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
      "call bridge.ping",
      .call(CallOptions(method: "bridge.ping", params: nil, destination: ownCore))
    ),
    (
      "call outbox.get --socket /run/b.sock requestId=a",
      .call(
        CallOptions(
          method: "outbox.get", params: ["requestId": "a"],
          destination: Destination(place: .socket("/run/b.sock"), tokenFile: nil)))
    ),
    (
      "call bridge.ping --connect localhost:4000 --token-file t",
      .call(
        CallOptions(
          method: "bridge.ping", params: nil,
          destination: Destination(
            place: .tcp(HostAndPort("localhost:4000")!), tokenFile: "t")))
    ),
    (
      "call m -- --key=1",
      .call(CallOptions(method: "m", params: ["--key": 1], destination: ownCore))
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
      .events(EventsOptions(since: nil, codes: nil, format: .text, destination: ownCore))
    ),
    ("help configuration", .help(HelpOptions(topic: .configuration))),
    ("help protocol --format man", .help(HelpOptions(topic: .rpc, format: .man))),
    ("events", .events(EventsOptions(since: nil, codes: nil, destination: ownCore))),
    (
      "events --since 0 --codes 230,430",
      .events(EventsOptions(since: 0, codes: [230, 430], destination: ownCore))
    ),
  ]

  @Test("a valid command line is parsed into its command", arguments: good)
  func accepted(_ line: String, _ command: Command) throws {
    #expect(try parse(line) == command)
  }

  @Test(
    "the address of the bridge is resolved: the most specific setting wins, and a running bridge is preferred to a temporary one",
    arguments: [
      ("call m --data-dir d", ["SOCKET": "s"], .ownCore(dataDir: "d")),
      ("call m --socket t", ["DATA_DIR": "e"], .socket("t")),
      ("call m", ["SOCKET": "s", "DATA_DIR": "e"], .socket("s")),
      ("call m", ["DATA_DIR": "e"], .ownCore(dataDir: "e")),
      ("events --socket t", ["CONNECT": "h:1"], .socket("t")),
    ] as [(String, [String: String], Destination.Place)])
  func destination(
    _ line: String, _ variables: [String: String], _ place: Destination.Place
  ) throws {
    let environment = variables.map { ("ALTCRAFT_BRIDGE_" + $0.key, $0.value) }
    let command = try parse(line, commandEnvironment(Dictionary(uniqueKeysWithValues: environment)))

    switch command {
    case .call(let options): #expect(options.destination.place == place)
    case .events(let options): #expect(options.destination.place == place)
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
      "generate: needs one of go, java, python, typescript; see 'altcraft-bridge help generate'"
    ),
    (
      "serve --sokcet x",
      "--sokcet: unknown flag, did you mean --socket? See 'altcraft-bridge help serve'"
    ),
    ("demo --socket x", "--socket: unknown flag; see 'altcraft-bridge help demo'"),
    ("call m --hepl", "--hepl: unknown flag, did you mean --help? See 'altcraft-bridge help call'"),
    ("serve extra", "extra: unexpected, serve takes only flags; see 'altcraft-bridge help serve'"),
    ("demo extra", "extra: unexpected, demo takes no arguments; see 'altcraft-bridge help demo'"),
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
      "--connect 4000: must be HOST:PORT, as in 127.0.0.1:8091; see 'altcraft-bridge help call'"
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
      "completion tcsh",
      "completion: needs one of bash, zsh, fish; see 'altcraft-bridge help completion'"
    ),
  ]

  @Test("an invalid command line is rejected with one line that names the error", arguments: bad)
  func refused(_ line: String, _ message: String) {
    #expect(refusal(line) == UsageError(message: message, status: .usage))
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
