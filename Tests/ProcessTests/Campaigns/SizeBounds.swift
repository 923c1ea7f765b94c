import Foundation
import JSONCodec
import TestSupport

/// The bounds in bytes that the campaign of sizes checks. The article `Bounds` lists them with their inputs.
enum SizeBounds {
  /// One event, as JSON.
  static let event = 64 << 10
  /// A stored text of the platform, with its truncation mark.
  static let platformText = (4 << 10) + 64
  /// One push token.
  static let pushToken = 4 << 10
  /// One line of the log. A text of 4 KiB is six times as long where JSON escapes each byte.
  static let logLine = 32 << 10
  /// The answer of `outbox.get`, and a line of `outbox list`, for one job.
  static let job = 80 << 10
  /// One answer to `events.list`.
  static let eventList = 1 << 20
  /// The growth of resident memory after the largest input, in kilobytes: kept events, queues, and memory
  /// that the allocator does not return.
  static let growthKilobytes = 128 << 10

  /// Returns the log lines that are too long.
  static func problems(inLog text: String) -> [String] {
    text.split(separator: "\n").filter { $0.utf8.count > logLine }
      .map { "a log line of \($0.utf8.count) bytes: \($0.prefix(200))" }
  }

  /// Returns the texts in an answer of the platform that are too long.
  static func problems(inAnswer value: JSON?, at path: String = "$") -> [String] {
    switch value {
    case .string(let text) where text.utf8.count > platformText:
      ["\(path) has \(text.utf8.count) bytes"]
    case .array(let items):
      items.enumerated().flatMap { problems(inAnswer: $0.element, at: "\(path)[\($0.offset)]") }
    case .object(let object):
      object.members.flatMap { problems(inAnswer: $0.value, at: "\(path).\($0.key.prefix(40))") }
    default: []
    }
  }

  /// Returns the texts that are too long in the events that a connection received, and in those that are
  /// kept.
  static func problems(inEventsOf host: WireConnection) async throws -> [String] {
    var problems = host.events.filter { $0.bytes.count > event }
      .map { "event \($0["code"]?.text ?? "?") of \($0.bytes.count) bytes" }
    var since: JSON = 0
    while true {
      let page = try await host.call("events.list", ["since": since, "limit": 1000])
      let events = page["events"]?.arrayValue ?? []
      if page.bytes.count > eventList {
        problems.append("events.list of \(page.bytes.count) bytes")
      }
      problems += events.filter { $0.bytes.count > event }
        .map { "kept event \($0["code"]?.text ?? "?") of \($0.bytes.count) bytes" }
      guard let last = events.last?["seq"], last != since else { break }
      since = last
    }
    return problems
  }
}

/// A check of a data directory after a clean stop, by a new process.
struct RestartCheck {
  let directory: TemporaryDirectory
  let arguments: [String]

  /// Returns the problems after a clean restart: the files are damaged, a completed job is sent again, or a
  /// new job is not accepted. `requestCount` returns the number of requests that the platform has had.
  func problems(requestCount: () -> Int) async throws -> [String] {
    var problems: [String] = []
    let data = ServiceProcess.dataDirectory(in: directory)
    let verified = try FinishedCommand.bridge("outbox", "verify", data)
    if verified.status != 0 || !verified.output.contains(#""ok":true"#) {
      problems.append("outbox verify: \(verified.text.prefix(400))")
    }
    let listed = try FinishedCommand.bridge("outbox", "list", data)
    problems += listed.output.split(separator: "\n").filter { $0.utf8.count > SizeBounds.job }
      .map { "a line of outbox list of \($0.utf8.count) bytes" }

    let before = requestCount()
    let bridge = try ServiceProcess(serving: arguments, in: directory)
    try await bridge.ready()
    try await bridge.stdio.call("outbox.flush", ["wait": true])
    _ = try await bridge.comesToRest()
    let sent = requestCount() - before
    if sent != 0 { problems.append("\(sent) requests were sent again after a clean restart") }
    for name in ["first", "second"] {
      do {
        try await bridge.stdio.call("mobileEvent", ["sid": "p", "eventName": .string(name)])
      } catch { problems.append("new jobs are refused: \(error)") }
    }
    let counts = try await bridge.stdio.call("bridge.stats")["outbox"]
    func count(_ name: String) -> Int { counts?[name]?.intValue ?? 0 }
    let ends = ["delivered", "rejected", "expired", "cleared", "lost", "pending"].map(count)
    if count("accepted") != ends.reduce(0, +) || count("lost") != 0 {
      problems.append("the counters do not add up: \(counts?.text ?? "")")
    }
    try await bridge.crash()
    return problems
  }
}
