import Foundation
import Glibc
import JSONCodec
import PlatformSimulator
import TestSupport
import Testing

/// Starts a simulated platform that shows the received requests, secrets included.
func platform(
  _ change: (inout SimulatorOptions) -> Void = { _ in }
) throws -> (simulator: Simulator, url: String) {
  var options = SimulatorOptions()
  options.recordedSecrets = .shown
  change(&options)
  let simulator = Simulator(options)
  return (simulator, try simulator.start().url)
}

/// Serves, lets the body use the bridge, and checks all messages against the document. The process ends with
/// the body.
func withBridge(
  _ arguments: [String] = [], in directory: TemporaryDirectory = TemporaryDirectory(),
  framing: WireConnection.Framing = .lines,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (ServiceProcess) async throws -> Void
) async throws {
  let bridge = try ServiceProcess(serving: arguments, in: directory, framing: framing)
  do {
    try await bridge.ready()
    try await body(bridge)
  } catch {
    expectTidy(bridge, sourceLocation: sourceLocation)
    bridge.send(signal: SIGKILL)
    try await bridge.waitForExit()
    throw error
  }
  expectTidy(bridge, sourceLocation: sourceLocation)
  bridge.send(signal: SIGKILL)
  try await bridge.waitForExit()
}

/// Stops the process as a host does that wants no repeated delivery: the last completed jobs are on disk.
func stop(_ bridge: ServiceProcess) async throws {
  try await bridge.stdio.call("bridge.shutdown")
  #expect(try await bridge.waitForExit() == .exited(0))
}

/// Expects only protocol messages on standard output, and only messages that the document describes.
func expectTidy(_ bridge: ServiceProcess, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(bridge.log.problems == [], sourceLocation: sourceLocation)
}

/// Fills the outbox with jobs of more than 8 MiB.
func fillOutbox(in directory: TemporaryDirectory) async throws {
  try await withBridge(in: directory) { bridge in
    try await bridge.stdio.call(
      "initialization", ["configuration": ["apiUrl": "http://127.0.0.1:1", "rToken": "r"]])
    let text = JSON.string(String(repeating: "x", count: 200_000))
    for _ in 0..<44 {
      try await bridge.stdio.call(
        "mobileEvent", ["sid": "p", "eventName": "e", "payload": ["text": text]])
    }
    try await stop(bridge)
  }
}

/// Arguments that make attempts follow each other quickly.
let quickRetries = ["--limit", "retryFirstSeconds=0.05", "--limit", "retryMaxSeconds=0.2"]

extension WireConnection {
  /// Prepares for the main job: stores an rToken, and a push token by callback.
  func prepare(_ url: String, token: String = "fcm-token-1", rToken: String = "r-1") async throws {
    try await call(
      "initialization", ["configuration": ["apiUrl": .string(url), "rToken": .string(rToken)]])
    onCallback("provider.getToken") { _ in .string(token) }
    try await call("setFCMTokenProvider", ["provider": "callback"])
  }

  /// Sets a JWT and a push token by callback. `jwt` gets the reason.
  func useJWT(
    _ url: String, _ jwt: @escaping @Sendable (String) -> JSON?
  ) async throws {
    try await call("initialization", ["configuration": ["apiUrl": .string(url)]])
    onCallback("provider.getJWT") { jwt($0["reason"]?.stringValue ?? "") }
    onCallback("provider.getToken") { _ in "fcm-token-1" }
    try await call("setJWTProvider", ["provider": "callback"])
    try await call("setFCMTokenProvider", ["provider": "callback"])
  }
}

extension JSON {
  var state: String? { self["state"]?.stringValue }
  var code: Int? { self["code"]?.intValue }
}
