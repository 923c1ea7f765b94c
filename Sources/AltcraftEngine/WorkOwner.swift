import JSONCodec

/// Whose the work of a call is, and in which app group it was made.
package struct WorkOwner: Sendable {
  package let userTag: UserTag
  let group: GroupStore
  private let wallTime: @Sendable () -> Int64

  init(_ userTag: UserTag, _ group: GroupStore, _ environment: Environment) {
    self.userTag = userTag
    self.group = group
    wallTime = environment.wallTime
  }

  /// The members of `subscription.fields` as they are now.
  package func subscriptionFields(_ customFields: JSONObject?) -> JSONObject {
    group.subscriptionFields(customFields, at: now)
  }

  /// The time zone of the device as mobile events tell it: minutes west of Greenwich.
  package var minutesWest: Int { group.minutesWest(at: now) }

  private var now: Timestamp { Timestamp(milliseconds: wallTime()) }
}
