import AltcraftEngine
import JSONCodec
import JSONRPC

/// Everything that can be called, told and asked. A new method is a file in `Methods` and a line here.
package enum Catalog {
  package static let methods: [BridgeMethod] = [
    initialization, clear, unlockInitialOperations, setAppGroup,
    setJWTProvider, setAPNSTokenProvider, setFCMTokenProvider, setHMSTokenProvider,
    setPushToken, getPushToken, changePushProviderPriorityList, deleteDeviceToken,
    forcedTokenUpdate,
    pushSubscribe, pushSuspend, pushUnSubscribe,
    unSuspendPushSubscription, getStatusOfLatestSubscription, getStatusForCurrentSubscription,
    getStatusOfLatestSubscriptionForProvider,
    mobileEvent, updateProfileFields, actionField, setUserDefaultsValue, getUserDefaultsValue,
    deliveryEvent, openEvent, isAltcraftPush, nseIsAltcraftPush, parsePush, takePush,
    nseHandleNotificationRequest, nseServiceExtensionTimeWillExpire,
    willPresent, didReceive, setPermission, setCustomPushProcessing, setCustomClickProcessing,
    registerForPushNotifications, requestNotificationPermission, registerBackgroundTask,
    eventsSubscribe, eventsUnsubscribe, eventsList, eventsCatalog,
    outboxGet, outboxList, outboxFlush, outboxRetry, outboxDiscard,
    info, stats, ping, check, authenticate, setLogLevel, shutdown,
    discover,
  ]

  /// The kinds of work that methods make. Their order is not stored anywhere.
  package static let kinds: [JobKind] = [
    PushSubscription.subscribe, PushSubscription.suspend, PushSubscription.unsubscribe,
    MobileEvent.kind, ProfileUpdate.kind, PushEvent.deliveryKind, PushEvent.openKind,
  ]

  package static let notices: [Declaration] = Notices.all
  package static let callbacks: [Declaration] = Callbacks.all

  package static let dispatcher = Dispatcher(methods.map(\.entry))

  private static let byName: [String: BridgeMethod] = methods.reduce(into: [:]) { all, method in
    for name in [method.name] + method.aliases { all[name] = method }
  }

  /// The method of that name, aliases included. Throws `methodNotFound` with suggestions.
  static func method(named name: String) throws(RPCError) -> BridgeMethod {
    let entry = try dispatcher.entry(for: name)
    guard let method = byName[entry.name] else { throw .methodNotFound(suggestions: []) }
    return method
  }

  /// The machine-readable form of all this.
  package static func openRPC(version: String) -> OpenRPC {
    OpenRPC(
      title: "altcraft-bridge", version: version,
      description: """
        The Altcraft mobile SDK as a process of its own, by JSON-RPC 2.0 over stdio, a Unix socket or TCP. \
        An independent implementation, not affiliated with Altcraft.
        """,
      methods: methods.map(\.declaration), notices: notices, callbacks: callbacks,
      clientNotices: Notices.fromClient,
      extensions: ["x-events": .array(EventCatalog.entries.map(EventValue.entry))])
  }

  /// The document as `altcraft-bridge schema` prints it and `schema/openrpc.json` keeps it.
  package static func schemaText(version: String) -> String {
    JSON.object(openRPC(version: version).document).prettyText + "\n"
  }
}
