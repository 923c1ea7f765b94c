import JSONCodec

extension PlatformState {
  /// The state as `GET /__state` shows it, in an order that depends only on the requests so far.
  package var asJSON: JSON {
    [
      "databases": .array(
        databases.values.sorted { $0.id < $1.id }.filter { !$0.profiles.isEmpty }.map { database in
          ["id": .int(database.id), "profiles": .array(database.profiles.map(\.asJSON))]
        }),
      "pushEvents": .array(
        pushMessages.sorted { $0.key < $1.key }.map { id, message in
          [
            "smid": .string(id), "delivery": .int(message.deliveries), "open": .int(message.opens),
          ]
        }),
      "mobileEvents": .array(mobileEvents.map(\.asJSON)),
      "mobileEventsDropped": .int(droppedMobileEvents),
      "unmatchedProfileUpdates": .int(unmatchedProfileUpdates),
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

extension SimulatedMobileEvent {
  fileprivate var asJSON: JSON {
    let object = { (object: JSONObject?) -> JSON in object.map(JSON.object) ?? .null }
    return [
      "sid": .string(pixel), "name": .string(name), "time": .int(time),
      "tz": .int(minutesWestOfGMT), "payload": object(payload),
      "matchingType": .optional(matchingType), "matching": object(matching),
      "sendMessageId": .optional(messageID), "utm": .object(campaign),
      "subscription": object(subscription), "profileFields": object(profileFields),
      "profileId": .optional(profileID),
    ]
  }
}
