import Foundation
import JSONCodec
import PushMessages
import Testing

@Suite("The push messages of the inspector")
struct PushSampleDriftTests {
  @Test("are those of the command push")
  func drift() throws {
    let file = PageAssembly.folder.appendingPathComponent("Inspector/push-samples.js")
    let messages = PushSample.names.compactMap { name in
      PushSample(name).map { "\(name): \($0.received.text),\n" }
    }
    let expected = """
      // Generated: the push messages of PushSample as they arrive on a device. To write it again: UPDATE=1 swift test --filter Drift
      const pushSamples = {
      \(messages.joined())};

      """

    #expect(messages.count == 10)
    if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
      try expected.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(
        try String(contentsOf: file, encoding: .utf8) == expected,
        "differs from PushSample; run: UPDATE=1 swift test --filter Drift")
    }
  }
}
