import JSONCodec

/// The interface of the bridge as a client sees it: an OpenRPC document, read. The only thing clients are
/// generated from.
package struct Interface: Sendable {
  package let title: String
  package let version: String
  package let description: String
  /// Of the document as it was given: `sha256:` and hex.
  package let digest: String
  /// In the order of the document, which is that of their names.
  package let types: [NamedType]
  /// Without aliases.
  package let methods: [Function]
  /// What the bridge tells, and what it asks the host.
  package let notices: [Function]
  package let callbacks: [Function]
  package let errors: [ErrorKind]
  package let events: [EventKind]
}

extension Interface {
  /// The errors a method may be answered with, without those that any call may be.
  package func ownFailures(of method: Function) -> [ErrorKind] {
    let ofAll: Set = ["invalidParams", "shuttingDown", "busy", "requestCancelled"]
    return method.failures.filter { !ofAll.contains($0) }.compactMap { reason in
      errors.first { $0.reason == reason }
    }
  }
}

/// A type under `components`.
package struct NamedType: Sendable {
  package let name: String
  package let summary: String
  package let type: DataType
}

/// What a value may be, in the words clients need: less than JSON Schema can say.
package indirect enum DataType: Sendable, Equatable {
  /// Any JSON.
  case any
  case null
  case boolean
  /// From -2^63 to 2^64-1.
  case integer
  case number
  case string
  /// One of these texts.
  case choice([String])
  case constant(JSON)
  /// An object with any members.
  case map
  case list(DataType)
  case record([Field])
  case named(String)
  case union([DataType])
  /// Or null.
  case optional(DataType)
}

package struct Field: Sendable, Equatable {
  package let name: String
  package let summary: String
  package let type: DataType
  /// Given in each value; null counts as given.
  package let isRequired: Bool
  /// What a text is: `date-time`. Clients keep such a text as it is, and say so.
  package let format: String?
}

/// A method, a notification or a callback.
package struct Function: Sendable {
  /// As on the wire: `outbox.get`.
  package let name: String
  package let summary: String
  package let details: String
  package let parameters: [Field]
  package let result: DataType
  /// The reasons of the errors it may be answered with.
  package let failures: [String]
  package let isDurable: Bool

  /// `outbox` of `outbox.get`; nil for a name without a dot.
  package var group: String? {
    name.firstIndex(of: ".").map { String(name[..<$0]) }
  }

  /// `get` of `outbox.get`.
  package var localName: String {
    name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
}

package struct ErrorKind: Sendable {
  package let code: Int
  package let reason: String
  package let isRetryable: Bool
  package let message: String
  /// What `data` has beside `reason` and `retryable`, if anything, in examples.
  package let data: [Field]

  /// `OutboxFullError`, `ParseError`.
  package var className: String {
    reason.hasSuffix("Error") ? reason.typeName : reason.typeName + "Error"
  }
}

package struct EventKind: Sendable {
  package let code: Int
  package let legacyCode: Int?
  package let name: String
  /// `event`, `error` or `retryError`.
  package let kind: String
  package let meaning: String
  package let note: String?
  package let isEmitted: Bool
  package let value: DataType
}
