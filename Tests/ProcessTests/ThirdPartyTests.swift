import Foundation
import TestSupport
import Testing

/// Clients that others wrote, each a program in `Tests/third-party`. A program prints one word for each thing that its
/// client can do. A client that is not installed is not tested; `Tests/run` names it.
@Suite("Clients that others wrote") struct ThirdPartyTests {
  /// A client. `title` is its name on the page *Works with*.
  struct Client: Sendable {
    let title: String
    let transports: [String]
    /// A shell command that succeeds if the client is installed.
    let presence: String
    let command: [String]
    var can = "call callback events pipelined cancel"

    var file: String {
      command.reversed().lazy.compactMap { $0.split(separator: " ").last.map(String.init) }
        .first { FileManager.default.fileExists(atPath: "\(folder)/\($0)") } ?? ""
    }
  }

  /// A client, and one of the transports that it knows.
  struct Case: Sendable, CustomTestStringConvertible {
    let client: Client
    let transport: String

    var testDescription: String { "\(client.title), \(transport)" }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  static let folder = root + "/Tests/third-party"
  private static let page = "Sources/altcraft-bridge/AltcraftBridge.docc/WorksWith.md"
  /// The environment into which `Tests/run` installs the packages of PyPI.
  private static let python = root + "/.build/third-party/python/bin/python3"

  /// The environment of a generator whose clients need an older version of websockets.
  private static let generator = root + "/.build/third-party/openrpc/bin/python3"

  static let clients =
    [
      Client(
        title: "Emacs 28, `jsonrpc.el`", transports: ["stdio", "unix", "tcp"],
        presence: "command -v emacs", command: ["emacs", "-Q", "--batch", "-l", "emacs.el"]),
      Client(
        title: "Neovim 0.7, `vim.lsp.rpc`", transports: ["stdio"], presence: "command -v nvim",
        command: ["nvim", "--clean", "--headless", "-c", "luafile neovim.lua"]),
      Client(
        title: "jsonrpc-glib 3.42", transports: ["stdio", "unix", "tcp"],
        presence: "/usr/bin/python3 -c 'import gi; gi.require_version(\"Jsonrpc\", \"1.0\")'",
        command: ["/usr/bin/python3", "jsonrpc_glib.py"]),
      Client(
        title: "sourcegraph/jsonrpc2 0.1 for Go",
        transports: ["stdio", "unix", "tcp", "websocket"],
        presence: "command -v go && test -e /usr/share/gocode/src/github.com/sourcegraph/jsonrpc2",
        command: ["sh", "compiled.sh", "sourcegraph.go"]),
      Client(
        title: "libjson-rpc-cpp 0.7", transports: ["unix"],
        presence: "command -v g++ && test -e /usr/include/jsonrpccpp/client.h",
        command: ["sh", "compiled.sh", "jsonrpccpp.cpp"], can: "call pipelined"),
      Client(
        title: "pygls 2.1", transports: ["stdio", "tcp"], presence: "\(python) -c 'import pygls'",
        command: [python, "pygls_client.py"]),
      Client(
        title: "python-lsp-jsonrpc 1.1", transports: ["stdio", "unix", "tcp"],
        presence: "\(python) -c 'import pylsp_jsonrpc'", command: [python, "pylsp_client.py"]),
      Client(
        title: "aiorpcX 0.25", transports: ["unix", "tcp", "websocket"],
        presence: "\(python) -c 'import aiorpcx'", command: [python, "aiorpcx_client.py"]),
      Client(
        title: "websockets 17.4", transports: ["websocket"],
        presence: "\(python) -c 'import websockets'", command: [python, "websockets_client.py"]),
      Client(
        title: "wsproto 1.3", transports: ["websocket"], presence: "\(python) -c 'import wsproto'",
        command: [python, "wsproto_client.py"]),
      Client(
        title: "ws 8.11 for Node", transports: ["websocket"],
        presence: "command -v node && test -e /usr/share/nodejs/ws",
        command: ["env", "NODE_PATH=/usr/share/nodejs", "node", "node_ws.js"]),
      Client(
        title: "openrpcclientgenerator 0.51", transports: ["websocket"],
        presence: "\(generator) -c 'import openrpcclientgenerator, jsonrpc2pyclient'",
        command: [generator, "openrpc_client.py"], can: "call pipelined"),
    ]
    + [
      ("netcat-openbsd", "nc.openbsd", ["unix", "tcp"]), ("ncat", "ncat", ["unix", "tcp"]),
      ("netcat-traditional", "nc.traditional", ["tcp"]),
      ("socat", "socat", ["stdio", "unix", "tcp"]),
    ].map { title, program, transports in
      Client(
        title: title, transports: transports, presence: "command -v \(program)",
        command: ["sh", "netcat.sh", program])
    }

  private static let cases = clients.filter {
    run("sh", "-c", "{ \($0.presence); } >/dev/null 2>&1")
  }.flatMap { client in
    client.transports.map { Case(client: client, transport: $0) }
  }

  private static let hasValidators = run(
    "sh", "-c", "\(python) -c 'import jsonschema_rs, asyncapi3' >/dev/null 2>&1")

  private static let libraries = ["websockets", "wsproto"].filter {
    run("sh", "-c", "\(python) -c 'import \($0)' >/dev/null 2>&1")
  }

  @Test("do what they can over every transport that they know", arguments: cases)
  func uses(_ one: Case) async throws {
    let directory = TemporaryDirectory()
    let go = ProcessInfo.processInfo.environment["GOCACHE"] ?? Self.root + "/.build/third-party/go"
    var environment = [
      "BRIDGE": builtProduct("altcraft-bridge"), "PLACE": "stdio", "HOME": directory.path,
      "DATA": directory.path + "/clientData", "PYTHONDONTWRITEBYTECODE": "1", "GOCACHE": go,
      "TOKEN": directory.path + "/data/rpc.token",
    ]
    let bridge = try ServiceProcess(
      serving: [
        "--socket", directory.path + "/socket/bridge", "--listen", "127.0.0.1:0",
        "--websocket", "127.0.0.1:0",
      ],
      in: directory)
    switch one.transport {
    case "unix": environment["PLACE"] = try await bridge.endpoint("unix:")
    case "tcp": environment["PLACE"] = try await bridge.endpoint("tcp:127.0.0.1:")
    case "websocket":
      environment["PLACE"] = "ws://127.0.0.1:" + (try await bridge.endpoint("ws:127.0.0.1:"))
    default: break
    }

    let result = try FinishedCommand(
      "/usr/bin/env", ["timeout", "120"] + one.client.command, environment: environment,
      in: URL(filePath: Self.folder))

    let words = result.output.split(separator: "\n").joined(separator: " ")
    #expect(words == one.client.can, "\(result.errors)")
    bridge.send(signal: SIGTERM)
    try await bridge.waitForExit()
  }

  @Test(
    "carry the scenarios of the clients over WebSocket", arguments: libraries)
  func playsScenarios(library: String) throws {
    let directory = TemporaryDirectory()
    let environment = [
      "BRIDGE": builtProduct("altcraft-bridge"), "HOME": directory.path,
      "PYTHONDONTWRITEBYTECODE": "1",
    ]

    let result = try FinishedCommand(
      "/usr/bin/env", ["timeout", "120", Self.python, "scenarios.py", library],
      environment: environment, in: URL(filePath: Self.folder))

    #expect(result.status == 0, "\(result.errors)")
    #expect(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 10)
  }

  @Test("validate the documents and the vectors of the schema", .enabled(if: hasValidators))
  func validates() throws {
    let result = try FinishedCommand(
      "/usr/bin/env", ["timeout", "120", Self.python, "documents.py"],
      environment: ["PYTHONDONTWRITEBYTECODE": "1"], in: URL(filePath: Self.folder))

    #expect(result.status == 0, "\(result.errors)")
    let counts = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(
      counts.count == 4 && counts[0] + counts[1] >= 5_000 && counts[2] > 100 && counts[3] > 150)
  }

  @Test("have their code on the page, as it is tested", arguments: Set(clients.map(\.file)))
  func isOnPage(file: String) throws {
    let lines = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasSuffix("with: begin") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("with: end") })
    let indentation = lines[start].prefix { $0 == " " }
    let code = lines[(start + 1)..<end].map { $0.trimmingPrefix(indentation) }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)

    let blocks = try Page(Self.page).blocks.map { $0.text.trimmingCharacters(in: .newlines) }

    #expect(blocks.contains(code))
  }

  @Test("are on the page with what was tried")
  func table() throws {
    let text = try Page.text(Self.page)
    let names = [
      "stdio": "standard input and output", "unix": "Unix socket", "tcp": "TCP",
      "websocket": "WebSocket",
    ]
    let doings = [
      "call": "calls", "callback": "callbacks", "events": "events",
      "pipelined": "1,000 pipelined calls", "cancel": "cancel",
    ]
    for client in Self.clients {
      let transports = client.transports.map { names[$0] ?? "" }.joined(separator: ", ")
      let can = client.can.split(separator: " ").map { doings[String($0)] ?? "" }
      #expect(text.contains("| \(client.title) | \(transports) | \(can.joined(separator: ", ")) |"))
    }
    #expect(try Page(Self.page).blocks.count == Set(Self.clients.map(\.file)).count)
  }
}
