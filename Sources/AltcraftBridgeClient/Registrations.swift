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
  private static let aliases = [
    "nse.setAppGroup": "setAppGroup", "nse.setJWTProvider": "setJWTProvider",
    "subscribeToEvents": "events.subscribe", "unsubscribeFromEvent": "events.unsubscribe",
  ]

  private var calls: [Call] = []
  private var subscription: [String: JSONValue]?
  private var place: (epoch: JSONValue, sequence: Int64)?
  /// The epoch of the process that has the registrations; nil if it is not known.
  var processEpoch: String?

  /// Records a call. Returns whether the epoch of the process is needed and not known.
  mutating func succeeded(
    _ method: String, _ parameters: [String: JSONValue], _ result: JSONValue
  ) -> Bool {
    let method = Self.aliases[method] ?? method
    switch method {
    case _ where Self.ofConnection.union(Self.ofProcess).contains(method):
      calls.removeAll { $0.method == method }
      calls.append((method, parameters))
      return Self.ofProcess.contains(method) && processEpoch == nil
    case "events.subscribe":
      subscription = parameters
      let epoch = result["epoch"] ?? .null
      // Events may have arrived before the answer was read.
      let seen = place.flatMap { $0.epoch == epoch ? $0.sequence : nil } ?? 0
      place = (epoch, max(seen, Self.start(parameters, result)))
    case "events.unsubscribe": subscription = nil
    default: break
    }
    return false
  }

  /// Returns the number of the event before the first one of a subscription.
  private static func start(_ parameters: [String: JSONValue], _ result: JSONValue) -> Int64 {
    let last = result["seq"]?.intValue ?? 0
    guard let since = parameters["since"]?.intValue else { return last }
    guard let gap = result["gap"], gap != .null else { return since }
    return result["oldest"]?.intValue.map { $0 - 1 } ?? last
  }

  /// Records the number of an event.
  mutating func received(_ method: String, _ parameters: JSONValue) {
    let number = method == "event" ? "seq" : method == "events.gap" ? "to" : ""
    guard let epoch = parameters["epoch"], let sequence = parameters[number]?.intValue else {
      return
    }
    let seen = place.flatMap { $0.epoch == epoch ? $0.sequence : nil } ?? 0
    place = (epoch, max(seen, sequence))
  }

  /// Returns the calls for another connection to the process with that epoch, the app group first.
  func calls(for epoch: String?) -> [Call] {
    let isSame = epoch != nil && epoch == processEpoch
    let due = calls.filter { !isSame || Self.ofConnection.contains($0.method) }
    let first = due.filter { $0.method == "setAppGroup" }
    let others = due.filter { $0.method != "setAppGroup" }
    guard var parameters = subscription, let place else { return first + others }
    (parameters["epoch"], parameters["since"]) = (place.epoch, .int(place.sequence))
    return first + others + [("events.subscribe", parameters)]
  }
}
