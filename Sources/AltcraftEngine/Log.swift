import Glibc

/// What the operator is told: one static sentence and fields, on standard error, never a secret.
package struct Log: Sendable {
  package enum Level: String, Sendable, CaseIterable, Comparable {
    case error, notice, info, debug

    package static func < (left: Level, right: Level) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  private let write: @Sendable (Level, String, [(String, String)]) -> Void

  package init(_ write: @escaping @Sendable (Level, String, [(String, String)]) -> Void) {
    self.write = write
  }

  package static let none = Log { _, _, _ in }

  package func error(_ sentence: StaticString, _ fields: KeyValuePairs<String, String> = [:]) {
    write(.error, "\(sentence)", fields.map { ($0.key, $0.value) })
  }

  package func notice(_ sentence: StaticString, _ fields: KeyValuePairs<String, String> = [:]) {
    write(.notice, "\(sentence)", fields.map { ($0.key, $0.value) })
  }

  package func info(_ sentence: StaticString, _ fields: KeyValuePairs<String, String> = [:]) {
    write(.info, "\(sentence)", fields.map { ($0.key, $0.value) })
  }

  package func debug(_ sentence: StaticString, _ fields: KeyValuePairs<String, String> = [:]) {
    write(.debug, "\(sentence)", fields.map { ($0.key, $0.value) })
  }
}
