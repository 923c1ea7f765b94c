import AltcraftEngine
import JSONCodec
import JSONRPC

struct AppGroupParameters: Sendable {
  var groupName: String

  static let fields = ObjectCodec(
    AppGroupParameters.init,
    Field("groupName", \.groupName, .string, "The name of the app group, at most 1 KiB."))
}

extension Catalog {
  static let setAppGroup = BridgeMethod.immediate(
    "setAppGroup", aliases: ["nse.setAppGroup"],
    "Selects the app group whose data is in use.",
    details: """
      Configuration, tokens given by hand, stored values, outbox and counters belong to the group; \
      providers and the event stream to the process. Work of a group that is not selected rests on disk. \
      A group that was left stays open for a minute, and longer while it is in use. Beyond the limit \
      `appGroups` no other is opened: the answer is `busy`, and the selected group stays.
      """,
    parameters: AppGroupParameters.fields, result: .alwaysTrue,
    failures: [
      .sdk(.appGroupMissing), .storageFailed(cause: .ioError),
      .tooManyAppGroups(max: Limits().appGroups),
    ],
    examples: [
      Example("a group", ["groupName": "group.com.example.app"], .exactly(true)),
      Example("no name", ["groupName": ""], .error(code: 405, reason: "appGroupMissing")),
    ],
    check: { session, parameters throws(EngineError) in
      try session.engine.checkAppGroup(parameters.groupName)
    },
    run: { call, parameters throws(EngineError) in
      try call.context.engine.selectAppGroup(parameters.groupName)
      return true
    })
}
