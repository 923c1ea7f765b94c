import BridgeClient
import BridgeCommandLine
import Glibc
import JSONCodec
import System

/// The `top` command: shows the state of a running bridge each second, with rates.
enum TopCommand {
  static func run(_ options: InspectOptions) -> ExitStatus {
    // Block the signals before other threads exist.
    let signals = SignalWaiter([SIGINT, SIGTERM])
    let interruption = Monitor(false)
    PosixThread.require {
      _ = signals.next()
      interruption.update { $0 = true }
    }
    return CommandFailure.reported { () throws(CommandFailure) in
      let session = try BridgeSession.open(options.destination)
      defer { session.close() }
      var previous: (status: BridgeStatus, at: ContinuousClock.Instant)?
      while true {
        let (status, now) = (try BridgeStatus(session), ContinuousClock.now)
        let rates = Rates(
          from: previous?.status.stats, to: status.stats,
          seconds: previous.map { ($0.at.duration(to: now)).seconds } ?? 0)
        guard show(status, rates, options.format) else { return }
        previous = (status, now)
        let end = interruption.wait(until: .after(.seconds(1))) { $0 ? true : nil }
        guard end == nil else { return }
      }
    }
  }

  /// Returns false if the reader has closed the output.
  private static func show(
    _ status: BridgeStatus, _ rates: Rates, _ format: InspectOptions.Format
  ) -> Bool {
    guard format == .text else {
      var json = status.json.objectValue ?? [:]
      json["rates"] = rates.json
      return StandardOutput.line(JSON.object(json).text)
    }
    // Clear the screen and begin at its top; elsewhere a blank line separates the states.
    let start = Terminal.output.canRedraw ? "\u{1b}[H\u{1b}[J" : ""
    let end = Terminal.output.canRedraw ? "" : "\n"
    return StandardOutput.painted(
      start + status.text(now: LocalTime.now, Terminal.output)
        + rates.text(Terminal.output) + end)
  }
}

/// The changes of the counters per second.
struct Rates: Sendable {
  /// The counters, by their names here and in `bridge.stats`.
  private static let counters: [(name: String, path: [String])] = [
    ("calls", ["calls", "requests"]), ("accepted", ["outbox", "accepted"]),
    ("delivered", ["outbox", "delivered"]), ("attempts", ["delivery", "attempts"]),
    ("events", ["events", "emitted"]),
  ]

  /// Empty for the first state: it has nothing to be compared with.
  private let values: [(name: String, perSecond: Int)]

  init(from old: JSON?, to new: JSON, seconds: Double) {
    guard let old, seconds > 0 else {
      values = []
      return
    }
    values = Self.counters.map { name, path in
      // Without the calls of this command.
      let own = name == "calls" ? BridgeStatus.calls : 0
      let change = Self.value(path, new) - Self.value(path, old) - own
      return (name, Int(exactly: (Double(max(0, change)) / seconds).rounded()) ?? .max)
    }
  }

  private static func value(_ path: [String], _ stats: JSON) -> Int {
    path.reduce(stats) { $0[$1] ?? .null }.intValue ?? 0
  }

  var json: JSON {
    .object(JSONObject(values.map { JSONObject.Member(key: $0.name, value: .int($0.perSecond)) }))
  }

  func text(_ terminal: Terminal) -> String {
    let shown = values.map { "\($0.perSecond) \($0.name)" }.joined(separator: ", ")
    let room = max(0, (terminal.width ?? .max) - 11)
    return terminal.style.dim("per second ") + (shown.isEmpty ? "-" : String(shown.prefix(room)))
      + "\n"
  }
}
