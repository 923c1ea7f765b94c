import Glibc
import JSONCodec
import TestSupport

/// The kinds of things that begin and end, beside single calls: waits, subscriptions, connections, app
/// groups.
enum LifetimeKind: CaseIterable {
  case waitTimesOut, waitIsCancelled, waitIsClosed, flushWhileWorkWaits
  case waitEnds, backgroundTaskIsReplaced
  case subscriptionIsReplaced, subscriptionIsClosed, subscriptionIsUnread
  case connectionIsSilent, messageIsHalf, messageIsGarbage, connectionIsReset, stranger
  case appGroups
  case handshakeIsRefused, webSocketIsClosed, webSocketIsReset, ticketIsUsed

  var repetitions: LifetimeBridge.Repetitions {
    switch self {
    case .flushWhileWorkWaits: .init(warmUp: 1, segments: 1, rounds: 1)
    // The warm-up opens as many groups as may be open; they are closed after a minute.
    case .appGroups: .init(warmUp: 4, segments: 1, rounds: 2)
    // One round for each transport and framing.
    default: .init(warmUp: 2, segments: CampaignLength.isLong ? 3 : 1, rounds: 2)
    }
  }

  /// True if most of its memory is that of outcomes.
  var makesWork: Bool {
    switch self {
    case .waitTimesOut, .waitIsCancelled, .waitIsClosed, .waitEnds: true
    default: false
    }
  }

  /// The bytes that one call, or its connection, may leave.
  var bytesPerCall: Int {
    switch self {
    case .flushWhileWorkWaits, .waitEnds, .backgroundTaskIsReplaced: LifetimeBridge.bytesPerCall
    default: LifetimeBridge.bytesPerConnection
    }
  }

  /// The number of connections or calls of a round.
  private var width: Int {
    switch self {
    case .waitTimesOut, .waitIsCancelled, .waitIsClosed, .appGroups: 20
    default: CampaignLength.isLong ? 60 : 20
    }
  }

  /// Plays a round, and returns the number of calls or connections it made.
  func play(_ wire: BusyHost.Wire, _ bridge: LifetimeBridge) async throws -> Int {
    switch self {
    case .waitTimesOut, .waitIsCancelled: return try playWait(wire, bridge)
    case .waitIsClosed:
      let count = try playWait(wire, bridge)
      // Their jobs still wait for the platform.
      try await eventually("closed connections free their places", within: .seconds(10)) {
        try await bridge.process.stdio.call("bridge.stats")["connections"]?["open"] == 1
      }
      return count
    case .flushWhileWorkWaits: return try playFlush(wire, bridge)
    case .waitEnds:
      bridge.setPlatform(fails: false)
      return try playCalls(wire, bridge) { id in
        let wait: JSON = [
          "messageUID": .string(id), "wait": "outcome", "waitTimeoutMs": 86_400_000,
        ]
        return request("deliveryEvent", wait, id)
      }
    case .backgroundTaskIsReplaced:
      return try playCalls(wire, bridge) { id in
        request("backgroundTasks.registerBackgroundTask", ["intervalSeconds": 86_400], id)
      }
    case .subscriptionIsReplaced, .subscriptionIsClosed, .subscriptionIsUnread:
      return try playSubscription(wire, bridge)
    case .connectionIsSilent, .messageIsHalf, .messageIsGarbage, .connectionIsReset, .stranger:
      return try playConnection(wire, bridge)
    case .appGroups: return try playAppGroups(wire, bridge)
    case .handshakeIsRefused, .webSocketIsClosed, .webSocketIsReset, .ticketIsUsed:
      for _ in 0..<width { try await playWebSocket(bridge) }
      return width
    }
  }

  /// Plays waits on separate connections, since a closed connection must not keep its place among the open
  /// ones.
  private func playWait(_ wire: BusyHost.Wire, _ bridge: LifetimeBridge) throws -> Int {
    let preparing = try bridge.host(wire)
    preparing.close()
    bridge.setPlatform(fails: true)
    for _ in 0..<width {
      let host = try bridge.stranger(wire)
      let id = bridge.nextID()
      let limit: JSON = self == .waitTimesOut ? 1 : 3_600_000
      host.send([
        event(id, ["wait": "outcome", "waitTimeoutMs": limit])
      ])
      switch self {
      case .waitTimesOut: try host.work("the end of a wait") { $0.answers == 1 }
      case .waitIsCancelled:
        let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"\#(id)"}}"#
        try host.exchange([cancel], answers: 1)
      default:
        // The wait has begun when a later call is answered.
        try host.exchange([ping(bridge)], answers: 1)
      }
      host.close()
    }
    return width
  }

  /// Flushes jobs of several lanes whose next attempt is an hour away, so that they are attempted
  /// immediately.
  private func playFlush(_ wire: BusyHost.Wire, _ bridge: LifetimeBridge) throws -> Int {
    let host = try bridge.host(wire)
    defer { host.close() }
    bridge.setPlatform(fails: true)
    let configuration: JSON = [
      "apiUrl": .string(bridge.platform), "rToken": "r-1",
      "retry": ["firstSeconds": 3600, "maxSeconds": 3600],
    ]
    let patient = request(
      "initialization", ["configuration": configuration], bridge.nextID())
    try host.exchange([patient], answers: 1)
    try host.exchange(
      (0..<8).map { _ in
        let id = bridge.nextID()
        let parameters: JSON = ["messageUID": .string(id)]
        return request("deliveryEvent", parameters, id)
      }, answers: 8)
    let flushes = (0..<200).map { _ in request("outbox.flush", [:], bridge.nextID()) }
    try host.exchange(flushes, answers: flushes.count)
    return flushes.count
  }

  /// Makes calls whose timers would run for a day.
  private func playCalls(
    _ wire: BusyHost.Wire, _ bridge: LifetimeBridge, _ call: (_ id: String) -> String
  ) throws -> Int {
    let host = try bridge.host(wire)
    defer { host.close() }
    let calls = (0..<200).map { _ in call(bridge.nextID()) }
    try host.exchange(calls, answers: calls.count)
    return calls.count
  }

  private func playSubscription(_ wire: BusyHost.Wire, _ bridge: LifetimeBridge) throws -> Int {
    for _ in 0..<width {
      let host = try bridge.stranger(wire)
      let count = self == .subscriptionIsReplaced ? 20 : 1
      let calls = (0..<count).map { _ in request("events.subscribe", [:], bridge.nextID()) }
      try host.exchange(calls, answers: count)
      if self == .subscriptionIsUnread {
        let catalogs = (0..<40).map { _ in request("events.catalog", [:], bridge.nextID()) }
        host.send(catalogs)
        host.sendAndClose()
      } else {
        host.close()
      }
    }
    return width
  }

  private func playConnection(_ wire: BusyHost.Wire, _ bridge: LifetimeBridge) throws -> Int {
    for _ in 0..<width {
      let host = try bridge.stranger(wire)
      switch self {
      case .messageIsHalf:
        host.send([#"{"jsonrpc":"2.0","id":1,"#])
        host.sendAndClose()
      case .messageIsGarbage:
        _ = host.peer.write("{]\n")
        _ = host.peer.read(milliseconds: 5)
        host.close()
      case .connectionIsReset:
        try host.exchange([ping(bridge)], answers: 1)
        host.send((0..<40).map { _ in request("events.catalog", [:], bridge.nextID()) })
        host.peer.reset()
      case .stranger:
        host.send([request("bridge.authenticate", ["token": "wrong"], bridge.nextID())])
        try host.work("an answer") { $0.answers == 1 || $0.hasEnded }
        host.close()
      default: host.close()
      }
    }
    return width
  }

  private func playAppGroups(_ wire: BusyHost.Wire, _ bridge: LifetimeBridge) throws -> Int {
    let host = try bridge.host(wire)
    defer { host.close() }
    for _ in 0..<width {
      let id = bridge.nextID()
      try host.exchange([request("setAppGroup", ["groupName": .string(id)], id)], answers: 1)
    }
    let name = JSON.string(DeclaredCalls.appGroup)
    try host.exchange(
      [request("setAppGroup", ["groupName": name], bridge.nextID())], answers: 1)
    return width
  }

  private func event(_ id: String, _ more: JSONObject) -> String {
    var parameters: JSONObject = ["sid": "px", "eventName": "e"]
    for member in more.members { parameters[member.key] = member.value }
    return request("mobileEvent", .object(parameters), id)
  }

  private func ping(_ bridge: LifetimeBridge) -> String {
    request("bridge.ping", [:], bridge.nextID())
  }

  private func request(_ method: String, _ parameters: JSON, _ id: String) -> String {
    let message: JSON = [
      "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": parameters,
    ]
    return message.text
  }
}

extension LifetimeKind {
  /// The call that registers the host for each request of the bridge, and the call that makes the bridge send
  /// it.
  static let triggers: [String: (registration: (String, JSONObject)?, method: String)] = [
    "provider.getJWT": (("setJWTProvider", ["provider": "callback"]), "updateProfileFields"),
    "provider.getToken": (("setFCMTokenProvider", ["provider": "callback"]), "getPushToken"),
    "provider.deleteToken": (
      ("setFCMTokenProvider", ["provider": "callback"]), "deleteDeviceToken"
    ),
    "notificationManager.requestAuthorization":
      (nil, "notificationManager.registerForPushNotifications"),
    "notificationManager.onForegroundNotification":
      (
        ("notificationManager.setCustomPushProcessing", ["enabled": true]),
        "notificationManager.willPresent"
      ),
    "notificationManager.onNotificationClick":
      (
        ("notificationManager.setCustomClickProcessing", ["enabled": true]),
        "notificationManager.didReceive"
      ),
  ]

  /// Lets the bridge send one host every request that it has. Returns the number of calls that it took.
  static func ask(
    _ manner: BusyHost.Manner, _ wire: BusyHost.Wire, _ bridge: LifetimeBridge
  ) throws -> Int {
    let host = try bridge.host(wire)
    host.manner = manner
    var calls: [DeclaredCall] = []
    for (registration, method) in triggers.values {
      // An unanswered request is repeated three times, a second apart: too long for the shorter forms.
      let isQuick = manner == .answers || manner == .answersTwice || manner == .closes
      if method == "getPushToken", !isQuick, !CampaignLength.isLong { continue }
      if let (setter, parameters) = registration {
        let call = DeclaredCall(method: setter, parameters: parameters, isDurable: false)
        try host.exchange([call.message(id: bridge.nextID())], answers: 1)
      }
      calls += bridge.calls.all.filter { $0.method == method }.prefix(1)
    }
    let messages = calls.map { call in
      let wait: JSONObject = ["wait": "outcome", "waitTimeoutMs": 2000]
      return call.message(id: bridge.nextID(), call.isDurable ? wait : [:])
    }
    if manner == .closes {
      host.send(messages)
      try host.work("a question") { $0.hasEnded }
    } else {
      try host.exchange(messages, answers: messages.count)
      host.answerLate()
      try host.work("late answers are sent") { $0.hasSentAll }
      host.close()
    }
    // A host with a valid JWT connects: the jobs of that user must not wait for the next round.
    let next = try bridge.stranger(wire)
    let provider = DeclaredCall(
      method: "setJWTProvider", parameters: ["provider": "callback"], isDurable: false)
    let flush = DeclaredCall(
      method: "outbox.flush", parameters: ["wait": true], isDurable: false)
    try next.exchange(
      [provider.message(id: bridge.nextID()), flush.message(id: bridge.nextID())], answers: 2)
    next.close()
    return messages.count
  }
}
