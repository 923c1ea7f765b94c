import AltcraftEngine
import JSONCodec
import JSONRPC

/// The catalog of methods, notifications and callbacks. A new method is a file in `Methods` and a line here.
package enum Catalog {
  /// The methods of one subject, as the reference groups them.
  package struct Group: Sendable {
    package let title: String
    package let summary: String
    package let methods: [BridgeMethod]
  }

  package static let groups = [
    Group(
      title: "Configuration",
      summary: "The address of the platform, and the app group in use. All settings are stored.",
      methods: [initialization, clear, unlockInitialOperations, setAppGroup]),
    Group(
      title: "User and push tokens",
      summary: "The identity of the user, and the push token of their device.",
      methods: [
        setJWTProvider, setAPNSTokenProvider, setFCMTokenProvider, setHMSTokenProvider,
        setPushToken, getPushToken, changePushProviderPriorityList, deleteDeviceToken,
        forcedTokenUpdate,
      ]),
    Group(
      title: "Subscriptions",
      summary:
        "Subscriptions of the device to push notifications, and their status at the platform.",
      methods: [
        pushSubscribe, pushSuspend, pushUnSubscribe,
        unSuspendPushSubscription, getStatusOfLatestSubscription, getStatusForCurrentSubscription,
        getStatusOfLatestSubscriptionForProvider,
      ]),
    Group(
      title: "Mobile events, profile, values",
      summary: "Events and profile fields of the user, and a small store of values.",
      methods: [
        mobileEvent, updateProfileFields, actionField, setUserDefaultsValue, getUserDefaultsValue,
      ]),
    Group(
      title: "Push notifications",
      summary: "Reading and showing pushes, and reporting deliveries and opens.",
      methods: [
        deliveryEvent, openEvent, isAltcraftPush, nseIsAltcraftPush, parsePush, takePush,
        nseHandleNotificationRequest, nseServiceExtensionTimeWillExpire,
        willPresent, didReceive, setPermission, setCustomPushProcessing, setCustomClickProcessing,
        registerForPushNotifications, requestNotificationPermission, registerBackgroundTask,
        simulatedPushSubscribe, simulatedPushUnsubscribe,
      ]),
    Group(
      title: "Event stream",
      summary: "The stream of SDK events. A client can resume it where it stopped.",
      methods: [eventsSubscribe, eventsUnsubscribe, eventsList, eventsCatalog]),
    Group(
      title: "Outbox",
      summary: "The jobs for the platform, with their state and outcome.",
      methods: [outboxGet, outboxList, outboxFlush, outboxRetry, outboxDiscard]),
    Group(
      title: "Outcomes",
      summary: "The numbered outcomes of jobs, for a host that was away.",
      methods: [outcomesList, outcomesSubscribe, outcomesUnsubscribe]),
    Group(
      title: "Trace",
      summary:
        "All messages and the steps of all jobs as they happen, for people who look for a fault.",
      methods: [traceSubscribe, traceUnsubscribe]),
    Group(
      title: "The bridge itself",
      summary: "Information, health, authentication and shutdown of the process.",
      methods: [
        info, stats, metrics, ping, check, authenticate, ticket, setLogLevel, shutdown, discover,
      ]),
  ]

  package static let methods = groups.flatMap(\.methods)

  /// The kinds of jobs that methods create. Their order is not stored anywhere.
  package static let kinds: [JobKind] = [
    PushSubscription.subscribe, PushSubscription.suspend, PushSubscription.unsubscribe,
    MobileEvent.kind, ProfileUpdate.kind, PushEvent.deliveryKind, PushEvent.openKind,
  ]

  package static let notifications: [MethodDescription] = ServerNotifications.all
  package static let callbacks: [MethodDescription] = Callbacks.all

  package static let dispatcher = Dispatcher(
    methods.map(\.entry), synonym: SDKNames.method(for:))

  /// Returns the method of that name, aliases included. Throws `methodNotFound` with suggestions.
  static func method(named name: String) throws(RPCError) -> BridgeMethod {
    BridgeMethod(try dispatcher.entry(for: name))
  }

  /// Returns the machine-readable form of the catalog.
  package static func openRPC(version: String) -> OpenRPC {
    OpenRPC(
      title: "altcraft-bridge", version: version,
      description: """
        The Altcraft mobile SDK as a process of its own, by JSON-RPC 2.0 over stdio, a Unix socket, TCP or WebSocket. \
        An independent implementation, not affiliated with Altcraft.
        """,
      methods: methods.map(\.declaration), notifications: notifications, callbacks: callbacks,
      clientNotifications: ServerNotifications.fromClient,
      extensions: ["x-events": .array(EventCatalog.entries.map(EventValue.entry))])
  }

  /// Returns the document as `altcraft-bridge schema` prints it and `schema/openrpc.json` stores it.
  package static func schemaText(version: String) -> String {
    JSON.object(openRPC(version: version).document).prettyText + "\n"
  }
}
