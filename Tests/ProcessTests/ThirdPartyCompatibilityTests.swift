import Foundation
import TestSupport
import Testing

/// Tests of clients and validators that others wrote. `Tests/compatibility` names those that are not installed.
@Suite("Programs that others wrote") struct ThirdPartyCompatibilityTests {
  /// A client, and one of the transports that it knows.
  struct Case: Sendable, CustomTestStringConvertible {
    let client: ThirdPartyClient
    let transport: String

    var testDescription: String { "\(client.title), \(transport)" }
  }

  private static let cases = ThirdPartyClient.all.filter {
    run("sh", "-c", "{ \($0.presence); } >/dev/null 2>&1")
  }.flatMap { client in
    client.transports.map { Case(client: client, transport: $0) }
  }

  private static let hasValidators = run(
    "sh", "-c", "\(ThirdPartyClient.python) -c 'import jsonschema_rs, asyncapi3' >/dev/null 2>&1")

  private static let libraries = ["websockets", "wsproto"].filter {
    run("sh", "-c", "\(ThirdPartyClient.python) -c 'import \($0)' >/dev/null 2>&1")
  }

  @Test("do what they can over every transport that they know", arguments: cases)
  func uses(_ one: Case) async throws {
    let directory = TemporaryDirectory()
    let go =
      ProcessInfo.processInfo.environment["GOCACHE"] ?? ThirdPartyClient.root
      + "/.build/third-party/go"
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
      in: URL(filePath: ThirdPartyClient.folder))

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
      "/usr/bin/env", ["timeout", "120", ThirdPartyClient.python, "scenarios.py", library],
      environment: environment, in: URL(filePath: ThirdPartyClient.folder))

    #expect(result.status == 0, "\(result.errors)")
    #expect(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 10)
  }

  @Test("validate the documents and the vectors of the schema", .enabled(if: hasValidators))
  func validates() throws {
    let result = try FinishedCommand(
      "/usr/bin/env", ["timeout", "120", ThirdPartyClient.python, "documents.py"],
      environment: ["PYTHONDONTWRITEBYTECODE": "1"], in: URL(filePath: ThirdPartyClient.folder))

    #expect(result.status == 0, "\(result.errors)")
    let counts = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(
      counts.count == 4 && counts[0] + counts[1] >= 5_000 && counts[2] > 100 && counts[3] > 150)
  }
}
