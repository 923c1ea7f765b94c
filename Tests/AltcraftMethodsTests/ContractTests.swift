import AltcraftEngine
import JSONCodec
import JSONRPC
import Testing

@testable import AltcraftMethods

/// The contract as on its page: repeated here, because the document is generated from the code.
@Suite("The methods match the contract")
struct ContractTests {
  /// Names, aliases after a slash; "durable"; parameters in the order of positions, `!` for a required one and `=`
  /// before a default.
  private static let methods = """
    initialization/initialize: configuration!
    clear:
    setAppGroup/nse.setAppGroup: groupName!
    setJWTProvider/nse.setJWTProvider: provider!
    actionField: key! action! value
    updateProfileFields durable: profileFields skipTriggers
    unlockInitialOperationsInThisSession:
    setUserDefaultsValue: suiteName! key! value
    bridge.getUserDefaultsValue: suiteName! key!
    pushSubscribe durable: sync=true profileFields customFields cats replace skipTriggers
    pushSuspend durable: sync=true profileFields customFields cats replace skipTriggers
    pushUnSubscribe durable: sync=true profileFields customFields cats replace skipTriggers
    unSuspendPushSubscription:
    getStatusOfLatestSubscription:
    getStatusForCurrentSubscription:
    getStatusOfLatestSubscriptionForProvider: provider
    setAPNSTokenProvider: provider!
    setFCMTokenProvider: provider!
    setHMSTokenProvider: provider!
    setPushToken: provider! pushToken! encoding="text"
    getPushToken:
    changePushProviderPriorityList: list!
    deleteDeviceToken: provider!
    forcedTokenUpdate:
    mobileEvent/nse.mobileEvent durable: sid! eventName! sendMessageId payload matching matchingType \
    profileFields subscription utm
    deliveryEvent durable: request message messageUID
    openEvent durable: request message messageUID
    isAltcraftPush: request message
    nse.isAltcraftPush: request message
    parsePush: message!
    nse.handleNotificationRequest: request!
    nse.serviceExtensionTimeWillExpire:
    takePush: message!
    notificationManager.registerForPushNotifications:
    requestNotificationPermission:
    notificationManager.setPermission: granted!
    notificationManager.setCustomPushProcessing: enabled!
    notificationManager.setCustomClickProcessing: enabled!
    notificationManager.willPresent: request!
    notificationManager.didReceive: response!
    backgroundTasks.registerBackgroundTask: intervalSeconds=10800
    events.subscribe/subscribeToEvents: since epoch codes
    events.unsubscribe/unsubscribeFromEvent:
    events.list: since limit=100 epoch codes
    events.catalog:
    outbox.list: limit=100 after state
    outbox.get: requestId!
    outbox.flush: wait=false
    outbox.retry: requestId filter dryRun=false
    outbox.discard: requestId filter dryRun=false
    outcomes.list: after=0 epoch limit=100 state method requestId
    outcomes.subscribe: after epoch
    outcomes.unsubscribe:
    trace.subscribe: kinds since epoch
    trace.unsubscribe:
    push.simulated.subscribe:
    push.simulated.unsubscribe:
    bridge.info:
    bridge.stats:
    bridge.metrics:
    bridge.ping:
    bridge.check: method! params
    bridge.authenticate: token ticket
    bridge.ticket: role="observer"
    bridge.setLogLevel: level!
    bridge.shutdown:
    rpc.discover:
    """

  @Test("names, aliases, and parameters in their order")
  func declarations() {
    let expected = Self.methods.split(separator: "\n").map(String.init)
    let found = Catalog.methods.map { Self.line($0.declaration) }

    #expect(Set(found).subtracting(expected) == [], "not in the contract")
    #expect(Set(expected).subtracting(found) == [], "not here")
  }

  private static func line(_ method: MethodDescription) -> String {
    let isDurable = method.extensions["x-durable"] == true
    var fields = method.parameters
    if isDurable {
      #expect(
        fields.suffix(3).map(field) == ["requestId", #"wait="accepted""#, "waitTimeoutMs=60000"])
      fields.removeLast(3)
    }
    return ([method.name] + method.aliases).joined(separator: "/") + (isDurable ? " durable:" : ":")
      + fields.map { " " + field($0) }.joined()
  }

  private static func field(_ field: FieldInfo) -> String {
    field.name + (field.isRequired ? "!" : "")
      + (field.schema.json["default"].map { "=" + $0.text } ?? "")
  }

  @Test(
    "the members of results",
    arguments: [
      (
        "ParsedPush",
        "isAltcraft structure uid launchId title subtitle body media icon clickUrl buttons hubLink badge sound silent contentAvailable deeplink intent color channelId importance extra rest"
      ),
      ("PushButton", "identifier label link"), ("HubLink", "open ack"),
      (
        "ShownContent",
        "title subtitle body badge sound categoryIdentifier userInfo attachments category"
      ), ("Attachment", "identifier url"), ("NotificationCategory", "identifier actions"),
      ("Action", "identifier title options"), ("ClickResult", "url handledBy"),
      ("PresentationOptions", "options"), ("Permission", "granted error"),
      (
        "Event", "epoch seq type code name function message value date requestId"
      ), ("EventPosition", "epoch seq oldest gap"), ("EventPage", "epoch seq oldest gap events"),
      ("EventGap", "from to count reason"),
      ("EventCode", "code legacyCode name class meaning retried emitted note"),
      ("ResponseWithHttp", "httpCode response"), ("Response", "error errorText profile"),
      ("ProfileData", "id status isTest subscription"),
      ("SubscriptionData", "subscriptionId hashId provider status fields cats"),
      ("Receipt", "requestId outcome"), ("Outcome", "state eventCode response"),
      (
        "Job",
        "requestId method state createdAt attempts nextAttemptAt waitingFor lastError outcome endedAt retryable"
      ),
    ])
  func members(shape: String, names: String) throws {
    let document = JSON.object(Catalog.openRPC(version: "").document)
    let schema = try #require(document["components"]?["schemas"]?[shape])
    let expected = names.split(separator: " ").map(String.init)

    #expect(schema["properties"]?.objectValue?.keys == expected)
    // Members of results are always present; without waiting there is no outcome.
    let required = schema["required"]?.arrayValue?.compactMap(\.stringValue)
    #expect(required == (shape == "Receipt" ? ["requestId"] : expected))
    // Later versions may add members, and so may hosts in their answers.
    #expect(schema["additionalProperties"] == nil)
    #expect(schema["title"] == .string(shape))
  }

  @Test("the notifications and requests of the bridge")
  func others() {
    func line(_ declaration: MethodDescription) -> String {
      declaration.name + ":" + declaration.parameters.map { " " + $0.name }.joined()
    }
    #expect(
      Catalog.notifications.map(line) == [
        "event: epoch seq type code name function message value date requestId",
        "events.gap: epoch from to count reason",
        "outcome: epoch outcome requestId method user state eventCode name httpCode response acceptedAt"
          + " endedAt attempts trace",
        "outcomes.gap: epoch from to reason",
        "trace: epoch seq at kind connection transport event direction bytes message outline fault"
          + " peer requestId method user appGroup step attempt httpCode failure durationUs platformTime"
          + " waitingFor until state eventCode outcome",
        "trace.gap: epoch from to count reason", "push.simulated: campaign number message",
      ])
    #expect(
      Set(Catalog.callbacks.map(line)) == [
        "provider.getJWT: reason", "provider.getToken: provider", "provider.deleteToken: provider",
        "notificationManager.requestAuthorization: options",
        "notificationManager.onForegroundNotification: request",
        "notificationManager.onNotificationClick: request actionIdentifier",
      ])
  }
}
