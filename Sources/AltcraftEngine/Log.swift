import Synchronization

/// A log for the operator: static sentences with fields on standard error, never a secret.
///
/// `error` needs an action by a person. `notice` is rare and worth reading. `info` reports connections,
/// deliveries and refusals. `debug` reports each call, each request to a host and each attempt.
package struct Log: Sendable {
  package enum Level: String, Sendable, CaseIterable, Comparable {
    case error, notice, info, debug

    package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    fileprivate var rank: Int {
      switch self {
      case .error: 0
      case .notice: 1
      case .info: 2
      case .debug: 3
      }
    }
  }

  /// The value of a field.
  package enum Value: Sendable, Equatable {
    case text(String)
    case integer(Int)
    case milliseconds(Duration)

    package static func number(_ value: some BinaryInteger) -> Value {
      .integer(Int(clamping: value))
    }

    fileprivate var cut: Value {
      if case .text(let text) = self { .text(KeptText.cut(text)) } else { self }
    }
  }

  /// The least severe level that is logged. May change at any time.
  package final class Threshold: Sendable {
    private let rank: Atomic<Int>

    package init(_ level: Level) { rank = Atomic(level.rank) }

    package func set(_ level: Level) { rank.store(level.rank, ordering: .relaxed) }

    func includes(_ level: Level) -> Bool { level.rank <= rank.load(ordering: .relaxed) }
  }

  /// The fields of an entry. A field that is nil is omitted.
  package typealias Fields = KeyValuePairs<String, Value?>

  private let threshold: Threshold
  private let write: @Sendable (Level, String, [(String, Value)]) -> Void

  package init(
    _ threshold: Threshold, _ write: @escaping @Sendable (Level, String, [(String, Value)]) -> Void
  ) {
    self.threshold = threshold
    self.write = write
  }

  package static let none = Log(Threshold(.error)) { _, _, _ in }

  /// Returns true if a level is logged. Check it before building values that only the log needs.
  package func isOn(_ level: Level) -> Bool { threshold.includes(level) }

  package func error(_ sentence: StaticString, _ fields: @autoclosure () -> Fields = [:]) {
    emit(.error, sentence, fields)
  }

  package func notice(_ sentence: StaticString, _ fields: @autoclosure () -> Fields = [:]) {
    emit(.notice, sentence, fields)
  }

  package func info(_ sentence: StaticString, _ fields: @autoclosure () -> Fields = [:]) {
    emit(.info, sentence, fields)
  }

  package func debug(_ sentence: StaticString, _ fields: @autoclosure () -> Fields = [:]) {
    emit(.debug, sentence, fields)
  }

  private func emit(_ level: Level, _ sentence: StaticString, _ fields: () -> Fields) {
    guard isOn(level) else { return }
    write(
      level, "\(sentence)",
      fields().compactMap { key, value in value.map { (key, $0.cut) } })
  }
}
