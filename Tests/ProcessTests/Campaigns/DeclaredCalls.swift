import Foundation
import JSONCodec
import TestSupport

/// A call of a method from its documentation: each example once, and more calls where the text requires them.
struct DeclaredCall: Sendable {
  let method: String
  let parameters: JSONObject
  let isDurable: Bool

  /// Returns the request as text, with the envelope members and parameters that the form of the call needs.
  func message(id: String?, _ more: JSONObject = [:]) -> String {
    var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method)]
    if let id { message["id"] = .string(id) }
    var parameters = parameters
    for member in more.members { parameters[member.key] = member.value }
    message["params"] = .object(parameters)
    return JSON.object(message).text
  }
}

/// All possible calls, listed from the interface document in `schema`. A new method is included automatically.
struct DeclaredCalls: Sendable {
  /// The methods that are not played with the others, and the reasons.
  static let leftOut = ["bridge.shutdown": "ends the process"]

  /// The methods whose examples are refused in the state that `preparation` makes, and the reasons.
  static let refused = [
    "outbox.retry": "needs a job that was rejected",
    "outbox.discard": "needs a job that was rejected",
    "push.simulated.subscribe": "needs a simulated platform",
  ]

  /// The methods that change state which others need. They are played first, and `preparation` restores the
  /// state.
  private static let changing: Set = [
    "clear", "initialization", "initialize", "setAppGroup", "nse.setAppGroup", "setJWTProvider",
    "nse.setJWTProvider", "setAPNSTokenProvider", "setFCMTokenProvider", "setHMSTokenProvider",
    "setPushToken", "deleteDeviceToken",
  ]

  /// The group of the examples: a bridge that starts with it does not change groups.
  static let appGroup = "group.com.example.app"

  let names: [String]
  /// The requests of the bridge, with the first answer of their examples.
  let callbacks: [String: JSON]
  /// The calls that make the state which the other methods need.
  let preparation: [DeclaredCall]
  private let changing: [DeclaredCall]
  private let others: [DeclaredCall]

  /// All calls, in an order in which each can be carried out.
  var all: [DeclaredCall] { changing + preparation + others }
  var durable: [DeclaredCall] { others.filter(\.isDurable) }

  /// The members of the document that make the calls, an eighth of its bytes. They are read once.
  private static let document = Result {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../../../schema/openrpc.json")
    let document = try JSONParser.parse(Array(Data(contentsOf: file)), limits: .generous).value
    let methods = (document["methods"]?.arrayValue ?? []).map { method -> JSON in
      [
        "name": method["name"] ?? .null, "x-durable": method["x-durable"] ?? .null,
        "examples": method["examples"] ?? [],
      ]
    }
    let calls: JSON = ["methods": .array(methods), "x-callbacks": document["x-callbacks"] ?? []]
    return calls.text
  }

  init(platform url: String, token: String) throws {
    let text = try Self.document.get()
      .replacingOccurrences(of: "http://127.0.0.1:8090", with: url)
      .replacingOccurrences(of: #""0123456789abcdef""#, with: JSON.string(token).text)
    let document = try JSONParser.parse(Array(text.utf8), limits: .generous).value
    let methods = document["methods"]?.arrayValue ?? []
    names = methods.compactMap { $0["name"]?.stringValue }
    let calls = methods.flatMap(Self.calls).filter { Self.leftOut[$0.method] == nil }
    changing = calls.filter { Self.changing.contains($0.method) }
    let configuration: JSON = ["apiUrl": .string(url), "rToken": "r-1"]
    let nothing: JSONObject = ["provider": .null]
    preparation = [
      ("initialization", ["configuration": configuration]), ("setJWTProvider", nothing),
      ("setAPNSTokenProvider", nothing), ("setFCMTokenProvider", nothing),
      ("setHMSTokenProvider", nothing), ("changePushProviderPriorityList", ["list": []]),
      ("setPushToken", ["provider": "ios-firebase", "pushToken": "stored-token"]),
      ("notificationManager.setPermission", ["granted": true]),
    ].map { DeclaredCall(method: $0, parameters: $1, isDurable: false) }
    let tokenCall = preparation.first { $0.method == "setPushToken" }
    others = calls.filter { !Self.changing.contains($0.method) }.flatMap { call in
      // It removes the token that was set by hand.
      [call] + (call.method == "forcedTokenUpdate" ? [tokenCall].compactMap(\.self) : [])
    }
    let questions = (document["x-callbacks"]?.arrayValue ?? []).map { callback in
      (
        callback["name"]?.stringValue ?? "",
        callback["examples"]?.arrayValue?.first?["result"]?["value"] ?? .null
      )
    }
    callbacks = Dictionary(questions) { first, _ in first }
  }

  /// Returns one call for each example. Each makes a new job, so none keeps the `requestId` of its example.
  private static func calls(of method: JSON) -> [DeclaredCall] {
    let isDurable = method["x-durable"]?.boolValue == true
    return (method["examples"]?.arrayValue ?? []).map { example in
      var parameters: JSONObject = [:]
      for parameter in example["params"]?.arrayValue ?? [] {
        let name = parameter["name"]?.stringValue ?? ""
        if isDurable, name == "requestId" { continue }
        parameters[name] = parameter["value"]
      }
      return DeclaredCall(
        method: method["name"]?.stringValue ?? "", parameters: parameters, isDurable: isDurable)
    }
  }
}
