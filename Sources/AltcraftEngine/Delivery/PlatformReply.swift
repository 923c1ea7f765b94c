import HTTP
import JSONCodec

/// A response of the platform as callers and subscribers get it, `ResponseWithHttp`.
package struct PlatformReply: Sendable, Equatable {
  package let httpCode: Int
  /// Nil if the body was not a JSON object, or was incomplete.
  package let response: PlatformResponse?

  package init(httpCode: Int, response: PlatformResponse?) {
    self.httpCode = httpCode
    self.response = response
  }

  init(_ response: HTTPResponse) {
    httpCode = response.status
    self.response = response.bodyIsComplete ? PlatformResponse(body: response.body) : nil
  }

  package var json: JSON {
    ["httpCode": .int(httpCode), "response": response?.json ?? .null]
  }

  /// The part that events and outcomes keep: at most 48 KiB of JSON, each text at most 4 KiB.
  package var kept: PlatformReply {
    PlatformReply(httpCode: httpCode, response: response?.cut(to: Self.keptBytes))
  }

  /// The limit without 64 bytes for `httpCode` and the names of the members.
  private static let keptBytes = (48 << 10) - 64
}

/// The parsed response body. A member of another type than the documentation has counts as absent; the other
/// members are kept.
package struct PlatformResponse: Sendable, Equatable {
  /// An integer.
  package let error: JSONNumber?
  package fileprivate(set) var errorText: String?
  package fileprivate(set) var profile: Profile?

  package struct Profile: Sendable, Equatable {
    package fileprivate(set) var id: String?
    package fileprivate(set) var status: String?
    package let isTest: Bool?
    package fileprivate(set) var subscription: Subscription?
  }

  package struct Subscription: Sendable, Equatable {
    package fileprivate(set) var subscriptionID: String?
    package fileprivate(set) var hashID: String?
    package fileprivate(set) var provider: String?
    package fileprivate(set) var status: String?
    /// The members as received.
    package fileprivate(set) var fields: JSONObject?
    package fileprivate(set) var cats: [PushCategory]
  }

  /// Parses a body. Nil if it is not a JSON object.
  init?(body: [UInt8]) {
    let limits = JSONLimits(depth: 64, objectMembers: 1 << 16, stringBytes: body.count)
    guard let document = try? JSONParser.parse(body, limits: limits),
      let members = document.value.objectValue
    else { return nil }
    // Every JSON parser must be able to read the response that the host gets.
    self.init(document.hasDuplicateMembers ? members.withoutDuplicates : members)
  }

  private init(_ members: JSONObject) {
    error = members["error"]?.numberValue.flatMap { $0.int64 == nil ? nil : $0 }
    errorText = members["error_text"]?.stringValue
    profile = members["profile"]?.objectValue.map(Profile.init)
  }

  package var json: JSON {
    [
      "error": error.map(JSON.number) ?? .null, "errorText": .optional(errorText),
      "profile": profile?.json ?? .null,
    ]
  }

  /// Returns the response with at most `limit` bytes of JSON, each text with at most `KeptText.bytes`. The
  /// seven texts outside of `fields` and `cats` take 28 KiB at most; those two share the rest.
  fileprivate func cut(to limit: Int) -> PlatformResponse {
    guard json.bytes.count > KeptText.bytes else { return self }
    var copy = self
    copy.errorText = errorText.map(KeptText.cut)
    copy.profile = profile?.cutTexts
    guard let subscription = copy.profile?.subscription else { return copy }
    copy.profile?.subscription?.fields = nil
    copy.profile?.subscription?.cats = []
    let left = limit - copy.json.bytes.count
    let fields = subscription.fields?.cut(to: left / 2, text: KeptText.bytes)
    copy.profile?.subscription?.fields = fields
    let fieldBytes = fields.map { JSON.object($0).bytes.count } ?? 0
    copy.profile?.subscription?.cats = PushCategory.cut(
      subscription.cats, to: left - fieldBytes)
    return copy
  }
}

extension PlatformResponse.Profile {
  fileprivate var cutTexts: PlatformResponse.Profile {
    var copy = self
    copy.id = id.map(KeptText.cut)
    copy.status = status.map(KeptText.cut)
    copy.subscription?.subscriptionID = subscription?.subscriptionID.map(KeptText.cut)
    copy.subscription?.hashID = subscription?.hashID.map(KeptText.cut)
    copy.subscription?.provider = subscription?.provider.map(KeptText.cut)
    copy.subscription?.status = subscription?.status.map(KeptText.cut)
    return copy
  }

  fileprivate init(_ members: JSONObject) {
    id = members["id"]?.stringValue
    status = members["status"]?.stringValue
    isTest = members["is_test"]?.boolValue
    subscription = members["subscription"]?.objectValue.map(PlatformResponse.Subscription.init)
  }

  fileprivate var json: JSON {
    [
      "id": .optional(id), "status": .optional(status),
      "isTest": isTest.map(JSON.bool) ?? .null, "subscription": subscription?.json ?? .null,
    ]
  }
}

extension PlatformResponse.Subscription {
  fileprivate init(_ members: JSONObject) {
    subscriptionID = members["subscription_id"]?.stringValue
    hashID = members["hash_id"]?.stringValue
    provider = members["provider"]?.stringValue
    status = members["status"]?.stringValue
    fields = members["fields"]?.objectValue
    cats = members["cats"]?.arrayValue?.compactMap { $0.objectValue.map(PushCategory.init) } ?? []
  }

  fileprivate var json: JSON {
    [
      "subscriptionId": .optional(subscriptionID), "hashId": .optional(hashID),
      "provider": .optional(provider), "status": .optional(status),
      "fields": fields.map(JSON.object) ?? .null, "cats": .array(cats.map(\.json)),
    ]
  }
}

/// A category of a subscription, `CategoryData` in the SDK.
package struct PushCategory: Sendable, Equatable {
  package var name: String?
  package var title: String?
  package var steady: Bool?
  package var active: Bool?

  package init(
    name: String? = nil, title: String? = nil, steady: Bool? = nil, active: Bool? = nil
  ) {
    self.name = name
    self.title = title
    self.steady = steady
    self.active = active
  }

  package init(_ members: JSONObject) {
    name = members["name"]?.stringValue
    title = members["title"]?.stringValue
    steady = members["steady"]?.boolValue
    active = members["active"]?.boolValue
  }

  /// Returns the first categories that fit into `limit` bytes of JSON, with their texts cut. If some are left
  /// out, the last one has a name with the number of missing ones.
  fileprivate static func cut(_ cats: [PushCategory], to limit: Int) -> [PushCategory] {
    // Room for the category with the number of missing ones.
    var left = limit - 128
    var kept: [PushCategory] = []
    for category in cats {
      var category = category
      category.name = category.name.map(KeptText.cut)
      category.title = category.title.map(KeptText.cut)
      left -= category.json.bytes.count + 1
      guard left >= 0 else {
        return kept + [PushCategory(name: "… (\(cats.count - kept.count) more)")]
      }
      kept.append(category)
    }
    return kept
  }

  /// The category with every member.
  package var json: JSON {
    [
      "name": .optional(name), "title": .optional(title), "steady": steady.map(JSON.bool) ?? .null,
      "active": active.map(JSON.bool) ?? .null,
    ]
  }

  /// The category with only the members that were given.
  var requestJSON: JSON {
    var members: JSONObject = [:]
    members["name"] = name.map(JSON.string)
    members["title"] = title.map(JSON.string)
    members["steady"] = steady.map(JSON.bool)
    members["active"] = active.map(JSON.bool)
    return .object(members)
  }
}
