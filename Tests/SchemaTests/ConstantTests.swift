import AltcraftMethods
import JSONCodec
import Testing

/// The constants of the SDK, and what the SDK demands, in the document from which clients are generated.
@Suite("The constants of the SDK in the schema")
struct ConstantTests {
  private static let document: JSON = {
    let text = Catalog.schemaText(version: BridgeVersion.current)
    return (try? JSONParser.parse(Array(text.utf8), limits: .generous).value) ?? .null
  }()

  private static let schemas = document["components"]?["schemas"] ?? .null

  private static func parameter(_ method: String, _ name: String, in list: String = "methods")
    -> JSON
  {
    let declared = document[list]?.arrayValue?.first { $0["name"] == .string(method) }
    let found = declared?["params"]?.arrayValue?.first { $0["name"] == .string(name) }
    return found?["schema"] ?? .null
  }

  /// Returns the schema with the named ones in it in place of references.
  private static func resolved(_ schema: JSON) -> String {
    var text = schema.text
    for name in schemas.objectValue?.keys ?? [] {
      text = text.replacing(
        ##""$ref":"#/components/schemas/\##(name)""##,
        with: "\"\(name)\":\(schemas[name]?.text ?? "")")
    }
    return text
  }

  private static let providers = #""enum":["ios-apns","ios-firebase","ios-huawei"]"#
  private static let statuses = #""enum":["subscribed","suspended","unsubscribed"]"#

  @Test(
    "the push providers are an enumeration wherever one is given",
    arguments: [
      ("methods", "setPushToken", "provider"), ("methods", "deleteDeviceToken", "provider"),
      ("methods", "getStatusOfLatestSubscriptionForProvider", "provider"),
      ("methods", "changePushProviderPriorityList", "list"),
      ("x-callbacks", "provider.getToken", "provider"),
      ("x-callbacks", "provider.deleteToken", "provider"),
    ])
  func providersGiven(list: String, method: String, name: String) {
    #expect(Self.resolved(Self.parameter(method, name, in: list)).contains(Self.providers))
  }

  @Test(
    "members of types have the constants of the SDK",
    arguments: [
      ("Configuration", "providerPriorityList", providers), ("TokenData", "provider", providers),
      ("SubscriptionData", "provider", providers), ("SubscriptionData", "status", statuses),
      ("ProfileData", "status", statuses), ("ProviderValue", "provider", providers),
      ("PushSubscription", "provider", providers), ("PushSubscription", "status", statuses),
      ("EmailSubscription", "status", statuses),
    ])
  func members(type: String, member: String, constants: String) {
    let schema = Self.schemas[type]?["properties"]?[member] ?? .null
    #expect(Self.resolved(schema).contains(constants))
  }

  @Test(
    "a value of the platform may be another text than the constants",
    arguments: [
      ("SubscriptionData", "provider"), ("SubscriptionData", "status"), ("ProfileData", "status"),
    ])
  func open(type: String, member: String) {
    let choices = Self.schemas[type]?["properties"]?[member]?["anyOf"]?.arrayValue ?? []
    #expect(choices.contains { $0["type"] == ["string", "null"] && $0["enum"] == nil })
  }

  @Test(
    "members that the SDK requires are required, and not null",
    arguments: [
      ("Configuration", ["apiUrl"]), ("AppInfo", ["appID", "appIID", "appVer"]),
    ])
  func required(type: String, names: [String]) {
    let schema = Self.schemas[type]
    #expect(schema?["required"]?.arrayValue == names.map(JSON.string))
    for name in names { #expect(schema?["properties"]?[name]?["type"] == "string") }
  }

  @Test(
    "values that must be scalars are typed so",
    arguments: [
      ("mobileEvent", "payload"), ("pushSubscribe", "customFields"),
      ("pushSuspend", "customFields"), ("pushUnSubscribe", "customFields"),
      ("updateProfileFields", "profileFields"),
    ])
  func scalars(method: String, name: String) {
    let text = Self.resolved(Self.parameter(method, name))
    #expect(text.contains(#""type":["string","number","boolean","null"]"#))
  }
}
