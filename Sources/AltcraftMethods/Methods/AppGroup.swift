import AltcraftEngine
import JSONCodec
import JSONRPC

struct AppGroupParameters: Sendable {
  var groupName: String

  static let fields = ObjectCodec(
    AppGroupParameters.init,
    Field(
      "groupName", \.groupName, .string,
      """
      The name of the app group to use, as the app registers it with its operating system; at most 1 KiB. \
      Example: `"group.com.example.app"`.
      """))
}

extension Catalog {
  static let setAppGroup = BridgeMethod.immediate(
    "setAppGroup", aliases: ["nse.setAppGroup"],
    "Selects the app group whose data the bridge uses.",
    details: """
      Configuration, tokens set by setPushToken, stored values, outbox and counters belong to the group; \
      providers and the event stream belong to the process. Pending jobs of a group that is not selected stay \
      on disk until the group is selected again. The bridge closes a group one minute after another one was \
      selected, or later if the group is still in use. Beyond the limit `appGroups` it opens no further group: \
      the answer is `busy`, and the selected group stays selected.
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
