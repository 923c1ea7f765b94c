import Testing

/// A public function of the SDK and what serves it here.
struct FunctionRow: Sendable, CustomTestStringConvertible {
  enum Server: Sendable {
    /// The host calls this method, or an alias of one.
    case method(String)
    /// The host writes the function; the bridge asks for it.
    case callback(String)
    /// It cannot be a call to another process, and this is why.
    case none(String)
  }

  /// What becomes of a parameter of the function.
  enum Use: Sendable, ExpressibleByStringLiteral {
    /// Parameters of the method or callback, `configuration.apiUrl` for a member of one. Written
    /// as a text with spaces between them.
    case parameters([String])
    /// It takes what the call answers, or gives the answer of the callback.
    case answer
    /// It takes the notifications `event`.
    case events
    case none(String)

    init(stringLiteral names: String) {
      self = .parameters(names.split(separator: " ").map(String.init))
    }
  }

  /// As the pages write it, in all their ways.
  let names: [String]
  let pages: [String]
  let server: Server
  let parameters: [String: Use]
  /// Parameters that the name of the function decides.
  let constants: [String: String]

  var testDescription: String { names[0] }

  init(
    _ names: [String], on pages: String, _ server: Server, _ parameters: [String: Use] = [:],
    constants: [String: String] = [:]
  ) {
    self.names = names
    self.pages = pages.split(separator: " ").map(String.init)
    self.server = server
    self.parameters = parameters
    self.constants = constants
  }
}

/// Every public function of the documentation.
enum FunctionTable {
  static let rows: [FunctionRow] = [
    core, subscriptions, statuses, tokens, pushes, events, notifications, callbacks, configuration,
    structures,
    actions, others, reactNative, flutter,
  ].flatMap(\.self)

  /// Names on the pages that are nobody's function here, and whose they are.
  static let foreign: [String: String] = [
    "AppDelegate.application": "UIKit", "application": "UIKit",
    "UIApplication.registerForRemoteNotifications": "UIKit",
    "UIApplication.shared.registerForRemoteNotifications": "UIKit",
    "registerForRemoteNotifications": "UIKit",
    "UNUserNotificationCenter.current": "UserNotifications",
    "userNotificationCenter": "UserNotifications",
    "HmsInstanceId.getInstance().deleteToken": "HMS", "HmsInstanceId.getInstance().getToken": "HMS",
    "Messaging.messaging": "Firebase",
    "Date": "Foundation", "UUID": "Foundation",
    "available": "Swift", "codes.contains": "Swift", "init": "Swift", "super.init": "Swift",
    "print": "Swift",
    "APNSProvider": "the sample app", "FCMProvider": "the sample app",
    "HMSProvider": "the sample app", "JWTProvider": "the sample app",
    "JWTManager.shared.setAnonJWT": "the sample app",
    "JWTManager.shared.setRegJWT": "the sample app",
    "getAPNsTokenDataFromUserDefaults": "the sample app",
    "getAPNsTokenFromUserDefault": "the sample app", "logIn": "the sample app",
    "logOut": "the sample app",
    "complete": "a parameter of a callback", "completion": "a parameter of a callback",
    "contentHandler": "a parameter of a callback",
  ]

  private static let core = [
    FunctionRow(
      [sdk("initialization"), "AltcraftSDK.initialization"], on: "v75 v73 c73",
      .method("initialization"), ["configuration": "configuration", "completion": .answer]),
    FunctionRow([sdk("clear")], on: "v75 v73", .method("clear"), ["completion": .answer]),
    FunctionRow(
      [sdk("setAppGroup")], on: "v75 v73 c73 c73ru", .method("setAppGroup"),
      ["groupName": "groupName"]),
    FunctionRow(
      [sdk("setJWTProvider"), "AltcraftSDK.setJWTProvider"], on: "v75 v73 c73 c73ru",
      .method("setJWTProvider"), ["provider": "provider"]),
    FunctionRow(
      [sdk("backgroundTasks.registerBackgroundTask")], on: "v75 v73 c73 c73ru",
      .method("backgroundTasks.registerBackgroundTask")),
  ]

  private static let subscriptions = ["pushSubscribe", "pushSuspend", "pushUnSubscribe"].map {
    FunctionRow(
      [sdk("pushSubscriptionFunctions." + $0)], on: "v75 v73", .method($0), subscription)
  }

  private static let subscription: [String: FunctionRow.Use] = [
    "sync": "sync", "profileFields": "profileFields", "customFields": "customFields",
    "cats": "cats", "replace": "replace", "skipTriggers": "skipTriggers",
  ]

  private static let statuses = [
    FunctionRow(
      [sdk("pushSubscriptionFunctions.unSuspendPushSubscription")], on: "v75 v73",
      .method("unSuspendPushSubscription"), ["completion": .answer]),
    FunctionRow(
      [sdk("pushSubscriptionFunctions.getStatusOfLatestSubscription")], on: "v75 v73",
      .method("getStatusOfLatestSubscription"), ["completion": .answer]),
    FunctionRow(
      [sdk("pushSubscriptionFunctions.getStatusForCurrentSubscription")], on: "v75 v73",
      .method("getStatusForCurrentSubscription"), ["completion": .answer]),
    FunctionRow(
      [sdk("pushSubscriptionFunctions.getStatusOfLatestSubscriptionForProvider")], on: "v75 v73",
      .method("getStatusOfLatestSubscriptionForProvider"),
      ["provider": "provider", "completion": .answer]),
  ]

  private static let tokens =
    ["setAPNSTokenProvider", "setFCMTokenProvider", "setHMSTokenProvider"].map {
      FunctionRow(
        tokenFunction($0) + ["AltcraftSDK.pushTokenFunction." + $0], on: "v75 v73 c73 c73ru",
        .method($0), ["provider": "provider"])
    } + [
      FunctionRow(
        tokenFunction("setPushToken"), on: "v75 v73", .method("setPushToken"),
        ["provider": "provider", "pushToken": "pushToken"]),
      FunctionRow(
        tokenFunction("getPushToken"), on: "v75 v73", .method("getPushToken"),
        ["completion": .answer]),
      FunctionRow(
        tokenFunction("changePushProviderPriorityList"), on: "v75 v73",
        .method("changePushProviderPriorityList"), ["list": "list"]),
      FunctionRow(
        tokenFunction("deleteDeviceToken"), on: "v75 v73", .method("deleteDeviceToken"),
        ["provider": "provider", "completion": .answer]),
      FunctionRow(
        tokenFunction("forcedTokenUpdate"), on: "v75 v73", .method("forcedTokenUpdate"),
        ["completion": .answer]),
    ]

  private static let pushes = [
    FunctionRow(
      [sdk("pushEventFunctions.deliveryEvent")], on: "v75 v73", .method("deliveryEvent"),
      ["request": "request"]),
    FunctionRow(
      [sdk("pushEventFunctions.openEvent")], on: "v75 v73 c73 c73ru", .method("openEvent"),
      ["request": "request"]),
    FunctionRow(
      ["AltcraftNSE.shared.isAltcraftPush", "AltcraftPushReceiver.isAltcraftPush"],
      on: "v75 v73 c73", .method("nse.isAltcraftPush"), ["request": "request"]),
    FunctionRow(
      ["AltcraftNSE.shared.handleNotificationRequest", "AltcraftPushReceiver.didReceive"],
      on: "v75 v73 c73", .method("nse.handleNotificationRequest"),
      ["request": "request", "contentHandler": .answer]),
    FunctionRow(
      [
        "AltcraftNSE.shared.serviceExtensionTimeWillExpire",
        "AltcraftPushReceiver.serviceExtensionTimeWillExpire",
      ], on: "v75 v73 c73", .method("nse.serviceExtensionTimeWillExpire")),
    FunctionRow(
      ["AltcraftNSE.shared.setAppGroup"], on: "v75 v73", .method("nse.setAppGroup"),
      ["groupName": "groupName"]),
    FunctionRow(
      ["AltcraftNSE.shared.setJWTProvider"], on: "v75 v73", .method("nse.setJWTProvider"),
      ["provider": "provider"]),
    FunctionRow(
      ["AltcraftNSE.shared.mobileEventFunctions.mobileEvent"], on: "v75 v73",
      .method("nse.mobileEvent"), mobileEvent),
  ]

  private static let events = [
    FunctionRow(
      [sdk("mobileEventFunctions.mobileEvent")], on: "v75 v73", .method("mobileEvent"), mobileEvent),
    FunctionRow(
      [sdk("eventSDKFunctions.subscribe")], on: "v75 v73", .method("events.subscribe"),
      ["callback": .events]),
    FunctionRow(
      [sdk("eventSDKFunctions.unsubscribe")], on: "v75 v73", .method("events.unsubscribe")),
  ]

  private static let mobileEvent: [String: FunctionRow.Use] = [
    "sid": "sid", "eventName": "eventName", "sendMessageId": "sendMessageId",
    "payload": "payload", "matching": "matching", "matchingType": "matchingType",
    "profileFields": "profileFields", "subscription": "subscription", "utm": "utm",
  ]

  private static let notifications = [
    FunctionRow(
      [sdk("notificationManager.registerForPushNotifications")], on: "v75 v73 c73 c73ru",
      .method("notificationManager.registerForPushNotifications"),
      ["application": .none("the caller is the application"), "completion": .answer]),
    FunctionRow(
      [sdk("notificationManager.customPushProcessing")], on: "v75",
      .method("notificationManager.setCustomPushProcessing"), ["newValue": "enabled"]),
    FunctionRow(
      [sdk("notificationManager.customClickProcessing")], on: "v75",
      .method("notificationManager.setCustomClickProcessing"), ["newValue": "enabled"]),
  ]

  private static let callbacks = [
    FunctionRow(
      [sdk("notificationManager.onForegroundNotification")], on: "v75",
      .callback("notificationManager.onForegroundNotification"),
      ["notification": "request", "complete": .answer]),
    FunctionRow(
      [sdk("notificationManager.onNotificationClick")], on: "v75",
      .callback("notificationManager.onNotificationClick"),
      ["response": "request actionIdentifier", "complete": .answer]),
    FunctionRow(
      ["JWTInterface.getToken", "getJWT"], on: "c73 c73ru", .callback("provider.getJWT")),
    FunctionRow(
      ["APNSInterface.getToken"], on: "c73 c73ru", .callback("provider.getToken"),
      ["completion": .answer]),
    FunctionRow(
      ["FCMInterface.getToken"], on: "c73 c73ru", .callback("provider.getToken"),
      ["completion": .answer]),
    FunctionRow(
      ["HMSInterface.getToken"], on: "c73 c73ru", .callback("provider.getToken"),
      ["completion": .answer]),
    FunctionRow(
      ["FCMInterface.deleteToken"], on: "c73 c73ru",
      .callback("provider.deleteToken"), ["completion": .answer]),
    FunctionRow(
      ["HMSInterface.deleteToken"], on: "c73 c73ru", .callback("provider.deleteToken"),
      ["completion": .answer]),
  ]

  private static let configuration = [
    FunctionRow(
      [builder("setApiUrl")], on: "v75 v73 c73", .method("initialization"),
      ["_": "configuration.apiUrl"]),
    FunctionRow(
      [builder("setRToken")], on: "c73", .method("initialization"), ["_": "configuration.rToken"]),
    FunctionRow(
      [builder("setAppInfo")], on: "c73", .method("initialization"),
      [
        "_": "configuration.appInfo"
      ]),
    FunctionRow(
      [builder("setProviderPriorityList")], on: "c73", .method("initialization"),
      ["_": "configuration.providerPriorityList"]),
    FunctionRow(
      ["AltcraftConfiguration.Builder", builder("build")], on: "v75 v73 c73",
      .none("a configuration is written down as JSON, and judged by initialization")),
  ]

  private static let structures = [
    FunctionRow(
      ["AppInfo"], on: "c73", .method("initialization"),
      [
        "appID": "configuration.appInfo.appID", "appIID": "configuration.appInfo.appIID",
        "appVer": "configuration.appInfo.appVer",
      ]),
    FunctionRow(
      ["CategoryData"], on: "v75 v73", .method("pushSubscribe"),
      [
        "name": "cats.name", "title": "cats.title", "steady": "cats.steady",
        "active": "cats.active",
      ]),
    FunctionRow(
      ["UTM"], on: "v75", .method("mobileEvent"),
      [
        "campaign": "utm.campaign", "content": "utm.content", "keyword": "utm.keyword",
        "medium": "utm.medium", "source": "utm.source", "temp": "utm.temp",
      ]),
    FunctionRow(
      ["TokenData"], on: "v75 v73", .method("getPushToken"),
      ["provider": .answer, "token": .answer]),
    FunctionRow(
      ["AltcraftPushReceiver"], on: "c73", .none("the methods of nse. are called without an object")
    ),
  ]

  private static let actions =
    [
      FunctionRow(
        [sdk("pushSubscriptionFunctions.actionField")], on: "v75 v73", .method("actionField"),
        ["key": "key"])
    ]
    + ["set", "unset", "incr", "add", "delete", "upsert"].map {
      FunctionRow(
        ["ActionFieldBuilder." + $0], on: "v75 v73", .method("actionField"), ["value": "value"],
        constants: ["action": $0])
    }

  private static let others =
    ["stringValue", "numberValue", "boolValue", "objectValue", "arrayValue"].map {
      FunctionRow(
        ["JSONValue." + $0], on: "v75 v73",
        .none("a value arrives as JSON, and its reader's language has a way of its own to it"))
    } + [
      FunctionRow(
        ["mergeFields"], on: "contract",
        .none("two objects of fields are put together where they are; no other process is needed")),
      FunctionRow(
        ["updateProfileFields"], on: "contract", .method("updateProfileFields"),
        ["profileFields": "profileFields", "skipTriggers": "skipTriggers"]),
    ]

  private static let reactNative =
    [
      FunctionRow(["ReactNative.initialize"], on: "rn", .method("initialize"), initialize)
    ]
    + ["pushSubscribe", "pushSuspend", "pushUnSubscribe"].map {
      FunctionRow(["ReactNative." + $0], on: "rn", .method($0), subscription)
    }
    + [
      "unSuspendPushSubscription", "getStatusOfLatestSubscription",
      "getStatusForCurrentSubscription", "getPushToken", "clear", "unsubscribeFromEvent",
      "requestNotificationPermission",
    ].map { FunctionRow(["ReactNative." + $0], on: "rn", .method($0)) }
    + ["deliveryEvent", "openEvent"].map {
      FunctionRow(
        ["ReactNative." + $0], on: "rn", .method($0),
        ["message": "message", "messageUID": "messageUID"])
    } + [
      FunctionRow(
        ["ReactNative.getStatusOfLatestSubscriptionForProvider"], on: "rn",
        .method("getStatusOfLatestSubscriptionForProvider"), ["provider": "provider"]),
      FunctionRow(
        ["ReactNative.setPushToken"], on: "rn", .method("setPushToken"),
        ["provider": "provider", "token": "pushToken"]),
      FunctionRow(["ReactNative.mobileEvent"], on: "rn", .method("mobileEvent"), mobileEvent),
      FunctionRow(
        ["ReactNative.subscribeToEvents"], on: "rn", .method("subscribeToEvents"),
        ["handler": .events]),
      FunctionRow(["ReactNative.takePush"], on: "rn", .method("takePush"), ["message": "message"]),
      FunctionRow(
        ["ReactNative.setUserDefaultsValue"], on: "rn", .method("setUserDefaultsValue"),
        ["suiteName": "suiteName", "key": "key", "value": "value"]),
      FunctionRow(
        ["ReactNative.addListener", "ReactNative.removeListeners"], on: "rn",
        .none("they are for the React Native runtime and do nothing")),
    ]

  private static let initialize: [String: FunctionRow.Use] =
    [
      "apiUrl", "rToken", "appInfo", "providerPriorityList", "enableLogging", "android_icon",
      "android_usingService", "android_serviceMessage", "android_pushReceiverModules",
      "android_pushChannelName", "android_pushChannelDescription",
    ].reduce(into: [:]) { $0["config." + $1] = .parameters(["configuration." + $1]) }

  /// Their parameters are not published.
  private static let flutter = [
    "initialize", "pushSubscribe", "pushSuspend", "pushUnSubscribe", "unSuspendPushSubscription",
    "getStatusOfLatestSubscription", "getStatusOfLatestSubscriptionForProvider",
    "getStatusForCurrentSubscription", "getPushToken", "setPushToken", "forcedTokenUpdate",
    "deleteDeviceToken", "changePushProviderPriorityList", "clear", "mobileEvent",
    "updateProfileFields", "subscribeToEvents", "unsubscribeFromEvent", "takePush",
    "isAltcraftPush", "deliveryEvent", "openEvent", "requestNotificationPermission",
    "setUserDefaultsValue", "unlockInitialOperationsInThisSession", "setAppGroup",
  ].map { FunctionRow(["Flutter." + $0], on: "flutter", .method($0)) }

  private static func sdk(_ name: String) -> String { "AltcraftSDK.shared." + name }

  /// The trees say `pushTokenFunctions`, the samples leave out the last letter.
  private static func tokenFunction(_ name: String) -> [String] {
    [sdk("pushTokenFunctions." + name), sdk("pushTokenFunction." + name)]
  }

  private static func builder(_ name: String) -> String { "AltcraftConfiguration.Builder." + name }
}
