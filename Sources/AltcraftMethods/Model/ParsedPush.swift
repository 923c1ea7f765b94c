import JSONCodec

/// A message of any structure in one form.
struct ParsedPush: Sendable {
  var isAltcraft: Bool
  /// The structure; nil for a message that is not from the platform.
  var structure: PushStructure?
  var uid: String?
  var launchId: String?
  var title: String?
  var subtitle: String?
  var body: String?
  var media: String?
  var icon: String?
  var clickUrl: String?
  /// The buttons that can be shown.
  var buttons: [PushButton]
  var hubLink: HubLink?
  var badge: Int?
  var sound: String?
  var silent: Bool
  var contentAvailable: Bool?
  var deeplink: String?
  var intent: String?
  var color: String?
  var channelId: String?
  var importance: String?
  var extra: JSONObject
  var rest: JSONObject

  static let codec = Codec.result(
    "ParsedPush",
    "A push of any provider in one form. A member that the push does not have is null.",
    ParsedPush.init,
    Field("isAltcraft", \.isAltcraft, .bool, "True if the push comes from the platform."),
    Field(
      "structure", \.structure, optional: .choice(),
      """
      The structure of the message: that of a provider, sdk for one with the SDK's marker, data for a flat map \
      of the platform; null for a push of another sender.
      """),
    Field(
      "uid", \.uid, optional: .string,
      "The id of the push; delivery and open events are registered under it."),
    Field(
      "launchId", \.launchId, optional: .string,
      "The platform's id of this launch, unique within its mailing."),
    Field("title", \.title, optional: .string, "The title to show."),
    Field("subtitle", \.subtitle, optional: .string, "The line below the title."),
    Field("body", \.body, optional: .string, "The text to show."),
    Field(
      "media", \.media, optional: .string,
      "The address of the image to show. The bridge does not fetch it."),
    Field(
      "icon", \.icon, optional: .string,
      "The address of the icon to show. The bridge does not fetch it."),
    Field(
      "clickUrl", \.clickUrl, optional: .string,
      "The address that a tap on the notification opens."),
    Field(
      "buttons", \.buttons, .list(of: PushButton.codec),
      "The buttons to show, in order; empty if there is none."),
    Field(
      "hubLink", \.hubLink, optional: HubLink.codec,
      "Addresses of the platform that count opens and deliveries. The bridge never requests them."),
    Field("badge", \.badge, optional: .int, "The number on the icon of the app."),
    Field("sound", \.sound, optional: .string, "The sound to play."),
    Field(
      "silent", \.silent, .bool,
      """
      True for a push that shows nothing: one that says so, or one without a title and a text whose \
      `contentAvailable` is true.
      """),
    Field(
      "contentAvailable", \.contentAvailable, optional: .bool,
      "True if the push wakes the app in the background."),
    Field("deeplink", \.deeplink, optional: .string, "The address in the app that a tap opens."),
    Field(
      "intent", \.intent, optional: .string, "The intent that a tap opens on a Huawei device."),
    Field("color", \.color, optional: .string, "The background color of the icon."),
    Field(
      "channelId", \.channelId, optional: .string, "The notification channel of the app on Android."
    ),
    Field(
      "importance", \.importance, optional: .string,
      "The importance of the notification on a Huawei device."),
    Field("extra", \.extra, .map, "The other data of the push."),
    Field(
      "rest", \.rest, .map,
      """
      The members of the message that no other member here holds, nested as they came. A text that contains \
      JSON is an object if a part of it is held.
      """))
}

extension ParsedPush {
  /// Reads a message of any structure, also one that is not from the platform.
  init(_ message: JSONObject) {
    let reads = PushReads()
    let map = PushMap(message, reads: reads)
    let (row, data) = PushRow.fitting(map)
    let content = row.content(map, data)
    let isBare = content.title == nil && content.body == nil
    self.init(
      isAltcraft: data.isAltcraft, structure: data.isAltcraft ? row.structure : nil, uid: data.uid,
      launchId: data.launchId, title: content.title, subtitle: content.subtitle,
      body: content.body, media: content.media, icon: content.icon, clickUrl: content.clickURL,
      buttons: (data.buttons ?? []).filter { $0.label != nil }, hubLink: data.hubLink,
      badge: content.badge, sound: content.sound,
      silent: content.silent ?? (isBare && content.contentAvailable == true),
      contentAvailable: content.contentAvailable, deeplink: content.deeplink,
      intent: content.intent, color: content.color, channelId: content.channelId,
      importance: content.importance, extra: row.extra(data), rest: [:])
    rest = reads.rest(of: message)
  }
}

extension PushRow {
  /// Returns the row of a message, and its data.
  static func fitting(_ message: PushMap) -> (row: PushRow, data: PushData) {
    all.lazy.compactMap { row in row.data(message).map { (row, $0) } }.first
      ?? (.data, PushData(message))
  }

  /// The members of any data that have a field of their own.
  private static let common: Set = [
    "_ac_push", "uid", "_uid", "launch_id", "_launch_id", "hub_link", "_hub_link", "_buttons",
  ]

  /// Returns the extras: the members under the SDK's name for them, or else every member without a meaning
  /// here.
  fileprivate func extra(_ data: PushData) -> JSONObject {
    if structure == .sdk, let extra = data.map.map("_extra") {
      data.map.hold("_extra")
      return extra.members
    }
    let extra = JSONObject(data.map.members.members.filter { !isNamed($0.key) })
    for key in extra.keys { data.map.hold(key) }
    return extra
  }

  private func isNamed(_ key: String) -> Bool {
    Self.common.contains(key) || named.contains(key)
      || (key.hasPrefix("_") && named.contains(String(key.dropFirst())))
  }
}
