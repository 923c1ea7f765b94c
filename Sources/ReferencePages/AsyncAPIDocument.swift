import JSONCodec

/// The interface as an AsyncAPI 3.0 document, made from the OpenRPC document: one channel, with an operation for each
/// method, notification and callback. The application of the document is the bridge: it receives calls and sends events.
package struct AsyncAPIDocument {
  /// A function of one of the lists of the OpenRPC document.
  private struct Function {
    let declaration: JSON
    let action: String
    let isAnswered: Bool

    var name: String { declaration["name"]?.stringValue ?? "" }
    /// The name as a key, which has letters, digits, `-` and `_` only.
    var key: String { name.replacing("$/", with: "").replacing(".", with: "-") }
    var message: String { isAnswered ? key + "-request" : key + "-notification" }
    var response: String { key + "-response" }
  }

  private let document: JSON

  /// `document` is an OpenRPC document of the bridge.
  package init(document: JSON) {
    self.document = document
  }

  package static func text(document: JSON) -> String {
    JSON.object(AsyncAPIDocument(document: document).root).prettyText + "\n"
  }

  package var root: JSONObject {
    let functions = functions
    let names = functions.flatMap { $0.isAnswered ? [$0.message, $0.response] : [$0.message] }
    return [
      "asyncapi": "3.0.0", "info": document["info"] ?? [:],
      "defaultContentType": "application/json", "servers": Self.servers,
      "channels": [
        "rpc": [
          "address": nil,
          "description": .string(
            """
            JSON-RPC 2.0 in both directions. A message is a line, or a text message of WebSocket; the bridge also \
            reads and writes the header Content-Length.
            """),
          "messages": .object(
            Self.object(
              (names + ["error"]).map { ($0, ["$ref": .string("#/components/messages/\($0)")]) })),
        ]
      ],
      "operations": .object(Self.object(functions.map { ($0.key, Self.operation($0)) })),
      "components": [
        "messages": .object(
          Self.object(functions.flatMap(Self.messages) + [("error", Self.errorMessage)])),
        "schemas": document["components"]?["schemas"] ?? [:],
      ],
    ]
  }
}

extension AsyncAPIDocument {
  private var functions: [Function] {
    let lists = [
      ("methods", "receive", true), ("x-client-notifications", "receive", false),
      ("x-notifications", "send", false), ("x-callbacks", "send", true),
    ]
    return lists.flatMap { member, action, isAnswered in
      (document[member]?.arrayValue ?? []).map {
        Function(declaration: $0, action: action, isAnswered: isAnswered)
      }
    }
  }

  /// The addresses of the examples of the pages.
  private static let servers: JSON = [
    "stdio": [
      "host": "localhost", "protocol": "stdio",
      "description": "The standard input and output of the process.",
    ],
    "unix": [
      "host": "localhost", "pathname": "/run/user/1000/altcraft-bridge/rpc.sock",
      "protocol": "unix", "description": "A Unix socket.",
    ],
    "tcp": ["host": "127.0.0.1:8091", "protocol": "tcp", "description": "A port of this machine."],
    "websocket": [
      "host": "127.0.0.1:8093", "pathname": "/rpc", "protocol": "ws",
      "description": "WebSocket, with a token.",
    ],
  ]

  private static func operation(_ function: Function) -> JSON {
    var operation: JSONObject = [
      "title": .string(function.name), "action": .string(function.action),
      "channel": ["$ref": "#/channels/rpc"],
      "summary": function.declaration["summary"] ?? "",
      "messages": [reference(function.message)],
    ]
    if let details = function.declaration["description"] { operation["description"] = details }
    if function.isAnswered {
      operation["reply"] = [
        "channel": ["$ref": "#/channels/rpc"],
        "messages": [reference(function.response), reference("error")],
      ]
    }
    return .object(operation)
  }

  private static func reference(_ message: String) -> JSON {
    ["$ref": .string("#/channels/rpc/messages/\(message)")]
  }

  private static func messages(of function: Function) -> [(String, JSON)] {
    let parameters = function.declaration["params"]?.arrayValue ?? []
    let members = parameters.map { parameter in
      (parameter["name"]?.stringValue ?? "", parameter["schema"] ?? [:])
    }
    let required = parameters.filter { $0["required"] == true }.compactMap { $0["name"] }
    var params: JSONObject = ["type": "object", "properties": .object(object(members))]
    if !required.isEmpty { params["required"] = .array(required) }
    let envelope =
      (function.isAnswered ? ["id"] : []) + ["method"] + (required.isEmpty ? [] : ["params"])
    let request = message(
      function.message, envelope,
      ["method": ["const": .string(function.name)], "params": .object(params)])
    guard function.isAnswered, let result = function.declaration["result"]?["schema"] else {
      return [(function.message, request)]
    }
    return [
      (function.message, request),
      (function.response, message(function.response, ["id", "result"], ["result": result])),
    ]
  }

  private static let errorMessage = message(
    "error", ["id", "error"],
    [
      "error": [
        "type": "object", "required": ["code", "message"],
        "properties": [
          "code": ["type": "integer"], "message": ["type": "string"], "data": ["type": "object"],
        ],
      ]
    ])

  /// Returns a message whose envelope has these members. Requests and answers are matched by their id.
  private static func message(_ name: String, _ required: [String], _ members: JSONObject) -> JSON {
    var properties: JSONObject = ["jsonrpc": ["const": "2.0"]]
    let isMatched = required.contains("id")
    if isMatched { properties["id"] = ["type": ["string", "number", "null"]] }
    for member in members.members { properties[member.key] = member.value }
    var message: JSONObject = [
      "name": .string(name),
      "payload": [
        "type": "object", "properties": .object(properties),
        "required": .array((["jsonrpc"] + required).map { .string($0) }),
      ],
    ]
    if isMatched { message["correlationId"] = ["location": "$message.payload#/id"] }
    return .object(message)
  }

  private static func object(_ members: [(String, JSON)]) -> JSONObject {
    JSONObject(members.map { JSONObject.Member(key: $0.0, value: $0.1) })
  }
}
