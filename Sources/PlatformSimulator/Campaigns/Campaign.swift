import JSONCodec
import PushMessages

/// A campaign, and the counts of its pushes.
package struct Campaign: Sendable {
  package let id: String
  package internal(set) var definition: CampaignDefinition
  /// The number of pushes, lost ones too.
  package internal(set) var sent = 0
  /// The number of pushes that devices have acknowledged.
  package internal(set) var received = 0
  /// The number of pushes with at least one delivery event.
  package internal(set) var delivered = 0
  /// The number of pushes with at least one open event.
  package internal(set) var opened = 0
  /// The number of mobile events with the UTM campaign of this campaign.
  package internal(set) var attributed = 0

  init(id: String, _ definition: CampaignDefinition) {
    self.id = id
    self.definition = definition
  }

  /// The campaign as `GET /__campaigns` shows it.
  var asJSON: JSON {
    .object(
      JSONObject(
        [.init(key: "id", value: .string(id))] + definition.members + [
          .init(key: "sent", value: .int(sent)), .init(key: "received", value: .int(received)),
          .init(key: "delivered", value: .int(delivered)),
          .init(key: "opened", value: .int(opened)),
          .init(key: "attributed", value: .int(attributed)),
        ]))
  }
}

extension PlatformState {
  /// Sends a campaign to its audience. Returns its id and the number of pushes.
  mutating func send(
    _ request: CampaignRequest, _ sending: Sending
  ) throws(SimulatedRefusal) -> (id: String, pushes: Int) {
    let audience = request.audience.subscriptions(in: self)
    guard audience.count <= sending.limits.pushes else {
      throw .invalid(
        "the audience has \(audience.count) subscriptions; at most \(sending.limits.pushes)")
    }
    campaignCount += 1
    let id = "c\(campaignCount)"
    send(campaign(id, request.definition, sending.limits), to: audience, sending)
    return (id, audience.count)
  }

  /// Sends the campaigns of the triggers for that occasion to the subscriptions of a profile.
  mutating func fire(
    _ occasion: CampaignTrigger.Occasion, name: String? = nil, to profile: Profile,
    _ context: SimulatedRequestContext
  ) {
    for trigger in context.settings.triggers where trigger.occasion == occasion {
      guard trigger.name == nil || trigger.name == name else { continue }
      let audience = profile.subscriptions.filter { $0.status == "subscribed" }
      guard !audience.isEmpty else { continue }
      let index = campaign(trigger.id, trigger.campaign, context.limits)
      send(index, to: audience, context.sending)
    }
  }

  /// Adds a push of another sender for a device.
  mutating func sendForeign(_ message: JSON, to token: String, _ sending: Sending) {
    let number = pushes.nextNumber(now: sending.now)
    pushes.append(
      SimulatedPush(
        number: number, time: sending.now, token: token, campaign: nil, message: message),
      sending.limits)
  }

  /// Removes the pushes that a device has received.
  mutating func acknowledge(_ token: String, through number: Int64) {
    for push in pushes.waiting(token).prefix(while: { $0.number <= number }) {
      if let index = push.campaign.flatMap(campaignIndex) { campaigns[index].received += 1 }
    }
    _ = pushes.acknowledge(token, through: number)
  }

  /// Counts the first delivery or open of a push for its campaign.
  mutating func countPush(_ uid: String, opened: Bool) {
    guard let dot = uid.lastIndex(of: "."),
      let index = campaignIndex(String(uid[..<dot]))
    else { return }
    if opened { campaigns[index].opened += 1 } else { campaigns[index].delivered += 1 }
  }

  /// Attributes a mobile event to the latest campaign with its UTM campaign.
  mutating func attribute(_ utm: JSONObject) {
    guard let name = utm["campaign"]?.stringValue,
      let index = campaigns.lastIndex(where: { ($0.definition.utm ?? $0.id) == name })
    else { return }
    campaigns[index].attributed += 1
  }

  private func campaignIndex(_ id: String) -> Int? { campaigns.lastIndex { $0.id == id } }

  /// Returns the index of the campaign with that id, which is created if there is none.
  private mutating func campaign(
    _ id: String, _ definition: CampaignDefinition, _ limits: SimulatorLimits
  ) -> Int {
    if let index = campaignIndex(id) {
      campaigns[index].definition = definition
      return index
    }
    if campaigns.count >= limits.campaigns {
      campaigns.removeFirst(campaigns.count - limits.campaigns + 1)
    }
    campaigns.append(Campaign(id: id, definition))
    return campaigns.count - 1
  }

  private mutating func send(
    _ index: Int, to audience: [SimulatedPushSubscription], _ sending: Sending
  ) {
    let (id, definition) = (campaigns[index].id, campaigns[index].definition)
    campaigns[index].sent += audience.count
    if definition.fault == .lose { return }
    for subscription in audience {
      let number = pushes.nextNumber(now: sending.now)
      let message = definition.message(
        structure: definition.structure(for: subscription.provider), campaign: id,
        uid: "\(id).\(number)", token: subscription.token, platform: sending.platform)
      let push = SimulatedPush(
        number: number, time: sending.now, token: subscription.token, campaign: id,
        message: message)
      pushes.append(push, sending.limits)
      if definition.fault == .repeat {
        let again = SimulatedPush(
          number: pushes.nextNumber(now: sending.now), time: sending.now,
          token: subscription.token, campaign: id, message: message)
        pushes.append(again, sending.limits)
      }
    }
  }
}

/// The context under which pushes are sent.
struct Sending {
  let now: Int64
  let limits: SimulatorLimits
  /// The address of the simulator, which the links of a message begin with.
  let platform: String
}
