/// The table of every public function on the pages of the Altcraft SDK, with its counterpart here. The guide
/// for users of the SDK, the suggestions for unknown methods and the coverage tests all read this table.
package enum SDKFunctions {
  package static let all: [SDKFunction] = [
    core, subscriptions, statuses, tokens, events, pushes, notifications, callbacks, configuration,
    structures,
    actions, others, reactNative, flutter,
  ].flatMap(\.self)

  /// Names on the pages that do not belong to the SDK, with their owner.
  package static let foreign: [String: String] = [
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

  private static let core: [SDKFunction] = [
    SDKFunction(
      [sdk("initialization"), "AltcraftSDK.initialization"], on: "v75 v73 c73",
      .method("initialization"), ["configuration": "configuration", "completion": .answer]),
    SDKFunction([sdk("clear")], on: "v75 v73", .method("clear"), ["completion": .answer]),
    SDKFunction(
      [sdk("setAppGroup")], on: "v75 v73 c73 c73ru", .method("setAppGroup"),
      ["groupName": "groupName"]),
    SDKFunction(
      [sdk("setJWTProvider"), "AltcraftSDK.setJWTProvider"], on: "v75 v73 c73 c73ru",
      .method("setJWTProvider"), ["provider": "provider"]),
    SDKFunction(
      [sdk("backgroundTasks.registerBackgroundTask")], on: "v75 v73 c73 c73ru",
      .method("backgroundTasks.registerBackgroundTask")),
  ]

  private static let subscriptions = ["pushSubscribe", "pushSuspend", "pushUnSubscribe"].map {
    SDKFunction(
      [sdk("pushSubscriptionFunctions." + $0)], on: "v75 v73", .method($0), subscription)
  }

  private static let subscription: [String: SDKFunction.Use] = [
    "sync": "sync", "profileFields": "profileFields", "customFields": "customFields",
    "cats": "cats", "replace": "replace", "skipTriggers": "skipTriggers",
  ]

  private static let statuses: [SDKFunction] = [
    SDKFunction(
      [sdk("pushSubscriptionFunctions.unSuspendPushSubscription")], on: "v75 v73",
      .method("unSuspendPushSubscription"), ["completion": .answer]),
    SDKFunction(
      [sdk("pushSubscriptionFunctions.getStatusOfLatestSubscription")], on: "v75 v73",
      .method("getStatusOfLatestSubscription"), ["completion": .answer]),
    SDKFunction(
      [sdk("pushSubscriptionFunctions.getStatusForCurrentSubscription")], on: "v75 v73",
      .method("getStatusForCurrentSubscription"), ["completion": .answer]),
    SDKFunction(
      [sdk("pushSubscriptionFunctions.getStatusOfLatestSubscriptionForProvider")], on: "v75 v73",
      .method("getStatusOfLatestSubscriptionForProvider"),
      ["provider": "provider", "completion": .answer]),
  ]

  private static let tokens: [SDKFunction] =
    ["setAPNSTokenProvider", "setFCMTokenProvider", "setHMSTokenProvider"].map {
      SDKFunction(
        tokenFunction($0) + ["AltcraftSDK.pushTokenFunction." + $0], on: "v75 v73 c73 c73ru",
        .method($0), ["provider": "provider"])
    } + [
      SDKFunction(
        tokenFunction("setPushToken"), on: "v75 v73", .method("setPushToken"),
        ["provider": "provider", "pushToken": "pushToken"]),
      SDKFunction(
        tokenFunction("getPushToken"), on: "v75 v73", .method("getPushToken"),
        ["completion": .answer]),
      SDKFunction(
        tokenFunction("changePushProviderPriorityList"), on: "v75 v73",
        .method("changePushProviderPriorityList"), ["list": "list"]),
      SDKFunction(
        tokenFunction("deleteDeviceToken"), on: "v75 v73", .method("deleteDeviceToken"),
        ["provider": "provider", "completion": .answer]),
      SDKFunction(
        tokenFunction("forcedTokenUpdate"), on: "v75 v73", .method("forcedTokenUpdate"),
        ["completion": .answer]),
    ]

  private static let pushes: [SDKFunction] = [
    SDKFunction(
      [sdk("pushEventFunctions.deliveryEvent")], on: "v75 v73", .method("deliveryEvent"),
      ["request": "request"]),
    SDKFunction(
      [sdk("pushEventFunctions.openEvent")], on: "v75 v73 c73 c73ru", .method("openEvent"),
      ["request": "request"]),
    SDKFunction(
      ["AltcraftNSE.shared.isAltcraftPush", "AltcraftPushReceiver.isAltcraftPush"],
      on: "v75 v73 c73", .method("nse.isAltcraftPush"), ["request": "request"]),
    SDKFunction(
      ["AltcraftNSE.shared.handleNotificationRequest", "AltcraftPushReceiver.didReceive"],
      on: "v75 v73 c73", .method("nse.handleNotificationRequest"),
      ["request": "request", "contentHandler": .answer]),
    SDKFunction(
      [
        "AltcraftNSE.shared.serviceExtensionTimeWillExpire",
        "AltcraftPushReceiver.serviceExtensionTimeWillExpire",
      ], on: "v75 v73 c73", .method("nse.serviceExtensionTimeWillExpire")),
    SDKFunction(
      ["AltcraftNSE.shared.setAppGroup"], on: "v75 v73", .method("nse.setAppGroup"),
      ["groupName": "groupName"]),
    SDKFunction(
      ["AltcraftNSE.shared.setJWTProvider"], on: "v75 v73", .method("nse.setJWTProvider"),
      ["provider": "provider"]),
    SDKFunction(
      ["AltcraftNSE.shared.mobileEventFunctions.mobileEvent"], on: "v75 v73",
      .method("nse.mobileEvent"), mobileEvent),
  ]

  private static let events: [SDKFunction] = [
    SDKFunction(
      [sdk("mobileEventFunctions.mobileEvent")], on: "v75 v73", .method("mobileEvent"), mobileEvent),
    SDKFunction(
      [sdk("eventSDKFunctions.subscribe")], on: "v75 v73", .method("events.subscribe"),
      ["callback": .events]),
    SDKFunction(
      [sdk("eventSDKFunctions.unsubscribe")], on: "v75 v73", .method("events.unsubscribe")),
  ]

  private static let mobileEvent: [String: SDKFunction.Use] = [
    "sid": "sid", "eventName": "eventName", "sendMessageId": "sendMessageId",
    "payload": "payload", "matching": "matching", "matchingType": "matchingType",
    "profileFields": "profileFields", "subscription": "subscription", "utm": "utm",
  ]

  private static let notifications: [SDKFunction] = [
    SDKFunction(
      [sdk("notificationManager.registerForPushNotifications")], on: "v75 v73 c73 c73ru",
      .method("notificationManager.registerForPushNotifications"),
      ["application": .none("the host is the application"), "completion": .answer]),
    SDKFunction(
      [sdk("notificationManager.customPushProcessing")], on: "v75",
      .method("notificationManager.setCustomPushProcessing"), ["newValue": "enabled"]),
    SDKFunction(
      [sdk("notificationManager.customClickProcessing")], on: "v75",
      .method("notificationManager.setCustomClickProcessing"), ["newValue": "enabled"]),
  ]

  private static let callbacks: [SDKFunction] = [
    SDKFunction(
      [sdk("notificationManager.onForegroundNotification")], on: "v75",
      .callback(
        "notificationManager.onForegroundNotification",
        registeredBy: "notificationManager.setCustomPushProcessing"),
      ["notification": "request", "complete": .answer]),
    SDKFunction(
      [sdk("notificationManager.onNotificationClick")], on: "v75",
      .callback(
        "notificationManager.onNotificationClick",
        registeredBy: "notificationManager.setCustomClickProcessing"),
      ["response": "request actionIdentifier", "complete": .answer]),
    SDKFunction(
      ["JWTInterface.getToken", "getJWT"], on: "c73 c73ru",
      .callback("provider.getJWT", registeredBy: "setJWTProvider")),
    SDKFunction(
      ["APNSInterface.getToken"], on: "c73 c73ru",
      .callback("provider.getToken", registeredBy: "setAPNSTokenProvider"),
      ["completion": .answer]),
    SDKFunction(
      ["FCMInterface.getToken"], on: "c73 c73ru",
      .callback("provider.getToken", registeredBy: "setFCMTokenProvider"),
      ["completion": .answer]),
    SDKFunction(
      ["HMSInterface.getToken"], on: "c73 c73ru",
      .callback("provider.getToken", registeredBy: "setHMSTokenProvider"),
      ["completion": .answer]),
    SDKFunction(
      ["FCMInterface.deleteToken"], on: "c73 c73ru",
      .callback("provider.deleteToken", registeredBy: "setFCMTokenProvider"),
      ["completion": .answer]),
    SDKFunction(
      ["HMSInterface.deleteToken"], on: "c73 c73ru",
      .callback("provider.deleteToken", registeredBy: "setHMSTokenProvider"),
      ["completion": .answer]),
  ]

  private static let configuration: [SDKFunction] = [
    SDKFunction(
      [builder("setApiUrl")], on: "v75 v73 c73", .method("initialization"),
      ["_": "configuration.apiUrl"]),
    SDKFunction(
      [builder("setRToken")], on: "c73", .method("initialization"), ["_": "configuration.rToken"]),
    SDKFunction(
      [builder("setAppInfo")], on: "c73", .method("initialization"),
      [
        "_": "configuration.appInfo"
      ]),
    SDKFunction(
      [builder("setProviderPriorityList")], on: "c73", .method("initialization"),
      ["_": "configuration.providerPriorityList"]),
    SDKFunction(
      ["AltcraftConfiguration.Builder", builder("build")], on: "v75 v73 c73",
      .none("`configuration` of `initialization` is a JSON object")),
  ]

  private static let structures: [SDKFunction] = [
    SDKFunction(
      ["AppInfo"], on: "c73", .method("initialization"),
      [
        "appID": "configuration.appInfo.appID", "appIID": "configuration.appInfo.appIID",
        "appVer": "configuration.appInfo.appVer",
      ]),
    SDKFunction(
      ["CategoryData"], on: "v75 v73", .method("pushSubscribe"),
      [
        "name": "cats.name", "title": "cats.title", "steady": "cats.steady",
        "active": "cats.active",
      ]),
    SDKFunction(
      ["UTM"], on: "v75", .method("mobileEvent"),
      [
        "campaign": "utm.campaign", "content": "utm.content", "keyword": "utm.keyword",
        "medium": "utm.medium", "source": "utm.source", "temp": "utm.temp",
      ]),
    SDKFunction(
      ["TokenData"], on: "v75 v73", .method("getPushToken"),
      ["provider": .answer, "token": .answer]),
    SDKFunction(
      ["AltcraftPushReceiver"], on: "c73",
      .none("methods whose names start with `nse.` need no object")
    ),
  ]

  private static let actions: [SDKFunction] =
    [
      SDKFunction(
        [sdk("pushSubscriptionFunctions.actionField")], on: "v75 v73", .method("actionField"),
        ["key": "key"])
    ]
    + ["set", "unset", "incr", "add", "delete", "upsert"].map {
      SDKFunction(
        ["ActionFieldBuilder." + $0], on: "v75 v73", .method("actionField"), ["value": "value"],
        constants: ["action": $0])
    }

  private static let others: [SDKFunction] =
    ["stringValue", "numberValue", "boolValue", "objectValue", "arrayValue"].map {
      SDKFunction(
        ["JSONValue." + $0], on: "v75 v73",
        .none("a value arrives as JSON, which every language reads in its own way"))
    } + [
      SDKFunction(
        ["mergeFields"], on: "contract",
        .none("merge the objects returned by `actionField` in the host")),
      SDKFunction(
        ["updateProfileFields"], on: "contract", .method("updateProfileFields"),
        ["profileFields": "profileFields", "skipTriggers": "skipTriggers"]),
    ]

  private static let reactNative: [SDKFunction] =
    [
      SDKFunction(["ReactNative.initialize"], on: "rn", .method("initialize"), initialize)
    ]
    + ["pushSubscribe", "pushSuspend", "pushUnSubscribe"].map {
      SDKFunction(["ReactNative." + $0], on: "rn", .method($0), subscription)
    }
    + [
      "unSuspendPushSubscription", "getStatusOfLatestSubscription",
      "getStatusForCurrentSubscription", "getPushToken", "clear", "unsubscribeFromEvent",
      "requestNotificationPermission",
    ].map { SDKFunction(["ReactNative." + $0], on: "rn", .method($0)) }
    + ["deliveryEvent", "openEvent"].map {
      SDKFunction(
        ["ReactNative." + $0], on: "rn", .method($0),
        ["message": "message", "messageUID": "messageUID"])
    } + [
      SDKFunction(
        ["ReactNative.getStatusOfLatestSubscriptionForProvider"], on: "rn",
        .method("getStatusOfLatestSubscriptionForProvider"), ["provider": "provider"]),
      SDKFunction(
        ["ReactNative.setPushToken"], on: "rn", .method("setPushToken"),
        ["provider": "provider", "token": "pushToken"]),
      SDKFunction(["ReactNative.mobileEvent"], on: "rn", .method("mobileEvent"), mobileEvent),
      SDKFunction(
        ["ReactNative.subscribeToEvents"], on: "rn", .method("subscribeToEvents"),
        ["handler": .events]),
      SDKFunction(["ReactNative.takePush"], on: "rn", .method("takePush"), ["message": "message"]),
      SDKFunction(
        ["ReactNative.setUserDefaultsValue"], on: "rn", .method("setUserDefaultsValue"),
        ["suiteName": "suiteName", "key": "key", "value": "value"]),
      SDKFunction(
        ["ReactNative.addListener", "ReactNative.removeListeners"], on: "rn",
        .none("the React Native runtime calls them; they do nothing")),
    ]

  private static let initialize: [String: SDKFunction.Use] =
    [
      "apiUrl", "rToken", "appInfo", "providerPriorityList", "enableLogging", "android_icon",
      "android_usingService", "android_serviceMessage", "android_pushReceiverModules",
      "android_pushChannelName", "android_pushChannelDescription",
    ].reduce(into: [:]) { $0["config." + $1] = .parameters(["configuration." + $1]) }

  /// The functions of the Flutter SDK, without parameters, because these are not published.
  private static let flutter = [
    "initialize", "pushSubscribe", "pushSuspend", "pushUnSubscribe", "unSuspendPushSubscription",
    "getStatusOfLatestSubscription", "getStatusOfLatestSubscriptionForProvider",
    "getStatusForCurrentSubscription", "getPushToken", "setPushToken", "forcedTokenUpdate",
    "deleteDeviceToken", "changePushProviderPriorityList", "clear", "mobileEvent",
    "updateProfileFields", "subscribeToEvents", "unsubscribeFromEvent", "takePush",
    "isAltcraftPush", "deliveryEvent", "openEvent", "requestNotificationPermission",
    "setUserDefaultsValue", "unlockInitialOperationsInThisSession", "setAppGroup",
  ].map { SDKFunction(["Flutter." + $0], on: "flutter", .method($0)) }

  private static func sdk(_ name: String) -> String { "AltcraftSDK.shared." + name }

  /// Returns both spellings of a token function: the trees use `pushTokenFunctions`, the samples
  /// `pushTokenFunction`.
  private static func tokenFunction(_ name: String) -> [String] {
    [sdk("pushTokenFunctions." + name), sdk("pushTokenFunction." + name)]
  }

  private static func builder(_ name: String) -> String { "AltcraftConfiguration.Builder." + name }
}
