import AltcraftEngine

@testable import BridgeCommandLine

/// The configuration file: it is accepted, or every problem is a line of text.
enum ConfigurationTarget {
  static func fault(in input: UnsafeRawBufferPointer) -> String? {
    let file = ConfigurationFile(
      path: "/etc/bridge.json", bytes: Array(input), limitComplaint: Limits.complaint)
    var settings = OptionValues(.serve)
    do throws(UsageError) {
      try file.add(to: &settings)
      guard file.problems.isEmpty else { return "a problem is not reported" }
      _ = try ServeOptions(settings, environment)
      return nil
    } catch {
      let lines = error.message.split(separator: "\n", omittingEmptySubsequences: false)
      if !file.problems.isEmpty, lines.count != file.problems.count {
        return "\(file.problems.count) problems have \(lines.count) lines"
      }
      let isPlain = error.message.unicodeScalars.allSatisfy {
        $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" || $0 == "\t"
      }
      return isPlain ? nil : "a message has control characters"
    }
  }

  private static let environment = CommandEnvironment(
    environment: [:], readFile: { _ in .success([]) }, readInput: { .success([]) },
    limitComplaint: Limits.complaint)

  static var seeds: [[UInt8]] {
    [
      #"{"socket":"run/bridge.sock","socketGroup":"app","socketMode":"0660","logLevel":"info"}"#,
      #"{"websocket":"127.0.0.1:7017","allowOrigin":["http://a.example"],"publicMetrics":true}"#,
      #"{"limit":{"inFlight":64,"attemptSeconds":1.5,"nothing":1},"stdio":null,"parentPid":1}"#,
      #"{"listen":"0.0.0.0:1","dataDir":"~/a","durability":"never","listen":"[::1]:80"}"#, "[]",
      "{\n\"socket\": tru",
    ].map { Array($0.utf8) }
  }
}
