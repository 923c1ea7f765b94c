// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

extension Bridge.Host {

  /// Sets the answer to `provider.getJWT`: Requests the JWT of the current user.
  ///
  /// Sent to the connection that called setJWTProvider with "callback". Calls and attempts that
  /// wait at the same moment share one answer; it is not cached beyond that. An error, null and an
  /// empty string count as no JWT; a late answer is ignored. The payload of the JWT must have the
  /// claim `matching`: an object, or a string with the JSON of one. Its members: `db_id`, the
  /// number of the database; `matching`, how the profile is found; and its identifiers: `email` for
  /// "email", `phone` for "phone", `profile_id` for "profile_id", `field_name` and `field_value`
  /// for "custom", `provider` and `subscription_id` for "push_sub". The claim `exp`, in seconds
  /// since 1970, is optional. The JWT and its payload have at most 16 KiB each. The platform checks
  /// the signature.
  ///
  /// reason: The reason of the request: request if a JWT is needed, rejected if the platform
  /// refused the last one, expired if the last one has expired.
  public mutating func answerGetJWT(
    _ answer: @escaping @Sendable (_ reason: ProviderGetJWTReason) async throws -> String?
  ) {
    answers["provider.getJWT"] = { parameters in
      var members = try MemberReader(parameters)
      let reason: ProviderGetJWTReason = try members.take("reason")
      return try await answer(reason).json
    }
  }

  /// Sets the answer to `provider.getToken`: Requests the push token of one provider.
  ///
  /// Sent up to three times, one second apart, until there is a token. An error, null, an empty
  /// string and a token of more than 4096 bytes count as no token.
  ///
  /// provider: The push provider: ios-apns, ios-firebase or ios-huawei. Example:
  /// `"ios-firebase"`.
  public mutating func answerGetToken(
    _ answer: @escaping @Sendable (_ provider: Provider) async throws -> String?
  ) {
    answers["provider.getToken"] = { parameters in
      var members = try MemberReader(parameters)
      let provider: Provider = try members.take("provider")
      return try await answer(provider).json
    }
  }

  /// Sets the answer to `provider.deleteToken`: Requests the deletion of the push token of one
  /// provider, so that the provider issues a new one.
  ///
  /// The bridge ignores the value: it continues after any answer, or after the time limit.
  ///
  /// provider: The push provider: ios-apns, ios-firebase or ios-huawei. Example:
  /// `"ios-firebase"`.
  public mutating func answerDeleteToken(
    _ answer: @escaping @Sendable (_ provider: Provider) async throws -> Bool
  ) {
    answers["provider.deleteToken"] = { parameters in
      var members = try MemberReader(parameters)
      let provider: Provider = try members.take("provider")
      return try await answer(provider).json
    }
  }

  /// Sets the answer to `notificationManager.requestAuthorization`: Requests that the host ask the
  /// user to allow notifications.
  ///
  /// Sent to the connection that called registerForPushNotifications or
  /// requestNotificationPermission. The answer is an object, or a boolean for `granted` alone.
  /// Without a valid answer the permission does not change.
  ///
  /// options: The kinds of notification to ask for: alert, badge and sound. Example: `["alert",
  /// "badge", "sound"]`.
  public mutating func answerRequestAuthorization(
    _ answer: @escaping @Sendable (_ options: [String]) async throws -> JSONValue
  ) {
    answers["notificationManager.requestAuthorization"] = { parameters in
      var members = try MemberReader(parameters)
      let options: [String] = try members.take("options")
      return try await answer(options).json
    }
  }

  /// Sets the answer to `notificationManager.onForegroundNotification`: Reports a push that arrives
  /// while the app is in the foreground, and requests how to show it.
  ///
  /// Sent to the connection that called notificationManager.setCustomPushProcessing. If processing
  /// is disabled, the bridge does not wait for the answer; without a valid one the standard options
  /// apply. Unknown options and members are ignored.
  ///
  /// request: The notification request from the operating system, as JSON. Example:
  /// `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_ac_push": "true",
  /// "_uid": "uid-1"}}}`.
  public mutating func answerForegroundNotification(
    _ answer: @escaping @Sendable (_ request: NotificationRequest) async throws -> PresentationOptions
  ) {
    answers["notificationManager.onForegroundNotification"] = { parameters in
      var members = try MemberReader(parameters)
      let request: NotificationRequest = try members.take("request")
      return try await answer(request).json
    }
  }

  /// Sets the answer to `notificationManager.onNotificationClick`: Reports a tap on a notification.
  ///
  /// Sent to the connection that called notificationManager.setCustomClickProcessing. If processing
  /// is enabled, the host processes the tap, and any answer means that it has done so; otherwise
  /// the bridge does not wait for the answer.
  ///
  /// request: The notification request that was tapped, from the operating system. Example:
  /// `{"identifier": "request-1", "content": {"title": "Sale", "userInfo": {"_uid":
  /// "uid-1"}}}`.
  ///
  /// actionIdentifier: The tapped element, from the operating system: button0 for the first
  /// button, com.apple.UNNotificationDefaultActionIdentifier for the notification itself,
  /// com.apple.UNNotificationDismissActionIdentifier for a dismissal. Example: `"button0"`.
  public mutating func answerNotificationClick(
    _ answer: @escaping @Sendable (_ request: NotificationRequest, _ actionIdentifier: String) async throws -> JSONValue
  ) {
    answers["notificationManager.onNotificationClick"] = { parameters in
      var members = try MemberReader(parameters)
      let request: NotificationRequest = try members.take("request")
      let actionIdentifier: String = try members.take("actionIdentifier")
      return try await answer(request, actionIdentifier).json
    }
  }
}
