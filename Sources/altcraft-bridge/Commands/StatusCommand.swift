import BridgeCommandLine
import JSONCodec
import System

/// The `status` command: shows the state of a running bridge.
enum StatusCommand {
  static func run(_ options: InspectOptions) -> ExitStatus {
    CommandFailure.reported { () throws(CommandFailure) in
      let session = try BridgeSession.open(options.destination)
      defer { session.close() }
      if options.isProbe { return try probe(session) }
      let status = try BridgeStatus(session)
      StandardOutput.painted(
        options.format == .json
          ? status.json.text + "\n" : status.text(now: LocalTime.now, Terminal.output))
    }
  }
}

extension StatusCommand {
  /// Succeeds if the storage accepts jobs, as `/readyz` does.
  private static func probe(_ session: BridgeSession) throws(CommandFailure) {
    guard acceptsJobs(try session.call("bridge.metrics")["text"]?.stringValue ?? "") else {
      throw .ours("the storage accepts no jobs; 'altcraft-bridge doctor' shows the reason")
    }
    StandardOutput.line("ready")
  }

  /// Returns whether the metrics of a bridge report that its storage works.
  static func acceptsJobs(_ metrics: String) -> Bool { has("storage_failing", 0, metrics) }

  /// Returns the problem of the storage, according to the metrics of a bridge; nil if it accepts
  /// jobs.
  static func storageProblem(_ metrics: String) -> String? {
    if has("storage_gone", 1, metrics) { return "removed or replaced, no new jobs are accepted" }
    return has("storage_failing", 1, metrics) ? "no new jobs are accepted" : nil
  }

  private static func has(_ name: String, _ value: Int, _ metrics: String) -> Bool {
    metrics.split(separator: "\n").contains {
      $0.hasPrefix("altcraft_bridge_\(name){") && $0.hasSuffix(" \(value)")
    }
  }
}

/// The state of a running bridge.
struct BridgeStatus: Sendable {
  /// The calls that reading the state makes.
  static let calls = 8

  let info: JSON
  let stats: JSON
  /// The oldest pending job; null if nothing is pending.
  let oldest: JSON
  /// The last failure: its event if it is kept, or the outcome of a job that failed, which is also known
  /// after a restart.
  /// Null if there is none.
  let lastError: JSON
  /// The reason why no new jobs are accepted; nil while they are.
  let storageProblem: String?

  init(info: JSON, stats: JSON, oldest: JSON, lastError: JSON, storageProblem: String?) {
    (self.info, self.stats, self.oldest, self.lastError) = (info, stats, oldest, lastError)
    self.storageProblem = storageProblem
  }

  init(_ session: BridgeSession) throws(CommandFailure) {
    storageProblem = StatusCommand.storageProblem(
      try session.call("bridge.metrics")["text"]?.stringValue ?? "")
    info = try session.call("bridge.info")
    stats = try session.call("bridge.stats")
    oldest =
      try session.call("outbox.list", ["limit": 1, "state": "pending"])["items"]?.arrayValue?.first
      ?? .null
    let last = try session.call("events.list", ["limit": 1])["seq"]?.intValue ?? 0
    let events = try session.call(
      "events.list", ["since": .int(max(0, last - 1000)), "limit": 1000])["events"]
    let end = try session.call("outcomes.list", ["limit": 1])["last"]?.intValue ?? 0
    let outcomes = try session.call(
      "outcomes.list",
      ["after": .int(max(0, end - 100)), "limit": 100, "state": ["rejected", "expired", "lost"]])
    lastError = Self.lastError(events ?? [], outcomes["outcomes"] ?? [])
  }

  /// Returns the last event of a failure, or the last outcome in the form of an event.
  static func lastError(_ events: JSON, _ outcomes: JSON) -> JSON {
    let event = events.arrayValue?.last {
      ["error", "retryError"].contains($0["type"]?.stringValue)
    }
    if let event { return event }
    guard let outcome = outcomes.arrayValue?.last else { return .null }
    let text = outcome["response"]?["response"]?["errorText"]?.stringValue ?? ""
    let name = outcome["name"] ?? .null
    return [
      "code": outcome["eventCode"] ?? .null, "name": name,
      "message": text.isEmpty ? name : .string(text), "date": outcome["endedAt"] ?? .null,
      "requestId": outcome["requestId"] ?? .null,
    ]
  }

  var json: JSON {
    [
      "info": info, "stats": stats, "oldest": oldest, "lastError": lastError,
      "storageProblem": storageProblem.map(JSON.string) ?? .null,
    ]
  }

  /// Returns ten lines for a person. `now` is in seconds since 1970.
  func text(now: Int, _ terminal: Terminal) -> String {
    rows(now: now).map { name, value in
      let line = "\(terminal.style.dim(name.padded(to: 11)))\(value.visible)"
      guard let width = terminal.width, 11 + value.visible.count > width else {
        return line + "\n"
      }
      return terminal.style.dim(name.padded(to: 11))
        + value.visible.prefix(max(0, width - 12)) + "…\n"
    }.joined()
  }

  private func rows(now: Int) -> [(String, String)] {
    let transports = (info["transports"]?.arrayValue ?? []).compactMap(\.stringValue)
    let uptime = Age.text(stats["uptimeSeconds"]?.intValue ?? 0)
    return [
      ("bridge", "\(text(info["version"])), process \(text(info["pid"])), up \(uptime)"),
      ("listens", transports.joined(separator: ", ")),
      ("data", data),
      ("platform", platform),
      ("accepted", count("accepted")),
      ("delivered", count("delivered")),
      ("rejected", count("rejected") + others),
      ("pending", count("pending") + " (\(text(stats["outbox"]?["bytes"])) bytes)"),
      ("oldest", oldest(now: now)),
      ("last error", lastError(now: now)),
    ]
  }

  private func text(_ value: JSON?) -> String { value?.stringValue ?? value?.text ?? "?" }

  private func count(_ name: String) -> String { text(stats["outbox"]?[name]) }

  private var data: String {
    "\(text(info["dataDir"])), group \(text(info["appGroup"]))"
      + (storageProblem.map { ": \($0)" } ?? "")
  }

  private var platform: String {
    let platform = stats["platform"] ?? .null
    guard let url = platform["url"]?.stringValue else { return "not configured" }
    let words = [
      "well": "answers", "failing": "answers with errors", "unreachable": "cannot be reached",
      "untried": "nothing sent yet",
    ]
    let state = text(platform["state"])
    return "\(url), \(words[state] ?? state)"
  }

  /// The jobs that ended without a delivery, if there are any.
  private var others: String {
    let names = ["expired", "cleared", "lost"].filter { stats["outbox"]?[$0]?.intValue ?? 0 > 0 }
    return names.map { ", \(count($0)) \($0)" }.joined()
  }

  private func oldest(now: Int) -> String {
    guard !oldest.isNull else { return "-" }
    let reasons = [
      "retry": "for a retry", "user": "for a valid JWT of its user", "token": "for a push token",
      "permission": "for the permission to notify", "configuration": "for a configuration",
      "lane": "behind other jobs of its user",
    ]
    let reason = oldest["waitingFor"]?.stringValue
    let wait = reason.map { ", waits \(reasons[$0] ?? "for \($0)")" } ?? ""
    let error = oldest["lastError"]?["message"]?.stringValue.map { ": \($0)" } ?? ""
    return "\(text(oldest["method"])) \(text(oldest["requestId"]).prefix(8)), "
      + "accepted \(age(oldest["createdAt"], now))\(wait)\(error)"
  }

  private func lastError(now: Int) -> String {
    // After a restart the error of a pending job is known, but not its event.
    guard !lastError.isNull else { return oldest["lastError"]?["message"]?.stringValue ?? "-" }
    var message = text(lastError["message"])[...]
    if message.hasSuffix(".") { message = message.dropLast() }
    return "\(text(lastError["code"])) \(message), \(age(lastError["date"], now))"
  }

  private func age(_ date: JSON?, _ now: Int) -> String {
    LocalTime.sinceEpoch(date?.stringValue ?? "").map { "\(Age.text(now - $0)) ago" } ?? "?"
  }
}

enum Age {
  /// Returns a duration in the largest unit that has at least two of it.
  static func text(_ seconds: Int) -> String {
    switch max(0, seconds) {
    case ..<120: "\(max(0, seconds)) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
