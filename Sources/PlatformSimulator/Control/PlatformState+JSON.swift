import JSONCodec

extension PlatformState {
  /// The state as `GET /__state` shows it, in an order that depends only on the requests so far.
  package var asJSON: JSON { asJSON(latest: .max) }

  /// Returns the state with at most the latest `count` profiles of each database, mobile events and push events.
  func asJSON(latest count: Int) -> JSON {
    [
      "databases": .array(
        databases.values.sorted { $0.id < $1.id }.filter { !$0.profiles.isEmpty }.map { database in
          [
            "id": .int(database.id), "profileCount": .int(database.profiles.count),
            "profiles": .array(database.profiles.suffix(count).map(\.asJSON)),
          ]
        }),
      "pushEvents": .array(
        pushMessages.sorted { $0.key < $1.key }.suffix(count).map { id, message in
          [
            "smid": .string(id), "delivery": .int(message.deliveries), "open": .int(message.opens),
          ]
        }),
      "mobileEvents": .array(mobileEvents.suffix(count).map(\.document)),
      "mobileEventsDropped": .int(droppedMobileEvents),
      "unmatchedProfileUpdates": .int(unmatchedProfileUpdates),
      "campaigns": .array(campaigns.map(\.asJSON)),
      "pushes": ["waiting": .int(pushes.count), "dropped": .int(pushes.dropped)],
    ]
  }
}

extension Profile {
  fileprivate var asJSON: JSON {
    let matching: JSON =
      matching.map { name, value in
        .object([name: .string(value)])
      } ?? .null
    return [
      "id": .string(id), "matching": matching, "status": .string(status), "is_test": .bool(isTest),
      "fields": .object(fields), "subscriptions": .array(subscriptions.map(\.answered)),
      "channelSubscriptions": .array(channelSubscriptions),
      "triggers": ["fired": .int(triggersFired), "skipped": .int(triggersSkipped)],
    ]
  }
}
