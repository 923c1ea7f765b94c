import JSONCodec

/// A kind of job: everything the engine must know to deliver it. The engine has no list of kinds; each is
/// defined in the file of its method.
package struct JobKind: Sendable {
  /// The place in the list that the engine was started with. Never stored: records identify a kind by
  /// `method`.
  package typealias Index = UInt8

  package enum LaneRule: Sendable {
    /// In order with every job that changes the state of the user's profile or subscription.
    case state
    case mobileEvent
    /// In no order.
    case own
  }

  /// The requirements of an attempt, besides the configuration and the credentials of its user.
  package struct Needs: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let pushToken = Needs(rawValue: 1)
    package static let permission = Needs(rawValue: 2)
  }

  /// The name of the method that creates such jobs, which is also its name on disk.
  package let method: String
  package let operation: Operation
  package let lane: LaneRule
  package let needs: Needs
  /// True if it is queued before the other jobs of its lane.
  package let hasPriority: Bool
  /// Returns the push token that the platform knows after a success: that of the body, or the one that was
  /// current.
  package let savedToken: @Sendable (_ body: JSONObject, _ inUse: PushToken?) -> PushToken?
  /// Builds the request of one attempt from the accepted body. Pure.
  package let request: @Sendable (_ body: JSONObject, DeliveryContext) -> PlatformRequest
  /// Returns the subject of the outcome event, as the name of a mobile event.
  package let subject: @Sendable (_ body: JSONObject) -> OperationSubject

  package init(
    method: String, operation: Operation, lane: LaneRule, needs: Needs = [],
    hasPriority: Bool = false,
    savedToken: @escaping @Sendable (JSONObject, PushToken?) -> PushToken? = { _, _ in nil },
    subject: @escaping @Sendable (JSONObject) -> OperationSubject = { _ in .none },
    request: @escaping @Sendable (JSONObject, DeliveryContext) -> PlatformRequest
  ) {
    self.method = method
    self.operation = operation
    self.lane = lane
    self.needs = needs
    self.hasPriority = hasPriority
    self.savedToken = savedToken
    self.subject = subject
    self.request = request
  }
}

extension [JobKind] {
  subscript(index: JobKind.Index) -> JobKind {
    _read { yield self[Int(index)] }
  }
}

extension JobKind {
  static func indices(of kinds: [JobKind]) -> [String: Index] {
    Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1.method, Index($0)) })
  }
}

/// The state at the time of an attempt. It is not stored with the job.
package struct DeliveryContext: Sendable {
  package let configuration: Configuration
  package let authorization: PlatformAuthorization
  /// The current token, present for kinds that need one.
  package let pushToken: PushToken?
  package let createdAt: Timestamp
}
