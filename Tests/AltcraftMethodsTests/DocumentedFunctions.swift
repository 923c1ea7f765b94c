import Testing

/// The functions that the documentation of the SDK declares and calls: a name, its parameters, the pages.
///
/// Extracted from the pages by a program, so that no function is missing. On the pages
/// `v75`, `v73`, `c73` and `c73ru` it takes every name that is followed by "(" or, after
/// `AltcraftSDK` and `AltcraftNSE`, by a closure: the function trees (with the facade they stand
/// under), `func` declarations, members of protocols, computed properties of `JSONValue`, values
/// assigned to `manager`, every call in samples and running text, and every value made of a type. A
/// variable is written as its type (`service`, `manager`), a link of a chain that starts with a dot
/// as a member of the builder it belongs to. A bare name is left out where the same page has it
/// with its owner. Parameters are the names inside the function; `_` is an argument without one.
/// From the pages `rn` and `flutter` it takes the tables of methods.
struct DocumentedFunction: Sendable, CustomTestStringConvertible {
  let name: String
  let parameters: [String]
  let pages: [String]

  var testDescription: String { name }

  static let all = (ios + reactNative + flutter + newer).map(DocumentedFunction.init)

  /// The pages by their short names.
  static let pages = [
    "v75": "iOS SDK, functionality, v75, English", "v73": "iOS SDK, functionality, v73, Russian",
    "c73": "iOS SDK, configuration, v73, English", "c73ru": "iOS SDK, configuration, v73, Russian",
    "rn": "React Native SDK 0.0.3, JS methods", "flutter": "Flutter SDK 0.0.1, methods",
    "contract": "helpers of newer SDKs that no page has",
  ]

  /// `name(parameter parameter) page page`
  private init(_ line: Substring) {
    // The last pair of parentheses: a name may contain its own, as in `getInstance().getToken()`.
    guard let start = line.lastIndex(of: "("), let end = line.lastIndex(of: ")") else {
      fatalError("not a function: \(line)")
    }
    name = String(line[..<start])
    parameters = line[line.index(after: start)..<end].split(separator: " ").map(String.init)
    pages = line[end...].dropFirst().split(separator: " ").map(String.init)
  }

  private static let ios = """
    APNSInterface.getToken(completion) c73 c73ru
    APNSProvider() v75 v73 c73 c73ru
    ActionFieldBuilder.add(value) v75 v73
    ActionFieldBuilder.delete(value) v75 v73
    ActionFieldBuilder.incr(value) v75 v73
    ActionFieldBuilder.set(value) v75 v73
    ActionFieldBuilder.unset(value) v75 v73
    ActionFieldBuilder.upsert(value) v75 v73
    AltcraftConfiguration.Builder() v75 v73 c73
    AltcraftConfiguration.Builder.build() v75 v73 c73
    AltcraftConfiguration.Builder.setApiUrl(_) v75 v73 c73
    AltcraftConfiguration.Builder.setAppInfo(_) c73
    AltcraftConfiguration.Builder.setProviderPriorityList(_) c73
    AltcraftConfiguration.Builder.setRToken(_) c73
    AltcraftNSE.shared.handleNotificationRequest(request contentHandler) v75 v73
    AltcraftNSE.shared.isAltcraftPush(request) v75 v73
    AltcraftNSE.shared.mobileEventFunctions.mobileEvent(sid eventName sendMessageId payload \
      matching matchingType profileFields subscription utm) v75 v73
    AltcraftNSE.shared.serviceExtensionTimeWillExpire() v75 v73
    AltcraftNSE.shared.setAppGroup(groupName) v75 v73
    AltcraftNSE.shared.setJWTProvider(provider) v75 v73
    AltcraftPushReceiver() c73
    AltcraftPushReceiver.didReceive(request contentHandler) c73
    AltcraftPushReceiver.isAltcraftPush() c73
    AltcraftPushReceiver.serviceExtensionTimeWillExpire() c73
    AltcraftSDK.initialization() v75 v73
    AltcraftSDK.pushTokenFunction.setAPNSTokenProvider() c73 c73ru
    AltcraftSDK.pushTokenFunction.setFCMTokenProvider() c73 c73ru
    AltcraftSDK.pushTokenFunction.setHMSTokenProvider() c73 c73ru
    AltcraftSDK.setJWTProvider() c73 c73ru
    AltcraftSDK.shared.backgroundTasks.registerBackgroundTask() v75 v73 c73 c73ru
    AltcraftSDK.shared.clear(completion) v75 v73
    AltcraftSDK.shared.eventSDKFunctions.subscribe(callback) v75 v73
    AltcraftSDK.shared.eventSDKFunctions.unsubscribe() v75 v73
    AltcraftSDK.shared.initialization(configuration completion) v75 v73 c73
    AltcraftSDK.shared.mobileEventFunctions.mobileEvent(sid eventName sendMessageId payload \
      matching matchingType profileFields subscription utm) v75 v73
    AltcraftSDK.shared.notificationManager.customClickProcessing(newValue) v75
    AltcraftSDK.shared.notificationManager.customPushProcessing(newValue) v75
    AltcraftSDK.shared.notificationManager.onForegroundNotification(notification complete) \
      v75
    AltcraftSDK.shared.notificationManager.onNotificationClick(response complete) v75
    AltcraftSDK.shared.notificationManager.registerForPushNotifications(application \
      completion) v75 v73 c73 c73ru
    AltcraftSDK.shared.pushEventFunctions.deliveryEvent(request) v75 v73
    AltcraftSDK.shared.pushEventFunctions.openEvent(request) v75 v73 c73 c73ru
    AltcraftSDK.shared.pushSubscriptionFunctions.actionField(key) v75 v73
    AltcraftSDK.shared.pushSubscriptionFunctions.getStatusForCurrentSubscription(completion) \
      v75 v73
    AltcraftSDK.shared.pushSubscriptionFunctions.getStatusOfLatestSubscription(completion) \
      v75 v73
    AltcraftSDK.shared.pushSubscriptionFunctions.getStatusOfLatestSubscriptionForProvider(provider \
      completion) v75 v73
    AltcraftSDK.shared.pushSubscriptionFunctions.pushSubscribe(sync profileFields \
      customFields cats replace skipTriggers) v75 v73
    AltcraftSDK.shared.pushSubscriptionFunctions.pushSuspend(sync profileFields customFields \
      cats replace skipTriggers) v75 v73
    AltcraftSDK.shared.pushSubscriptionFunctions.pushUnSubscribe(sync profileFields \
      customFields cats replace skipTriggers) v75 v73
    AltcraftSDK.shared.pushSubscriptionFunctions.unSuspendPushSubscription(completion) v75 \
      v73
    AltcraftSDK.shared.pushTokenFunction.changePushProviderPriorityList(list) v75 v73
    AltcraftSDK.shared.pushTokenFunction.deleteDeviceToken(provider completion) v75 v73
    AltcraftSDK.shared.pushTokenFunction.forcedTokenUpdate(completion) v75 v73
    AltcraftSDK.shared.pushTokenFunction.getPushToken(completion) v75 v73
    AltcraftSDK.shared.pushTokenFunction.setAPNSTokenProvider(provider) v75 v73 c73
    AltcraftSDK.shared.pushTokenFunction.setFCMTokenProvider(provider) v75 v73 c73
    AltcraftSDK.shared.pushTokenFunction.setHMSTokenProvider(provider) v75 v73 c73
    AltcraftSDK.shared.pushTokenFunction.setPushToken(provider pushToken) v75 v73
    AltcraftSDK.shared.pushTokenFunctions.changePushProviderPriorityList(list) v75 v73
    AltcraftSDK.shared.pushTokenFunctions.deleteDeviceToken(provider completion) v75 v73
    AltcraftSDK.shared.pushTokenFunctions.forcedTokenUpdate(completion) v75 v73
    AltcraftSDK.shared.pushTokenFunctions.getPushToken(completion) v75 v73
    AltcraftSDK.shared.pushTokenFunctions.setAPNSTokenProvider(provider) v75 v73
    AltcraftSDK.shared.pushTokenFunctions.setFCMTokenProvider(provider) v75 v73
    AltcraftSDK.shared.pushTokenFunctions.setHMSTokenProvider(provider) v75 v73
    AltcraftSDK.shared.pushTokenFunctions.setPushToken(provider pushToken) v75 v73
    AltcraftSDK.shared.setAppGroup(groupName) v75 v73 c73 c73ru
    AltcraftSDK.shared.setJWTProvider(provider) v75 v73 c73
    AppDelegate.application() v75 v73 c73 c73ru
    AppInfo(appID appIID appVer) c73
    CategoryData(name title steady active) v75 v73
    Date() v75 v73
    FCMInterface.deleteToken(completion) c73 c73ru
    FCMInterface.getToken(completion) c73 c73ru
    FCMProvider() v75 v73 c73 c73ru
    HMSInterface.deleteToken(completion) c73 c73ru
    HMSInterface.getToken(completion) c73 c73ru
    HMSProvider() v75 v73 c73 c73ru
    HmsInstanceId.getInstance().deleteToken() c73 c73ru
    HmsInstanceId.getInstance().getToken() c73 c73ru
    JSONValue.arrayValue() v75 v73
    JSONValue.boolValue() v75 v73
    JSONValue.numberValue() v75 v73
    JSONValue.objectValue() v75 v73
    JSONValue.stringValue() v75 v73
    JWTInterface.getToken() c73 c73ru
    JWTManager.shared.setAnonJWT() v75 v73
    JWTManager.shared.setRegJWT() v75 v73
    JWTProvider() v75 v73 c73 c73ru
    Messaging.messaging() c73 c73ru
    TokenData(provider token) v75 v73
    UIApplication.registerForRemoteNotifications() c73 c73ru
    UIApplication.shared.registerForRemoteNotifications() c73 c73ru
    UNUserNotificationCenter.current() v75 c73 c73ru
    UTM(campaign content keyword medium source temp) v75
    UUID() v75 v73
    application(application launchOptions) v75 v73 c73 c73ru
    available() v75
    codes.contains() v75
    complete() v75
    completion() c73 c73ru
    contentHandler() c73
    getAPNsTokenDataFromUserDefaults() c73 c73ru
    getAPNsTokenFromUserDefault() c73 c73ru
    getJWT() c73 c73ru
    init() v75 v73
    logIn() v75 v73
    logOut() v75 v73
    print() v75 v73
    registerForRemoteNotifications() v75
    super.init() v75 v73
    userNotificationCenter() c73 c73ru
    """.split(separator: "\n")

  private static let reactNative = """
    ReactNative.initialize(config.apiUrl config.rToken config.appInfo \
      config.providerPriorityList config.enableLogging config.android_icon \
      config.android_usingService config.android_serviceMessage \
      config.android_pushReceiverModules config.android_pushChannelName \
      config.android_pushChannelDescription) rn
    ReactNative.pushSubscribe(sync profileFields customFields cats replace skipTriggers) rn
    ReactNative.pushSuspend(sync profileFields customFields cats replace skipTriggers) rn
    ReactNative.pushUnSubscribe(sync profileFields customFields cats replace skipTriggers) \
      rn
    ReactNative.unSuspendPushSubscription() rn
    ReactNative.getStatusOfLatestSubscription() rn
    ReactNative.getStatusForCurrentSubscription() rn
    ReactNative.getStatusOfLatestSubscriptionForProvider(provider) rn
    ReactNative.getPushToken() rn
    ReactNative.setPushToken(provider token) rn
    ReactNative.clear() rn
    ReactNative.mobileEvent(sid eventName sendMessageId payload matching matchingType \
      profileFields subscription utm) rn
    ReactNative.subscribeToEvents(handler) rn
    ReactNative.unsubscribeFromEvent() rn
    ReactNative.takePush(message) rn
    ReactNative.deliveryEvent(message messageUID) rn
    ReactNative.openEvent(message messageUID) rn
    ReactNative.requestNotificationPermission() rn
    ReactNative.setUserDefaultsValue(suiteName key value) rn
    ReactNative.addListener() rn
    ReactNative.removeListeners() rn
    """.split(separator: "\n")

  private static let flutter = """
    Flutter.initialize() flutter
    Flutter.pushSubscribe() flutter
    Flutter.pushSuspend() flutter
    Flutter.pushUnSubscribe() flutter
    Flutter.unSuspendPushSubscription() flutter
    Flutter.getStatusOfLatestSubscription() flutter
    Flutter.getStatusOfLatestSubscriptionForProvider() flutter
    Flutter.getStatusForCurrentSubscription() flutter
    Flutter.getPushToken() flutter
    Flutter.setPushToken() flutter
    Flutter.forcedTokenUpdate() flutter
    Flutter.deleteDeviceToken() flutter
    Flutter.changePushProviderPriorityList() flutter
    Flutter.clear() flutter
    Flutter.mobileEvent() flutter
    Flutter.updateProfileFields() flutter
    Flutter.subscribeToEvents() flutter
    Flutter.unsubscribeFromEvent() flutter
    Flutter.takePush() flutter
    Flutter.isAltcraftPush() flutter
    Flutter.deliveryEvent() flutter
    Flutter.openEvent() flutter
    Flutter.requestNotificationPermission() flutter
    Flutter.setUserDefaultsValue() flutter
    Flutter.unlockInitialOperationsInThisSession() flutter
    Flutter.setAppGroup() flutter
    """.split(separator: "\n")

  private static let newer = """
    mergeFields() contract
    updateProfileFields(profileFields skipTriggers) contract
    """.split(separator: "\n")
}
