import AltcraftEngine
import AltcraftMethods
import JSONCodec
import JSONRPC

/// The reference of the interface: the declarations by subject, with the anchor that explains each name.
/// `ReferencePage` writes it as HTML, `ReferenceText` as Markdown; neither depends on the declarations.
package struct Reference: Sendable {
  /// Methods of one subject.
  package struct Group: Sendable {
    package let title: String
    package let summary: String
    package let methods: [Entry]
  }

  /// A method, a notification or a callback.
  package struct Entry: Sendable {
    enum Kind: String, Sendable { case method, notification, callback }

    let kind: Kind
    package let name: String
    package let anchor: String
    package let aliases: [String]
    package let isDurable: Bool
    /// True if an observer may call it.
    package let isForObservers: Bool
    package let summary: String
    package let details: String
    package let parameters: [Member]
    /// Nil for a notification.
    package let result: TypeDescription?
    /// The errors of the call, besides those of every message.
    package let failures: [String]
    /// The events that report the outcome of its job.
    package let events: [String]
    package let examples: [Exchange]
  }

  /// An example: the calls before it, the request and the answer.
  package struct Exchange: Sendable {
    package let title: String
    let given: [String]
    let request: JSON
    /// Nil for a notification.
    package let answer: JSON?
    /// True if identifiers, times and numbers of the answer vary.
    let isLike: Bool
  }

  package struct Failure: Sendable {
    package let code: Int
    package let reason: String
    package let anchor: String
    package let message: String
    package let isRetryable: Bool
    package let guide: ErrorGuide
    /// The event with the same meaning, for a refusal of the SDK.
    package let event: String?
    /// The methods that declare it; nil for all of them.
    package let methods: [String]?
  }

  package struct Event: Sendable {
    package let name: String
    package let anchor: String
    package let code: Int
    package let legacyCode: Int?
    package let kind: String
    package let meaning: String
    package let note: String?
    package let isEmitted: Bool
    package let isRetried: Bool
    package let value: TypeDescription?
  }

  /// A named type.
  package struct Shape: Sendable {
    package let name: String
    package let anchor: String
    package let summary: String
    /// Its type, unless it is an object with members.
    package let type: TypeDescription?
    package let bounds: [String]
    package let members: [Member]
  }

  package struct Limit: Sendable {
    package let name: String
    package let anchor: String
    /// The default with its unit.
    let standard: String
    let meaning: String
  }

  package let version: String
  let about: String
  /// Members of a request beside those of JSON-RPC.
  let envelope: [Member]
  package let groups: [Group]
  package let notifications: [Entry]
  package let callbacks: [Entry]
  package let clientNotifications: [Entry]
  package let errors: [Failure]
  package let events: [Event]
  package let types: [Shape]
  package let limits: [Limit]
  /// The anchor that explains each name: methods, aliases, callbacks, notifications, reasons, events, types,
  /// limits.
  let anchors: [String: String]

  package init(version: String) {
    let document = Catalog.openRPC(version: version)
    self.version = version
    about = document.description
    envelope = (document.document["x-envelope"]?.arrayValue ?? []).compactMap(Member.init)
    groups = Catalog.groups.map { group in
      Group(
        title: group.title, summary: group.summary,
        methods: group.methods.map { Entry($0.declaration, kind: .method) })
    }
    notifications = document.notifications.map { Entry($0, kind: .notification) }
    callbacks = document.callbacks.map { Entry($0, kind: .callback) }
    clientNotifications = document.clientNotifications.map { Entry($0, kind: .notification) }
    errors = document.failures.map { failure in
      Failure(
        failure, refusing: document.methods.filter { $0.failures.contains { $0.isLike(failure) } })
    }
    events = EventCatalog.entries.map(Event.init)
    types = document.schemas.members.compactMap { member in
      member.value.objectValue.map { Shape(member.key, $0) }
    }
    limits = Limits.descriptions.map(Limit.init)
    let entries = groups.flatMap(\.methods) + callbacks + notifications + clientNotifications
    let named =
      limits.map { ($0.name, $0.anchor) } + types.map { ($0.name, $0.anchor) }
      + events.map { ($0.name, $0.anchor) }
      + errors.map { ($0.reason, $0.anchor) }
      + entries.flatMap { entry in ([entry.name] + entry.aliases).map { ($0, entry.anchor) } }
    // An error of the SDK has the name of its event. The later anchor wins, because readers look for the
    // event.
    anchors = Dictionary(named) { _, later in later }
  }

  /// Returns the URL fragment for a name: letters, digits, dots and hyphens.
  static func anchor(_ kind: String, _ name: String) -> String {
    kind + "-" + name.filter { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
  }
}

extension Reference.Entry {
  fileprivate init(_ declaration: MethodDescription, kind: Kind) {
    self.kind = kind
    let isAnswered = kind != .notification
    name = declaration.name
    anchor = Reference.anchor(kind.rawValue, declaration.name)
    aliases = declaration.aliases
    isDurable = declaration.extensions["x-durable"] != nil
    isForObservers = declaration.role == .observer
    summary = declaration.summary
    details = declaration.details
    let parameters = declaration.parameters.flatMap { Reference.Member.all(of: $0) }
    self.parameters = kind == .method ? parameters : parameters.asWritten
    result = isAnswered ? TypeDescription(declaration.result.json) : nil
    failures = declaration.failures.map(\.reason)
    let operation =
      kind == .method ? Catalog.kinds.first { $0.method == declaration.name }?.operation : nil
    events =
      operation.map { events in
        [events.succeeded, events.failed, events.retrying].compactMap { $0?.name }
      } ?? []
    examples = declaration.examples.map {
      Reference.Exchange($0, of: declaration.name, kind)
    }
  }
}

extension Reference.Exchange {
  fileprivate init(_ example: Example, of method: String, _ kind: Reference.Entry.Kind) {
    title = example.name
    given = example.given.map { step in
      step.method + (step.parameters.isEmpty ? "" : " " + JSON.object(step.parameters).text)
    }
    // The ids of the bridge's own requests are strings.
    let id: JSON? =
      switch kind {
      case .method: 1
      case .callback: "5f21c0"
      case .notification: nil
      }
    var call: JSONObject = ["jsonrpc": "2.0"]
    call["id"] = id
    call["method"] = .string(method)
    if !example.parameters.isEmpty { call["params"] = .object(example.parameters) }
    request = .object(call)
    isLike = if case .like = example.answer { kind == .method } else { false }
    let outcome: (key: String, value: JSON) =
      switch example.answer {
      case .exactly(let value), .like(let value): ("result", value)
      case .error(let code, let reason):
        ("error", ["code": .int(code), "data": ["reason": .string(reason)]])
      }
    answer = id.map { ["jsonrpc": "2.0", "id": $0, outcome.key: outcome.value] }
  }
}

extension Reference.Failure {
  fileprivate init(_ failure: RPCError, refusing methods: [MethodDescription]) {
    code = failure.code
    reason = failure.reason
    anchor = Reference.anchor("error", failure.reason)
    message = failure.message
    isRetryable = failure.isRetryable
    guide = ErrorGuide.all[failure.reason] ?? ErrorGuide(when: "", advice: "")
    event = EventCatalog.entries.first { $0.name == failure.reason }?.name
    self.methods = methods.count == Catalog.methods.count ? nil : methods.map(\.name)
  }
}

extension Reference.Event {
  fileprivate init(_ entry: EventCatalog.Entry) {
    name = entry.name
    anchor = Reference.anchor("event", entry.name)
    code = entry.code.rawValue
    legacyCode = entry.legacyCode
    kind = entry.kind.rawValue
    meaning = entry.meaning
    note = entry.note
    isEmitted = entry.isEmitted
    isRetried = entry.isRetried
    let schema = EventValue.schema(of: entry.code).json
    value = schema["type"] == "null" ? nil : TypeDescription(schema)
  }
}

extension Reference.Limit {
  fileprivate init(_ limit: LimitDescription) {
    name = limit.name
    anchor = Reference.anchor("limit", limit.name)
    standard = [limit.standard.shortText, limit.unit].compactMap(\.self).joined(separator: " ")
    meaning = "\(limit.meaning) (\(limit.range))"
  }
}

extension Reference.Shape {
  fileprivate init(_ name: String, _ schema: JSONObject) {
    self.name = name
    anchor = Reference.anchor("type", name)
    summary = schema["description"]?.stringValue ?? ""
    let members = Reference.Member.all(of: schema)
    self.members = members.allSatisfy(\.isRequired) ? members.asWritten : members
    type = members.isEmpty ? TypeDescription(schema) : nil
    bounds = members.isEmpty ? TypeDescription.bounds(of: schema) : []
  }
}

extension [Reference.Member] {
  /// The members of a value that the bridge writes: only optional ones are marked.
  fileprivate var asWritten: [Reference.Member] {
    map { member in
      var member = member
      member.isAlwaysThere = member.isRequired
      return member
    }
  }
}

extension RPCError {
  /// Returns whether both have the same reason; the other members of `data` are only examples.
  fileprivate func isLike(_ other: RPCError) -> Bool { reason == other.reason }
}
