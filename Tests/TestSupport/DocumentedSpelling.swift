import JSONCodec

extension JSON {
  /// The parameters of a call as the document spells them. The bridge also accepts push providers in any letter case, and
  /// the members of a subscription in camel case.
  var inDocumentedSpelling: JSON {
    switch self {
    case .string(let text):
      let name = text.lowercased()
      return Self.providers.contains(name) ? .string(name) : self
    case .array(let elements): return .array(elements.map(\.inDocumentedSpelling))
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { member in
            let value = member.value.inDocumentedSpelling
            return .init(
              key: member.key, value: member.key == "subscription" ? value.inSnakeCase : value)
          }))
    case .null, .bool, .number: return self
    }
  }

  private var inSnakeCase: JSON {
    let members = (objectValue?.members ?? []).map {
      JSONObject.Member(key: Self.wireNames[$0.key] ?? $0.key, value: $0.value)
    }
    return objectValue == nil ? self : .object(JSONObject(members))
  }

  private static let providers = ["ios-apns", "ios-firebase", "ios-huawei"]

  private static let wireNames = [
    "resourceId": "resource_id", "subscriptionId": "subscription_id", "ccData": "cc_data",
    "customFields": "custom_fields",
  ]
}
