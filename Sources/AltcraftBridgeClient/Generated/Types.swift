// Written by `altcraft-bridge generate swift` from the OpenRPC document. Do not edit.
// swift-format-ignore-file

/// A button of a notification.
public struct Action: Sendable, Hashable, JSONConvertible {
  /// The identifier: button0 for the first button of the push.
  public var identifier: String
  /// The label of the button.
  public var title: String
  /// The options of the button: foreground opens the app.
  public var options: [String]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(identifier: String, title: String, options: [String]) {
    self.identifier = identifier
    self.title = title
    self.options = options
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    identifier = try members.take("identifier")
    title = try members.take("title")
    options = try members.take("options")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("identifier", identifier)
    writer.add("title", title)
    writer.add("options", options)
    return .object(writer.members)
  }
}

/// An operation on a field of the profile, as `actionField` returns it.
public struct ActionField: Sendable, Hashable, JSONConvertible {
  /// The operation on the field. Example: `"incr"`.
  public var action: ActionFieldAction
  /// The operand: the new value, the number to add, or the list element. Example: `1`.
  public var value: JSONValue?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(action: ActionFieldAction, value: JSONValue? = nil) {
    self.action = action
    self.value = value
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    action = try members.take("action")
    value = try members.take("value")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("action", action)
    writer.addPresent("value", value)
    return .object(writer.members)
  }
}

/// The value of an event that reports the outcome of a request.
public struct AnswerValue: Sendable, Hashable, JSONConvertible {
  /// The answer of the platform.
  public var responseWithHttpCode: ResponseWithHTTP
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(responseWithHttpCode: ResponseWithHTTP) {
    self.responseWithHttpCode = responseWithHttpCode
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    responseWithHttpCode = try members.take("response_with_http_code")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("response_with_http_code", responseWithHttpCode)
    return .object(writer.members)
  }
}

/// The app, as the platform shows it in the profile.
public struct AppInfo: Sendable, Hashable, JSONConvertible {
  /// The identifier of the app, from its bundle or package; sent as `_app_id`. Example:
  /// `"com.example.app"`.
  public var appID: String
  /// The identifier of this installation, generated once by the host; sent as `_app_iid`. Example:
  /// `"6f1c2a90"`.
  public var appIID: String
  /// The version of the app, from its build; sent as `_app_ver`. Example: `"1.0.0"`.
  public var appVer: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(appID: String, appIID: String, appVer: String) {
    self.appID = appID
    self.appIID = appIID
    self.appVer = appVer
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    appID = try members.take("appID")
    appIID = try members.take("appIID")
    appVer = try members.take("appVer")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("appID", appID)
    writer.add("appIID", appIID)
    writer.add("appVer", appVer)
    return .object(writer.members)
  }
}

/// An image to attach to a notification.
public struct Attachment: Sendable, Hashable, JSONConvertible {
  /// The identifier of the attachment: always img.
  public var identifier: String
  /// The address of the image. The bridge does not fetch it.
  public var url: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(identifier: String, url: String) {
    self.identifier = identifier
    self.url = url
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    identifier = try members.take("identifier")
    url = try members.take("url")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("identifier", identifier)
    writer.add("url", url)
    return .object(writer.members)
  }
}

/// The answer of a user who was asked to allow notifications.
public struct AuthorizationAnswer: Sendable, Hashable, JSONConvertible {
  /// True if the user allows notifications, from the operating system of the device. Example:
  /// `true`.
  public var granted: Bool
  /// The error of the operating system, as a text of the host; null if there is none.
  public var error: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(granted: Bool, error: String? = nil) {
    self.granted = granted
    self.error = error
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    granted = try members.take("granted")
    error = try members.take("error")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("granted", granted)
    writer.addPresent("error", error)
    return .object(writer.members)
  }
}

/// The program, its run and its settings.
public struct BridgeInfo: Sendable, Hashable, JSONConvertible {
  /// The name of the program: always altcraft-bridge.
  public var name: String
  /// The version of the program.
  public var version: String
  /// The version of the protocol: 1.
  public var `protocol`: Int
  /// The digest of the document that `altcraft-bridge schema` prints: sha256: and hex digits.
  public var schemaDigest: String
  /// The id of the process.
  public var pid: Int
  /// The id of this run of the process, as in events.
  public var epoch: String
  /// The time at which the process began to serve. A time in ISO 8601, UTC.
  public var startedAt: String
  /// The endpoints: stdio, unix: with a path, tcp: and ws: with an address and a port.
  public var transports: [String]
  /// The directory that holds all data.
  public var dataDir: String
  /// The app group in use.
  public var appGroup: String
  /// The failures that accepted jobs survive: power for a power failure, process for a crash of the
  /// bridge only.
  public var durability: String
  /// The limits in force by name, in bytes, seconds or counts.
  public var limits: [String: Double]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    name: String,
    version: String,
    `protocol`: Int,
    schemaDigest: String,
    pid: Int,
    epoch: String,
    startedAt: String,
    transports: [String],
    dataDir: String,
    appGroup: String,
    durability: String,
    limits: [String: Double]
  ) {
    self.name = name
    self.version = version
    self.`protocol` = `protocol`
    self.schemaDigest = schemaDigest
    self.pid = pid
    self.epoch = epoch
    self.startedAt = startedAt
    self.transports = transports
    self.dataDir = dataDir
    self.appGroup = appGroup
    self.durability = durability
    self.limits = limits
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    name = try members.take("name")
    version = try members.take("version")
    `protocol` = try members.take("protocol")
    schemaDigest = try members.take("schemaDigest")
    pid = try members.take("pid")
    epoch = try members.take("epoch")
    startedAt = try members.take("startedAt")
    transports = try members.take("transports")
    dataDir = try members.take("dataDir")
    appGroup = try members.take("appGroup")
    durability = try members.take("durability")
    limits = try members.take("limits")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("name", name)
    writer.add("version", version)
    writer.add("protocol", `protocol`)
    writer.add("schemaDigest", schemaDigest)
    writer.add("pid", pid)
    writer.add("epoch", epoch)
    writer.add("startedAt", startedAt)
    writer.add("transports", transports)
    writer.add("dataDir", dataDir)
    writer.add("appGroup", appGroup)
    writer.add("durability", durability)
    writer.add("limits", limits)
    return .object(writer.members)
  }
}

/// The counters of bridge.stats for a monitoring system.
public struct BridgeMetrics: Sendable, Hashable, JSONConvertible {
  /// The media type of `text`, for an HTTP header.
  public var contentType: String
  /// Families of samples in the text format of Prometheus. Names begin with altcraft_bridge_, units
  /// are seconds and bytes.
  public var text: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(contentType: String, text: String) {
    self.contentType = contentType
    self.text = text
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    contentType = try members.take("contentType")
    text = try members.take("text")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("contentType", contentType)
    writer.add("text", text)
    return .object(writer.members)
  }
}

/// The answer to a ticket.
public struct BridgeSession: Sendable, Hashable, JSONConvertible {
  /// The role of this connection from now on.
  public var role: Role
  /// A token of this role, for further connections until the bridge ends.
  public var session: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(role: Role, session: String) {
    self.role = role
    self.session = session
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    role = try members.take("role")
    session = try members.take("session")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("role", role)
    writer.add("session", session)
    return .object(writer.members)
  }
}

/// Counters. Those of the outbox belong to the app group and survive restarts; the others start
/// with the process.
public struct BridgeStats: Sendable, Hashable, JSONConvertible {
  /// Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
  public var outbox: BridgeStatsOutbox
  /// The failures that accepted jobs survive: power for a power failure, process for a crash of the
  /// bridge only.
  public var durability: String
  /// The time since the start of the process, in seconds.
  public var uptimeSeconds: Int
  /// Connections of hosts.
  public var connections: BridgeStatsConnections
  /// The data of all connections, in bytes.
  public var bytes: BridgeStatsBytes
  /// Messages from hosts.
  public var calls: BridgeStatsCalls
  /// SDK events.
  public var events: BridgeStatsEvents
  /// Requests to the platform.
  public var delivery: BridgeStatsDelivery
  /// The platform of the app group.
  public var platform: BridgeStatsPlatform
  /// The histogram of response times: from the last byte read to the answer written.
  public var latencyMicroseconds: [LatencyStep]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    outbox: BridgeStatsOutbox,
    durability: String,
    uptimeSeconds: Int,
    connections: BridgeStatsConnections,
    bytes: BridgeStatsBytes,
    calls: BridgeStatsCalls,
    events: BridgeStatsEvents,
    delivery: BridgeStatsDelivery,
    platform: BridgeStatsPlatform,
    latencyMicroseconds: [LatencyStep]
  ) {
    self.outbox = outbox
    self.durability = durability
    self.uptimeSeconds = uptimeSeconds
    self.connections = connections
    self.bytes = bytes
    self.calls = calls
    self.events = events
    self.delivery = delivery
    self.platform = platform
    self.latencyMicroseconds = latencyMicroseconds
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    outbox = try members.take("outbox")
    durability = try members.take("durability")
    uptimeSeconds = try members.take("uptimeSeconds")
    connections = try members.take("connections")
    bytes = try members.take("bytes")
    calls = try members.take("calls")
    events = try members.take("events")
    delivery = try members.take("delivery")
    platform = try members.take("platform")
    latencyMicroseconds = try members.take("latencyMicroseconds")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("outbox", outbox)
    writer.add("durability", durability)
    writer.add("uptimeSeconds", uptimeSeconds)
    writer.add("connections", connections)
    writer.add("bytes", bytes)
    writer.add("calls", calls)
    writer.add("events", events)
    writer.add("delivery", delivery)
    writer.add("platform", platform)
    writer.add("latencyMicroseconds", latencyMicroseconds)
    return .object(writer.members)
  }
}

/// Jobs by state: accepted is the sum of delivered, rejected, expired, cleared, lost and pending.
public struct BridgeStatsOutbox: Sendable, Hashable, JSONConvertible {
  /// The number of accepted jobs.
  public var accepted: Int
  /// The number of delivered jobs.
  public var delivered: Int
  /// The number of jobs that the platform rejected.
  public var rejected: Int
  /// The number of jobs whose time to live ended first.
  public var expired: Int
  /// The number of jobs that `clear`, a new resource token, a later suspend or unsubscribe, or
  /// `outbox.discard` ended.
  public var cleared: Int
  /// The number of jobs lost to damaged storage.
  public var lost: Int
  /// The number of pending jobs.
  public var pending: Int
  /// The size of the pending jobs, in bytes.
  public var bytes: Int
  /// The acceptance time of the oldest pending job; null if nothing is pending. A time in ISO 8601,
  /// UTC.
  public var oldestPendingAt: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    accepted: Int,
    delivered: Int,
    rejected: Int,
    expired: Int,
    cleared: Int,
    lost: Int,
    pending: Int,
    bytes: Int,
    oldestPendingAt: String?
  ) {
    self.accepted = accepted
    self.delivered = delivered
    self.rejected = rejected
    self.expired = expired
    self.cleared = cleared
    self.lost = lost
    self.pending = pending
    self.bytes = bytes
    self.oldestPendingAt = oldestPendingAt
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    accepted = try members.take("accepted")
    delivered = try members.take("delivered")
    rejected = try members.take("rejected")
    expired = try members.take("expired")
    cleared = try members.take("cleared")
    lost = try members.take("lost")
    pending = try members.take("pending")
    bytes = try members.take("bytes")
    oldestPendingAt = try members.take("oldestPendingAt")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("accepted", accepted)
    writer.add("delivered", delivered)
    writer.add("rejected", rejected)
    writer.add("expired", expired)
    writer.add("cleared", cleared)
    writer.add("lost", lost)
    writer.add("pending", pending)
    writer.add("bytes", bytes)
    writer.add("oldestPendingAt", oldestPendingAt)
    return .object(writer.members)
  }
}

/// Connections of hosts.
public struct BridgeStatsConnections: Sendable, Hashable, JSONConvertible {
  /// The number of open connections.
  public var open: Int
  /// The number of connections opened since the start.
  public var opened: Int
  /// The number of refused connections: beyond a limit, or not authorized.
  public var refused: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(open: Int, opened: Int, refused: Int) {
    self.open = open
    self.opened = opened
    self.refused = refused
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    open = try members.take("open")
    opened = try members.take("opened")
    refused = try members.take("refused")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("open", open)
    writer.add("opened", opened)
    writer.add("refused", refused)
    return .object(writer.members)
  }
}

/// The data of all connections, in bytes.
public struct BridgeStatsBytes: Sendable, Hashable, JSONConvertible {
  /// The number of bytes read.
  public var `in`: Int
  /// The number of bytes written.
  public var out: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(`in`: Int, out: Int) {
    self.`in` = `in`
    self.out = out
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    `in` = try members.take("in")
    out = try members.take("out")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("in", `in`)
    writer.add("out", out)
    return .object(writer.members)
  }
}

/// Messages from hosts.
public struct BridgeStatsCalls: Sendable, Hashable, JSONConvertible {
  /// The number of requests.
  public var requests: Int
  /// The number of notifications.
  public var notifications: Int
  /// The number of calls answered with an error, and of invalid messages.
  public var errors: Int
  /// The number of responses without an open request.
  public var ignoredResponses: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(requests: Int, notifications: Int, errors: Int, ignoredResponses: Int) {
    self.requests = requests
    self.notifications = notifications
    self.errors = errors
    self.ignoredResponses = ignoredResponses
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    requests = try members.take("requests")
    notifications = try members.take("notifications")
    errors = try members.take("errors")
    ignoredResponses = try members.take("ignoredResponses")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("requests", requests)
    writer.add("notifications", notifications)
    writer.add("errors", errors)
    writer.add("ignoredResponses", ignoredResponses)
    return .object(writer.members)
  }
}

/// SDK events.
public struct BridgeStatsEvents: Sendable, Hashable, JSONConvertible {
  /// The number of emitted events.
  public var emitted: Int
  /// The number of events that a subscriber did not receive, counted for each subscriber.
  public var dropped: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(emitted: Int, dropped: Int) {
    self.emitted = emitted
    self.dropped = dropped
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    emitted = try members.take("emitted")
    dropped = try members.take("dropped")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("emitted", emitted)
    writer.add("dropped", dropped)
    return .object(writer.members)
  }
}

/// Requests to the platform.
public struct BridgeStatsDelivery: Sendable, Hashable, JSONConvertible {
  /// The number of requests sent.
  public var attempts: Int
  /// The number of connections opened for them.
  public var connections: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(attempts: Int, connections: Int) {
    self.attempts = attempts
    self.connections = connections
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    attempts = try members.take("attempts")
    connections = try members.take("connections")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("attempts", attempts)
    writer.add("connections", connections)
    return .object(writer.members)
  }
}

/// The platform of the app group.
public struct BridgeStatsPlatform: Sendable, Hashable, JSONConvertible {
  /// Its address; null without a configuration.
  public var url: String?
  /// The result of the last attempt: well for an answer, failing for an answer with 5xx,
  /// unreachable for none, untried before the first one to this address since the start.
  public var state: BridgeStatsPlatformState
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(url: String?, state: BridgeStatsPlatformState) {
    self.url = url
    self.state = state
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    url = try members.take("url")
    state = try members.take("state")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("url", url)
    writer.add("state", state)
    return .object(writer.members)
  }
}

/// A URL that opens one connection.
public struct BridgeTicket: Sendable, Hashable, JSONConvertible {
  /// The address of the pages of this bridge; the fragment `#ticket=` has the ticket.
  public var url: String
  /// The time after which the ticket is refused, 60 seconds after the call. A time in ISO 8601,
  /// UTC.
  public var expiresAt: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(url: String, expiresAt: String) {
    self.url = url
    self.expiresAt = expiresAt
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    url = try members.take("url")
    expiresAt = try members.take("expiresAt")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("url", url)
    writer.add("expiresAt", expiresAt)
    return .object(writer.members)
  }
}

/// The value of the event for a button that the push does not have.
public struct ButtonValue: Sendable, Hashable, JSONConvertible {
  /// The identifier of the tapped button, from the host.
  public var identifier: String
  /// The index of the button, counted from 0; it is beyond the last button.
  public var index: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(identifier: String, index: Int) {
    self.identifier = identifier
    self.index = index
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    identifier = try members.take("identifier")
    index = try members.take("index")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("identifier", identifier)
    writer.add("index", index)
    return .object(writer.members)
  }
}

/// A category of the subscription. The platform reads only `name` and `active` of it.
public struct Category: Sendable, Hashable, JSONConvertible {
  /// The name of the category, as the resource of the platform defines it. Example: `"news"`.
  public var name: String?
  /// The title of the category, as users see it. Example: `"News"`.
  public var title: String?
  /// True if subscribers cannot turn the category off. Example: `false`.
  public var steady: Bool?
  /// True if the category is turned on for this subscription. Example: `true`.
  public var active: Bool?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(name: String? = nil, title: String? = nil, steady: Bool? = nil, active: Bool? = nil) {
    self.name = name
    self.title = title
    self.steady = steady
    self.active = active
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    name = try members.take("name")
    title = try members.take("title")
    steady = try members.take("steady")
    active = try members.take("active")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.addPresent("name", name)
    writer.addPresent("title", title)
    writer.addPresent("steady", steady)
    writer.addPresent("active", active)
    return .object(writer.members)
  }
}

/// A subscription to messages of a chat.
public struct CCDataSubscription: Sendable, Hashable, JSONConvertible {
  /// The channel of the subscription. Example: `"telegram_bot"`.
  public var channel: CCDataSubscriptionChannel
  /// The identifier of the resource that the subscription belongs to, from the Altcraft account.
  /// Example: `1`.
  public var resourceId: Int
  /// The address of the recipient in the channel, as the platform expects it: a chat id or a phone
  /// number. Example: `{"chat_id": "4711"}`.
  public var ccData: [String: JSONValue]
  /// The status of the subscription. Example: `"subscribed"`.
  public var status: Status?
  /// The priority of the subscription in delivery. Example: `0`.
  public var priority: Int?
  /// Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.
  public var customFields: [String: JSONValue]?
  /// The names of the categories of the subscription. Example: `["news"]`.
  public var cats: [String]?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    channel: CCDataSubscriptionChannel,
    resourceId: Int,
    ccData: [String: JSONValue],
    status: Status? = nil,
    priority: Int? = nil,
    customFields: [String: JSONValue]? = nil,
    cats: [String]? = nil
  ) {
    self.channel = channel
    self.resourceId = resourceId
    self.ccData = ccData
    self.status = status
    self.priority = priority
    self.customFields = customFields
    self.cats = cats
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    try members.expect("type", "cc_data")
    channel = try members.take("channel")
    resourceId = try members.take("resource_id")
    ccData = try members.take("cc_data")
    status = try members.take("status")
    priority = try members.take("priority")
    customFields = try members.take("custom_fields")
    cats = try members.take("cats")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("type", "cc_data")
    writer.add("channel", channel)
    writer.add("resource_id", resourceId)
    writer.add("cc_data", ccData)
    writer.addPresent("status", status)
    writer.addPresent("priority", priority)
    writer.addPresent("custom_fields", customFields)
    writer.addPresent("cats", cats)
    return .object(writer.members)
  }
}

/// The value of the event for cleared data.
public struct ClearedValue: Sendable, Hashable, JSONConvertible {
  /// The number of jobs that were ended.
  public var cleared: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(cleared: Int) {
    self.cleared = cleared
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    cleared = try members.take("cleared")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("cleared", cleared)
    return .object(writer.members)
  }
}

/// The result of a tap on a notification.
public struct ClickResult: Sendable, Hashable, JSONConvertible {
  /// The address that the host must open; null if there is none.
  public var url: String?
  /// sdk: the bridge has registered the open event. app: the connection that processes clicks has
  /// done everything. dismissed: the user dismissed the notification, which is not an open; nothing
  /// is sent.
  public var handledBy: ClickResultHandledBy
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(url: String?, handledBy: ClickResultHandledBy) {
    self.url = url
    self.handledBy = handledBy
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    url = try members.take("url")
    handledBy = try members.take("handledBy")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("url", url)
    writer.add("handledBy", handledBy)
    return .object(writer.members)
  }
}

/// The configuration of an app group.
public struct Configuration: Sendable, Hashable, JSONConvertible {
  /// The address of the platform, from the Altcraft account: an https address, or http on this
  /// machine. A missing one is refused with 471. Example: `"https://pxl.example.com"`.
  public var apiUrl: String
  /// The resource token, from the settings of the resource in the Altcraft account: printable
  /// ASCII, at most 512 characters. With it no JWT is needed. An empty string means none. Example:
  /// `"resource-token"`.
  public var rToken: String?
  /// The app, as the platform shows it in the profile. Example: `{"appID": "com.example.app",
  /// "appIID": "6f1c2a90", "appVer": "1.0.0"}`.
  public var appInfo: AppInfo?
  /// The push providers to ask for a token, the first one first: ios-apns, ios-firebase,
  /// ios-huawei. Example: `["ios-firebase", "ios-apns"]`.
  public var providerPriorityList: [Provider]?
  /// Sets the log level to info if true, to error if false. Example: `true`.
  public var enableLogging: Bool?
  /// The device that the host stands for. Missing members are taken from this machine. Example:
  /// `{"osVersion": "18.6.2", "timeZone": "Europe/Berlin"}`.
  public var device: Device?
  /// The numbering of event codes: current, that of today's SDKs, or legacy, that of the older
  /// table in the documentation. Example: `"current"`.
  public var eventCodes: ConfigurationEventCodes?
  /// The pauses between delivery attempts. They take precedence over the limits retryFirstSeconds,
  /// retryMaxSeconds and retryTotalSeconds. Example: `{"firstSeconds": 1, "maxSeconds": 60}`.
  public var retry: Retry?
  /// The value of the query parameter matching_mode in requests that use the resource token:
  /// push_sub, or rToken for the token itself, as earlier SDKs for iOS send it. Example:
  /// `"push_sub"`.
  public var rTokenMatchingMode: ConfigurationRTokenMatchingMode?
  /// A member of the React Native configuration. It is accepted and has no effect; any value will
  /// do. Example: `"icon"`.
  public var androidIcon: JSONValue?
  /// A member of the React Native configuration. It is accepted and has no effect; any value will
  /// do. Example: `"icon"`.
  public var androidUsingService: JSONValue?
  /// A member of the React Native configuration. It is accepted and has no effect; any value will
  /// do. Example: `"icon"`.
  public var androidServiceMessage: JSONValue?
  /// A member of the React Native configuration. It is accepted and has no effect; any value will
  /// do. Example: `"icon"`.
  public var androidPushReceiverModules: JSONValue?
  /// A member of the React Native configuration. It is accepted and has no effect; any value will
  /// do. Example: `"icon"`.
  public var androidPushChannelName: JSONValue?
  /// A member of the React Native configuration. It is accepted and has no effect; any value will
  /// do. Example: `"icon"`.
  public var androidPushChannelDescription: JSONValue?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    apiUrl: String,
    rToken: String? = nil,
    appInfo: AppInfo? = nil,
    providerPriorityList: [Provider]? = nil,
    enableLogging: Bool? = nil,
    device: Device? = nil,
    eventCodes: ConfigurationEventCodes? = nil,
    retry: Retry? = nil,
    rTokenMatchingMode: ConfigurationRTokenMatchingMode? = nil,
    androidIcon: JSONValue? = nil,
    androidUsingService: JSONValue? = nil,
    androidServiceMessage: JSONValue? = nil,
    androidPushReceiverModules: JSONValue? = nil,
    androidPushChannelName: JSONValue? = nil,
    androidPushChannelDescription: JSONValue? = nil
  ) {
    self.apiUrl = apiUrl
    self.rToken = rToken
    self.appInfo = appInfo
    self.providerPriorityList = providerPriorityList
    self.enableLogging = enableLogging
    self.device = device
    self.eventCodes = eventCodes
    self.retry = retry
    self.rTokenMatchingMode = rTokenMatchingMode
    self.androidIcon = androidIcon
    self.androidUsingService = androidUsingService
    self.androidServiceMessage = androidServiceMessage
    self.androidPushReceiverModules = androidPushReceiverModules
    self.androidPushChannelName = androidPushChannelName
    self.androidPushChannelDescription = androidPushChannelDescription
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    apiUrl = try members.take("apiUrl")
    rToken = try members.take("rToken")
    appInfo = try members.take("appInfo")
    providerPriorityList = try members.take("providerPriorityList")
    enableLogging = try members.take("enableLogging")
    device = try members.take("device")
    eventCodes = try members.take("eventCodes")
    retry = try members.take("retry")
    rTokenMatchingMode = try members.take("rTokenMatchingMode")
    androidIcon = try members.take("android_icon")
    androidUsingService = try members.take("android_usingService")
    androidServiceMessage = try members.take("android_serviceMessage")
    androidPushReceiverModules = try members.take("android_pushReceiverModules")
    androidPushChannelName = try members.take("android_pushChannelName")
    androidPushChannelDescription = try members.take("android_pushChannelDescription")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("apiUrl", apiUrl)
    writer.addPresent("rToken", rToken)
    writer.addPresent("appInfo", appInfo)
    writer.addPresent("providerPriorityList", providerPriorityList)
    writer.addPresent("enableLogging", enableLogging)
    writer.addPresent("device", device)
    writer.addPresent("eventCodes", eventCodes)
    writer.addPresent("retry", retry)
    writer.addPresent("rTokenMatchingMode", rTokenMatchingMode)
    writer.addPresent("android_icon", androidIcon)
    writer.addPresent("android_usingService", androidUsingService)
    writer.addPresent("android_serviceMessage", androidServiceMessage)
    writer.addPresent("android_pushReceiverModules", androidPushReceiverModules)
    writer.addPresent("android_pushChannelName", androidPushChannelName)
    writer.addPresent("android_pushChannelDescription", androidPushChannelDescription)
    return .object(writer.members)
  }
}

/// The device, as the bridge describes it to the platform.
public struct Device: Sendable, Hashable, JSONConvertible {
  /// The operating system; sent as `_os`. Without it: IOS, which fits the push providers. Example:
  /// `"IOS"`.
  public var os: String?
  /// The version of the operating system; sent as `_os_ver`. Without it: that of this machine.
  /// Example: `"18.6.2"`.
  public var osVersion: String?
  /// The model of the device, as its operating system reports it; sent as `_device_model`. Example:
  /// `"iPhone14,7"`.
  public var deviceModel: String?
  /// The name of the device, as its user sees it; sent as `_device_name`. Example: `"iPhone of
  /// Ann"`.
  public var deviceName: String?
  /// The kind of device; sent as `_device_type`. Without it: mob. Example: `"mob"`.
  public var deviceType: String?
  /// The language of the operating system, as an ISO 639 code; sent as `_os_language`. Example:
  /// `"en"`.
  public var language: String?
  /// The advertising identifier, from the operating system; sent as `_ad_id` if `adTrack` is true.
  /// Example: `"6D92078A-8246-4BA4-AE5B-76104861E7DC"`.
  public var adId: String?
  /// True if the user allows tracking, from the operating system; sent as `_ad_track`. Example:
  /// `true`.
  public var adTrack: Bool?
  /// The time zone: an IANA name, `Z`, `±hhmm` or `±hh:mm`, or such an offset behind UTC or GMT
  /// (`GMT+3`); sent as `_os_tz`. Without it: that of this machine. Example: `"Europe/Berlin"`.
  public var timeZone: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    os: String? = nil,
    osVersion: String? = nil,
    deviceModel: String? = nil,
    deviceName: String? = nil,
    deviceType: String? = nil,
    language: String? = nil,
    adId: String? = nil,
    adTrack: Bool? = nil,
    timeZone: String? = nil
  ) {
    self.os = os
    self.osVersion = osVersion
    self.deviceModel = deviceModel
    self.deviceName = deviceName
    self.deviceType = deviceType
    self.language = language
    self.adId = adId
    self.adTrack = adTrack
    self.timeZone = timeZone
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    os = try members.take("os")
    osVersion = try members.take("osVersion")
    deviceModel = try members.take("deviceModel")
    deviceName = try members.take("deviceName")
    deviceType = try members.take("deviceType")
    language = try members.take("language")
    adId = try members.take("adId")
    adTrack = try members.take("adTrack")
    timeZone = try members.take("timeZone")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.addPresent("os", os)
    writer.addPresent("osVersion", osVersion)
    writer.addPresent("deviceModel", deviceModel)
    writer.addPresent("deviceName", deviceName)
    writer.addPresent("deviceType", deviceType)
    writer.addPresent("language", language)
    writer.addPresent("adId", adId)
    writer.addPresent("adTrack", adTrack)
    writer.addPresent("timeZone", timeZone)
    return .object(writer.members)
  }
}

/// A subscription to email.
public struct EmailSubscription: Sendable, Hashable, JSONConvertible {
  /// The identifier of the resource that the subscription belongs to, from the Altcraft account.
  /// Example: `1`.
  public var resourceId: Int
  /// The recipient's email address, from the user. Example: `"ann@example.com"`.
  public var email: String
  /// The status of the subscription. Example: `"subscribed"`.
  public var status: Status?
  /// The priority of the subscription in delivery. Example: `0`.
  public var priority: Int?
  /// Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.
  public var customFields: [String: JSONValue]?
  /// The names of the categories of the subscription. Example: `["news"]`.
  public var cats: [String]?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    resourceId: Int,
    email: String,
    status: Status? = nil,
    priority: Int? = nil,
    customFields: [String: JSONValue]? = nil,
    cats: [String]? = nil
  ) {
    self.resourceId = resourceId
    self.email = email
    self.status = status
    self.priority = priority
    self.customFields = customFields
    self.cats = cats
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    try members.expect("channel", "email")
    try members.expect("type", "email")
    resourceId = try members.take("resource_id")
    email = try members.take("email")
    status = try members.take("status")
    priority = try members.take("priority")
    customFields = try members.take("custom_fields")
    cats = try members.take("cats")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("channel", "email")
    writer.add("type", "email")
    writer.add("resource_id", resourceId)
    writer.add("email", email)
    writer.addPresent("status", status)
    writer.addPresent("priority", priority)
    writer.addPresent("custom_fields", customFields)
    writer.addPresent("cats", cats)
    return .object(writer.members)
  }
}

/// The value of an event for a job that ended without an answer: expired, cleared or lost.
public struct EndedJobValue: Sendable, Hashable, JSONConvertible {
  /// The method of the call.
  public var method: String
  /// The time at which the call was accepted, in UTC. A time in ISO 8601, UTC.
  public var createdAt: String
  /// Of event 601: superseded if a later suspend or unsubscribe of the user has passed the
  /// subscription, discarded after `outbox.discard`; absent for a change of the resource token, and
  /// of other events.
  public var cause: EndedJobValueCause?
  /// The `requestId` of the job that superseded this one; absent for any other cause.
  public var by: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    method: String,
    createdAt: String,
    cause: EndedJobValueCause? = nil,
    by: String? = nil
  ) {
    self.method = method
    self.createdAt = createdAt
    self.cause = cause
    self.by = by
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    method = try members.take("method")
    createdAt = try members.take("createdAt")
    cause = try members.take("cause")
    by = try members.take("by")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("method", method)
    writer.add("createdAt", createdAt)
    writer.addPresent("cause", cause)
    writer.addPresent("by", by)
    return .object(writer.members)
  }
}

/// An event of the SDK: an outcome, a refusal or a change.
public struct Event: Sendable, Hashable, JSONConvertible {
  /// The id of the run of the process that counts `seq`; it changes with every start. Example:
  /// `"9f2c4b1e"`.
  public var epoch: String
  /// The number of the event in this run: 1, 2, 3 and so on, without holes. Example: `17`.
  public var seq: Int
  /// The class: event for a success or a notice, error for a final failure, retryError for a
  /// failure that is retried.
  public var type: EventType
  /// The code of the event, in the numbering that `eventCodes` of the configuration selects.
  /// Example: `230`.
  public var code: Int
  /// The name of the event, the same in both numberings. Example: `"pushSubscribe.succeeded"`.
  public var name: String
  /// The function of the SDK that emits it: the called one, or processResponse for an answer of the
  /// platform. Example: `"pushSubscribe"`.
  public var function: String
  /// A description for people, in the words of the SDK where it has this event; programs use
  /// `name`. Example: `"successful request: push/subscribe"`.
  public var message: String
  /// The data of the event, by its name: see x-events; null if it has none.
  public var value: EventValue
  /// The time of the event, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time in ISO 8601, UTC.
  public var date: String
  /// The `requestId` of the job that the event reports on; null if there is none. Example:
  /// `"order-7"`.
  public var requestId: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    epoch: String,
    seq: Int,
    type: EventType,
    code: Int,
    name: String,
    function: String,
    message: String,
    value: EventValue,
    date: String,
    requestId: String?
  ) {
    self.epoch = epoch
    self.seq = seq
    self.type = type
    self.code = code
    self.name = name
    self.function = function
    self.message = message
    self.value = value
    self.date = date
    self.requestId = requestId
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    epoch = try members.take("epoch")
    seq = try members.take("seq")
    type = try members.take("type")
    code = try members.take("code")
    name = try members.take("name")
    function = try members.take("function")
    message = try members.take("message")
    value = try members.take("value")
    date = try members.take("date")
    requestId = try members.take("requestId")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("epoch", epoch)
    writer.add("seq", seq)
    writer.add("type", type)
    writer.add("code", code)
    writer.add("name", name)
    writer.add("function", function)
    writer.add("message", message)
    writer.add("value", value)
    writer.add("date", date)
    writer.add("requestId", requestId)
    return .object(writer.members)
  }
}

/// A row of the table of event codes.
public struct EventCode: Sendable, Hashable, JSONConvertible {
  /// The number in today's SDKs.
  public var code: Int
  /// The number in the older table of the documentation; null if that has no such event.
  public var legacyCode: Int?
  /// The name, the same in both numberings.
  public var name: String
  /// The class: event for a success or a notice, error for a final failure, retryError for a
  /// failure that is retried.
  public var `class`: EventType
  /// The meaning of the event.
  public var meaning: String
  /// True if the bridge retries after it.
  public var retried: Bool
  /// True if the bridge emits it.
  public var emitted: Bool
  /// A remark, or the reason why the bridge never emits it; null if there is none.
  public var note: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    code: Int,
    legacyCode: Int?,
    name: String,
    `class`: EventType,
    meaning: String,
    retried: Bool,
    emitted: Bool,
    note: String?
  ) {
    self.code = code
    self.legacyCode = legacyCode
    self.name = name
    self.`class` = `class`
    self.meaning = meaning
    self.retried = retried
    self.emitted = emitted
    self.note = note
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    code = try members.take("code")
    legacyCode = try members.take("legacyCode")
    name = try members.take("name")
    `class` = try members.take("class")
    meaning = try members.take("meaning")
    retried = try members.take("retried")
    emitted = try members.take("emitted")
    note = try members.take("note")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("code", code)
    writer.add("legacyCode", legacyCode)
    writer.add("name", name)
    writer.add("class", `class`)
    writer.add("meaning", meaning)
    writer.add("retried", retried)
    writer.add("emitted", emitted)
    writer.add("note", note)
    return .object(writer.members)
  }
}

/// A range of events that a subscriber did not receive.
public struct EventGap: Sendable, Hashable, JSONConvertible {
  /// The `seq` of the first missing event. Example: `18`.
  public var from: Int
  /// The `seq` of the last missing event; null if it is unknown. Example: `20`.
  public var to: Int?
  /// The number of missing events; null if it is unknown. Example: `3`.
  public var count: Int?
  /// The reason: overflow if the events are no longer kept or were not read in time, restart if the
  /// cursor is of an earlier run.
  public var reason: EventGapReason
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(from: Int, to: Int?, count: Int?, reason: EventGapReason) {
    self.from = from
    self.to = to
    self.count = count
    self.reason = reason
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    from = try members.take("from")
    to = try members.take("to")
    count = try members.take("count")
    reason = try members.take("reason")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("from", from)
    writer.add("to", to)
    writer.add("count", count)
    writer.add("reason", reason)
    return .object(writer.members)
  }
}

/// Kept events, and the position of the event stream.
public struct EventPage: Sendable, Hashable, JSONConvertible {
  /// The id of the run of the process that counts `seq`; it changes with every start. Example:
  /// `"9f2c4b1e"`.
  public var epoch: String
  /// The `seq` of the last event so far; 0 if there is none.
  public var seq: Int
  /// The `seq` of the oldest kept event; null if there is none.
  public var oldest: Int?
  /// The events missing after `since`; null if none is missing.
  public var gap: EventGap?
  /// The events, oldest first.
  public var events: [Event]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(epoch: String, seq: Int, oldest: Int?, gap: EventGap?, events: [Event]) {
    self.epoch = epoch
    self.seq = seq
    self.oldest = oldest
    self.gap = gap
    self.events = events
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    epoch = try members.take("epoch")
    seq = try members.take("seq")
    oldest = try members.take("oldest")
    gap = try members.take("gap")
    events = try members.take("events")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("epoch", epoch)
    writer.add("seq", seq)
    writer.add("oldest", oldest)
    writer.add("gap", gap)
    writer.add("events", events)
    return .object(writer.members)
  }
}

/// The position of the event stream, and the missing events.
public struct EventPosition: Sendable, Hashable, JSONConvertible {
  /// The id of the run of the process that counts `seq`; it changes with every start. Example:
  /// `"9f2c4b1e"`.
  public var epoch: String
  /// The `seq` of the last event so far; 0 if there is none.
  public var seq: Int
  /// The `seq` of the oldest kept event; null if there is none.
  public var oldest: Int?
  /// The events missing after `since`; null if none is missing.
  public var gap: EventGap?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(epoch: String, seq: Int, oldest: Int?, gap: EventGap?) {
    self.epoch = epoch
    self.seq = seq
    self.oldest = oldest
    self.gap = gap
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    epoch = try members.take("epoch")
    seq = try members.take("seq")
    oldest = try members.take("oldest")
    gap = try members.take("gap")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("epoch", epoch)
    writer.add("seq", seq)
    writer.add("oldest", oldest)
    writer.add("gap", gap)
    return .object(writer.members)
  }
}

/// The data of an event. The name of the event selects the type, see x-events.
public typealias EventValue = JSONValue

/// The value of the event for a push of another sender.
public struct ForeignPushValue: Sendable, Hashable, JSONConvertible {
  /// The push. The value is null for one of more than 4 KiB.
  public var message: [String: JSONValue]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(message: [String: JSONValue]) {
    self.message = message
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    message = try members.take("message")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("message", message)
    return .object(writer.members)
  }
}

/// Addresses of the platform that count opens and deliveries of a push.
public struct HubLink: Sendable, Hashable, JSONConvertible {
  /// The address whose request counts an open.
  public var open: String?
  /// The address whose request counts a delivery.
  public var ack: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(open: String?, ack: String?) {
    self.open = open
    self.ack = ack
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    open = try members.take("open")
    ack = try members.take("ack")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("open", open)
    writer.add("ack", ack)
    return .object(writer.members)
  }
}

/// A job: one call that was accepted for delivery, with its state and outcome.
public struct Job: Sendable, Hashable, JSONConvertible {
  /// The id of the job, from the answer of the call; also the header Request-ID of every attempt.
  public var requestId: String
  /// The method of the call, or tokenUpdate.
  public var method: String
  /// The state: pending until the job ends, then its final state.
  public var state: JobState
  /// The time at which the call was accepted, in UTC. A time in ISO 8601, UTC.
  public var createdAt: String
  /// The number of attempts so far.
  public var attempts: Int
  /// The time of the next attempt; null if none is scheduled. A time in ISO 8601, UTC.
  public var nextAttemptAt: String?
  /// The reason why the job waits: a pause before the next attempt, a JWT of its user, a push
  /// token, the permission to notify, a configuration, or other jobs of its user before it (lane).
  /// Null if it is being tried or is the next of its user.
  public var waitingFor: JobWaitingFor?
  /// The result of the last failed attempt; null if none has failed.
  public var lastError: JobLastError?
  /// The outcome of the job; null while it is pending.
  public var outcome: JobOutcome?
  /// The time at which the job ended; null while it is pending. A time in ISO 8601, UTC.
  public var endedAt: String?
  /// True for a rejected job that `outbox.retry` accepts.
  public var retryable: Bool
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    requestId: String,
    method: String,
    state: JobState,
    createdAt: String,
    attempts: Int,
    nextAttemptAt: String?,
    waitingFor: JobWaitingFor?,
    lastError: JobLastError?,
    outcome: JobOutcome?,
    endedAt: String?,
    retryable: Bool
  ) {
    self.requestId = requestId
    self.method = method
    self.state = state
    self.createdAt = createdAt
    self.attempts = attempts
    self.nextAttemptAt = nextAttemptAt
    self.waitingFor = waitingFor
    self.lastError = lastError
    self.outcome = outcome
    self.endedAt = endedAt
    self.retryable = retryable
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    requestId = try members.take("requestId")
    method = try members.take("method")
    state = try members.take("state")
    createdAt = try members.take("createdAt")
    attempts = try members.take("attempts")
    nextAttemptAt = try members.take("nextAttemptAt")
    waitingFor = try members.take("waitingFor")
    lastError = try members.take("lastError")
    outcome = try members.take("outcome")
    endedAt = try members.take("endedAt")
    retryable = try members.take("retryable")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("requestId", requestId)
    writer.add("method", method)
    writer.add("state", state)
    writer.add("createdAt", createdAt)
    writer.add("attempts", attempts)
    writer.add("nextAttemptAt", nextAttemptAt)
    writer.add("waitingFor", waitingFor)
    writer.add("lastError", lastError)
    writer.add("outcome", outcome)
    writer.add("endedAt", endedAt)
    writer.add("retryable", retryable)
    return .object(writer.members)
  }
}

/// The result of the last failed attempt; null if none has failed.
public struct JobLastError: Sendable, Hashable, JSONConvertible {
  /// The code of the event that reported it.
  public var code: Int
  /// The HTTP status code; null without an answer.
  public var httpCode: Int?
  /// A description of the failure for people; programs use `code`.
  public var message: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(code: Int, httpCode: Int?, message: String) {
    self.code = code
    self.httpCode = httpCode
    self.message = message
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    code = try members.take("code")
    httpCode = try members.take("httpCode")
    message = try members.take("message")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("code", code)
    writer.add("httpCode", httpCode)
    writer.add("message", message)
    return .object(writer.members)
  }
}

/// The outcome of the job; null while it is pending.
public struct JobOutcome: Sendable, Hashable, JSONConvertible {
  /// The final state of the job.
  public var state: JobState
  /// The code of the event that reported it.
  public var eventCode: Int
  /// The answer of the platform; null if there is none.
  public var response: ResponseWithHTTP?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(state: JobState, eventCode: Int, response: ResponseWithHTTP?) {
    self.state = state
    self.eventCode = eventCode
    self.response = response
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    state = try members.take("state")
    eventCode = try members.take("eventCode")
    response = try members.take("response")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("state", state)
    writer.add("eventCode", eventCode)
    writer.add("response", response)
    return .object(writer.members)
  }
}

/// A page of the jobs in the outbox.
public struct JobPage: Sendable, Hashable, JSONConvertible {
  /// The jobs in order of acceptance, without secrets; `response` of an outcome is null here.
  public var items: [Job]
  /// The `after` of the next page; null on the last page.
  public var next: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(items: [Job], next: String?) {
    self.items = items
    self.next = next
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    items = try members.take("items")
    next = try members.take("next")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("items", items)
    writer.add("next", next)
    return .object(writer.members)
  }
}

/// A bucket of the histogram of response times.
public struct LatencyStep: Sendable, Hashable, JSONConvertible {
  /// The upper bound of the bucket, in microseconds; null for the last one.
  public var le: Int?
  /// The number of requests in this bucket and not in a lower one.
  public var count: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(le: Int?, count: Int) {
    self.le = le
    self.count = count
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    le = try members.take("le")
    count = try members.take("count")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("le", le)
    writer.add("count", count)
    return .object(writer.members)
  }
}

/// The value of the event for a member that is not a scalar.
public struct MemberValue: Sendable, Hashable, JSONConvertible {
  /// The path of the member. Example: `"payload.items"`.
  public var parameter: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(parameter: String) {
    self.parameter = parameter
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    parameter = try members.take("parameter")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("parameter", parameter)
    return .object(writer.members)
  }
}

/// The value of an event that reports the outcome of a mobile event.
public struct MobileAnswerValue: Sendable, Hashable, JSONConvertible {
  /// The answer of the platform.
  public var responseWithHttpCode: ResponseWithHTTP
  /// The name of the mobile event.
  public var name: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(responseWithHttpCode: ResponseWithHTTP, name: String) {
    self.responseWithHttpCode = responseWithHttpCode
    self.name = name
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    responseWithHttpCode = try members.take("response_with_http_code")
    name = try members.take("name")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("response_with_http_code", responseWithHttpCode)
    writer.add("name", name)
    return .object(writer.members)
  }
}

/// The buttons of a notification, as a category to register.
public struct NotificationCategory: Sendable, Hashable, JSONConvertible {
  /// The identifier of the category: always Altcraft.
  public var identifier: String
  /// The actions, one for each button.
  public var actions: [Action]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(identifier: String, actions: [Action]) {
    self.identifier = identifier
    self.actions = actions
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    identifier = try members.take("identifier")
    actions = try members.take("actions")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("identifier", identifier)
    writer.add("actions", actions)
    return .object(writer.members)
  }
}

/// The visible content and the data of a notification.
public struct NotificationContent: Sendable, Hashable, JSONConvertible {
  /// The title to show. Example: `"Sale"`.
  public var title: String?
  /// The line below the title. Example: `"Only today"`.
  public var subtitle: String?
  /// The text to show. Example: `"All shoes at half price"`.
  public var body: String?
  /// The number on the icon of the app. Example: `2`.
  public var badge: Int?
  /// The sound to play, a file of the app or default. Example: `"default"`.
  public var sound: String?
  /// The category that the actions belong to. Example: `"Altcraft"`.
  public var categoryIdentifier: String?
  /// The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`.
  public var userInfo: [String: JSONValue]?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    title: String? = nil,
    subtitle: String? = nil,
    body: String? = nil,
    badge: Int? = nil,
    sound: String? = nil,
    categoryIdentifier: String? = nil,
    userInfo: [String: JSONValue]? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.badge = badge
    self.sound = sound
    self.categoryIdentifier = categoryIdentifier
    self.userInfo = userInfo
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    title = try members.take("title")
    subtitle = try members.take("subtitle")
    body = try members.take("body")
    badge = try members.take("badge")
    sound = try members.take("sound")
    categoryIdentifier = try members.take("categoryIdentifier")
    userInfo = try members.take("userInfo")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.addPresent("title", title)
    writer.addPresent("subtitle", subtitle)
    writer.addPresent("body", body)
    writer.addPresent("badge", badge)
    writer.addPresent("sound", sound)
    writer.addPresent("categoryIdentifier", categoryIdentifier)
    writer.addPresent("userInfo", userInfo)
    return .object(writer.members)
  }
}

/// The request from the operating system for a push that arrived.
public struct NotificationRequest: Sendable, Hashable, JSONConvertible {
  /// The identifier of the request, from the operating system. Example: `"request-1"`.
  public var identifier: String?
  /// The visible content and the data of the notification. Example: `{"title": "Sale"}`.
  public var content: NotificationContent
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(identifier: String? = nil, content: NotificationContent) {
    self.identifier = identifier
    self.content = content
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    identifier = try members.take("identifier")
    content = try members.take("content")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.addPresent("identifier", identifier)
    writer.add("content", content)
    return .object(writer.members)
  }
}

/// The response of a user to a notification, from the operating system.
public struct NotificationResponse: Sendable, Hashable, JSONConvertible {
  /// The tapped element, from the operating system: button0 for the first button,
  /// com.apple.UNNotificationDefaultActionIdentifier for the notification itself,
  /// com.apple.UNNotificationDismissActionIdentifier for a dismissal. Example: `"button0"`.
  public var actionIdentifier: String?
  /// The notification request that was tapped, from the operating system. Example: `{"identifier":
  /// "request-1", "content": {"title": "Sale", "userInfo": {"_uid": "uid-1"}}}`.
  public var request: NotificationRequest
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(actionIdentifier: String? = nil, request: NotificationRequest) {
    self.actionIdentifier = actionIdentifier
    self.request = request
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    actionIdentifier = try members.take("actionIdentifier")
    request = try members.take("request")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.addPresent("actionIdentifier", actionIdentifier)
    writer.add("request", request)
    return .object(writer.members)
  }
}

/// The outcome of a job, with its number.
public struct NumberedOutcome: Sendable, Hashable, JSONConvertible {
  /// The epoch of the number: each process that ends a job begins one. Keep it with the number and
  /// pass both, so that an older copy of the data directory that was put back is noticed. Example:
  /// `"9f2c4b1e"`.
  public var epoch: String
  /// The number of the outcome: 1, 2, 3 and so on in the app group, in the order in which the
  /// outcomes became durable, over restarts. Example: `17`.
  public var outcome: Int
  /// The id of the job, from the answer of the call. Example: `"order-7"`.
  public var requestId: String
  /// The method of the call, or tokenUpdate. Example: `"pushSubscribe"`.
  public var method: String
  /// The start of the tag of the user; null for a job under a resource token, for a job that ended
  /// under an earlier version, and after `clear`. Example: `"5f1d7a84"`.
  public var user: String?
  /// The state in which the job ended. Example: `"delivered"`.
  public var state: NumberedOutcomeState
  /// The code of the event that reported it. Example: `230`.
  public var eventCode: Int
  /// The name of that event. Example: `"pushSubscribe.succeeded"`.
  public var name: String
  /// The HTTP status code of the last attempt; null without an answer. Example: `200`.
  public var httpCode: Int?
  /// The answer of the platform; null if there is none.
  public var response: ResponseWithHTTP?
  /// The time at which the call was accepted, in UTC. Example: `"2026-11-20T12:00:00.123Z"`. A time
  /// in ISO 8601, UTC.
  public var acceptedAt: String
  /// The time at which the job ended, in UTC. Example: `"2026-11-20T12:00:00.456Z"`. A time in ISO
  /// 8601, UTC.
  public var endedAt: String
  /// The number of attempts. Example: `1`.
  public var attempts: Int
  /// The id of the trace of the attempt that ended the job; null if there is none. Example:
  /// `"0af7651916cd43dd8448eb211c80319c"`.
  public var trace: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    epoch: String,
    outcome: Int,
    requestId: String,
    method: String,
    user: String?,
    state: NumberedOutcomeState,
    eventCode: Int,
    name: String,
    httpCode: Int?,
    response: ResponseWithHTTP?,
    acceptedAt: String,
    endedAt: String,
    attempts: Int,
    trace: String?
  ) {
    self.epoch = epoch
    self.outcome = outcome
    self.requestId = requestId
    self.method = method
    self.user = user
    self.state = state
    self.eventCode = eventCode
    self.name = name
    self.httpCode = httpCode
    self.response = response
    self.acceptedAt = acceptedAt
    self.endedAt = endedAt
    self.attempts = attempts
    self.trace = trace
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    epoch = try members.take("epoch")
    outcome = try members.take("outcome")
    requestId = try members.take("requestId")
    method = try members.take("method")
    user = try members.take("user")
    state = try members.take("state")
    eventCode = try members.take("eventCode")
    name = try members.take("name")
    httpCode = try members.take("httpCode")
    response = try members.take("response")
    acceptedAt = try members.take("acceptedAt")
    endedAt = try members.take("endedAt")
    attempts = try members.take("attempts")
    trace = try members.take("trace")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("epoch", epoch)
    writer.add("outcome", outcome)
    writer.add("requestId", requestId)
    writer.add("method", method)
    writer.add("user", user)
    writer.add("state", state)
    writer.add("eventCode", eventCode)
    writer.add("name", name)
    writer.add("httpCode", httpCode)
    writer.add("response", response)
    writer.add("acceptedAt", acceptedAt)
    writer.add("endedAt", endedAt)
    writer.add("attempts", attempts)
    writer.add("trace", trace)
    return .object(writer.members)
  }
}

/// The jobs that a filter chose.
public struct OutboxChanges: Sendable, Hashable, JSONConvertible {
  /// The number of jobs that match.
  public var matched: Int
  /// The number of jobs that were changed: 0 with `dryRun`.
  public var done: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(matched: Int, done: Int) {
    self.matched = matched
    self.done = done
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    matched = try members.take("matched")
    done = try members.take("done")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("matched", matched)
    writer.add("done", done)
    return .object(writer.members)
  }
}

/// A choice of jobs: those that match all members. At least one member is needed.
public struct OutboxFilter: Sendable, Hashable, JSONConvertible {
  /// The state of the jobs. Example: `"rejected"`.
  public var state: OutboxFilterState?
  /// The methods of the jobs. Token updates, which the bridge makes itself, match only if it
  /// contains tokenUpdate. Example: `["mobileEvent"]`.
  public var method: [String]?
  /// The codes of the events that reported the outcomes of the jobs, or the last errors of pending
  /// ones. Example: `[437]`.
  public var code: [Int]?
  /// The time in UTC before which the jobs were accepted. Example: `"2026-11-20T12:00:00Z"`.
  public var acceptedBefore: String?
  /// The time in UTC at or after which the jobs were accepted. Example: `"2026-11-20"`.
  public var acceptedAfter: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    state: OutboxFilterState? = nil,
    method: [String]? = nil,
    code: [Int]? = nil,
    acceptedBefore: String? = nil,
    acceptedAfter: String? = nil
  ) {
    self.state = state
    self.method = method
    self.code = code
    self.acceptedBefore = acceptedBefore
    self.acceptedAfter = acceptedAfter
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    state = try members.take("state")
    method = try members.take("method")
    code = try members.take("code")
    acceptedBefore = try members.take("acceptedBefore")
    acceptedAfter = try members.take("acceptedAfter")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.addPresent("state", state)
    writer.addPresent("method", method)
    writer.addPresent("code", code)
    writer.addPresent("acceptedBefore", acceptedBefore)
    writer.addPresent("acceptedAfter", acceptedAfter)
    return .object(writer.members)
  }
}

/// The outcome of a durable call that waited for it.
public struct Outcome: Sendable, Hashable, JSONConvertible {
  /// The final state of the job; pending if the time to wait ended first.
  public var state: JobState
  /// The code of the event that reports the outcome; null while the job is pending.
  public var eventCode: Int?
  /// The answer of the platform; null if there is none.
  public var response: ResponseWithHTTP?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(state: JobState, eventCode: Int?, response: ResponseWithHTTP?) {
    self.state = state
    self.eventCode = eventCode
    self.response = response
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    state = try members.take("state")
    eventCode = try members.take("eventCode")
    response = try members.take("response")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("state", state)
    writer.add("eventCode", eventCode)
    writer.add("response", response)
    return .object(writer.members)
  }
}

/// Outcomes in the order of their numbers.
public struct OutcomePage: Sendable, Hashable, JSONConvertible {
  /// The outcomes, oldest first.
  public var outcomes: [NumberedOutcome]
  /// The `after` of the next page. Example: `17`.
  public var next: Int
  /// The epoch of `next`. Example: `"9f2c4b1e"`.
  public var epoch: String
  /// The number of the oldest outcome that is kept; one more than `last` if there is none. Example:
  /// `1`.
  public var first: Int
  /// The number of the last outcome; 0 if there is none. Example: `17`.
  public var last: Int
  /// True if `after` and `epoch` are not of this data directory: the page begins with the oldest
  /// outcome.
  public var rolledBack: Bool
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    outcomes: [NumberedOutcome],
    next: Int,
    epoch: String,
    first: Int,
    last: Int,
    rolledBack: Bool
  ) {
    self.outcomes = outcomes
    self.next = next
    self.epoch = epoch
    self.first = first
    self.last = last
    self.rolledBack = rolledBack
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    outcomes = try members.take("outcomes")
    next = try members.take("next")
    epoch = try members.take("epoch")
    first = try members.take("first")
    last = try members.take("last")
    rolledBack = try members.take("rolledBack")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("outcomes", outcomes)
    writer.add("next", next)
    writer.add("epoch", epoch)
    writer.add("first", first)
    writer.add("last", last)
    writer.add("rolledBack", rolledBack)
    return .object(writer.members)
  }
}

/// The numbers of the outcomes that are kept.
public struct OutcomePosition: Sendable, Hashable, JSONConvertible {
  /// The epoch of `last`; "0" if there is none. Example: `"9f2c4b1e"`.
  public var epoch: String
  /// The number of the oldest outcome that is kept; one more than `last` if there is none. Example:
  /// `1`.
  public var first: Int
  /// The number of the last outcome; 0 if there is none. Example: `17`.
  public var last: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(epoch: String, first: Int, last: Int) {
    self.epoch = epoch
    self.first = first
    self.last = last
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    epoch = try members.take("epoch")
    first = try members.take("first")
    last = try members.take("last")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("epoch", epoch)
    writer.add("first", first)
    writer.add("last", last)
    return .object(writer.members)
  }
}

/// A push of any provider in one form. A member that the push does not have is null.
public struct ParsedPush: Sendable, Hashable, JSONConvertible {
  /// True if the push comes from the platform.
  public var isAltcraft: Bool
  /// The structure of the message: that of a provider, sdk for one with the SDK's marker, data for
  /// a flat map of the platform; null for a push of another sender.
  public var structure: ParsedPushStructure?
  /// The id of the push; delivery and open events are registered under it.
  public var uid: String?
  /// The platform's id of this launch, unique within its mailing.
  public var launchId: String?
  /// The title to show.
  public var title: String?
  /// The line below the title.
  public var subtitle: String?
  /// The text to show.
  public var body: String?
  /// The address of the image to show. The bridge does not fetch it.
  public var media: String?
  /// The address of the icon to show. The bridge does not fetch it.
  public var icon: String?
  /// The address that a tap on the notification opens.
  public var clickUrl: String?
  /// The buttons to show, in order; empty if there is none.
  public var buttons: [PushButton]
  /// Addresses of the platform that count opens and deliveries. The bridge never requests them.
  public var hubLink: HubLink?
  /// The number on the icon of the app.
  public var badge: Int?
  /// The sound to play.
  public var sound: String?
  /// True for a push that shows nothing: one that says so, or one without a title and a text whose
  /// `contentAvailable` is true.
  public var silent: Bool
  /// True if the push wakes the app in the background.
  public var contentAvailable: Bool?
  /// The address in the app that a tap opens.
  public var deeplink: String?
  /// The intent that a tap opens on a Huawei device.
  public var intent: String?
  /// The background color of the icon.
  public var color: String?
  /// The notification channel of the app on Android.
  public var channelId: String?
  /// The importance of the notification on a Huawei device.
  public var importance: String?
  /// The other data of the push.
  public var extra: [String: JSONValue]
  /// The members of the message that no other member here holds, nested as they came. A text that
  /// contains JSON is an object if a part of it is held.
  public var rest: [String: JSONValue]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    isAltcraft: Bool,
    structure: ParsedPushStructure?,
    uid: String?,
    launchId: String?,
    title: String?,
    subtitle: String?,
    body: String?,
    media: String?,
    icon: String?,
    clickUrl: String?,
    buttons: [PushButton],
    hubLink: HubLink?,
    badge: Int?,
    sound: String?,
    silent: Bool,
    contentAvailable: Bool?,
    deeplink: String?,
    intent: String?,
    color: String?,
    channelId: String?,
    importance: String?,
    extra: [String: JSONValue],
    rest: [String: JSONValue]
  ) {
    self.isAltcraft = isAltcraft
    self.structure = structure
    self.uid = uid
    self.launchId = launchId
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.media = media
    self.icon = icon
    self.clickUrl = clickUrl
    self.buttons = buttons
    self.hubLink = hubLink
    self.badge = badge
    self.sound = sound
    self.silent = silent
    self.contentAvailable = contentAvailable
    self.deeplink = deeplink
    self.intent = intent
    self.color = color
    self.channelId = channelId
    self.importance = importance
    self.extra = extra
    self.rest = rest
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    isAltcraft = try members.take("isAltcraft")
    structure = try members.take("structure")
    uid = try members.take("uid")
    launchId = try members.take("launchId")
    title = try members.take("title")
    subtitle = try members.take("subtitle")
    body = try members.take("body")
    media = try members.take("media")
    icon = try members.take("icon")
    clickUrl = try members.take("clickUrl")
    buttons = try members.take("buttons")
    hubLink = try members.take("hubLink")
    badge = try members.take("badge")
    sound = try members.take("sound")
    silent = try members.take("silent")
    contentAvailable = try members.take("contentAvailable")
    deeplink = try members.take("deeplink")
    intent = try members.take("intent")
    color = try members.take("color")
    channelId = try members.take("channelId")
    importance = try members.take("importance")
    extra = try members.take("extra")
    rest = try members.take("rest")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("isAltcraft", isAltcraft)
    writer.add("structure", structure)
    writer.add("uid", uid)
    writer.add("launchId", launchId)
    writer.add("title", title)
    writer.add("subtitle", subtitle)
    writer.add("body", body)
    writer.add("media", media)
    writer.add("icon", icon)
    writer.add("clickUrl", clickUrl)
    writer.add("buttons", buttons)
    writer.add("hubLink", hubLink)
    writer.add("badge", badge)
    writer.add("sound", sound)
    writer.add("silent", silent)
    writer.add("contentAvailable", contentAvailable)
    writer.add("deeplink", deeplink)
    writer.add("intent", intent)
    writer.add("color", color)
    writer.add("channelId", channelId)
    writer.add("importance", importance)
    writer.add("extra", extra)
    writer.add("rest", rest)
    return .object(writer.members)
  }
}

/// The number of jobs left to deliver.
public struct PendingCount: Sendable, Hashable, JSONConvertible {
  /// The number of pending jobs.
  public var pending: Int
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(pending: Int) {
    self.pending = pending
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    pending = try members.take("pending")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("pending", pending)
    return .object(writer.members)
  }
}

/// The permission to show notifications.
public struct Permission: Sendable, Hashable, JSONConvertible {
  /// True if the user allows notifications, from the operating system of the device. Example:
  /// `true`.
  public var granted: Bool
  /// The error of the operating system, as a text of the host; null if there is none.
  public var error: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(granted: Bool, error: String?) {
    self.granted = granted
    self.error = error
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    granted = try members.take("granted")
    error = try members.take("error")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("granted", granted)
    writer.add("error", error)
    return .object(writer.members)
  }
}

/// The way to show a push while the app is in the foreground.
public struct PresentationOptions: Sendable, Hashable, JSONConvertible {
  /// Any of banner, badge and sound, also list and alert; empty to show nothing. Example:
  /// `["banner", "sound"]`.
  public var options: [String]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(options: [String]) {
    self.options = options
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    options = try members.take("options")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("options", options)
    return .object(writer.members)
  }
}

/// The profile that a subscription belongs to. A member that the platform did not send is null.
public struct ProfileData: Sendable, Hashable, JSONConvertible {
  /// The platform's id of the profile.
  public var id: String?
  /// The status of the profile.
  public var status: Status?
  /// True for a test profile.
  public var isTest: Bool?
  /// The push subscription that the answer describes; null if there is none.
  public var subscription: SubscriptionData?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(id: String?, status: Status?, isTest: Bool?, subscription: SubscriptionData?) {
    self.id = id
    self.status = status
    self.isTest = isTest
    self.subscription = subscription
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    id = try members.take("id")
    status = try members.take("status")
    isTest = try members.take("isTest")
    subscription = try members.take("subscription")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("id", id)
    writer.add("status", status)
    writer.add("isTest", isTest)
    writer.add("subscription", subscription)
    return .object(writer.members)
  }
}

/// The source of JWTs or push tokens: "callback" calls this connection each time, an object holds a
/// fixed one, null removes the source.
public enum ProviderSource: Sendable, Hashable, JSONConvertible {
  case callback
  case token(ProviderSourceToken)
  /// A value that this version does not know.
  case other(JSONValue)

  public init(json: JSONValue) {
    if json == .string("callback") {
      self = .callback
      return
    }
    if let value = try? ProviderSourceToken(json: json) {
      self = .token(value)
      return
    }
    self = .other(json)
  }

  public var json: JSONValue {
    switch self {
    case .callback: return .string("callback")
    case .token(let value): return value.json
    case .other(let value): return value
    }
  }
}

/// A form of ProviderSource.
public struct ProviderSourceToken: Sendable, Hashable, JSONConvertible {
  /// The JWT from the server of the app, or the push token from the push service. Example:
  /// `"fcm-token-1"`.
  public var token: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(token: String) {
    self.token = token
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    token = try members.take("token")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("token", token)
    return .object(writer.members)
  }
}

/// The value of an event about a push provider.
public struct ProviderValue: Sendable, Hashable, JSONConvertible {
  /// The push provider in use, or the refused name, cut at 16 characters.
  public var provider: Provider
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(provider: Provider) {
    self.provider = provider
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    provider = try members.take("provider")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("provider", provider)
    return .object(writer.members)
  }
}

/// The value of an event that reports the outcome of a delivery or open event.
public struct PushAnswerValue: Sendable, Hashable, JSONConvertible {
  /// The answer of the platform.
  public var responseWithHttpCode: ResponseWithHTTP
  /// The uid of the push.
  public var uid: String
  /// The kind of the push event.
  public var type: PushAnswerValueType
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(responseWithHttpCode: ResponseWithHTTP, uid: String, type: PushAnswerValueType) {
    self.responseWithHttpCode = responseWithHttpCode
    self.uid = uid
    self.type = type
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    responseWithHttpCode = try members.take("response_with_http_code")
    uid = try members.take("uid")
    type = try members.take("type")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("response_with_http_code", responseWithHttpCode)
    writer.add("uid", uid)
    writer.add("type", type)
    return .object(writer.members)
  }
}

/// A button of a push.
public struct PushButton: Sendable, Hashable, JSONConvertible {
  /// The identifier: button0 for the first button of the push.
  public var identifier: String
  /// The label of the button.
  public var label: String?
  /// The address that a tap on the button opens; null if there is none.
  public var link: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(identifier: String, label: String?, link: String?) {
    self.identifier = identifier
    self.label = label
    self.link = link
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    identifier = try members.take("identifier")
    label = try members.take("label")
    link = try members.take("link")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("identifier", identifier)
    writer.add("label", label)
    writer.add("link", link)
    return .object(writer.members)
  }
}

/// A subscription to push notifications.
public struct PushSubscription: Sendable, Hashable, JSONConvertible {
  /// The identifier of the resource that the subscription belongs to, from the Altcraft account.
  /// Example: `1`.
  public var resourceId: Int
  /// The push service that issued the token. Example: `"ios-apns"`.
  public var provider: Provider
  /// The push token that the push service issued. Example: `"apns-token-1"`.
  public var subscriptionId: String
  /// The status of the subscription. Example: `"subscribed"`.
  public var status: Status?
  /// The priority of the subscription in delivery. Example: `0`.
  public var priority: Int?
  /// Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.
  public var customFields: [String: JSONValue]?
  /// The names of the categories of the subscription. Example: `["news"]`.
  public var cats: [String]?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    resourceId: Int,
    provider: Provider,
    subscriptionId: String,
    status: Status? = nil,
    priority: Int? = nil,
    customFields: [String: JSONValue]? = nil,
    cats: [String]? = nil
  ) {
    self.resourceId = resourceId
    self.provider = provider
    self.subscriptionId = subscriptionId
    self.status = status
    self.priority = priority
    self.customFields = customFields
    self.cats = cats
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    try members.expect("channel", "push")
    try members.expect("type", "push")
    resourceId = try members.take("resource_id")
    provider = try members.take("provider")
    subscriptionId = try members.take("subscription_id")
    status = try members.take("status")
    priority = try members.take("priority")
    customFields = try members.take("custom_fields")
    cats = try members.take("cats")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("channel", "push")
    writer.add("type", "push")
    writer.add("resource_id", resourceId)
    writer.add("provider", provider)
    writer.add("subscription_id", subscriptionId)
    writer.addPresent("status", status)
    writer.addPresent("priority", priority)
    writer.addPresent("custom_fields", customFields)
    writer.addPresent("cats", cats)
    return .object(writer.members)
  }
}

/// The answer to a durable call: its job is on disk, and is retried until it ends.
public struct Receipt: Sendable, Hashable, JSONConvertible {
  /// The id of the job, for `outbox.get`; also the header Request-ID of every attempt.
  public var requestId: RequestID
  /// The outcome of the job. Present only if the call waited for it.
  public var outcome: Outcome?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(requestId: RequestID, outcome: Outcome? = nil) {
    self.requestId = requestId
    self.outcome = outcome
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    requestId = try members.take("requestId")
    outcome = try members.take("outcome")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("requestId", requestId)
    writer.addPresent("outcome", outcome)
    return .object(writer.members)
  }
}

/// The id of one job: 1 to 128 of A-Z a-z 0-9 . _ : -, unique within the app group.
public typealias RequestID = String

/// The body of the platform's answer.
public struct Response: Sendable, Hashable, JSONConvertible {
  /// The platform's error code: 0 for success, null if the answer has none.
  public var error: Int?
  /// The platform's error text: empty for success, null if the answer has none.
  public var errorText: String?
  /// The profile after the request; null if the request failed or was not synchronous.
  public var profile: ProfileData?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(error: Int?, errorText: String?, profile: ProfileData?) {
    self.error = error
    self.errorText = errorText
    self.profile = profile
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    error = try members.take("error")
    errorText = try members.take("errorText")
    profile = try members.take("profile")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("error", error)
    writer.add("errorText", errorText)
    writer.add("profile", profile)
    return .object(writer.members)
  }
}

/// A category of a subscription. A member that the platform did not send is null.
public struct ResponseCategory: Sendable, Hashable, JSONConvertible {
  /// The name of the category, as calls use it.
  public var name: String?
  /// The title of the category, as users see it. Example: `"News"`.
  public var title: String?
  /// True if subscribers cannot turn the category off.
  public var steady: Bool?
  /// True if the category is turned on for this subscription.
  public var active: Bool?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(name: String?, title: String?, steady: Bool?, active: Bool?) {
    self.name = name
    self.title = title
    self.steady = steady
    self.active = active
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    name = try members.take("name")
    title = try members.take("title")
    steady = try members.take("steady")
    active = try members.take("active")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("name", name)
    writer.add("title", title)
    writer.add("steady", steady)
    writer.add("active", active)
    return .object(writer.members)
  }
}

/// The platform's answer to a request.
public struct ResponseWithHTTP: Sendable, Hashable, JSONConvertible {
  /// The HTTP status code.
  public var httpCode: Int
  /// The body; null if it is not a JSON object.
  public var response: Response?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(httpCode: Int, response: Response?) {
    self.httpCode = httpCode
    self.response = response
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    httpCode = try members.take("httpCode")
    response = try members.take("response")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("httpCode", httpCode)
    writer.add("response", response)
    return .object(writer.members)
  }
}

/// The pauses between delivery attempts, in seconds. The limits apply to members that are missing.
public struct Retry: Sendable, Hashable, JSONConvertible {
  /// The pause after the first failed attempt, in seconds; it grows with each further one. Example:
  /// `1`.
  public var firstSeconds: Double?
  /// The longest pause between two attempts, in seconds. Example: `60`.
  public var maxSeconds: Double?
  /// The time after which an undelivered job expires, in seconds. Example: `86400`.
  public var totalSeconds: Double?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(firstSeconds: Double? = nil, maxSeconds: Double? = nil, totalSeconds: Double? = nil) {
    self.firstSeconds = firstSeconds
    self.maxSeconds = maxSeconds
    self.totalSeconds = totalSeconds
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    firstSeconds = try members.take("firstSeconds")
    maxSeconds = try members.take("maxSeconds")
    totalSeconds = try members.take("totalSeconds")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.addPresent("firstSeconds", firstSeconds)
    writer.addPresent("maxSeconds", maxSeconds)
    writer.addPresent("totalSeconds", totalSeconds)
    return .object(writer.members)
  }
}

/// Values by name: strings, numbers, booleans and nulls.
public typealias Scalars = [String: JSONValue]

/// The content to show for a push: that of its request, with its image and buttons.
public struct ShownContent: Sendable, Hashable, JSONConvertible {
  /// The title to show. Example: `"Sale"`.
  public var title: String?
  /// The line below the title. Example: `"Only today"`.
  public var subtitle: String?
  /// The text to show. Example: `"All shoes at half price"`.
  public var body: String?
  /// The number on the icon of the app. Example: `2`.
  public var badge: Int?
  /// The sound to play, a file of the app or default. Example: `"default"`.
  public var sound: String?
  /// The category that the actions belong to. Example: `"Altcraft"`.
  public var categoryIdentifier: String?
  /// The data of the push, as it arrived. Example: `{"_uid": "uid-1"}`.
  public var userInfo: [String: JSONValue]?
  /// The image of the push; empty if it has none.
  public var attachments: [Attachment]
  /// The category to register, named by `categoryIdentifier`; null without buttons.
  public var category: NotificationCategory?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    title: String?,
    subtitle: String?,
    body: String?,
    badge: Int?,
    sound: String?,
    categoryIdentifier: String?,
    userInfo: [String: JSONValue]?,
    attachments: [Attachment],
    category: NotificationCategory?
  ) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.badge = badge
    self.sound = sound
    self.categoryIdentifier = categoryIdentifier
    self.userInfo = userInfo
    self.attachments = attachments
    self.category = category
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    title = try members.take("title")
    subtitle = try members.take("subtitle")
    body = try members.take("body")
    badge = try members.take("badge")
    sound = try members.take("sound")
    categoryIdentifier = try members.take("categoryIdentifier")
    userInfo = try members.take("userInfo")
    attachments = try members.take("attachments")
    category = try members.take("category")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("title", title)
    writer.add("subtitle", subtitle)
    writer.add("body", body)
    writer.add("badge", badge)
    writer.add("sound", sound)
    writer.add("categoryIdentifier", categoryIdentifier)
    writer.add("userInfo", userInfo)
    writer.add("attachments", attachments)
    writer.add("category", category)
    return .object(writer.members)
  }
}

/// A subscription to text messages.
public struct SMSSubscription: Sendable, Hashable, JSONConvertible {
  /// The identifier of the resource that the subscription belongs to, from the Altcraft account.
  /// Example: `1`.
  public var resourceId: Int
  /// The phone number in international format, from the user. Example: `"+4915112345678"`.
  public var phone: String
  /// The status of the subscription. Example: `"subscribed"`.
  public var status: Status?
  /// The priority of the subscription in delivery. Example: `0`.
  public var priority: Int?
  /// Standard and custom fields of the subscription by name. Example: `{"plan": "pro"}`.
  public var customFields: [String: JSONValue]?
  /// The names of the categories of the subscription. Example: `["news"]`.
  public var cats: [String]?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    resourceId: Int,
    phone: String,
    status: Status? = nil,
    priority: Int? = nil,
    customFields: [String: JSONValue]? = nil,
    cats: [String]? = nil
  ) {
    self.resourceId = resourceId
    self.phone = phone
    self.status = status
    self.priority = priority
    self.customFields = customFields
    self.cats = cats
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    try members.expect("channel", "sms")
    try members.expect("type", "sms")
    resourceId = try members.take("resource_id")
    phone = try members.take("phone")
    status = try members.take("status")
    priority = try members.take("priority")
    customFields = try members.take("custom_fields")
    cats = try members.take("cats")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("channel", "sms")
    writer.add("type", "sms")
    writer.add("resource_id", resourceId)
    writer.add("phone", phone)
    writer.addPresent("status", status)
    writer.addPresent("priority", priority)
    writer.addPresent("custom_fields", customFields)
    writer.addPresent("cats", cats)
    return .object(writer.members)
  }
}

/// The value of the event for storage that fails or works again.
public struct StorageValue: Sendable, Hashable, JSONConvertible {
  /// The cause: noSpace, readOnly, ioError or the damaged file; recovered if storage works again.
  public var cause: String
  /// The number of the first lost record; absent if none is lost.
  public var from: Int?
  /// The number of the last lost record; absent if it is unknown.
  public var to: Int?
  /// The number of lost records; absent if none is lost.
  public var lost: Int?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(cause: String, from: Int? = nil, to: Int? = nil, lost: Int? = nil) {
    self.cause = cause
    self.from = from
    self.to = to
    self.lost = lost
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    cause = try members.take("cause")
    from = try members.take("from")
    to = try members.take("to")
    lost = try members.take("lost")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("cause", cause)
    writer.addPresent("from", from)
    writer.addPresent("to", to)
    writer.addPresent("lost", lost)
    return .object(writer.members)
  }
}

/// A subscription of the profile; `channel` selects one of four kinds. Members in camel case
/// (`resourceId`) are accepted too.
public enum Subscription: Sendable, Hashable, JSONConvertible {
  case email(EmailSubscription)
  case sms(SMSSubscription)
  case push(PushSubscription)
  case ccData(CCDataSubscription)
  /// A value that this version does not know.
  case other(JSONValue)

  public init(json: JSONValue) {
    if let value = try? EmailSubscription(json: json) {
      self = .email(value)
      return
    }
    if let value = try? SMSSubscription(json: json) {
      self = .sms(value)
      return
    }
    if let value = try? PushSubscription(json: json) {
      self = .push(value)
      return
    }
    if let value = try? CCDataSubscription(json: json) {
      self = .ccData(value)
      return
    }
    self = .other(json)
  }

  public var json: JSONValue {
    switch self {
    case .email(let value): return value.json
    case .sms(let value): return value.json
    case .push(let value): return value.json
    case .ccData(let value): return value.json
    case .other(let value): return value
    }
  }
}

/// A push subscription as the platform stores it. A member that the platform did not send is null.
public struct SubscriptionData: Sendable, Hashable, JSONConvertible {
  /// The push token that receives the pushes.
  public var subscriptionId: String?
  /// The platform's short id of the subscription, in hex digits.
  public var hashId: String?
  /// The push service.
  public var provider: Provider?
  /// The status of the subscription.
  public var status: Status?
  /// Standard and custom fields by name, as the platform sent them.
  public var fields: [String: JSONValue]?
  /// The categories; empty if there is none.
  public var cats: [ResponseCategory]
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    subscriptionId: String?,
    hashId: String?,
    provider: Provider?,
    status: Status?,
    fields: [String: JSONValue]?,
    cats: [ResponseCategory]
  ) {
    self.subscriptionId = subscriptionId
    self.hashId = hashId
    self.provider = provider
    self.status = status
    self.fields = fields
    self.cats = cats
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    subscriptionId = try members.take("subscriptionId")
    hashId = try members.take("hashId")
    provider = try members.take("provider")
    status = try members.take("status")
    fields = try members.take("fields")
    cats = try members.take("cats")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("subscriptionId", subscriptionId)
    writer.add("hashId", hashId)
    writer.add("provider", provider)
    writer.add("status", status)
    writer.add("fields", fields)
    writer.add("cats", cats)
    return .object(writer.members)
  }
}

/// The push token in use and the push service that issued it.
public struct TokenData: Sendable, Hashable, JSONConvertible {
  /// The push service that issued the token.
  public var provider: Provider
  /// The push token; a binary one is written in lower-case hex.
  public var token: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(provider: Provider, token: String) {
    self.provider = provider
    self.token = token
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    provider = try members.take("provider")
    token = try members.take("token")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("provider", provider)
    writer.add("token", token)
    return .object(writer.members)
  }
}

/// An item of the trace: a message of a connection, or a step of a job.
public struct TraceItem: Sendable, Hashable, JSONConvertible {
  /// The id of the run of the process that counts `seq`. Example: `"9f2c4b1e"`.
  public var epoch: String
  /// The number of the item in this run. Example: `17`.
  public var seq: Int
  /// The time of the item, in microseconds since 1970. Example: `1795176000123456`.
  public var at: Int
  /// The kind: wire for an event of a connection, job for a step of a job.
  public var kind: TraceItemKind
  /// The number of the connection: that of the event, or of the call that was accepted; null for a
  /// job of the bridge itself. Example: `3`.
  public var connection: Int?
  /// Wire: the transport. Example: `"unix"`.
  public var transport: String?
  /// Wire: the event of the connection.
  public var event: TraceItemEvent?
  /// Message: received from the client, or sent to it.
  public var direction: TraceItemDirection?
  /// Message: its size. Example: `50`.
  public var bytes: Int?
  /// Message: the message, with secrets covered; null for one that is longer than the limit
  /// traceMessageBytes. Absent with `fault`.
  public var message: JSONValue?
  /// Message, if it is longer than the limit: its id, its method, and in `answer` whether it has a
  /// result or an error; of a batch a list of these. Absent if this is longer than 1024 bytes.
  /// Example: `{"id":7,"answer":"result"}`.
  public var outline: JSONValue?
  /// The reason why the data is not a message. Example: `"not JSON at byte 4"`.
  public var fault: String?
  /// Opened: the process at the other end, if the transport knows it.
  public var peer: TraceItemPeer?
  /// Job: its id. Example: `"order-7"`.
  public var requestId: String?
  /// Job: the method of the call, or tokenUpdate. Example: `"mobileEvent"`.
  public var method: String?
  /// Job: the start of the tag of its user; null under a resource token. Example: `"5f1d7a84"`.
  public var user: String?
  /// Job: its app group. Example: `"default"`.
  public var appGroup: String?
  /// Job: the step. accepted, then durable when the record is on disk, or refused if the disk does
  /// not take it; attempt and answer for each request; waiting while it is not sent; ended; retried
  /// when a rejected job is put back.
  public var step: TraceItemStep?
  /// Attempt and answer: the number of the attempt, from 1. Example: `1`.
  public var attempt: Int?
  /// Answer: the HTTP status code; null without an answer. Example: `200`.
  public var httpCode: Int?
  /// Answer: the reason why there is none; null if there is one.
  public var failure: String?
  /// Answer: the time since the attempt, in microseconds. Example: `48210`.
  public var durationUs: Int?
  /// Answer: the clock of the platform, in microseconds since 1970 and exact to a second; null if
  /// the answer does not have it.
  public var platformTime: Int?
  /// Waiting: the reason, as in `outbox.get`. Example: `"retry"`.
  public var waitingFor: String?
  /// Waiting: the time of the next check, in microseconds since 1970; null if none is set.
  public var until: Int?
  /// Ended: the state. Example: `"delivered"`.
  public var state: NumberedOutcomeState?
  /// Ended: the code of the event that reported it. Example: `230`.
  public var eventCode: Int?
  /// Ended: the number of the outcome, as in `outcomes.list`; null if it has none yet.
  public var outcome: Int?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    epoch: String,
    seq: Int,
    at: Int,
    kind: TraceItemKind,
    connection: Int? = nil,
    transport: String? = nil,
    event: TraceItemEvent? = nil,
    direction: TraceItemDirection? = nil,
    bytes: Int? = nil,
    message: JSONValue? = nil,
    outline: JSONValue? = nil,
    fault: String? = nil,
    peer: TraceItemPeer? = nil,
    requestId: String? = nil,
    method: String? = nil,
    user: String? = nil,
    appGroup: String? = nil,
    step: TraceItemStep? = nil,
    attempt: Int? = nil,
    httpCode: Int? = nil,
    failure: String? = nil,
    durationUs: Int? = nil,
    platformTime: Int? = nil,
    waitingFor: String? = nil,
    until: Int? = nil,
    state: NumberedOutcomeState? = nil,
    eventCode: Int? = nil,
    outcome: Int? = nil
  ) {
    self.epoch = epoch
    self.seq = seq
    self.at = at
    self.kind = kind
    self.connection = connection
    self.transport = transport
    self.event = event
    self.direction = direction
    self.bytes = bytes
    self.message = message
    self.outline = outline
    self.fault = fault
    self.peer = peer
    self.requestId = requestId
    self.method = method
    self.user = user
    self.appGroup = appGroup
    self.step = step
    self.attempt = attempt
    self.httpCode = httpCode
    self.failure = failure
    self.durationUs = durationUs
    self.platformTime = platformTime
    self.waitingFor = waitingFor
    self.until = until
    self.state = state
    self.eventCode = eventCode
    self.outcome = outcome
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    epoch = try members.take("epoch")
    seq = try members.take("seq")
    at = try members.take("at")
    kind = try members.take("kind")
    connection = try members.take("connection")
    transport = try members.take("transport")
    event = try members.take("event")
    direction = try members.take("direction")
    bytes = try members.take("bytes")
    message = try members.take("message")
    outline = try members.take("outline")
    fault = try members.take("fault")
    peer = try members.take("peer")
    requestId = try members.take("requestId")
    method = try members.take("method")
    user = try members.take("user")
    appGroup = try members.take("appGroup")
    step = try members.take("step")
    attempt = try members.take("attempt")
    httpCode = try members.take("httpCode")
    failure = try members.take("failure")
    durationUs = try members.take("durationUs")
    platformTime = try members.take("platformTime")
    waitingFor = try members.take("waitingFor")
    until = try members.take("until")
    state = try members.take("state")
    eventCode = try members.take("eventCode")
    outcome = try members.take("outcome")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("epoch", epoch)
    writer.add("seq", seq)
    writer.add("at", at)
    writer.add("kind", kind)
    writer.addPresent("connection", connection)
    writer.addPresent("transport", transport)
    writer.addPresent("event", event)
    writer.addPresent("direction", direction)
    writer.addPresent("bytes", bytes)
    writer.addPresent("message", message)
    writer.addPresent("outline", outline)
    writer.addPresent("fault", fault)
    writer.addPresent("peer", peer)
    writer.addPresent("requestId", requestId)
    writer.addPresent("method", method)
    writer.addPresent("user", user)
    writer.addPresent("appGroup", appGroup)
    writer.addPresent("step", step)
    writer.addPresent("attempt", attempt)
    writer.addPresent("httpCode", httpCode)
    writer.addPresent("failure", failure)
    writer.addPresent("durationUs", durationUs)
    writer.addPresent("platformTime", platformTime)
    writer.addPresent("waitingFor", waitingFor)
    writer.addPresent("until", until)
    writer.addPresent("state", state)
    writer.addPresent("eventCode", eventCode)
    writer.addPresent("outcome", outcome)
    return .object(writer.members)
  }
}

/// Opened: the process at the other end, if the transport knows it.
public struct TraceItemPeer: Sendable, Hashable, JSONConvertible {
  /// The id of the process. Example: `4711`.
  public var pid: Int?
  /// The id of its user. Example: `1000`.
  public var uid: Int?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(pid: Int? = nil, uid: Int? = nil) {
    self.pid = pid
    self.uid = uid
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    pid = try members.take("pid")
    uid = try members.take("uid")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.addPresent("pid", pid)
    writer.addPresent("uid", uid)
    return .object(writer.members)
  }
}

/// The UTM tags of a link: the source of a visit.
public struct UTM: Sendable, Hashable, JSONConvertible {
  /// The campaign, `utm_campaign` of the link; sent as `cn`. Example: `"spring"`.
  public var campaign: String?
  /// The content, `utm_content` of the link; sent as `cc`. Example: `"banner-2"`.
  public var content: String?
  /// The keyword, `utm_term` of the link; sent as `ck`. Example: `"shoes"`.
  public var keyword: String?
  /// The medium, `utm_medium` of the link; sent as `cm`. Example: `"email"`.
  public var medium: String?
  /// The source, `utm_source` of the link; sent as `cs`. Example: `"newsletter"`.
  public var source: String?
  /// A temporary tag, chosen by the host; sent as `ct`. Example: `"test-1"`.
  public var temp: String?
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(
    campaign: String? = nil,
    content: String? = nil,
    keyword: String? = nil,
    medium: String? = nil,
    source: String? = nil,
    temp: String? = nil
  ) {
    self.campaign = campaign
    self.content = content
    self.keyword = keyword
    self.medium = medium
    self.source = source
    self.temp = temp
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    campaign = try members.take("campaign")
    content = try members.take("content")
    keyword = try members.take("keyword")
    medium = try members.take("medium")
    source = try members.take("source")
    temp = try members.take("temp")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.addPresent("campaign", campaign)
    writer.addPresent("content", content)
    writer.addPresent("keyword", keyword)
    writer.addPresent("medium", medium)
    writer.addPresent("source", source)
    writer.addPresent("temp", temp)
    return .object(writer.members)
  }
}

/// The value of the event for an action that is not a button.
public struct UnknownButtonValue: Sendable, Hashable, JSONConvertible {
  /// The identifier of the action, from the host.
  public var identifier: String
  /// The members that this version does not know.
  public var otherMembers: [String: JSONValue] = [:]

  public init(identifier: String) {
    self.identifier = identifier
  }

  /// Reads an object. A member that is missing, and may be, is nil.
  public init(json: JSONValue) throws(BridgeError) {
    var members = try MemberReader(json)
    identifier = try members.take("identifier")
    otherMembers = members.rest
  }

  public var json: JSONValue {
    var writer = MemberWriter(members: otherMembers)
    writer.add("identifier", identifier)
    return .object(writer.members)
  }
}
