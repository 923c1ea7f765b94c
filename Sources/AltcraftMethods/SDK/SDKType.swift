/// A type on the pages of the Altcraft SDK with its counterpart in the interface of the bridge. The guide for users of the
/// SDK and the coverage tests read this table.
package struct SDKType: Sendable {
  /// All names on the pages; the first is the usual one.
  package let names: [String]
  /// The types of `components.schemas` that take its place; empty if there are none.
  package let counterparts: [String]
  /// The difference, as a part of a sentence; nil if the members have the same names and meanings.
  package let difference: String?

  package static let all: [SDKType] = [
    SDKType(["AltcraftConfiguration"], "Configuration", "a JSON object, without a builder"),
    SDKType(["AppInfo"], "AppInfo"),
    SDKType(["CategoryData"], "Category ResponseCategory", "the second one is in answers"),
    SDKType(["UTM"], "UTM"),
    SDKType(["ActionFieldBuilder"], "ActionField", "the result of `actionField`"),
    SDKType(
      ["Subscription"], "Subscription",
      "members have the names of the requests, such as `resource_id`; `resourceId` is accepted too"),
    SDKType(["EmailSubscription"], "EmailSubscription"),
    SDKType(["SmsSubscription"], "SmsSubscription"),
    SDKType(["PushSubscription"], "PushSubscription"),
    SDKType(["CcDataSubscription"], "CcDataSubscription"),
    SDKType(["ResponseWithHttp", "ResponseWithHttpCode"], "ResponseWithHttp"),
    SDKType(["Response"], "Response"),
    SDKType(["ProfileData"], "ProfileData"),
    SDKType(["SubscriptionData"], "SubscriptionData"),
    SDKType(["TokenData"], "TokenData"),
    SDKType(
      ["Constants.ProviderName", "Constants"], "Provider",
      "`firebase` is \"ios-firebase\", `apns` is \"ios-apns\", `huawei` is \"ios-huawei\""),
    SDKType(
      ["Event"], "Event",
      "`eventCode` is `code`, `eventMessage` is `message`, `eventValue` is `value`"),
    SDKType(["ErrorEvent"], "Event", "its `type` is \"error\""),
    SDKType(["RetryEvent"], "Event", "its `type` is \"retryError\""),
    SDKType(["JSONValue"], "", "any JSON value"),
    SDKType(
      ["JWTInterface", "APNSInterface", "FCMInterface", "HMSInterface"], "ProviderSource",
      "\"callback\" lets the bridge call the host"),
    SDKType(
      [
        "PublicPushSubscriptionFunctions", "PublicPushTokenFunctions",
        "PublicMobileEventFunctions", "PublicPushEventFunctions", "NotificationManager",
      ], "", "a group of methods, see *Functions*"),
  ]

  private init(_ names: [String], _ counterparts: String, _ difference: String? = nil) {
    self.names = names
    self.counterparts = counterparts.split(separator: " ").map(String.init)
    self.difference = difference
  }
}
