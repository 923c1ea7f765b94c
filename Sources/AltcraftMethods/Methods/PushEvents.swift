import AltcraftEngine
import JSONCodec
import JSONRPC

struct PushEventParameters: Sendable {
  var source: PushSource
  var messageUID: String?

  static let fields = PushSource.fields.joined(
    ObjectCodec(
      { (uid: String?) in uid },
      Field(
        "messageUID", \.self, optional: .string,
        """
        The uid of the push, from the `uid` or `_uid` of its data. Without it: the one in `request` or \
        `message`. Example: `"uid-1"`.
        """))
  ).map(
    to: { PushEventParameters(source: $0, messageUID: $1) }, from: { ($0.source, $0.messageUID) })
}

/// The job that reports to the platform that a push arrived or was opened.
enum PushEvent: String, Sendable {
  case delivery, open

  static let deliveryKind = PushEvent.delivery.kind
  static let openKind = PushEvent.open.kind

  private var method: String { rawValue + "Event" }

  var kind: JobKind {
    let type = rawValue
    return JobKind(
      method: method, operation: .pushEvent, lane: .own,
      subject: { body in .push(uid: body["uid"]?.stringValue ?? "", type: type) }
    ) { body, context in
      PlatformRequest(
        path: "/event/push/\(type)",
        query: [("matching_mode", context.authorization.matchingMode)],
        content: .json([
          "time": .int(context.createdAt.seconds), "smid": body["uid"] ?? .null,
        ]))
    }
  }

  static func body(uid: String) -> JSONObject { ["uid": .string(uid)] }
}

/// The subject of a push event call.
private enum PushEventSubject {
  case uid(String)
  /// A push of another sender: there is nothing to report.
  case foreign
  /// A push of the platform without a uid.
  case unnamed
  case nothing

  init(_ parameters: PushEventParameters) {
    if let uid = parameters.messageUID, !uid.isEmpty {
      self = .uid(uid)
    } else if let message = parameters.source.data {
      let push = ParsedPush(message)
      self = push.isAltcraft ? push.uid.map(Self.uid) ?? .unnamed : .foreign
    } else {
      self = parameters.messageUID == nil ? .nothing : .unnamed
    }
  }
}

extension Catalog {
  static let deliveryEvent = pushEvent(
    PushEvent.deliveryKind, "Reports to the platform that a push arrived.")
  static let openEvent = pushEvent(
    PushEvent.openKind,
    "Reports to the platform that a push was opened.")

  private static func pushEvent(_ kind: JobKind, _ summary: String) -> BridgeMethod {
    let function = kind.method
    return .durable(
      kind, summary,
      details: """
        Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every call is a \
        separate event. A push of another sender without `messageUID` is not reported: the answer is null, and \
        event 202 follows.
        """,
      parameters: PushEventParameters.fields, failures: [.pushUidMissing],
      examples: [
        Example(
          "by its uid", given: ExampleSteps.ready,
          ["messageUID": "uid-1", "requestId": "example-1"],
          .exactly(["requestId": "example-1"])),
        Example(
          "by its data", given: ExampleSteps.ready,
          ["message": PushSamples.device, "requestId": "example-2"],
          .exactly(["requestId": "example-2"])),
        Example(
          "a push of another sender", given: ExampleSteps.ready, ["message": ["id": "42"]],
          .exactly(.null)),
        Example(
          "without a uid", given: ExampleSteps.ready, ["message": ["_ac_push": "true"]],
          .error(code: 451, reason: "pushUidMissing")),
        Example(
          "without a push", given: ExampleSteps.ready, [:],
          .error(code: -32602, reason: "invalidParams")),
        Example(
          "before any configuration", ["messageUID": "uid-1"],
          .error(code: 501, reason: "configurationMissing")),
      ],
      check: { _, parameters throws(EngineError) in
        switch PushEventSubject(parameters) {
        case .uid, .foreign: break
        case .unnamed: throw .refused(SDKError(.pushUidMissing, function: function))
        case .nothing:
          throw .invalid(
            Invalid(
              expected: "string, unless request or message is given", path: "messageUID", .missing))
        }
      },
      nothingToDo: { parameters in
        guard case .foreign = PushEventSubject(parameters) else { return nil }
        return .foreignPush(parameters.source.data ?? [:], function: function)
      },
      body: { _, parameters in
        guard case .uid(let uid) = PushEventSubject(parameters) else {
          preconditionFailure("\(function) was checked before")
        }
        return .object(PushEvent.body(uid: uid))
      })
  }
}
