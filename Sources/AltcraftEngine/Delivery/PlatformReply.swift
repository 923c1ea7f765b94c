import HTTP
import JSONCodec

/// `ResponseWithHttp`: an answer of the platform as callers and subscribers get it.
package struct PlatformReply: Sendable, Equatable {
  package let httpCode: Int
  /// Nil when the body was no JSON object, or not all of it came.
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

  /// What the log keeps of it: the response only if it has no more than 64 KiB.
  package var forLog: PlatformReply {
    guard let response, response.json.bytes.count > Self.logLimit else { return self }
    return PlatformReply(httpCode: httpCode, response: nil)
  }

  private static let logLimit = 64 * 1024
}

/// The platform's words. A member of another type than the documentation has counts as not given;
/// the rest is not lost with it.
package struct PlatformResponse: Sendable, Equatable {
  /// An integer.
  package let error: JSONNumber?
  package let errorText: String?
  package let profile: Profile?

  package struct Profile: Sendable, Equatable {
    package let id: String?
    package let status: String?
    package let isTest: Bool?
    package let subscription: Subscription?
  }

  package struct Subscription: Sendable, Equatable {
    package let subscriptionID: String?
    package let hashID: String?
    package let provider: String?
    package let status: String?
    /// As they came.
    package let fields: JSONObject?
    package let cats: [PushCategory]
  }

  /// Nil for a body that is no JSON object.
  init?(body: [UInt8]) {
    let limits = JSONLimits(depth: 64, objectMembers: 1 << 16, stringBytes: body.count)
    guard let members = (try? JSONParser.parse(body, limits: limits))?.value.objectValue else {
      return nil
    }
    self.init(members)
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
}

extension PlatformResponse.Profile {
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

  /// With every member.
  package var json: JSON {
    [
      "name": .optional(name), "title": .optional(title), "steady": steady.map(JSON.bool) ?? .null,
      "active": active.map(JSON.bool) ?? .null,
    ]
  }

  /// With the members that were given.
  var requestJSON: JSON {
    var members: JSONObject = [:]
    members["name"] = name.map(JSON.string)
    members["title"] = title.map(JSON.string)
    members["steady"] = steady.map(JSON.bool)
    members["active"] = active.map(JSON.bool)
    return .object(members)
  }
}
