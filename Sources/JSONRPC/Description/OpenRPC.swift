import JSONCodec

/// The OpenRPC 1.3 document of a set of declarations. Members that OpenRPC does not define have the prefix
/// `x-`: notifications, callbacks, the notifications a client may send, the errors with their meaning.
package struct OpenRPC: Sendable {
  package var title: String
  package var version: String
  package var description: String
  package var methods: [MethodDescription]
  package var notifications: [MethodDescription]
  package var callbacks: [MethodDescription]
  package var clientNotifications: [MethodDescription]
  /// Additional root members. Their names start with `x-`.
  package var extensions: JSONObject

  package init(
    title: String, version: String, description: String, methods: [MethodDescription],
    notifications: [MethodDescription], callbacks: [MethodDescription],
    clientNotifications: [MethodDescription],
    extensions: JSONObject
  ) {
    self.title = title
    self.version = version
    self.description = description
    self.methods = methods
    self.notifications = notifications
    self.callbacks = callbacks
    self.clientNotifications = clientNotifications
    self.extensions = extensions
  }

  package var document: JSONObject {
    var root: JSONObject = [
      "openrpc": "1.3.2",
      "info": [
        "title": .string(title), "version": .string(version), "description": .string(description),
        "license": ["name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"],
      ],
      "servers": [
        ["name": "stdio", "url": "stdio:"],
        ["name": "unix", "url": "unix:///run/user/1000/altcraft-bridge/rpc.sock"],
        ["name": "tcp", "url": "tcp://127.0.0.1:8091"],
        ["name": "websocket", "url": "ws://127.0.0.1:8093/rpc"],
      ],
    ]
    root["methods"] = .array(
      methods.flatMap { method in
        [object(method)] + method.aliases.map { object(method, alias: $0) }
      })
    root["components"] = ["schemas": .object(publishedSchemas), "errors": .object(errors)]
    root["x-notifications"] = .array(notifications.map { object($0, isRead: false) })
    root["x-callbacks"] = .array(callbacks.map { object($0, isRead: false) })
    root["x-client-notifications"] = .array(clientNotifications.map { object($0) })
    root["x-envelope"] = Self.envelope
    root["x-errors"] = .array(failures.map(Self.errorFacts))
    for member in extensions.members { root[member.key] = member.value }
    root["x-extensions"] = Self.extensionList
    return root
  }

  /// Returns a declaration in the format of methods. If `isRead`, the bridge reads the parameters.
  private func object(
    _ declaration: MethodDescription, alias: String? = nil, isRead: Bool = true
  ) -> JSON {
    var object: JSONObject = [
      "name": .string(alias ?? declaration.name), "summary": .string(declaration.summary),
    ]
    if !declaration.details.isEmpty { object["description"] = .string(declaration.details) }
    if declaration.role == .observer { object["x-observer"] = true }
    object["paramStructure"] = "either"
    object["params"] = .array(
      declaration.parameters.map { parameter($0, of: declaration.name, isRead: isRead) })
    object["result"] = [
      "name": "result",
      "schema": Self.published(
        .object(declaration.result.json), Self.title(declaration.name, "Result"), isRead: false),
    ]
    if !declaration.failures.isEmpty {
      object["errors"] = .array(
        declaration.failures.map { ["$ref": .string("#/components/errors/\($0.reason)")] })
    }
    let answered = declaration.examples.filter { $0.result != nil }
    if !answered.isEmpty { object["examples"] = .array(answered.map { example($0, declaration) }) }
    let refused = declaration.examples.filter { $0.result == nil }
    if !refused.isEmpty {
      object["x-error-examples"] = .array(refused.map { example($0, declaration) })
    }
    if let alias {
      object["x-alias-of"] = .string(declaration.name)
      object["summary"] = .string("The same as `\(declaration.name)`; `\(alias)` in other SDKs.")
    }
    for member in declaration.extensions.members { object[member.key] = member.value }
    return .object(object)
  }

  private func parameter(_ field: FieldInfo, of declaration: String, isRead: Bool) -> JSON {
    [
      "name": .string(field.name), "summary": .string(field.doc),
      "required": .bool(field.isRequired),
      "schema": Self.published(
        .object(field.schema.json), Self.title(declaration, field.name, "Parameter"),
        isRead: isRead),
    ]
  }

  private func example(_ example: Example, _ declaration: MethodDescription) -> JSON {
    let parameters = example.parameters.members.map { member -> JSON in
      ["name": .string(member.key), "value": member.value]
    }
    var object: JSONObject = ["name": .string(example.name), "params": .array(parameters)]
    switch example.answer {
    case .exactly(let value), .like(let value):
      object["result"] = ["name": "result", "value": value]
    case .error(let code, let reason):
      object["error"] = ["code": .int(code), "data": ["reason": .string(reason)]]
    }
    return .object(object)
  }

  /// Every named type, by name.
  package var schemas: JSONObject {
    var all: [String: JSONObject] = [:]
    for declaration in methods + notifications + callbacks + clientNotifications {
      for schema in declaration.parameters.map(\.schema) + [declaration.result] {
        all.merge(schema.definitions) { first, _ in first }
      }
    }
    return JSONObject(
      all.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0, value: .object($1)) })
  }

  /// Every error, once, by code: the protocol errors, which any message may get, and those that a declaration
  /// names.
  package var failures: [RPCError] {
    var seen = Set<String>()
    return (Self.protocolFailures + methods.flatMap(\.failures)).filter {
      seen.insert($0.reason).inserted
    }
    .sorted { ($0.code, $0.reason) < ($1.code, $1.reason) }
  }

  private static let protocolFailures: [RPCError] = [
    .parseError(offset: 0), .invalidRequest("the message is not a JSON-RPC 2.0 request"),
    .methodNotFoundExample,
    .invalidParamsExample,
    .internalError, .requestCancelled, .busy,
    .tooLarge(limit: "frameBytes", max: 1 << 20), .shuttingDown,
  ]

  private var errors: JSONObject {
    JSONObject(
      failures.map { failure in
        JSONObject.Member(
          key: failure.reason,
          value: [
            "code": .int(failure.code), "message": .string(failure.message),
            "data": .object(failure.data),
          ])
      })
  }

  private static func errorFacts(_ error: RPCError) -> JSON {
    [
      "code": .int(error.code), "reason": .string(error.reason),
      "retryable": .bool(error.isRetryable),
    ]
  }

  /// Members of a message that JSON-RPC does not define.
  private static let envelope: JSON = [
    [
      "name": "traceparent",
      "summary":
        "The trace of the request, in the format of the W3C Trace Context header of this name.",
      "description": .string(
        """
        Stored with the job and sent unchanged to the platform with every attempt. Requests to the host that \
        the call causes have it too. An invalid value is ignored.
        """),
      "schema": [
        "title": "Traceparent", "type": "string",
        "pattern": "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$",
      ],
    ],
    [
      "name": "tracestate",
      "summary": "Vendor data of the trace, as in the W3C header of this name: at most 512 bytes.",
      "description": "Ignored without traceparent, or if it is invalid.",
      "schema": ["title": "Tracestate", "type": "string"],
    ],
  ]

  private static var extensionList: JSON {
    let ofRoot = [
      ("x-envelope", "Members of a request in addition to those of JSON-RPC.", "array"),
      ("x-notifications", "Notifications of the server, in the format of methods.", "array"),
      ("x-callbacks", "Requests from the server to the host, in the format of methods.", "array"),
      ("x-client-notifications", "Notifications of a client, in the format of methods.", "array"),
      ("x-errors", "Every error: code, reason, and whether a retry may succeed.", "array"),
      ("x-events", "Every SDK event: code, name, class, meaning, schema of its value.", "array"),
    ]
    let ofMethods = [
      ("x-alias-of", "The method that this name is an alias of.", "string"),
      ("x-direction", "The direction: serverToClient or clientToServer.", "string"),
      ("x-durable", "True if the call creates a job that is on disk before the answer.", "boolean"),
      ("x-observer", "True if a connection with the role observer may call it.", "boolean"),
      ("x-error-examples", "Refused calls: an example in OpenRPC must have a result.", "array"),
    ]
    let ofSchemas = [
      (
        "x-secret",
        "True if the value is a secret, which logs and recordings must not contain; false if only the name suggests one.",
        "boolean"
      )
    ]
    return .array(
      ofRoot.map { explained($0, in: "openrpcObject") }
        + ofMethods.map { explained($0, in: "methodObject") }
        + ofSchemas.map { explained($0, in: "schema") })
  }

  private static func explained(
    _ member: (name: String, summary: String, type: String), in object: String
  ) -> JSON {
    [
      "openrpcExtension": "0.0.0-development", "name": .string(member.name), "version": "1.0.0",
      "restricted": [.string(object)], "summary": .string(member.summary),
      "schema": ["type": .string(member.type)],
    ]
  }
}
