/// The calls that are repeated on another connection, and the place in the events.
struct Registrations {
  typealias Call = (method: String, parameters: [String: JSONValue])

  private static let ofConnection: Set = [
    "setJWTProvider", "setAPNSTokenProvider", "setFCMTokenProvider", "setHMSTokenProvider",
    "notificationManager.setCustomPushProcessing", "notificationManager.setCustomClickProcessing",
  ]
  /// The methods whose effect a process keeps for all connections.
  private static let ofProcess: Set = [
    "setAppGroup", "notificationManager.setPermission", "backgroundTasks.registerBackgroundTask",
    "bridge.setLogLevel",
  ]

  private var calls: [Call] = []
  private var subscription: [String: JSONValue]?
  private var place: (epoch: JSONValue, sequence: Int64)?
  /// The last outcome that the host has, while it is subscribed to outcomes.
  private var lastOutcome: (number: Int64, epoch: JSONValue?)?
  /// The epoch of the process that has the registrations; nil if it is not known.
  var processEpoch: String?

  /// True if the epoch of the process is needed and not known.
  var needsEpoch: Bool {
    processEpoch == nil && calls.contains { Self.ofProcess.contains($0.method) }
  }

  /// Records a call at the time of its answer: later events belong to its subscription.
  mutating func succeeded(
    _ method: String, _ parameters: [String: JSONValue], _ result: @autoclosure () -> JSONValue
  ) {
    let method = BridgeSchema.aliases[method] ?? method
    switch method {
    case _ where Self.ofConnection.contains(method) || Self.ofProcess.contains(method):
      calls.removeAll { $0.method == method }
      calls.append((method, parameters))
    case "events.subscribe":
      let result = result()
      subscription = parameters
      place = (result["epoch"] ?? .null, Self.start(parameters, result))
    case "events.unsubscribe": subscription = nil
    case "outcomes.subscribe":
      if let after = parameters["after"]?.intValue {
        lastOutcome = (after, parameters["epoch"])
      } else {
        let result = result()
        lastOutcome = result["last"]?.intValue.map { ($0, result["epoch"]) }
      }
    case "outcomes.unsubscribe": endOutcomes()
    default: break
    }
  }

  /// True while the host is subscribed to outcomes.
  var hasOutcomes: Bool { lastOutcome != nil }

  /// Records the answer to one of `calls(for:)`. The subscription to outcomes may have ended since.
  mutating func repeated(_ call: Call, _ result: JSONValue) {
    if call.method == "outcomes.subscribe", !hasOutcomes { return }
    succeeded(call.method, call.parameters, result)
  }

  /// Ends the subscription to outcomes, with or without a call to the bridge.
  mutating func endOutcomes() { lastOutcome = nil }

  /// Returns the number of the event before the first one of a subscription.
  private static func start(_ parameters: [String: JSONValue], _ result: JSONValue) -> Int64 {
    let last = result["seq"]?.intValue ?? 0
    guard let since = parameters["since"]?.intValue else { return last }
    guard let gap = result["gap"], gap != .null else { return since }
    return result["oldest"]?.intValue.map { $0 - 1 } ?? last
  }

  /// Records the number of an event or of an outcome.
  mutating func received(_ method: String, _ parameters: JSONValue) {
    let number =
      switch method {
      case "event": "seq"
      case "events.gap", "outcomes.gap": "to"
      case "outcome": "outcome"
      default: ""
      }
    guard let sequence = parameters[number]?.intValue else { return }
    if method.hasPrefix("outcome") {
      if lastOutcome != nil { lastOutcome = (sequence, parameters["epoch"]) }
    } else if let epoch = parameters["epoch"] {
      place = (epoch, sequence)
    }
  }

  /// Returns the calls for another connection to the process with that epoch, the app group first.
  func calls(for epoch: String?) -> [Call] {
    let isSame = epoch != nil && epoch == processEpoch
    let due = calls.filter { !isSame || Self.ofConnection.contains($0.method) }
    var calls = due.filter { $0.method == "setAppGroup" }
    calls += due.filter { $0.method != "setAppGroup" }
    if var parameters = subscription, let place {
      (parameters["epoch"], parameters["since"]) = (place.epoch, .int(place.sequence))
      calls.append(("events.subscribe", parameters))
    }
    if let lastOutcome {
      var parameters: [String: JSONValue] = ["after": .int(lastOutcome.number)]
      parameters["epoch"] = lastOutcome.epoch
      calls.append(("outcomes.subscribe", parameters))
    }
    return calls
  }
}
