import JSONCodec

/// A fault of a request. A delay can be used alone or before any other action.
package struct Fault: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// No fault: the request is performed and answered as usual.
    case none
    /// An answer in place of performing the request.
    case answer(status: Int, headers: [Header], body: JSON?)
    /// A reset of the connection, before or after the request is performed.
    case drop(Moment)
    /// A truncated answer: the request is performed, and its answer ends after this many bytes of the body.
    case truncateBody(Int)
    /// A redirect in place of performing the request.
    case redirect(to: String, status: Int)
    /// No answer until the client cancels. The request is not performed.
    case hang
  }

  package enum Moment: String, Sendable { case before, after }

  package struct Header: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package let action: Action
  package let delayMilliseconds: Int

  package init(_ action: Action, delayMilliseconds: Int = 0) {
    self.action = action
    self.delayMilliseconds = delayMilliseconds
  }

  package static func status(
    _ status: Int, headers: [Header] = [], body: JSON? = nil
  ) -> Fault {
    Fault(.answer(status: status, headers: headers, body: body))
  }

  package static func delay(milliseconds: Int) -> Fault {
    Fault(.none, delayMilliseconds: milliseconds)
  }

  package static func drop(_ moment: Moment) -> Fault { Fault(.drop(moment)) }
  package static func truncateBody(_ bytes: Int) -> Fault { Fault(.truncateBody(bytes)) }
  package static func redirect(to url: String) -> Fault {
    Fault(.redirect(to: url, status: 307))
  }
  package static let hang = Fault(.hang)
}

extension Fault {
  /// The allowed delays. An hour is longer than anything waits, and short enough for a mistake to end.
  private static let delays = 0...3_600_000

  init(_ value: JSON, at path: String) throws(ShapeError) {
    var members = try Members(value, at: path)
    let status = try members.takeUnlessNull("status", .integer(in: 200...599))
    let headers = try members.takeUnlessNull("headers", .object) ?? [:]
    let body = members.take("body")
    let delay = try members.takeUnlessNull("delayMs", .integer(in: Self.delays))
    let drop = try members.takeUnlessNull("drop", .oneOf(["before", "after"]))
    let bytes = try members.takeUnlessNull("truncateBody", .integer(in: 0...Int(Int32.max)))
    let redirect = try members.takeUnlessNull("redirect", .nonEmptyString)
    let hangs = try members.takeUnlessNull("hang", .bool) ?? false
    try members.finish()

    var actions: [Action] = []
    if let moment = drop.flatMap(Moment.init(rawValue:)) { actions.append(.drop(moment)) }
    if let bytes { actions.append(.truncateBody(bytes)) }
    if hangs { actions.append(.hang) }
    if let redirect {
      try Self.checkHeader("Location", redirect, at: members.path("redirect"))
      if let status, !(300...399).contains(status) {
        throw ShapeError(
          path: members.path("status"), reason: "must be 300 to 399 for a redirect, got \(status)")
      }
      actions.append(.redirect(to: redirect, status: status ?? 307))
    } else if let status {
      let headers = try Self.headers(headers, at: members.path("headers"))
      actions.append(.answer(status: status, headers: headers, body: body))
    }
    if status == nil || redirect != nil, body != nil || !headers.isEmpty {
      throw ShapeError(path: path, reason: "headers and body need a status and no redirect")
    }
    guard actions.count <= 1, !actions.isEmpty || delay != nil else {
      throw ShapeError(
        path: path,
        reason: "must have one of status, drop, truncateBody, redirect, hang, or delayMs")
    }
    self.init(actions.first ?? .none, delayMilliseconds: delay ?? 0)
  }

  private static func headers(
    _ object: JSONObject, at path: String
  ) throws(ShapeError) -> [Header] {
    var headers: [Header] = []
    for member in object.members {
      let value = try Kind.string.read(member.value, at: "\(path).\(member.key)")
      try checkHeader(member.key, value, at: "\(path).\(member.key)")
      headers.append(Header(member.key, value))
    }
    return headers
  }

  private static func checkHeader(
    _ name: String, _ value: String, at path: String
  ) throws(ShapeError) {
    let isName =
      !name.isEmpty && name.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
    guard isName, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw ShapeError(path: path, reason: "is not a valid header value")
    }
    guard !["content-length", "transfer-encoding"].contains(name.lowercased()) else {
      throw ShapeError(path: path, reason: "is set by the simulator; see truncateBody")
    }
  }

  /// The fault as a script spells it.
  var json: JSON {
    var members = JSONObject([])
    switch action {
    case .none: break
    case .answer(let status, let headers, let body):
      members["status"] = .int(status)
      if !headers.isEmpty {
        members["headers"] = .object(
          JSONObject(
            headers.map { JSONObject.Member(key: $0.name, value: .string($0.value)) }))
      }
      members["body"] = body
    case .drop(let moment): members["drop"] = .string(moment.rawValue)
    case .truncateBody(let bytes): members["truncateBody"] = .int(bytes)
    case .redirect(let url, let status):
      members["redirect"] = .string(url)
      members["status"] = .int(status)
    case .hang: members["hang"] = true
    }
    if delayMilliseconds > 0 { members["delayMs"] = .int(delayMilliseconds) }
    return .object(members)
  }
}
