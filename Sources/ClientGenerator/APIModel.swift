import JSONCodec

/// The interface of the bridge as a client sees it: a parsed OpenRPC document. Clients are generated from
/// nothing else.
package struct APIModel: Sendable {
  package let title: String
  package let version: String
  package let description: String
  /// The digest of the document as it was given: `sha256:` and hex.
  package let digest: String
  /// The types in the order of the document, which is the order of their names.
  package let types: [NamedType]
  /// The methods without aliases.
  package let methods: [Function]
  /// The other names of methods, and the names that they stand for.
  package let aliases: [(name: String, method: String)]
  /// The notifications from the bridge. The callbacks are its requests to the host.
  package let notifications: [Function]
  package let callbacks: [Function]
  package let errors: [ErrorKind]
  package let events: [EventKind]
}

extension APIModel {
  /// The types by name. A document may give a name twice; the first counts.
  var declared: [String: DataType] {
    Dictionary(types.map { ($0.name, $0.type) }) { first, _ in first }
  }

  /// Returns the errors of a method, without those that any call may return.
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

/// The type of a value, in the terms that clients need: less than JSON Schema can express.
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
  /// One of these texts, or another one that a later version of the platform knows.
  case openChoice([String])
  case constant(JSON)
  /// An object with any members.
  case map
  /// An object with any members, whose values have this type.
  case dictionary(DataType)
  case list(DataType)
  case record([APIField])
  case named(String)
  case union([DataType])
  /// The type or null.
  case optional(DataType)
}

package struct APIField: Sendable, Equatable {
  package let name: String
  package let summary: String
  package let type: DataType
  /// True if every value has the member; null counts as present.
  package let isRequired: Bool
  /// The format of a text: `date-time`. Clients keep such a text as it is, and document the format.
  package let format: String?
}

/// A method, a notification or a callback.
package struct Function: Sendable {
  /// The name on the wire, such as `outbox.get`.
  package let name: String
  package let summary: String
  package let details: String
  package let parameters: [APIField]
  package let result: DataType
  /// The reasons of the errors that it may return.
  package let failures: [String]
  package let isDurable: Bool

  /// The parameters in the order of an argument list: the required ones, then the others.
  var orderedParameters: [APIField] {
    parameters.filter(\.isRequired) + parameters.filter { !$0.isRequired }
  }

  /// The part of the name before the dot: `outbox` of `outbox.get`; nil for a name without a dot.
  package var group: String? {
    name.firstIndex(of: ".").map { String(name[..<$0]) }
  }

  /// The part of the name after the first dot: `get` of `outbox.get`, `simulatedSubscribe` of
  /// `push.simulated.subscribe`.
  package var localName: String {
    let parts = name.split(separator: ".").dropFirst(group == nil ? 0 : 1).map(String.init)
    return (parts.first ?? name) + parts.dropFirst().map(\.capitalizedFirst).joined()
  }
}

package struct ErrorKind: Sendable {
  package let code: Int
  package let reason: String
  package let isRetryable: Bool
  package let message: String
  /// The members of `data` besides `reason` and `retryable`, with types derived from examples.
  package let data: [APIField]

  /// The name of the error's class: `OutboxFullError`, `ParseError`.
  package var className: String {
    reason.hasSuffix("Error") ? reason.typeName : reason.typeName + "Error"
  }
}

package struct EventKind: Sendable {
  package let code: Int
  package let legacyCode: Int?
  package let name: String
  /// The class of the event: `event`, `error` or `retryError`.
  package let kind: String
  package let meaning: String
  package let note: String?
  package let isEmitted: Bool
  package let value: DataType
}
