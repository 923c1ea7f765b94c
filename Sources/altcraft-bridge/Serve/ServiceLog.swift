import AltcraftEngine
import JSONCodec
import Synchronization

/// The log on standard error: a line each, as text or JSON.
final class ServiceLog: Sendable {
  private let level: Mutex<Log.Level>
  private let format: ServeOptions.LogFormat

  init(level: ServeOptions.LogLevel, format: ServeOptions.LogFormat) {
    self.level = Mutex(Log.Level(rawValue: level.rawValue) ?? .notice)
    self.format = format
  }

  func set(_ level: Log.Level) { self.level.withLock { $0 = level } }

  var log: Log {
    Log { [self] level, sentence, fields in write(level, sentence, fields) }
  }

  private func write(_ level: Log.Level, _ sentence: String, _ fields: [(String, String)]) {
    guard level <= self.level.withLock({ $0 }) else { return }
    let time = Timestamp(milliseconds: Environment.real.wallTime()).text
    switch format {
    case .text:
      let rest = fields.map { " \($0)=\(JSON.string($1).text)" }.joined()
      Output.errorLine("\(time) \(level.rawValue) \(sentence)\(rest)")
    case .json:
      let members = fields.map { JSONObject.Member(key: $0, value: .string($1)) }
      let head: JSONObject = [
        "time": .string(time), "level": .string(level.rawValue), "message": .string(sentence),
      ]
      Output.errorLine(JSON.object(JSONObject(head.members + members)).text)
    }
  }
}
