import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

/// Tests of the manifests for containers. `Tests/compatibility` downloads the packages with the schemas.
@Suite("The manifests for containers and their schemas") struct ManifestCompatibilityTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let python = root.path + "/.build/third-party/python/bin/python3"
  private static let schemas = root.path + "/.build/third-party/archives"
  private static let hasSchemas = run(
    "sh", "-c",
    "ls \(schemas)/kubernetes_validate-*.whl \(schemas)/check_jsonschema-*.whl && \(python) -c 'import jsonschema_rs, yaml'"
  )

  private static func run(_ command: String...) -> Bool {
    (try? FinishedCommand("/usr/bin/env", command))?.status == 0
  }

  @Test(
    "fit the schemas of Compose and Kubernetes, and have probes that succeed",
    .enabled(if: hasSchemas))
  func fits() async throws {
    let checked = try FinishedCommand(
      Self.python, [Self.root.path + "/Tests/third-party/manifests.py"],
      environment: ["SCHEMAS": Self.schemas, "PYTHONDONTWRITEBYTECODE": "1"])
    try #require(checked.status == 0, "\(checked.errors)")
    let container = try JSONParser.parse(Array(checked.output.utf8)).value
    let directory = TemporaryDirectory()
    // Kubernetes makes the volume writable for others.
    let volume = directory.path + "/socket"
    #expect(mkdir(volume, 0o777) == 0 && chmod(volume, 0o2777) == 0)
    let variables = container["env"]?.arrayValue ?? []
    let place = variables.first { $0["name"] == "ALTCRAFT_BRIDGE_SOCKET" }?["value"]?.stringValue
    let inVolume = try #require(place?.split(separator: "/run/altcraft-bridge").first)
    let socket = volume + inVolume

    let bridge = try ServiceProcess(serving: ["--socket", socket], in: directory)
    _ = try await bridge.ready()

    let environment = ["ALTCRAFT_BRIDGE_SOCKET": socket, "HOME": directory.path]
    for probe in ["startupProbe", "readinessProbe", "livenessProbe", "healthcheck"] {
      let command = (container[probe]?["exec"]?["command"]?.arrayValue ?? []).compactMap(
        \.stringValue)
      let program = command.first?.split(separator: "/").last
      try #require(command.count > 1 && program == "altcraft-bridge")
      func probed() throws -> FinishedCommand {
        try FinishedCommand(
          builtProduct("altcraft-bridge"), Array(command.dropFirst()), environment: environment)
      }
      let answer = try probed()
      #expect(answer.status == 0, "\(command): \(answer.text)")
    }
    bridge.send(signal: SIGTERM)
    try await bridge.waitForExit()
    let late = try FinishedCommand(
      builtProduct("altcraft-bridge"), ["status", "--ready"], environment: environment)
    #expect(late.status != 0)
  }
}
