import TestSupport
import Testing

@Suite(.blocking) struct WebSocketConformanceTests {
  @Test(
    "a listener that echoes passes every case of Tests/websocket",
    .enabled(if: FinishedCommand.installed("python3") != nil, "python3 is not installed"))
  func cases() throws {
    let program = builtProduct("altcraft-bridge-websocket-echo")
    let script = #filePath.replacing(
      "TransportsTests/WebSocketConformanceTests.swift", with: "websocket")

    let result = try FinishedCommand(script, ["--echo", program])

    #expect(result.status == 0, "\(result.text)")
    #expect(result.output.hasSuffix("301 of 301 cases passed\n"), "\(result.text)")
  }
}
