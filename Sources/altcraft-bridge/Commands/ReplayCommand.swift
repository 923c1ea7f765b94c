import BridgeCommandLine
import JSONCodec
import System
import WireRecording

/// The `replay` command: replays a recording of `serve --record` and reports the differences.
enum ReplayCommand {
  static func run(_ options: ReplayOptions) -> ExitStatus {
    do throws(CommandFailure) {
      let recording = try read(options.file)
      var sum = Sum()
      for session in recording.sessions { sum.add(try play(session, options)) }
      return sum.report(options.file)
    } catch {
      StandardOutput.errorLine(error.message)
      return error.status
    }
  }

  private static func read(_ path: String) throws(CommandFailure) -> Recording {
    switch File.readText(path) {
    case .failure(let error):
      throw CommandFailure(
        message: "altcraft-bridge: \(path.inMessage): \(error.reason); "
          + "name a file that 'altcraft-bridge serve --record' has written",
        status: .configuration)
    case .success(let bytes):
      let text: String
      do throws(NotUTF8) { text = try String(utf8: bytes) } catch {
        throw unusable(path, error.complaint)
      }
      do throws(Recording.Failure) { return try Recording(text) } catch {
        throw unusable(path, error.message)
      }
    }
  }

  private static func unusable(_ path: String, _ complaint: String) -> CommandFailure {
    CommandFailure(
      message: "altcraft-bridge: \(path.inMessage): \(complaint)", status: .configuration)
  }

  private static func play(
    _ session: Recording.Session, _ options: ReplayOptions
  ) throws(CommandFailure) -> ReplayPlayer {
    let platform = try ReplayPlatform()
    defer { platform.stop() }
    let bridge = try ReplayBridge(session, program: options.program)
    defer { bridge.stop() }
    var player = ReplayPlayer(session, bridge, platform)
    try player.play()
    for difference in player.differences { report(difference, of: options.file) }
    if !player.differences.isEmpty {
      for line in bridge.complaints { StandardOutput.line("output of the bridge: \(line)") }
    }
    return player
  }

  private static func report(_ difference: ReplayPlayer.Difference, of file: String) {
    var lines = ["\(file.inMessage):\(difference.line): connection \(difference.connection)"]
    if let asked = difference.asked { lines.append("  sent      \(shortened(asked))") }
    if let expected = difference.expected { lines.append("  expected  \(shortened(expected))") }
    if let got = difference.got { lines.append("  got       \(shortened(got))") }
    lines += difference.details.map { "  differs   \(shortened($0))" }
    StandardOutput.line(lines.joined(separator: "\n"))
  }

  /// Shortens a text for the report: the file contains the whole messages.
  private static func shortened(_ text: String) -> String {
    text.utf8.count <= 1000 ? text : text.prefix(900) + "…"
  }

  private struct Sum {
    private var sent = 0
    private var expected = 0
    private var differences = 0
    private var lost = 0

    mutating func add(_ player: ReplayPlayer) {
      sent += player.sent
      expected += player.expected
      differences += player.differences.count
      lost += player.lost
    }

    func report(_ file: String) -> ExitStatus {
      if lost > 0 {
        StandardOutput.line("\(file.inMessage): \(lost) messages are missing from the recording")
      }
      let found =
        differences == 0
        ? "no differences" : "\(differences) \(differences == 1 ? "difference" : "differences")"
      StandardOutput.line(
        "\(file.inMessage): \(sent) messages sent, \(expected) expected, \(found)")
      return differences == 0 ? .success : .failure
    }
  }
}
