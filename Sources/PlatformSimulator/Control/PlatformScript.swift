import Glibc
import JSONCodec
import System

/// The faults to inject and the settings of the platform: the content of a `--script` file and of
/// `POST /__script`.
package struct PlatformScript: Sendable, Equatable {
  package var rules: [ScriptRule]
  /// The new settings. Nil leaves the settings unchanged.
  package var platform: PlatformSettings?

  package init(rules: [ScriptRule] = [], platform: PlatformSettings? = nil) {
    self.rules = rules
    self.platform = platform
  }

  package init(json bytes: [UInt8]) throws(PlatformScriptError) {
    do {
      try self.init(try JSONParser.parse(bytes).value)
    } catch let error as ShapeError {
      throw .invalid(path: error.path, reason: error.reason)
    } catch let error as JSONError {
      throw PlatformScriptError(error)
    } catch {
      throw .invalid(path: "$", reason: "cannot be read")
    }
  }

  /// Reads a script file. Errors name the file and, where possible, the position in it.
  package init(file: String) throws(PlatformScriptError) {
    let bytes = try contents(ofFile: file)
    do throws(PlatformScriptError) {
      try self.init(json: bytes)
    } catch {
      throw .file(file, reason: error.message)
    }
  }

  private init(_ value: JSON) throws(ShapeError) {
    var members = try Members(value, at: "$")
    rules = []
    for (index, rule) in (try members.takeUnlessNull("rules", .array) ?? []).enumerated() {
      rules.append(try ScriptRule(rule, at: "$.rules[\(index)]"))
    }
    platform = nil
    if let settings = members.take("platform") {
      platform = try PlatformSettings(settings, at: "$.platform")
    }
    try members.finish()
  }
}

package enum PlatformScriptError: Error, Equatable {
  case unreadable(file: String, errno: Int32)
  case file(String, reason: String)
  case malformed(offset: Int)
  /// A wrong value. `path` is written as in `$.rules[0].fault.status`.
  case invalid(path: String, reason: String)

  package var message: String {
    switch self {
    case .unreadable(let file, let code): SystemError(file.inMessage, code: code).description
    case .file(let file, let reason): "\(file.inMessage): \(reason)"
    case .malformed(let offset): "not JSON at byte \(offset)"
    case .invalid(let path, let reason): "\(path): \(reason)"
    }
  }

  init(_ error: JSONError) {
    switch error {
    case .malformed(let offset): self = .malformed(offset: offset)
    case .limit(let limit, let max, _):
      self = .invalid(path: "$", reason: "exceeds \(max) \(limit.rawValue)")
    }
  }
}

/// A fault and the requests it applies to. The first rule that applies wins.
package struct ScriptRule: Sendable, Equatable {
  package struct Match: Sendable, Equatable {
    /// The exact path, or a prefix if it ends with `*`. Nil matches every path. Nil in a member below
    /// matches everything, too.
    package var path: String?
    package var method: String?
    package var requestID: String?
    /// The number, from 1, of the only request that matches, among those that match the rest.
    package var nth: Int?

    package init(
      path: String? = nil, method: String? = nil, requestID: String? = nil, nth: Int? = nil
    ) {
      self.path = path
      self.method = method
      self.requestID = requestID
      self.nth = nth
    }
  }

  package let match: Match
  /// The maximum number of uses of the rule; nil for no limit.
  package let times: Int?
  package let fault: Fault

  package init(_ match: Match = Match(), times: Int? = nil, fault: Fault) {
    self.match = match
    self.times = times
    self.fault = fault
  }

  init(_ value: JSON, at path: String) throws(ShapeError) {
    var members = try Members(value, at: path)
    match =
      try members.take("match").map { json throws(ShapeError) in
        try Match(json, at: members.path("match"))
      } ?? Match()
    times = try members.takeUnlessNull("times", .integer(in: 1...Int(Int32.max)))
    fault = try Fault(try members.require("fault"), at: members.path("fault"))
    try members.finish()
  }
}

extension ScriptRule.Match {
  fileprivate init(_ value: JSON, at path: String) throws(ShapeError) {
    var members = try Members(value, at: path)
    self.path = try members.takeUnlessNull("path", .nonEmptyString)
    method = try members.takeUnlessNull("method", .nonEmptyString)
    requestID = try members.takeUnlessNull("requestId", .nonEmptyString)
    nth = try members.takeUnlessNull("nth", .integer(in: 1...Int(Int32.max)))
    try members.finish()
    if let pattern = self.path, !pattern.hasPrefix("/") {
      throw ShapeError(path: "\(path).path", reason: "must start with /, got \(pattern)")
    }
  }

  /// Returns whether the request matches, apart from `nth`.
  func fits(path: String, method: String, requestID: String?) -> Bool {
    (self.path.map { pathFits(path, $0) } ?? true)
      && (self.method == nil || self.method == method)
      && (self.requestID == nil || self.requestID == requestID)
  }

  var json: JSON {
    var members = JSONObject([])
    members["path"] = path.map(JSON.string)
    members["method"] = method.map(JSON.string)
    members["requestId"] = requestID.map(JSON.string)
    members["nth"] = nth.map { .int($0) }
    return .object(members)
  }
}

/// Returns whether the path matches. `pattern` is a path, or a prefix before a final `*`.
func pathFits(_ path: String, _ pattern: String) -> Bool {
  pattern.hasSuffix("*") ? path.hasPrefix(pattern.dropLast()) : path == pattern
}

extension PlatformSettings {
  init(_ value: JSON, at path: String) throws(ShapeError) {
    var members = try Members(value, at: path)
    resourceTokens = try members.strings("resourceTokens")
    resourceTokenDatabase = Int64(
      try members.takeUnlessNull("resourceTokenDatabase", .integer) ?? 1)
    profileFields = try members.strings("profileFields")
    subscriptionFields = try members.strings("subscriptionFields")
    if let elements = try members.takeUnlessNull("categories", .array) {
      var categories: [ResourceCategory] = []
      for (index, element) in elements.enumerated() {
        var category = try Members(element, at: "\(members.path("categories"))[\(index)]")
        let name = try category.require("name", .nonEmptyString)
        categories.append(
          ResourceCategory(
            name: name, title: try category.takeUnlessNull("title", .string) ?? name,
            isSteady: try category.takeUnlessNull("steady", .bool) ?? false))
        try category.finish()
      }
      self.categories = categories
    }
    for (index, trigger) in (try members.takeUnlessNull("triggers", .array) ?? []).enumerated() {
      triggers.append(
        try CampaignTrigger(
          trigger, number: index + 1, at: "\(members.path("triggers"))[\(index)]"))
    }
    if let id = Dictionary(grouping: triggers, by: \.id).first(where: { $1.count > 1 })?.key {
      throw ShapeError(path: members.path("triggers"), reason: "\(id) must not occur twice")
    }
    try members.finish()
  }
}

extension Members {
  fileprivate mutating func strings(_ key: String) throws(ShapeError) -> Set<String>? {
    guard let elements = try takeUnlessNull(key, .array) else { return nil }
    var strings = Set<String>()
    for (index, element) in elements.enumerated() {
      strings.insert(try Kind.nonEmptyString.read(element, at: "\(path(key))[\(index)]"))
    }
    return strings
  }
}

private func contents(ofFile path: String) throws(PlatformScriptError) -> [UInt8] {
  switch File.readText(path) {
  case .success(let bytes): return bytes
  case .failure(let error):
    guard let code = error.code else { throw .file(path, reason: error.reason) }
    throw .unreadable(file: path, errno: code)
  }
}
