import AltcraftEngine
import BridgeCommandLine
import Glibc
import JSONCodec
import JSONRPC
import Synchronization
import System
import Transports

/// The log on standard error, one line per entry, as text or JSON. A slow or closed reader does not block the
/// service.
final class ServiceLog: Sendable {
  private let threshold: Log.Threshold
  private let lines: LogLines
  private let output: LineOutput
  /// The call-logging level. Entries are built only when the log asks for them.
  private let calls = CallLogging()

  init(
    level: ServeOptions.LogLevel, format: ServeOptions.LogFormat,
    journalStream: String? = ProcessEnvironment.variables["JOURNAL_STREAM"]
  ) throws(SystemError) {
    threshold = Log.Threshold(.notice)
    let lines = LogLines(format, goesToJournal: journalStream.map(Self.isStandardError) ?? false)
    self.lines = lines
    output = try LineOutput(to: STDERR_FILENO) { dropped in
      lines.line(
        .notice, "lines of the log were dropped: standard error was not read",
        [("lines", .integer(dropped))])
    }
    set(Log.Level(rawValue: level.rawValue) ?? .notice)
  }

  func set(_ level: Log.Level) {
    threshold.set(level)
    calls.set(level >= .debug ? .everything : level >= .info ? .refusals : .none)
  }

  /// Changes the format from the next line on.
  func set(_ format: ServeOptions.LogFormat) { lines.format.withLock { $0 = format } }

  var log: Log {
    Log(threshold) { [self] level, sentence, fields in
      output.write(lines.line(level, sentence, fields))
    }
  }

  /// Writes a line that is not a log entry.
  func write(line: String) { output.write(line.shown(on: .errors)) }

  /// Waits one second for the reader to read the rest. Nothing is written after that.
  func close() { output.close() }

  /// Logs the calls of a connection.
  func watch(_ options: inout PeerOptions, _ connection: ConnectionID) {
    options.watch = calls
    options.report = { [log] in log.record($0, connection) }
  }

  /// Returns whether standard error is the stream that systemd names by device and inode, and was not
  /// redirected.
  private static func isStandardError(_ stream: String) -> Bool {
    var status = stat()
    return fstat(2, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
  }
}

/// The formatter of log lines.
private final class LogLines: Sendable {
  let format: Mutex<ServeOptions.LogFormat>
  private let goesToJournal: Bool

  init(_ format: ServeOptions.LogFormat, goesToJournal: Bool) {
    self.format = Mutex(format)
    self.goesToJournal = goesToJournal
  }

  func line(_ level: Log.Level, _ sentence: String, _ fields: [(String, Log.Value)]) -> String {
    let time = Timestamp(milliseconds: Environment.real.wallTime()).text
    let line: String
    switch format.withLock({ $0 }) {
    case .text:
      let rest = fields.map { " \($0)=\($1.json.text)" }.joined()
      line = "\(time) \(level.rawValue) \(sentence)\(rest)"
    case .json:
      let members = fields.map { JSONObject.Member(key: $0, value: $1.json) }
      let head: JSONObject = [
        "time": .string(time), "level": .string(level.rawValue), "message": .string(sentence),
      ]
      line = JSON.object(JSONObject(head.members + members)).text
    }
    return (goesToJournal ? level.journalPrefix + line : line).shown(on: .errors)
  }
}

extension Log.Level {
  /// The priority prefix of a line, as described in sd-daemon(3).
  fileprivate var journalPrefix: String {
    switch self {
    case .error: "<3>"
    case .notice: "<5>"
    case .info: "<6>"
    case .debug: "<7>"
    }
  }
}

extension Log.Value {
  fileprivate var json: JSON {
    switch self {
    case .text(let text): return .string(text)
    case .integer(let number): return .int(number)
    case .milliseconds(let time):
      let microseconds = time.microseconds
      let fraction = String(microseconds % 1000 + 1000).dropFirst()
      return .number(JSONNumber(checkedText: "\(microseconds / 1000).\(fraction)"))
    }
  }
}
