/// An endpoint of the platform for the SDK. Paths are exact: trailing slashes matter.
enum SimulatedEndpoint: String, CaseIterable {
  case subscribe = "/subscription/push/subscribe/"
  case tokenUpdate = "/subscription/push/update/"
  case unsuspend = "/subscription/push/unsuspend/"
  case status = "/subscription/push/status/"
  case pushDelivery = "/event/push/delivery"
  case pushOpen = "/event/push/open"
  case mobileEvent = "/event/post"
  case profileUpdate = "/profile/update"

  var method: String { self == .status ? "GET" : "POST" }

  /// True for the mobile event. SDKs of the first generations send no `Request-ID` with it.
  var isForm: Bool { self == .mobileEvent }
}

/// The provider names as used on the wire.
let knownProviders = [
  "ios-apns", "ios-firebase", "ios-huawei", "android-firebase", "android-huawei",
  "android-rustore",
]

/// The parameters of one query. `finish` refuses those that were not taken.
struct Parameters {
  private let values: [String: String]
  private var taken: Set<String> = []

  init(_ values: [String: String]) {
    self.values = values
  }

  mutating func take(_ name: String) -> String? {
    taken.insert(name)
    return values[name]
  }

  mutating func require(_ name: String) throws(SimulatedRefusal) -> String {
    guard let value = take(name) else { throw .invalid("query \(name): is missing") }
    guard !value.isEmpty else { throw .invalid("query \(name): must not be empty") }
    return value
  }

  mutating func provider() throws(SimulatedRefusal) -> String {
    try Self.known(try require("provider"))
  }

  mutating func providerIfGiven() throws(SimulatedRefusal) -> String? {
    guard let provider = take("provider") else { return nil }
    return try Self.known(provider)
  }

  private static func known(_ provider: String) throws(SimulatedRefusal) -> String {
    guard knownProviders.contains(provider) else {
      throw .invalid("query provider: must be one of \(knownProviders.joined(separator: ", "))")
    }
    return provider
  }

  /// Takes `sync`, which must be present. Older SDKs send numbers.
  mutating func sync() throws(SimulatedRefusal) -> Bool {
    guard let sync = try syncIfGiven() else { throw .invalid("query sync: is missing") }
    return sync
  }

  mutating func syncIfGiven() throws(SimulatedRefusal) -> Bool? {
    switch take("sync") {
    case nil: nil
    case "true", "1": true
    case "false", "0": false
    default: throw .invalid("query sync: must be true or false")
    }
  }

  mutating func matchingMode(_ credentials: SimulatedCredentials) throws(SimulatedRefusal) {
    guard take("matching_mode") != nil else { throw .invalid("query matching_mode: is missing") }
    try matchingModeIfGiven(credentials)
  }

  /// Checks the matching mode: that of the JWT, or under a resource token `push_sub` or the token itself, as
  /// older SDKs send it.
  mutating func matchingModeIfGiven(_ credentials: SimulatedCredentials) throws(SimulatedRefusal) {
    guard let mode = take("matching_mode") else { return }
    switch credentials {
    case .resourceToken(let token):
      guard mode == "push_sub" || mode == token else {
        throw .invalid("query matching_mode: must be push_sub under a resource token")
      }
    case .person(let person):
      guard mode == person.matching else {
        throw .invalid("query matching_mode: must be \(person.matching), as in the JWT")
      }
    }
  }

  func finish() throws(SimulatedRefusal) {
    if let name = values.keys.filter({ !taken.contains($0) }).min() {
      throw .invalid("query \(name): is unknown")
    }
  }
}
