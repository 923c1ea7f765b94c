// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

extension Bridge {
  /// The methods whose names start with `backgroundTasks.`.
  public var backgroundTasks: BackgroundTasksMethods { BackgroundTasksMethods(bridge: self) }
  /// The methods whose names start with `bridge.`.
  public var bridge: BridgeMethods { BridgeMethods(bridge: self) }
  /// The methods whose names start with `events.`.
  public var events: EventsMethods { EventsMethods(bridge: self) }
  /// The methods whose names start with `notificationManager.`.
  public var notificationManager: NotificationManagerMethods { NotificationManagerMethods(bridge: self) }
  /// The methods whose names start with `nse.`.
  public var nse: NSEMethods { NSEMethods(bridge: self) }
  /// The methods whose names start with `outbox.`.
  public var outbox: OutboxMethods { OutboxMethods(bridge: self) }
  /// The methods whose names start with `outcomes.`.
  public var outcomes: OutcomesMethods { OutcomesMethods(bridge: self) }
  /// The methods whose names start with `push.`.
  public var push: PushMethods { PushMethods(bridge: self) }
  /// The methods whose names start with `rpc.`.
  public var rpc: RPCMethods { RPCMethods(bridge: self) }
  /// The methods whose names start with `trace.`.
  public var trace: TraceMethods { TraceMethods(bridge: self) }

  /// Checks the configuration, stores it, and starts delivery.
  ///
  /// Pending jobs of an earlier run are delivered from the start of the process on and do not need
  /// this call. A change of the rToken ends the pending subscription, mobile event and profile jobs
  /// of the old one in state cleared, with an event 601 each.
  ///
  /// Refused with `configurationNotSet`, `apiUrlInvalid`, `rTokenInvalid`, `providerInvalid`,
  /// `storageFailed`.
  ///
  /// - Parameters:
  ///   - configuration: The configuration: at least the address of the platform, which the
  ///     Altcraft account shows. It replaces the stored one as a whole and is stored with the app
  ///     group. Null is refused with 401. Example: `{"apiUrl": "https://pxl.example.com", "rToken":
  ///     "resource-token"}`.
  ///   - time: The longest wait for the answer.
  public func initialization(
    configuration: Configuration?,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("configuration", configuration)
    _ = try await call("initialization", writer.members, within: time)
  }

  /// Deletes all data of the app group: configuration, tokens, stored values and pending jobs.
  ///
  /// A barrier: after the answer no request for an earlier call starts, none of its data is on
  /// disk, and no event other than 205 reports it. Pending jobs end in state cleared; a request
  /// that is being sent may still reach the platform. The background task ends;
  /// backgroundTasks.registerBackgroundTask starts it again. Providers, event subscribers and the
  /// selected group stay. The files are unlinked, not overwritten.
  ///
  /// Refused with `storageFailed`.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  public func clear(within time: Duration = Bridge.day) async throws(BridgeError) {
    _ = try await call("clear", within: time)
  }

  /// Allows the next initialization to run the initial operations again.
  ///
  /// Has no effect: here every initialization runs them.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  public func unlockInitialOperationsInThisSession(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    _ = try await call("unlockInitialOperationsInThisSession", within: time)
  }

  /// Selects the app group whose data the bridge uses.
  ///
  /// Configuration, tokens set by setPushToken, stored values, outbox and counters belong to the
  /// group; providers and the event stream belong to the process. Pending jobs of a group that is
  /// not selected stay on disk until the group is selected again. The bridge closes a group one
  /// minute after another one was selected, or later if the group is still in use. Beyond the limit
  /// `appGroups` it opens no further group: the answer is `busy`, and the selected group stays
  /// selected.
  ///
  /// Refused with `appGroupMissing`, `storageFailed`.
  ///
  /// - Parameters:
  ///   - groupName: The name of the app group to use, as the app registers it with its operating
  ///     system; at most 1 KiB. Example: `"group.com.example.app"`.
  ///   - time: The longest wait for the answer.
  public func setAppGroup(
    groupName: String,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("groupName", groupName)
    _ = try await call("setAppGroup", writer.members, within: time)
  }

  /// Sets how the bridge gets the current user's JWT.
  ///
  /// With "callback" the bridge calls provider.getJWT on this connection whenever it needs a JWT.
  /// The latest registration whose connection is open is used, callback or fixed token. A fixed
  /// token outlives its connection: it is used again while no open connection has a registration.
  /// null ends the registration of this connection, and a fixed token whose connection has closed.
  /// A fixed JWT that has expired leaves it to the registration before it. A JWT is checked when it
  /// is used, so any string is accepted here. An expired JWT still names the user: calls are
  /// accepted, and their jobs wait for a valid JWT of that user. provider.getJWT says what a JWT
  /// must hold. With a resource token no JWT is needed.
  ///
  /// - Parameters:
  ///   - provider: The source: "callback" to answer a request of the bridge each time, an object
  ///     with a fixed token, or null to remove the source. Example: `{"token":
  ///     "eyJhbGciOiJub25lIn0.eyJtYXRjaGluZyI6Int9In0.sig"}`.
  ///   - time: The longest wait for the answer.
  public func setJWTProvider(
    provider: ProviderSource?,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("provider", provider)
    _ = try await call("setJWTProvider", writer.members, within: time)
  }

  /// Sets how the bridge gets push tokens of APNs (ios-apns).
  ///
  /// Registering requests no token. The bridge requests one when it needs it, and emits event 201
  /// when it differs from the last one reported. A token has at most 4096 bytes. The latest
  /// registration whose connection is open is used, callback or fixed token. A fixed token outlives
  /// its connection: it is used again while no open connection has a registration. null ends the
  /// registration of this connection, and a fixed token whose connection has closed. Registering
  /// makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed
  /// token that is older than the last one from a provider does not replace the token that the
  /// platform has.
  ///
  /// Refused with `storageFailed`.
  ///
  /// - Parameters:
  ///   - provider: The source: "callback" to answer a request of the bridge each time, an object
  ///     with a fixed token, or null to remove the source. Example: `{"token": "apns-token-1"}`.
  ///   - time: The longest wait for the answer.
  public func setAPNSTokenProvider(
    provider: ProviderSource?,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("provider", provider)
    _ = try await call("setAPNSTokenProvider", writer.members, within: time)
  }

  /// Sets how the bridge gets push tokens of Firebase (ios-firebase).
  ///
  /// Registering requests no token. The bridge requests one when it needs it, and emits event 201
  /// when it differs from the last one reported. A token has at most 4096 bytes. The latest
  /// registration whose connection is open is used, callback or fixed token. A fixed token outlives
  /// its connection: it is used again while no open connection has a registration. null ends the
  /// registration of this connection, and a fixed token whose connection has closed. Registering
  /// makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed
  /// token that is older than the last one from a provider does not replace the token that the
  /// platform has.
  ///
  /// Refused with `storageFailed`.
  ///
  /// - Parameters:
  ///   - provider: The source: "callback" to answer a request of the bridge each time, an object
  ///     with a fixed token, or null to remove the source. Example: `{"token": "fcm-token-1"}`.
  ///   - time: The longest wait for the answer.
  public func setFCMTokenProvider(
    provider: ProviderSource?,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("provider", provider)
    _ = try await call("setFCMTokenProvider", writer.members, within: time)
  }

  /// Sets how the bridge gets push tokens of Huawei (ios-huawei).
  ///
  /// Registering requests no token. The bridge requests one when it needs it, and emits event 201
  /// when it differs from the last one reported. A token has at most 4096 bytes. The latest
  /// registration whose connection is open is used, callback or fixed token. A fixed token outlives
  /// its connection: it is used again while no open connection has a registration. null ends the
  /// registration of this connection, and a fixed token whose connection has closed. Registering
  /// makes the bridge forget a token set by setPushToken. While no provider is connected, a fixed
  /// token that is older than the last one from a provider does not replace the token that the
  /// platform has.
  ///
  /// Refused with `storageFailed`.
  ///
  /// - Parameters:
  ///   - provider: The source: "callback" to answer a request of the bridge each time, an object
  ///     with a fixed token, or null to remove the source. Example: `{"token": "hms-token-1"}`.
  ///   - time: The longest wait for the answer.
  public func setHMSTokenProvider(
    provider: ProviderSource?,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("provider", provider)
    _ = try await call("setHMSTokenProvider", writer.members, within: time)
  }

  /// Sets the push token, for hosts that register no provider.
  ///
  /// Answers false, without an effect, while a provider of any push service is registered.
  /// Registering one makes the bridge forget the token, on disk too. A token set after the last
  /// provider has left is newer than its tokens: the platform gets it by a token update.
  ///
  /// Refused with `providerInvalid`, `storageFailed`.
  ///
  /// - Parameters:
  ///   - provider: The push service that issued the token: ios-apns, ios-firebase or ios-huawei,
  ///     in any letter case; any other is refused with 473. Example: `"ios-firebase"`.
  ///   - pushToken: The push token that the push service issued for this device, at most 4096
  ///     bytes as it is stored; null or an empty string removes it. Example: `"fcm-token-1"`.
  ///   - encoding: The encoding of `pushToken`: text as it is; hex or base64 for binary tokens,
  ///     which are stored as lower-case hex. Example: `"hex"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func setPushToken(
    provider: Provider,
    pushToken: String?,
    encoding: SetPushTokenEncoding? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Bool {
    var writer = MemberWriter()
    writer.add("provider", provider)
    writer.add("pushToken", pushToken)
    writer.addPresent("encoding", encoding)
    let result: JSONValue = try await call("setPushToken", writer.members, within: time)
    return try result.read()
  }

  /// Returns the push token in use, or null if there is none.
  ///
  /// Calls the registered providers in the order of the priority list and returns the first token.
  /// Without a provider it returns the token of setPushToken.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func getPushToken(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> TokenData? {
    let result: JSONValue = try await call("getPushToken", within: time)
    return try result.read()
  }

  /// Sets which push providers the bridge asks for a token, and in which order.
  ///
  /// Stored with the configuration; the next initialization overwrites it. If the token in use
  /// changes, a job named tokenUpdate reports the new one to the platform.
  ///
  /// Refused with `providerInvalid`, `configurationMissing`, `storageFailed`.
  ///
  /// - Parameters:
  ///   - list: The push providers to ask for a token, the first one first; an empty list restores
  ///     the default order. Example: `["ios-huawei", "ios-firebase"]`.
  ///   - time: The longest wait for the answer.
  public func changePushProviderPriorityList(
    list: [Provider],
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("list", list)
    _ = try await call("changePushProviderPriorityList", writer.members, within: time)
  }

  /// Deletes the token of this device at a push provider.
  ///
  /// Calls provider.deleteToken on the host that registered with "callback" and ignores its answer;
  /// a fixed token, and one of that provider set by setPushToken, is removed. Nothing is sent to
  /// the platform.
  ///
  /// Refused with `providerInvalid`, `tokenUpdateUnsupported`, `storageFailed`.
  ///
  /// - Parameters:
  ///   - provider: The push provider whose token is deleted: ios-firebase or ios-huawei, in any
  ///     letter case. Example: `"ios-firebase"`.
  ///   - time: The longest wait for the answer.
  public func deleteDeviceToken(
    provider: Provider,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("provider", provider)
    _ = try await call("deleteDeviceToken", writer.members, within: time)
  }

  /// Deletes the token at the provider in use, requests a new one, and reports it to the platform.
  ///
  /// Answered after the first attempt to report the token; there is none if the token did not
  /// change. If the attempt fails and can be retried, delivery continues in the outbox as a job
  /// named tokenUpdate. A token set by setPushToken is removed; there is no other to report.
  /// Refused under APNs (406), without an update.
  ///
  /// Refused with `configurationMissing`, `pushTokenMissing`, `tokenUpdateUnsupported`,
  /// `userTagMissing`, `callbackTimeout`, `storageFailed`.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  public func forcedTokenUpdate(within time: Duration = Bridge.day) async throws(BridgeError) {
    _ = try await call("forcedTokenUpdate", within: time)
  }

  /// Subscribes the device to push notifications.
  ///
  /// Answered when the job is on disk; its outcome is an event, or the answer itself with `wait`
  /// "outcome". Delivered in order with all other changes of the user's profile and subscription,
  /// and retried until the platform answers.
  ///
  /// Refused with `valuesNotScalar`, `configurationMissing`, `userTagMissing`,
  /// `duplicateRequestId`, `tooLarge`, `outboxFull`, `storageFailed`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - sync: True if the platform answers with the final result and the profile; false if it
  ///     answers as soon as it has accepted the request. Example: `true`.
  ///   - profileFields: Fields of the profile to set, by name, as the database of the platform
  ///     defines them: any JSON, including objects returned by `actionField`. Example: `{"_fname":
  ///     "Ann"}`.
  ///   - customFields: Custom fields of the subscription by name, as the resource of the platform
  ///     defines them. Values are strings, numbers, booleans or null; any other is refused with
  ///     475. Example: `{"plan": "pro"}`.
  ///   - cats: Categories of the subscription, as the resource of the platform defines them. A
  ///     plain string means an active category with that name. Example: `[{"name": "news",
  ///     "active": true}, "offers"]`.
  ///   - replace: True to unsubscribe the subscriptions of other profiles of the database with
  ///     the same push token. Example: `true`.
  ///   - skipTriggers: True if triggers of mailings and scenarios must ignore the profile for
  ///     this change. Example: `true`.
  ///   - requestId: The caller's idempotency key, unique within the app group; it is also the
  ///     header Request-ID of every attempt. Repeat a call with the same key and it has effect only
  ///     once. Without it: a new UUID. Example: `"order-7"`.
  ///   - wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
  ///     platform has answered. Example: `"outcome"`.
  ///   - waitTimeoutMs: The longest time to wait for the outcome, in milliseconds; after it the
  ///     answer has state pending. Example: `5000`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func pushSubscribe(
    sync: Bool? = nil,
    profileFields: [String: JSONValue]? = nil,
    customFields: Scalars? = nil,
    cats: [Category]? = nil,
    replace: Bool? = nil,
    skipTriggers: Bool? = nil,
    requestId: RequestID? = nil,
    wait: Wait? = nil,
    waitTimeoutMs: Int? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Receipt {
    var writer = MemberWriter()
    writer.addPresent("sync", sync)
    writer.addPresent("profileFields", profileFields)
    writer.addPresent("customFields", customFields)
    writer.addPresent("cats", cats)
    writer.addPresent("replace", replace)
    writer.addPresent("skipTriggers", skipTriggers)
    writer.addPresent("requestId", requestId)
    writer.addPresent("wait", wait)
    writer.addPresent("waitTimeoutMs", waitTimeoutMs)
    let result: JSONValue = try await call("pushSubscribe", writer.members, within: time)
    return try result.read()
  }

  /// Suspends the subscription of the device.
  ///
  /// Answered when the job is on disk; its outcome is an event, or the answer itself with `wait`
  /// "outcome". Delivered in order with all other changes of the user's profile and subscription,
  /// and retried until the platform answers.
  ///
  /// Refused with `valuesNotScalar`, `configurationMissing`, `userTagMissing`,
  /// `duplicateRequestId`, `tooLarge`, `outboxFull`, `storageFailed`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - sync: True if the platform answers with the final result and the profile; false if it
  ///     answers as soon as it has accepted the request. Example: `true`.
  ///   - profileFields: Fields of the profile to set, by name, as the database of the platform
  ///     defines them: any JSON, including objects returned by `actionField`. Example: `{"_fname":
  ///     "Ann"}`.
  ///   - customFields: Custom fields of the subscription by name, as the resource of the platform
  ///     defines them. Values are strings, numbers, booleans or null; any other is refused with
  ///     475. Example: `{"plan": "pro"}`.
  ///   - cats: Categories of the subscription, as the resource of the platform defines them. A
  ///     plain string means an active category with that name. Example: `[{"name": "news",
  ///     "active": true}, "offers"]`.
  ///   - replace: True to unsubscribe the subscriptions of other profiles of the database with
  ///     the same push token. Example: `true`.
  ///   - skipTriggers: True if triggers of mailings and scenarios must ignore the profile for
  ///     this change. Example: `true`.
  ///   - requestId: The caller's idempotency key, unique within the app group; it is also the
  ///     header Request-ID of every attempt. Repeat a call with the same key and it has effect only
  ///     once. Without it: a new UUID. Example: `"order-7"`.
  ///   - wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
  ///     platform has answered. Example: `"outcome"`.
  ///   - waitTimeoutMs: The longest time to wait for the outcome, in milliseconds; after it the
  ///     answer has state pending. Example: `5000`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func pushSuspend(
    sync: Bool? = nil,
    profileFields: [String: JSONValue]? = nil,
    customFields: Scalars? = nil,
    cats: [Category]? = nil,
    replace: Bool? = nil,
    skipTriggers: Bool? = nil,
    requestId: RequestID? = nil,
    wait: Wait? = nil,
    waitTimeoutMs: Int? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Receipt {
    var writer = MemberWriter()
    writer.addPresent("sync", sync)
    writer.addPresent("profileFields", profileFields)
    writer.addPresent("customFields", customFields)
    writer.addPresent("cats", cats)
    writer.addPresent("replace", replace)
    writer.addPresent("skipTriggers", skipTriggers)
    writer.addPresent("requestId", requestId)
    writer.addPresent("wait", wait)
    writer.addPresent("waitTimeoutMs", waitTimeoutMs)
    let result: JSONValue = try await call("pushSuspend", writer.members, within: time)
    return try result.read()
  }

  /// Ends the subscription of the device.
  ///
  /// Answered when the job is on disk; its outcome is an event, or the answer itself with `wait`
  /// "outcome". Delivered in order with all other changes of the user's profile and subscription,
  /// and retried until the platform answers.
  ///
  /// Refused with `valuesNotScalar`, `configurationMissing`, `userTagMissing`,
  /// `duplicateRequestId`, `tooLarge`, `outboxFull`, `storageFailed`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - sync: True if the platform answers with the final result and the profile; false if it
  ///     answers as soon as it has accepted the request. Example: `true`.
  ///   - profileFields: Fields of the profile to set, by name, as the database of the platform
  ///     defines them: any JSON, including objects returned by `actionField`. Example: `{"_fname":
  ///     "Ann"}`.
  ///   - customFields: Custom fields of the subscription by name, as the resource of the platform
  ///     defines them. Values are strings, numbers, booleans or null; any other is refused with
  ///     475. Example: `{"plan": "pro"}`.
  ///   - cats: Categories of the subscription, as the resource of the platform defines them. A
  ///     plain string means an active category with that name. Example: `[{"name": "news",
  ///     "active": true}, "offers"]`.
  ///   - replace: True to unsubscribe the subscriptions of other profiles of the database with
  ///     the same push token. Example: `true`.
  ///   - skipTriggers: True if triggers of mailings and scenarios must ignore the profile for
  ///     this change. Example: `true`.
  ///   - requestId: The caller's idempotency key, unique within the app group; it is also the
  ///     header Request-ID of every attempt. Repeat a call with the same key and it has effect only
  ///     once. Without it: a new UUID. Example: `"order-7"`.
  ///   - wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
  ///     platform has answered. Example: `"outcome"`.
  ///   - waitTimeoutMs: The longest time to wait for the outcome, in milliseconds; after it the
  ///     answer has state pending. Example: `5000`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func pushUnSubscribe(
    sync: Bool? = nil,
    profileFields: [String: JSONValue]? = nil,
    customFields: Scalars? = nil,
    cats: [Category]? = nil,
    replace: Bool? = nil,
    skipTriggers: Bool? = nil,
    requestId: RequestID? = nil,
    wait: Wait? = nil,
    waitTimeoutMs: Int? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Receipt {
    var writer = MemberWriter()
    writer.addPresent("sync", sync)
    writer.addPresent("profileFields", profileFields)
    writer.addPresent("customFields", customFields)
    writer.addPresent("cats", cats)
    writer.addPresent("replace", replace)
    writer.addPresent("skipTriggers", skipTriggers)
    writer.addPresent("requestId", requestId)
    writer.addPresent("wait", wait)
    writer.addPresent("waitTimeoutMs", waitTimeoutMs)
    let result: JSONValue = try await call("pushUnSubscribe", writer.members, within: time)
    return try result.read()
  }

  /// Hands the device over to the current user: resumes their subscriptions and suspends those of
  /// other users.
  ///
  /// Sent immediately; not stored and not retried. The answer is null if the platform did not
  /// answer or the request could not be built; an event gives the reason. If the answer has no
  /// subscription, call pushSubscribe.
  ///
  /// Refused with `configurationMissing`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func unSuspendPushSubscription(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> ResponseWithHTTP? {
    let result: JSONValue = try await call("unSuspendPushSubscription", within: time)
    return try result.read()
  }

  /// Returns the latest subscription of the user's profile.
  ///
  /// Sent immediately; not stored and not retried. The answer is null if the platform did not
  /// answer or the request could not be built; an event gives the reason. Asks for no push token.
  ///
  /// Refused with `configurationMissing`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func getStatusOfLatestSubscription(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> ResponseWithHTTP? {
    let result: JSONValue = try await call("getStatusOfLatestSubscription", within: time)
    return try result.read()
  }

  /// Returns the subscription of the push token in use.
  ///
  /// Sent immediately; not stored and not retried. The answer is null if the platform did not
  /// answer or the request could not be built; an event gives the reason. The token is the one that
  /// the platform has; the providers are asked, once, only if there is none.
  ///
  /// Refused with `configurationMissing`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func getStatusForCurrentSubscription(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> ResponseWithHTTP? {
    let result: JSONValue = try await call("getStatusForCurrentSubscription", within: time)
    return try result.read()
  }

  /// Returns the latest subscription of the user's profile with one push provider.
  ///
  /// Sent immediately; not stored and not retried. The answer is null if the platform did not
  /// answer or the request could not be built; an event gives the reason. Asks for no token if
  /// `provider` is given. The token is the one that the platform has; the providers are asked,
  /// once, only if there is none.
  ///
  /// Refused with `providerInvalid`, `configurationMissing`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - provider: The push provider of the subscription: ios-apns, ios-firebase or ios-huawei,
  ///     in any letter case. Without it: the provider of the token in use. Example:
  ///     `"ios-firebase"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func getStatusOfLatestSubscriptionForProvider(
    provider: Provider? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> ResponseWithHTTP? {
    var writer = MemberWriter()
    writer.addPresent("provider", provider)
    let result: JSONValue = try await call("getStatusOfLatestSubscriptionForProvider", writer.members, within: time)
    return try result.read()
  }

  /// Records a mobile event.
  ///
  /// Answered when the event is on disk. The events of one user reach the platform in the order of
  /// acceptance, independently of subscriptions.
  ///
  /// Refused with `valuesNotScalar`, `subscriptionTypeUnsupported`, `configurationMissing`,
  /// `userTagMissing`, `duplicateRequestId`, `tooLarge`, `outboxFull`, `storageFailed`,
  /// `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - sid: The identifier of the pixel that records the event, from the settings of the pixel
  ///     in the Altcraft account. Example: `"px-1"`.
  ///   - eventName: The name of the event, as scenarios and segments of the platform expect it;
  ///     not empty. Example: `"signup"`.
  ///   - sendMessageId: The identifier (SMID) of the message that led to the event, from the data
  ///     of that message; it ties the event to its mailing. Example: `"m-7"`.
  ///   - payload: Data of the event, chosen by the host. Values are strings, numbers, booleans or
  ///     null; any other is refused with 475. Example: `{"amount": 12, "currency": "EUR"}`.
  ///   - matching: Identifiers of the user by type, from the host's own data of the user; the
  ///     platform finds the profile by them. Example: `{"email": "ann@example.com"}`.
  ///   - matchingType: The type of the identifier in `matching` by which the platform finds the
  ///     profile, as the platform names it: email, phone, profile_id and others. Example:
  ///     `"email"`.
  ///   - profileFields: Fields of the profile to set, by name, as the database of the platform
  ///     defines them. Example: `{"_fname": "Ann"}`.
  ///   - subscription: A subscription to add to the profile with the event. An unknown channel is
  ///     refused with 476. Example: `{"channel": "email", "resource_id": 1, "email":
  ///     "ann@example.com"}`.
  ///   - utm: The UTM tags of the link that led the user to the app, from that link or from the
  ///     attribution service of the host. Example: `{"campaign": "spring", "source":
  ///     "newsletter"}`.
  ///   - requestId: The caller's idempotency key, unique within the app group; it is also the
  ///     header Request-ID of every attempt. Repeat a call with the same key and it has effect only
  ///     once. Without it: a new UUID. Example: `"order-7"`.
  ///   - wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
  ///     platform has answered. Example: `"outcome"`.
  ///   - waitTimeoutMs: The longest time to wait for the outcome, in milliseconds; after it the
  ///     answer has state pending. Example: `5000`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func mobileEvent(
    sid: String,
    eventName: String,
    sendMessageId: String? = nil,
    payload: Scalars? = nil,
    matching: [String: JSONValue]? = nil,
    matchingType: String? = nil,
    profileFields: [String: JSONValue]? = nil,
    subscription: Subscription? = nil,
    utm: UTM? = nil,
    requestId: RequestID? = nil,
    wait: Wait? = nil,
    waitTimeoutMs: Int? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Receipt {
    var writer = MemberWriter()
    writer.add("sid", sid)
    writer.add("eventName", eventName)
    writer.addPresent("sendMessageId", sendMessageId)
    writer.addPresent("payload", payload)
    writer.addPresent("matching", matching)
    writer.addPresent("matchingType", matchingType)
    writer.addPresent("profileFields", profileFields)
    writer.addPresent("subscription", subscription)
    writer.addPresent("utm", utm)
    writer.addPresent("requestId", requestId)
    writer.addPresent("wait", wait)
    writer.addPresent("waitTimeoutMs", waitTimeoutMs)
    let result: JSONValue = try await call("mobileEvent", writer.members, within: time)
    return try result.read()
  }

  /// Updates fields of the current user's profile.
  ///
  /// Answered when the job is on disk. Delivered in order with all other changes of the user's
  /// profile and subscription.
  ///
  /// Refused with `valuesNotScalar`, `configurationMissing`, `userTagMissing`,
  /// `duplicateRequestId`, `tooLarge`, `outboxFull`, `storageFailed`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - profileFields: Fields of the profile by name, as the database of the platform defines
  ///     them. A value is a string, a number, a boolean, null, or an object returned by
  ///     `actionField`; any other is refused with 475. Example: `{"_fname": "Ann", "visits":
  ///     {"action": "incr", "value": 1}}`.
  ///   - skipTriggers: True if triggers of mailings and scenarios must ignore the profile for
  ///     this change. Example: `true`.
  ///   - requestId: The caller's idempotency key, unique within the app group; it is also the
  ///     header Request-ID of every attempt. Repeat a call with the same key and it has effect only
  ///     once. Without it: a new UUID. Example: `"order-7"`.
  ///   - wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
  ///     platform has answered. Example: `"outcome"`.
  ///   - waitTimeoutMs: The longest time to wait for the outcome, in milliseconds; after it the
  ///     answer has state pending. Example: `5000`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func updateProfileFields(
    profileFields: [String: JSONValue]? = nil,
    skipTriggers: Bool? = nil,
    requestId: RequestID? = nil,
    wait: Wait? = nil,
    waitTimeoutMs: Int? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Receipt {
    var writer = MemberWriter()
    writer.addPresent("profileFields", profileFields)
    writer.addPresent("skipTriggers", skipTriggers)
    writer.addPresent("requestId", requestId)
    writer.addPresent("wait", wait)
    writer.addPresent("waitTimeoutMs", waitTimeoutMs)
    let result: JSONValue = try await call("updateProfileFields", writer.members, within: time)
    return try result.read()
  }

  /// Builds the value for `profileFields` that makes the platform change a field: set, unset, incr,
  /// add, delete or upsert.
  ///
  /// Pass the answer as `profileFields`; merge the answers of several calls into one object.
  ///
  /// - Parameters:
  ///   - key: The name of the field, as the database of the platform defines it. Example:
  ///     `"_fname"`.
  ///   - action: The operation on the field: set or unset it, incr a number, add to or delete
  ///     from a list, upsert into a list without duplicates. Example: `"incr"`.
  ///   - value: The operand: the new value, the number to add, or the list element; null for
  ///     unset. Example: `"Andrey"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func actionField(
    key: String,
    action: ActionFieldAction,
    value: JSONValue? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> [String: JSONValue] {
    var writer = MemberWriter()
    writer.add("key", key)
    writer.add("action", action)
    writer.addPresent("value", value)
    let result: JSONValue = try await call("actionField", writer.members, within: time)
    return try result.read()
  }

  /// Stores a value with the app group.
  ///
  /// Refused with `storageFailed`.
  ///
  /// - Parameters:
  ///   - suiteName: The name of the suite that holds the value, chosen by the host. Example:
  ///     `"app"`.
  ///   - key: The key of the value in its suite, chosen by the host; a blank key is ignored.
  ///     Example: `"theme"`.
  ///   - value: The value to store: any JSON up to 64 KiB; null removes the stored one. Example:
  ///     `"dark"`.
  ///   - time: The longest wait for the answer.
  public func setUserDefaultsValue(
    suiteName: String,
    key: String,
    value: JSONValue? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("suiteName", suiteName)
    writer.add("key", key)
    writer.addPresent("value", value)
    _ = try await call("setUserDefaultsValue", writer.members, within: time)
  }

  /// Reports to the platform that a push arrived.
  ///
  /// Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every
  /// call is a separate event. A push of another sender without `messageUID` is not reported: the
  /// answer is null, and event 202 follows.
  ///
  /// Refused with `pushUidMissing`, `configurationMissing`, `userTagMissing`, `duplicateRequestId`,
  /// `tooLarge`, `outboxFull`, `storageFailed`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - request: The notification request from the operating system, as JSON. It takes
  ///     precedence over `message`. Example: `{"identifier": "request-1", "content": {"title":
  ///     "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
  ///   - message: The push: the data map as it arrived on the device, or the whole message of a
  ///     provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid":
  ///     "uid-1"}`.
  ///   - messageUID: The uid of the push, from the `uid` or `_uid` of its data. Without it: the
  ///     one in `request` or `message`. Example: `"uid-1"`.
  ///   - requestId: The caller's idempotency key, unique within the app group; it is also the
  ///     header Request-ID of every attempt. Repeat a call with the same key and it has effect only
  ///     once. Without it: a new UUID. Example: `"order-7"`.
  ///   - wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
  ///     platform has answered. Example: `"outcome"`.
  ///   - waitTimeoutMs: The longest time to wait for the outcome, in milliseconds; after it the
  ///     answer has state pending. Example: `5000`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func deliveryEvent(
    request: NotificationRequest? = nil,
    message: [String: JSONValue]? = nil,
    messageUID: String? = nil,
    requestId: RequestID? = nil,
    wait: Wait? = nil,
    waitTimeoutMs: Int? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Receipt? {
    var writer = MemberWriter()
    writer.addPresent("request", request)
    writer.addPresent("message", message)
    writer.addPresent("messageUID", messageUID)
    writer.addPresent("requestId", requestId)
    writer.addPresent("wait", wait)
    writer.addPresent("waitTimeoutMs", waitTimeoutMs)
    let result: JSONValue = try await call("deliveryEvent", writer.members, within: time)
    return try result.read()
  }

  /// Reports to the platform that a push was opened.
  ///
  /// Takes a `request`, a `message` or a `messageUID`. Answered when the event is on disk. Every
  /// call is a separate event. A push of another sender without `messageUID` is not reported: the
  /// answer is null, and event 202 follows.
  ///
  /// Refused with `pushUidMissing`, `configurationMissing`, `userTagMissing`, `duplicateRequestId`,
  /// `tooLarge`, `outboxFull`, `storageFailed`, `callbackTimeout`.
  ///
  /// - Parameters:
  ///   - request: The notification request from the operating system, as JSON. It takes
  ///     precedence over `message`. Example: `{"identifier": "request-1", "content": {"title":
  ///     "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
  ///   - message: The push: the data map as it arrived on the device, or the whole message of a
  ///     provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid":
  ///     "uid-1"}`.
  ///   - messageUID: The uid of the push, from the `uid` or `_uid` of its data. Without it: the
  ///     one in `request` or `message`. Example: `"uid-1"`.
  ///   - requestId: The caller's idempotency key, unique within the app group; it is also the
  ///     header Request-ID of every attempt. Repeat a call with the same key and it has effect only
  ///     once. Without it: a new UUID. Example: `"order-7"`.
  ///   - wait: The moment of the answer: accepted, when the job is on disk; outcome, when the
  ///     platform has answered. Example: `"outcome"`.
  ///   - waitTimeoutMs: The longest time to wait for the outcome, in milliseconds; after it the
  ///     answer has state pending. Example: `5000`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func openEvent(
    request: NotificationRequest? = nil,
    message: [String: JSONValue]? = nil,
    messageUID: String? = nil,
    requestId: RequestID? = nil,
    wait: Wait? = nil,
    waitTimeoutMs: Int? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Receipt? {
    var writer = MemberWriter()
    writer.addPresent("request", request)
    writer.addPresent("message", message)
    writer.addPresent("messageUID", messageUID)
    writer.addPresent("requestId", requestId)
    writer.addPresent("wait", wait)
    writer.addPresent("waitTimeoutMs", waitTimeoutMs)
    let result: JSONValue = try await call("openEvent", writer.members, within: time)
    return try result.read()
  }

  /// Checks whether a push comes from the platform.
  ///
  /// True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or `ack`,
  /// or with both `uid` and `launch_id`. Takes a `request` or a `message`.
  ///
  /// - Parameters:
  ///   - request: The notification request from the operating system, as JSON. It takes
  ///     precedence over `message`. Example: `{"identifier": "request-1", "content": {"title":
  ///     "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
  ///   - message: The push: the data map as it arrived on the device, or the whole message of a
  ///     provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid":
  ///     "uid-1"}`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func isAltcraftPush(
    request: NotificationRequest? = nil,
    message: [String: JSONValue]? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Bool {
    var writer = MemberWriter()
    writer.addPresent("request", request)
    writer.addPresent("message", message)
    let result: JSONValue = try await call("isAltcraftPush", writer.members, within: time)
    return try result.read()
  }

  /// Converts a push of any structure of the platform into one form.
  ///
  /// Reads messages with the SDK's marker, those of APNs, Firebase (legacy and v1), HMS, AppMetrica
  /// and RuStore, and the flat maps that arrive on devices. A push of another sender is read as far
  /// as possible, with `isAltcraft` false. Nothing is lost: `rest` has the members without a name
  /// here. Nothing is registered and nothing is fetched.
  ///
  /// - Parameters:
  ///   - message: The push: the data map as it arrived on the device, or the whole message of a
  ///     provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid":
  ///     "uid-1"}`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func parsePush(
    message: [String: JSONValue],
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> ParsedPush {
    var writer = MemberWriter()
    writer.add("message", message)
    let result: JSONValue = try await call("parsePush", writer.members, within: time)
    return try result.read()
  }

  /// Processes a push that arrived: registers the delivery event and returns what to show.
  ///
  /// For a push of another sender the answer is null, with event 202; for one of the platform
  /// events 203 and 204 follow, for a silent one only 203. The delivery event is registered once
  /// for each uid and is on disk when the call is answered; if it cannot be registered, an event
  /// (451, 402, 403 or 501) gives the reason and the call is answered all the same.
  ///
  /// - Parameters:
  ///   - message: The push: the data map as it arrived on the device, or the whole message of a
  ///     provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid":
  ///     "uid-1"}`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func takePush(
    message: [String: JSONValue],
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> ParsedPush? {
    var writer = MemberWriter()
    writer.add("message", message)
    let result: JSONValue = try await call("takePush", writer.members, within: time)
    return try result.read()
  }

  /// Makes the host ask the user to allow notifications.
  ///
  /// Calls notificationManager.requestAuthorization on this connection. Without a valid answer the
  /// permission does not change. `error` is the text in the answer of the host.
  ///
  /// Refused with `storageFailed`.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func requestNotificationPermission(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Permission {
    let result: JSONValue = try await call("requestNotificationPermission", within: time)
    return try result.read()
  }
}

/// The methods whose names start with `backgroundTasks.`.
public struct BackgroundTasksMethods: Sendable {
  let bridge: Bridge

  /// Runs a background pass at an interval: a token update, and one attempt for all pending jobs.
  ///
  /// Each pass emits event 208 when it starts and event 209 when all its attempts have ended. If a
  /// pass is still running when the next one is due, event 505 is emitted and the next one is
  /// skipped. Registering again replaces the interval. `clear` ends the task.
  ///
  /// - Parameters:
  ///   - intervalSeconds: The time from the start of one pass to the start of the next, in
  ///     seconds: from one second to a year, by default three hours. Example: `600`.
  ///   - time: The longest wait for the answer.
  public func registerBackgroundTask(
    intervalSeconds: Double? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.addPresent("intervalSeconds", intervalSeconds)
    _ = try await bridge.call("backgroundTasks.registerBackgroundTask", writer.members, within: time)
  }
}

/// The methods whose names start with `bridge.`.
public struct BridgeMethods: Sendable {
  let bridge: Bridge

  /// Returns the value that setUserDefaultsValue stored, or null.
  ///
  /// - Parameters:
  ///   - suiteName: The name of the suite that holds the value, chosen by the host. Example:
  ///     `"app"`.
  ///   - key: The key of the value in its suite. Example: `"theme"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func getUserDefaultsValue(
    suiteName: String,
    key: String,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> JSONValue {
    var writer = MemberWriter()
    writer.add("suiteName", suiteName)
    writer.add("key", key)
    let result: JSONValue = try await bridge.call("bridge.getUserDefaultsValue", writer.members, within: time)
    return try result.read()
  }

  /// Returns version, schema digest, transports, data directory and limits of this process.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func info(within time: Duration = Bridge.day) async throws(BridgeError) -> BridgeInfo {
    let result: JSONValue = try await bridge.call("bridge.info", within: time)
    return try result.read()
  }

  /// Returns counters: accepted = delivered + rejected + expired + cleared + lost + pending, at all
  /// times.
  ///
  /// The counters of the outbox belong to the app group and survive restarts; all others count from
  /// the start of the process.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func stats(within time: Duration = Bridge.day) async throws(BridgeError) -> BridgeStats {
    let result: JSONValue = try await bridge.call("bridge.stats", within: time)
    return try result.read()
  }

  /// Returns the counters of bridge.stats in the text format of Prometheus.
  ///
  /// The counters of the outbox have the app group as a label and survive restarts; all others
  /// count from the start of the process.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func metrics(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> BridgeMetrics {
    let result: JSONValue = try await bridge.call("bridge.metrics", within: time)
    return try result.read()
  }

  /// Returns "pong".
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func ping(within time: Duration = Bridge.day) async throws(BridgeError) -> String {
    let result: JSONValue = try await bridge.call("bridge.ping", within: time)
    return try result.read()
  }

  /// Checks a call without executing it: true, or the error that the call would get.
  ///
  /// Checks parameters and the rules of the SDK; calls no callback. It does not check the role of
  /// the connection.
  ///
  /// Refused with `methodNotFound`.
  ///
  /// - Parameters:
  ///   - method: The name of the method to check. Example: `"setPushToken"`.
  ///   - params: The parameters for that method, by name or by position. Example: `{"provider":
  ///     "ios-apns", "pushToken": null}`.
  ///   - time: The longest wait for the answer.
  public func check(
    method: String,
    params: JSONValue? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("method", method)
    writer.addPresent("params", params)
    _ = try await bridge.call("bridge.check", writer.members, within: time)
  }

  /// Authenticates a connection by a token or a ticket, which also determine its role.
  ///
  /// Over WebSocket it is the first call, unless the handshake had a token. Over TCP a client of
  /// another user must send it first; with `--require-token` every TCP client must. It must be sent
  /// alone, not in a batch, in a message of at most 4 KiB. If it is not required, the proof is
  /// checked all the same, and its role applies from then on; without TCP and WebSocket the answer
  /// to a token is true. The answer to a ticket has the role and a token of this role.
  ///
  /// Refused with `unauthorized`.
  ///
  /// - Parameters:
  ///   - token: The token of this run of the bridge: the content of the file `rpc.token` in the
  ///     data directory, or of `rpc.observer-token` to read only; or the `session` of an earlier
  ///     answer. Example: `"0123456789abcdef"`.
  ///   - ticket: The ticket from the URL of `bridge.ticket`, instead of a token. Example:
  ///     `"3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func authenticate(
    token: String? = nil,
    ticket: String? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> JSONValue {
    var writer = MemberWriter()
    writer.addPresent("token", token)
    writer.addPresent("ticket", ticket)
    let result: JSONValue = try await bridge.call("bridge.authenticate", writer.members, within: time)
    return try result.read()
  }

  /// Makes a URL with a ticket, which opens one connection of a page.
  ///
  /// The page passes the ticket to `bridge.authenticate`, once and within 60 seconds. The ticket is
  /// in the fragment of the URL, which no browser sends. A limit, `tickets`, applies to the unused
  /// tickets of each role.
  ///
  /// Refused with `unauthorized`, `noWebSocket`.
  ///
  /// - Parameters:
  ///   - role: The role of the connection that uses the ticket: `observer` may only read. An
  ///     observer can only make tickets of this role. Example: `"observer"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func ticket(
    role: Role? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> BridgeTicket {
    var writer = MemberWriter()
    writer.addPresent("role", role)
    let result: JSONValue = try await bridge.call("bridge.ticket", writer.members, within: time)
    return try result.read()
  }

  /// Sets the level of the log on standard error.
  ///
  /// - Parameters:
  ///   - level: The least severe level to log; notice at the start. Example: `"info"`.
  ///   - time: The longest wait for the answer.
  public func setLogLevel(
    level: BridgeSetLogLevel,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("level", level)
    _ = try await bridge.call("bridge.setLogLevel", writer.members, within: time)
  }

  /// Stops the process: answers the calls in flight and exits with status 0 within five seconds.
  ///
  /// Accepted jobs are kept: pending jobs are delivered after the next start.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  public func shutdown(within time: Duration = Bridge.day) async throws(BridgeError) {
    _ = try await bridge.call("bridge.shutdown", within: time)
  }
}

/// The methods whose names start with `events.`.
public struct EventsMethods: Sendable {
  let bridge: Bridge

  /// Subscribes this connection to SDK events: each comes as a notification `event`.
  ///
  /// Replaces this connection's earlier subscription. The answer comes before the first event. A
  /// `since` of another epoch is a cursor of an earlier run: `gap` says "restart", and all that is
  /// kept of this run follows. A subscriber that does not keep up loses events, never responses,
  /// and is told which by `events.gap`.
  ///
  /// - Parameters:
  ///   - since: The `seq` of the last event that the host has processed; the kept events after it
  ///     follow. Without it: only new events. Example: `17`.
  ///   - epoch: The `epoch` of the event that `since` comes from. It identifies the run of the
  ///     process. Example: `"9f2c4b1e"`.
  ///   - codes: The event codes to receive; without it: all. Events of other codes do not count
  ///     as a gap. Example: `[230, 430]`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func subscribe(
    since: Int? = nil,
    epoch: String? = nil,
    codes: [Int]? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> EventPosition {
    var writer = MemberWriter()
    writer.addPresent("since", since)
    writer.addPresent("epoch", epoch)
    writer.addPresent("codes", codes)
    let result: JSONValue = try await bridge.call("events.subscribe", writer.members, within: time)
    return try result.read()
  }

  /// Ends this connection's subscription to SDK events.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  public func unsubscribe(within time: Duration = Bridge.day) async throws(BridgeError) {
    _ = try await bridge.call("events.unsubscribe", within: time)
  }

  /// Returns the kept SDK events, oldest first.
  ///
  /// A page has fewer events than `limit` if more would exceed the limit outQueueBytes. To read all
  /// events, repeat the call with the `seq` of the last event as `since`, until a page is empty.
  ///
  /// - Parameters:
  ///   - since: The `seq` of the last event that the host has processed; the kept events after it
  ///     follow. Without it: all kept events, from the oldest. Example: `17`.
  ///   - limit: The largest number of items in the answer, from 1 to 1000; by default 100.
  ///     Example: `10`.
  ///   - epoch: The `epoch` of the event that `since` comes from. It identifies the run of the
  ///     process. Example: `"9f2c4b1e"`.
  ///   - codes: The event codes to receive; without it: all. Events of other codes do not count
  ///     as a gap. Example: `[230, 430]`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func list(
    since: Int? = nil,
    limit: Int? = nil,
    epoch: String? = nil,
    codes: [Int]? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> EventPage {
    var writer = MemberWriter()
    writer.addPresent("since", since)
    writer.addPresent("limit", limit)
    writer.addPresent("epoch", epoch)
    writer.addPresent("codes", codes)
    let result: JSONValue = try await bridge.call("events.list", writer.members, within: time)
    return try result.read()
  }

  /// Returns every event code with its name, class and meaning, and whether the bridge emits it.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func catalog(within time: Duration = Bridge.day) async throws(BridgeError) -> [EventCode] {
    let result: JSONValue = try await bridge.call("events.catalog", within: time)
    return try result.read()
  }
}

/// The methods whose names start with `notificationManager.`.
public struct NotificationManagerMethods: Sendable {
  let bridge: Bridge

  /// Returns how to show a push that arrives while the app is in the foreground.
  ///
  /// Returns the standard options, unless a connection has called
  /// notificationManager.setCustomPushProcessing and answers with others.
  ///
  /// - Parameters:
  ///   - request: The notification request from the operating system, as JSON. Example:
  ///     `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true",
  ///     "_uid": "uid-1"}}}`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func willPresent(
    request: NotificationRequest,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> PresentationOptions {
    var writer = MemberWriter()
    writer.add("request", request)
    let result: JSONValue = try await bridge.call("notificationManager.willPresent", writer.members, within: time)
    return try result.read()
  }

  /// Processes a tap on a notification: registers the open event and returns what to open.
  ///
  /// A tap opens the click URL of the push, a button its link. If there is none, event 454, 455 or
  /// 457 gives the reason. The open event is registered in any case, once for each uid, and is on
  /// disk when the call is answered; if it cannot be registered, an event (451, 402, 403 or 501)
  /// gives the reason. A connection that has called notificationManager.setCustomClickProcessing
  /// processes the tap itself. For a push of another sender nothing is registered, and event 202
  /// follows. A dismissal is not a tap: nothing is registered.
  ///
  /// - Parameters:
  ///   - response: The response of the user, from the operating system, as JSON. Example:
  ///     `{"actionIdentifier": "button0", "request": {"content": {"title": "Sale", "userInfo":
  ///     {"_uid": "uid-1"}}}}`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func didReceive(
    response: NotificationResponse,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> ClickResult {
    var writer = MemberWriter()
    writer.add("response", response)
    let result: JSONValue = try await bridge.call("notificationManager.didReceive", writer.members, within: time)
    return try result.read()
  }

  /// Sets whether the user allows notifications; the initial state is granted.
  ///
  /// Without the permission subscriptions wait (event 504); they are sent when it is granted. All
  /// other jobs, also a suspend or an unsubscribe, need no permission. It is stored for all app
  /// groups of the data directory: a denial holds after a restart, after `clear`, and in every
  /// other group, until the host grants it.
  ///
  /// Refused with `storageFailed`.
  ///
  /// - Parameters:
  ///   - granted: True if the user allows notifications, from the operating system of the device.
  ///     Example: `true`.
  ///   - time: The longest wait for the answer.
  public func setPermission(
    granted: Bool,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("granted", granted)
    _ = try await bridge.call("notificationManager.setPermission", writer.members, within: time)
  }

  /// Makes the bridge ask this connection how to show pushes that arrive while the app is in the
  /// foreground.
  ///
  /// Applies to the latest connection that called it and is open. When that connection ends, the
  /// one that called before it is asked again.
  ///
  /// - Parameters:
  ///   - enabled: True if this connection decides and the bridge waits for its answer; false if
  ///     the bridge only informs it. Example: `true`.
  ///   - time: The longest wait for the answer.
  public func setCustomPushProcessing(
    enabled: Bool,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("enabled", enabled)
    _ = try await bridge.call("notificationManager.setCustomPushProcessing", writer.members, within: time)
  }

  /// Makes this connection process taps on notifications.
  ///
  /// Applies to the latest connection that called it and is open. When that connection ends, the
  /// one that called before it is asked again.
  ///
  /// - Parameters:
  ///   - enabled: True if this connection decides and the bridge waits for its answer; false if
  ///     the bridge only informs it. Example: `true`.
  ///   - time: The longest wait for the answer.
  public func setCustomClickProcessing(
    enabled: Bool,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) {
    var writer = MemberWriter()
    writer.add("enabled", enabled)
    _ = try await bridge.call("notificationManager.setCustomClickProcessing", writer.members, within: time)
  }

  /// Makes the host ask the user to allow notifications.
  ///
  /// Calls notificationManager.requestAuthorization on this connection. Without a valid answer the
  /// permission does not change. `error` is the text in the answer of the host.
  ///
  /// Refused with `storageFailed`.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func registerForPushNotifications(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Permission {
    let result: JSONValue = try await bridge.call("notificationManager.registerForPushNotifications", within: time)
    return try result.read()
  }
}

/// The methods whose names start with `nse.`.
public struct NSEMethods: Sendable {
  let bridge: Bridge

  /// Checks whether a push comes from the platform.
  ///
  /// True for a push with the SDK's marker `_ac_push`, with a `hub_link` that has `open` or `ack`,
  /// or with both `uid` and `launch_id`. Takes a `request` or a `message`.
  ///
  /// - Parameters:
  ///   - request: The notification request from the operating system, as JSON. It takes
  ///     precedence over `message`. Example: `{"identifier": "request-1", "content": {"title":
  ///     "Sale", "userInfo": {"_ac_push": "true", "_uid": "uid-1"}}}`.
  ///   - message: The push: the data map as it arrived on the device, or the whole message of a
  ///     provider. Its values may be strings that hold JSON. Example: `{"_ac_push": "true", "_uid":
  ///     "uid-1"}`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func isAltcraftPush(
    request: NotificationRequest? = nil,
    message: [String: JSONValue]? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Bool {
    var writer = MemberWriter()
    writer.addPresent("request", request)
    writer.addPresent("message", message)
    let result: JSONValue = try await bridge.call("nse.isAltcraftPush", writer.members, within: time)
    return try result.read()
  }

  /// Returns the content to show for a notification, with the buttons and the image of the push.
  ///
  /// Title, text, badge, sound and userInfo do not change. The delivery event is registered once
  /// for each uid and is on disk when the call is answered; if it cannot be registered, an event
  /// (451, 402, 403 or 501) gives the reason and the call is answered all the same. Event 204
  /// follows; event 453 before it means that the image has no valid URL. The content of a push of
  /// another sender does not change: nothing is registered, and event 202 follows.
  ///
  /// - Parameters:
  ///   - request: The notification request from the operating system, as JSON. Example:
  ///     `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true",
  ///     "_uid": "uid-1"}}}`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func handleNotificationRequest(
    request: NotificationRequest,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> ShownContent {
    var writer = MemberWriter()
    writer.add("request", request)
    let result: JSONValue = try await bridge.call("nse.handleNotificationRequest", writer.members, within: time)
    return try result.read()
  }

  /// Returns the best content so far: that of the latest request of this connection, or null
  /// without one.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func serviceExtensionTimeWillExpire(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> ShownContent? {
    let result: JSONValue = try await bridge.call("nse.serviceExtensionTimeWillExpire", within: time)
    return try result.read()
  }
}

/// The methods whose names start with `outbox.`.
public struct OutboxMethods: Sendable {
  let bridge: Bridge

  /// Returns state and outcome of one job, also after it has ended.
  ///
  /// The last `finishedRecords` (10 000) ended jobs are kept, across restarts too.
  ///
  /// - Parameters:
  ///   - requestId: The id of the job, from the answer of the durable call. Example:
  ///     `"example-1"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func get(
    requestId: String,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> Job? {
    var writer = MemberWriter()
    writer.add("requestId", requestId)
    let result: JSONValue = try await bridge.call("outbox.get", writer.members, within: time)
    return try result.read()
  }

  /// Returns pending jobs, and rejected ones that can still be retried, in order of acceptance.
  ///
  /// - Parameters:
  ///   - limit: The largest number of items in the answer, from 1 to 1000; by default 100.
  ///     Example: `10`.
  ///   - after: The `next` of the previous page; without it: the first page. Example:
  ///     `"example-1"`.
  ///   - state: Lists only jobs in this state; without it: both. Example: `"rejected"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func list(
    limit: Int? = nil,
    after: String? = nil,
    state: OutboxFilterState? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> JobPage {
    var writer = MemberWriter()
    writer.addPresent("limit", limit)
    writer.addPresent("after", after)
    writer.addPresent("state", state)
    let result: JSONValue = try await bridge.call("outbox.list", writer.members, within: time)
    return try result.read()
  }

  /// Starts the next attempt of all waiting jobs now.
  ///
  /// Ends all pauses between attempts, including a pause that the platform requested.
  ///
  /// - Parameters:
  ///   - wait: True to answer after each waiting job has had its attempt, false to answer
  ///     immediately. Example: `true`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func flush(
    wait: Bool? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> PendingCount {
    var writer = MemberWriter()
    writer.addPresent("wait", wait)
    let result: JSONValue = try await bridge.call("outbox.flush", writer.members, within: time)
    return try result.read()
  }

  /// Moves rejected jobs back to pending, with the same id and a new time to live.
  ///
  /// A rejected job can be retried while it is among the last `finishedRecords` (10 000) ended jobs
  /// and its body is kept: new jobs displace the oldest rejected body. Needs a configuration. Takes
  /// one `requestId`, or a `filter`.
  ///
  /// Refused with `storageFailed`, `notInitialized`, `outboxFull`.
  ///
  /// - Parameters:
  ///   - requestId: The id of the job, from the answer of the durable call. Example:
  ///     `"example-1"`.
  ///   - filter: A choice of jobs, in place of `requestId`. Example: `{"method":
  ///     ["mobileEvent"]}`.
  ///   - dryRun: True to count the jobs that `filter` chooses, and change nothing. Example:
  ///     `true`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func retry(
    requestId: String? = nil,
    filter: OutboxFilter? = nil,
    dryRun: Bool? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> JSONValue {
    var writer = MemberWriter()
    writer.addPresent("requestId", requestId)
    writer.addPresent("filter", filter)
    writer.addPresent("dryRun", dryRun)
    let result: JSONValue = try await bridge.call("outbox.retry", writer.members, within: time)
    return try result.read()
  }

  /// Ends pending jobs, or drops the bodies of rejected ones: they are never sent.
  ///
  /// A pending job ends in state cleared, with event 601 whose value has `cause` "discarded". One
  /// that is being sent is refused with -32602. A rejected job still counts as rejected, and
  /// `outbox.get` still returns its outcome. Takes one `requestId`, or a `filter`.
  ///
  /// Refused with `storageFailed`.
  ///
  /// - Parameters:
  ///   - requestId: The id of the job, from the answer of the durable call. Example:
  ///     `"example-1"`.
  ///   - filter: A choice of jobs, in place of `requestId`. Example: `{"method":
  ///     ["mobileEvent"]}`.
  ///   - dryRun: True to count the jobs that `filter` chooses, and change nothing. Example:
  ///     `true`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func discard(
    requestId: String? = nil,
    filter: OutboxFilter? = nil,
    dryRun: Bool? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> JSONValue {
    var writer = MemberWriter()
    writer.addPresent("requestId", requestId)
    writer.addPresent("filter", filter)
    writer.addPresent("dryRun", dryRun)
    let result: JSONValue = try await bridge.call("outbox.discard", writer.members, within: time)
    return try result.read()
  }
}

/// The methods whose names start with `outcomes.`.
public struct OutcomesMethods: Sendable {
  let bridge: Bridge

  /// Returns the kept outcomes of jobs after a number, in order.
  ///
  /// The last `finishedRecords` (10 000) outcomes are kept; the outcome of a job that was retried
  /// since is not. A page may be short, or empty: repeat the call with its `next` as `after` and
  /// its `epoch` until `next` is `last`.
  ///
  /// - Parameters:
  ///   - after: The number of the last outcome that the host has processed, or `next` of the
  ///     previous page. Example: `17`.
  ///   - epoch: The `epoch` of the outcome that `after` comes from. With it a position that is
  ///     not of this data directory, as after an older copy of it was put back, is reported and not
  ///     refused. Example: `"9f2c4b1e"`.
  ///   - limit: The largest number of items in the answer, from 1 to 1000; by default 100.
  ///     Example: `10`.
  ///   - state: Lists only outcomes with these states. Example: `["rejected", "expired"]`.
  ///   - method: Lists only outcomes of these methods. Example: `["mobileEvent"]`.
  ///   - requestId: Lists only jobs whose id starts with this text. Example: `"order-"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func list(
    after: Int? = nil,
    epoch: String? = nil,
    limit: Int? = nil,
    state: [NumberedOutcomeState]? = nil,
    method: [String]? = nil,
    requestId: String? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> OutcomePage {
    var writer = MemberWriter()
    writer.addPresent("after", after)
    writer.addPresent("epoch", epoch)
    writer.addPresent("limit", limit)
    writer.addPresent("state", state)
    writer.addPresent("method", method)
    writer.addPresent("requestId", requestId)
    let result: JSONValue = try await bridge.call("outcomes.list", writer.members, within: time)
    return try result.read()
  }

  /// Subscribes this connection to outcomes: each arrives as a notification `outcome`.
  ///
  /// Replaces this connection's earlier subscription. The answer comes before the first
  /// notification. Outcomes arrive in order, once they are durable; `outcomes.gap` reports numbers
  /// that are no longer kept, and a position of another copy of the data directory. A subscriber
  /// that does not keep up gets them later. The subscription is to the app group in use: subscribe
  /// again after setAppGroup.
  ///
  /// - Parameters:
  ///   - after: The number of the last outcome that the host has processed; without it: only new
  ///     outcomes. Example: `17`.
  ///   - epoch: The `epoch` of the outcome that `after` comes from. With it a position that is
  ///     not of this data directory, as after an older copy of it was put back, is reported and not
  ///     refused. Example: `"9f2c4b1e"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func subscribe(
    after: Int? = nil,
    epoch: String? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> OutcomePosition {
    var writer = MemberWriter()
    writer.addPresent("after", after)
    writer.addPresent("epoch", epoch)
    let result: JSONValue = try await bridge.call("outcomes.subscribe", writer.members, within: time)
    return try result.read()
  }

  /// Ends this connection's subscription to outcomes.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  public func unsubscribe(within time: Duration = Bridge.day) async throws(BridgeError) {
    _ = try await bridge.call("outcomes.unsubscribe", within: time)
  }
}

/// The methods whose names start with `push.`.
public struct PushMethods: Sendable {
  let bridge: Bridge

  /// Asks for the pushes of a simulated platform: each comes as a notification `push.simulated`.
  ///
  /// For tests without a device: `apiUrl` must be the address of `altcraft-bridge platform` on this
  /// machine. The pushes are those for the token of the subscription that was delivered last;
  /// pushes that were sent before this call come first. A subscription ends with its connection.
  ///
  /// Refused with `configurationMissing`, `noSimulator`.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  public func simulatedSubscribe(within time: Duration = Bridge.day) async throws(BridgeError) {
    _ = try await bridge.call("push.simulated.subscribe", within: time)
  }

  /// Ends this connection's subscription to the pushes of a simulated platform.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  public func simulatedUnsubscribe(within time: Duration = Bridge.day) async throws(BridgeError) {
    _ = try await bridge.call("push.simulated.unsubscribe", within: time)
  }
}

/// The methods whose names start with `rpc.`.
public struct RPCMethods: Sendable {
  let bridge: Bridge

  /// Returns this document.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func discover(
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> [String: JSONValue] {
    let result: JSONValue = try await bridge.call("rpc.discover", within: time)
    return try result.read()
  }
}

/// The methods whose names start with `trace.`.
public struct TraceMethods: Sendable {
  let bridge: Bridge

  /// Subscribes this connection to a trace of all messages and jobs: each item comes as a
  /// notification `trace`.
  ///
  /// Replaces this connection's earlier subscription. The answer comes before the first item. Items
  /// are recorded from the first subscription to the end of the last one, and cover secrets as
  /// `--trace-wire` does. A subscriber that does not keep up loses items, never responses, and is
  /// told which by `trace.gap`.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of items to receive: wire for the messages of connections, job for the
  ///     steps of jobs; without it: both. Items of other kinds do not count as a gap. Example:
  ///     `["job"]`.
  ///   - since: The `seq` of the last item that the client has; the kept items after it follow.
  ///     Without it: only new items. Example: `17`.
  ///   - epoch: The `epoch` of the item that `since` comes from. It identifies the run of the
  ///     process. Example: `"9f2c4b1e"`.
  ///   - time: The longest wait for the answer.
  @discardableResult
  public func subscribe(
    kinds: [TraceItemKind]? = nil,
    since: Int? = nil,
    epoch: String? = nil,
    within time: Duration = Bridge.day
  ) async throws(BridgeError) -> EventPosition {
    var writer = MemberWriter()
    writer.addPresent("kinds", kinds)
    writer.addPresent("since", since)
    writer.addPresent("epoch", epoch)
    let result: JSONValue = try await bridge.call("trace.subscribe", writer.members, within: time)
    return try result.read()
  }

  /// Ends this connection's subscription to the trace.
  ///
  /// - Parameters:
  ///   - time: The longest wait for the answer.
  public func unsubscribe(within time: Duration = Bridge.day) async throws(BridgeError) {
    _ = try await bridge.call("trace.unsubscribe", within: time)
  }
}
