import Foundation
import TestSupport
import Testing

/// Clients that others wrote, each a program in `Tests/third-party`. A program prints one word for each thing that its
/// client can do. A client that is not installed is skipped.
@Suite("Clients that others wrote") struct ThirdPartyTests {
  /// A program, and one of the transports that its client knows.
  struct Case: Sendable, CustomTestStringConvertible {
    let client: String
    let transport: String
    let command: [String]
    let can: String

    var testDescription: String { "\(client), \(transport)" }
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "third-party").path

  static let all = "call callback events pipelined cancel"

  static let cases: [Case] = {
    let clients: [(client: String, transports: String, command: [String], can: String)] = [
      (
        "jsonrpc.el", "stdio unix tcp", ["emacs", "-Q", "--batch", "-l", "emacs.el"],
        "call callback events"
      ),
      (
        "vim.lsp.rpc", "stdio", ["nvim", "--clean", "--headless", "-c", "luafile neovim.lua"], all
      ),
      ("nc.openbsd", "unix tcp", ["sh", "netcat.sh", "nc.openbsd"], "call events pipelined"),
      ("nc.traditional", "tcp", ["sh", "netcat.sh", "nc.traditional"], "call events pipelined"),
      ("ncat", "unix tcp", ["sh", "netcat.sh", "ncat"], "call events pipelined"),
      ("socat", "unix tcp", ["sh", "netcat.sh", "socat"], "call events pipelined"),
      ("pygls", "stdio tcp", ["python3", "pygls_client.py"], all),
      ("pylsp_jsonrpc", "stdio unix tcp", ["python3", "pylsp_client.py"], all),
      ("aiorpcx", "tcp", ["python3", "aiorpcx_client.py"], all),
    ]
    return clients.flatMap { one in
      one.transports.split(separator: " ").map {
        Case(client: one.client, transport: String($0), command: one.command, can: one.can)
      }
    }
  }()

  /// Returns the path of the program of a case. Python's modules are those of `ALTCRAFT_PYTHON`, or of the system.
  static func program(_ one: Case) -> String? {
    switch one.command[0] {
    case "python3":
      let python =
        ProcessInfo.processInfo.environment["ALTCRAFT_PYTHON"]
        ?? FinishedCommand.installed("python3")
      return python.flatMap { run($0, "-c", "import \(one.client)") ? $0 : nil }
    case "sh": return FinishedCommand.installed(one.client).flatMap { _ in "/bin/sh" }
    default: return FinishedCommand.installed(one.command[0])
    }
  }

  @Test(arguments: cases)
  func uses(_ one: Case) async throws {
    guard let program = Self.program(one) else {
      print("skipped: \(one.client) is not installed")
      return
    }
    let directory = TemporaryDirectory()
    var environment = [
      "BRIDGE": builtProduct("altcraft-bridge"), "PLACE": "stdio", "HOME": directory.path,
      "DATA": directory.path + "/clientData", "PYTHONDONTWRITEBYTECODE": "1",
    ]
    let bridge = try ServiceProcess(
      serving: ["--socket", directory.path + "/socket/bridge", "--listen", "127.0.0.1:0"],
      in: directory)
    switch one.transport {
    case "unix": environment["PLACE"] = try await bridge.endpoint("unix:")
    case "tcp": environment["PLACE"] = try await bridge.endpoint("tcp:127.0.0.1:")
    default: break
    }

    let result = try FinishedCommand(
      "/usr/bin/timeout", ["60", program] + one.command.dropFirst(), environment: environment,
      in: URL(filePath: Self.folder))

    #expect(
      result.output.split(separator: "\n").joined(separator: " ") == one.can, "\(result.errors)")
    bridge.send(signal: SIGTERM)
    try await bridge.waitForExit()
  }
}
