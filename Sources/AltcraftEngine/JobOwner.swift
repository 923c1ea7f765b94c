import JSONCodec

/// The user and app group a new job belongs to.
package struct JobOwner: Sendable {
  package let userTag: UserTag
  let group: AppGroup
  private let wallTime: @Sendable () -> Int64

  init(_ userTag: UserTag, _ group: AppGroup, _ environment: Environment) {
    self.userTag = userTag
    self.group = group
    wallTime = environment.wallTime
  }

  /// Returns the current members of `subscription.fields`.
  package func subscriptionFields(_ customFields: JSONObject?) -> JSONObject {
    group.subscriptionFields(customFields, at: now)
  }

  /// The time zone of the device as mobile events report it: minutes west of Greenwich.
  package var minutesWest: Int { group.minutesWest(at: now) }

  private var now: Timestamp { Timestamp(milliseconds: wallTime()) }
}
