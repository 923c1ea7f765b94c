import Foundation
import JSONCodec
import TestSupport

/// The bounds in bytes that the campaign of sizes holds everything against. The article `Bounds` lists them
/// with the inputs they are for.
enum SizeBounds {
  /// One event, as JSON.
  static let event = 64 << 10
  /// A text of the platform that is kept, and what says that it was cut.
  static let platformText = (4 << 10) + 64
  /// One push token.
  static let pushToken = 4 << 10
  /// One line of the log. A text of 4 KiB is six times as long where JSON escapes each byte.
  static let logLine = 32 << 10
  /// What `outbox.get`, and a line of `outbox list`, say of one piece of work.
  static let work = 80 << 10
  /// One answer to `events.list`.
  static let eventList = 1 << 20
  /// What may stay resident after the largest input, in kilobytes: kept events, queues, and what the
  /// allocator does not give back.
  static let growthKilobytes = 128 << 10

  /// What in the log is too long.
  static func problems(inLog text: String) -> [String] {
    text.split(separator: "\n").filter { $0.utf8.count > logLine }
      .map { "a log line of \($0.utf8.count) bytes: \($0.prefix(200))" }
  }

  /// Which of the texts of an answer of the platform are too long.
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

  /// What is too long in the events that a connection received, and in those that are kept.
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

/// What a data directory holds after a clean stop, read by a new process.
struct RestartCheck {
  let directory: TemporaryDirectory
  let arguments: [String]

  /// What is wrong after a clean restart: the files are damaged, work that had ended is sent again, or new
  /// work is not accepted. `requestCount` says how many requests the platform has had.
  func problems(requestCount: () -> Int) async throws -> [String] {
    var problems: [String] = []
    let data = ServiceProcess.dataDirectory(in: directory)
    let verified = try FinishedCommand.bridge("outbox", "verify", data)
    if verified.status != 0 || !verified.output.contains(#""ok":true"#) {
      problems.append("outbox verify: \(verified.text.prefix(400))")
    }
    let listed = try FinishedCommand.bridge("outbox", "list", data)
    problems += listed.output.split(separator: "\n").filter { $0.utf8.count > SizeBounds.work }
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
      } catch { problems.append("new work is refused: \(error)") }
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
