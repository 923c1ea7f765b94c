import AltcraftMethods
import JSONCodec
import Testing

@Suite("The types of the SDK") struct TypeTableTests {
  /// The types of the SDK on its pages (iOS, versions 73 and 75): each that is declared, built, or named as the type of a
  /// parameter, of a result or of a group of functions. Those of the sample apps are left out.
  private static let documented = """
    APNSInterface ActionFieldBuilder AltcraftConfiguration AppInfo CategoryData CcDataSubscription Constants
    Constants.ProviderName EmailSubscription ErrorEvent Event FCMInterface HMSInterface JSONValue JWTInterface
    NotificationManager ProfileData PublicMobileEventFunctions PublicPushEventFunctions
    PublicPushSubscriptionFunctions PublicPushTokenFunctions PushSubscription Response ResponseWithHttp
    ResponseWithHttpCode RetryEvent SmsSubscription Subscription SubscriptionData TokenData UTM
    """.split { $0.isWhitespace }.map(String.init)

  @Test("each one of the pages has one row")
  func complete() {
    #expect(SDKType.all.flatMap(\.names).sorted() == Self.documented.sorted())
  }

  @Test("each counterpart is a type of the schema")
  func counterparts() throws {
    let text = Catalog.schemaText(version: BridgeVersion.current)
    let document = try JSONParser.parse(Array(text.utf8), limits: .generous).value
    let types = try #require(document["components"]?["schemas"]?.objectValue)

    #expect(SDKType.all.flatMap(\.counterparts).filter { types[$0] == nil } == [])
  }
}
