import JSONCodec

/// A kind of work: everything the engine must know to deliver it. The engine has no list of them; each
/// stands in the file of its method.
package struct JobKind: Sendable {
  /// Its place in the list the engine was started with. Never stored: on disk a kind goes by `method`.
  package typealias Index = UInt8

  package enum LaneRule: Sendable {
    /// In order with everything that changes the state of the user's profile or subscription.
    case state
    case mobileEvent
    /// In no order.
    case own
  }

  /// What an attempt cannot do without, besides the configuration and the credentials of its user.
  package struct Needs: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let pushToken = Needs(rawValue: 1)
    package static let permission = Needs(rawValue: 2)
  }

  /// The name of the method that makes such work, which is also its name on disk.
  package let method: String
  package let operation: Operation
  package let lane: LaneRule
  package let needs: Needs
  /// Goes out before what waits in its lane.
  package let goesFirst: Bool
  /// The push token that success proves the platform to know: of the body, or the one that was in use.
  package let savedToken: @Sendable (_ body: JSONObject, _ inUse: PushToken?) -> PushToken?
  /// Builds the request of one attempt from the body that was accepted. Pure.
  package let request: @Sendable (_ body: JSONObject, DeliveryContext) -> PlatformRequest
  /// What the outcome event says about the work itself, as the name of a mobile event.
  package let subject: @Sendable (_ body: JSONObject) -> OperationSubject

  package init(
    method: String, operation: Operation, lane: LaneRule, needs: Needs = [],
    goesFirst: Bool = false,
    savedToken: @escaping @Sendable (JSONObject, PushToken?) -> PushToken? = { _, _ in nil },
    subject: @escaping @Sendable (JSONObject) -> OperationSubject = { _ in .none },
    request: @escaping @Sendable (JSONObject, DeliveryContext) -> PlatformRequest
  ) {
    self.method = method
    self.operation = operation
    self.lane = lane
    self.needs = needs
    self.goesFirst = goesFirst
    self.savedToken = savedToken
    self.subject = subject
    self.request = request
  }
}

extension JobKind {
  static func indices(of kinds: [JobKind]) -> [String: Index] {
    Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1.method, Index($0)) })
  }
}

/// What an attempt finds when it is made: nothing of it was stored with the work.
package struct DeliveryContext: Sendable {
  package let configuration: Configuration
  package let authorization: PlatformAuthorization
  /// Present for kinds that need one.
  package let pushToken: PushToken?
  package let createdAt: Timestamp
}
