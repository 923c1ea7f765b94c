/// The structures of messages that the platform creates. The first that fits wins.
enum PushStructure: String, Sendable, CaseIterable {
  case sdk, appMetricaIOS, appMetricaAndroid, hmsIOS, fcmV1IOS, hmsAndroid, fcmV1Android, ruStore,
    fcmLegacyIOS, fcmLegacyAndroid, apns, data
}

/// The visible content of a message, read from the members that its structure uses.
struct PushContent: Sendable {
  var title: String?
  var subtitle: String?
  var body: String?
  var media: String?
  var icon: String?
  var clickURL: String?
  var badge: Int?
  var sound: String?
  var silent: Bool?
  var contentAvailable: Bool?
  var deeplink: String?
  var intent: String?
  var color: String?
  var channelId: String?
  var importance: String?
}

/// A message structure: the part of the message that is its data, the way to read the rest, and the members
/// of the data that this uses. Every other member of the data is an extra.
struct PushRow: Sendable {
  let structure: PushStructure
  /// The data; nil if the message has another structure.
  let data: @Sendable (PushMap) -> PushData?
  let content: @Sendable (PushMap, PushData) -> PushContent
  let named: Set<String>

  /// The rows in the order in which they are tried. The last one fits everything.
  static let all = [
    sdk, appMetricaIOS, appMetricaAndroid, hmsIOS, fcmV1IOS, hmsAndroid, fcmV1Android, ruStore,
    fcmLegacyIOS, fcmLegacyAndroid, apns,
  ]

  private init(
    _ structure: PushStructure, reads named: Set<String>,
    data: @escaping @Sendable (PushMap) -> PushData?,
    content: @escaping @Sendable (PushMap, PushData) -> PushContent
  ) {
    self.structure = structure
    self.named = named
    self.data = data
    self.content = content
  }
}

// Messages as a device receives them.
extension PushRow {
  private static let sdk = PushRow(
    .sdk,
    reads: [
      "aps", "title", "body", "message", "media", "image", "icon", "mediaUrl", "click-url",
      "click_action", "_color", "_extra", "_vibration", "_soundless",
    ],
    data: { $0.has(PushData.marker) ? PushData($0) : nil },
    content: { message, data in
      let alert = alert(of: message)
      return PushContent(
        title: message.text("_title") ?? alert.title ?? message.text("title"),
        subtitle: alert.subtitle,
        body: message.text("_body") ?? alert.body ?? message.text("body")
          ?? message.text("message"),
        media: message.text("_media") ?? message.text("_image") ?? data.text("media", "image"),
        icon: data.text("icon", "mediaUrl"),
        clickURL: message.text("_click-url") ?? message.text("_click_action")
          ?? data.text("click-url", "click_action"),
        badge: message.map("aps")?.integer("badge"), sound: message.map("aps")?.text("sound"),
        contentAvailable: contentAvailable(message), color: message.text("_color"))
    })

  private static let apns = PushRow(
    .apns, reads: payloadNames, data: { $0.map("aps") == nil ? nil : PushData($0) },
    content: { message, _ in payload(message) })

  static let data = PushRow(
    .data,
    reads: [
      "title", "body", "message", "media", "image", "icon", "mediaUrl", "click-url",
      "click_action",
    ],
    data: { PushData($0) },
    content: { _, data in
      PushContent(
        title: data.text("title"), body: data.text("body", "message"),
        media: data.text("media", "image"), icon: data.text("icon", "mediaUrl"),
        clickURL: data.text("click-url", "click_action"))
    })

  private static let payloadNames: Set = ["aps", "media", "icon", "mediaUrl", "click-url"]

  private static func payload(_ payload: PushMap) -> PushContent {
    let (alert, data) = (alert(of: payload), PushData(payload))
    return PushContent(
      title: alert.title, subtitle: alert.subtitle, body: alert.body, media: data.text("media"),
      icon: data.text("icon", "mediaUrl"), clickURL: data.text("click-url"),
      badge: payload.map("aps")?.integer("badge"), sound: payload.map("aps")?.text("sound"),
      contentAvailable: contentAvailable(payload))
  }

  private static func contentAvailable(_ payload: PushMap) -> Bool? {
    payload.map("aps").flatMap { $0.flag("content-available") ?? $0.flag("content_available") }
  }

  private static func alert(
    of message: PushMap
  ) -> (title: String?, subtitle: String?, body: String?) {
    guard let aps = message.map("aps") else { return (nil, nil, nil) }
    guard let alert = aps.map("alert") else { return (nil, nil, aps.text("alert")) }
    return (alert.text("title"), alert.text("subtitle"), alert.text("body"))
  }
}

// AppMetrica.
extension PushRow {
  private static let appMetricaIOS = PushRow(
    .appMetricaIOS, reads: ["media", "icon"],
    data: { batch("iOS", $0).map { PushData($0.map("content", "data")) } },
    content: { message, data in
      var content = appMetrica("iOS", message)
      content.media = data.text("media")
      content.icon = data.text("icon")
      content.badge = batch("iOS", message)?.map("content")?.integer("badge")
      return content
    })

  private static let appMetricaAndroid = PushRow(
    .appMetricaAndroid, reads: [],
    data: { batch("android", $0).map { PushData($0.map("content", "data")) } },
    content: { message, _ in
      var content = appMetrica("android", message)
      content.media = batch("android", message)?.map("content")?.text("banner")
      content.icon = batch("android", message)?.map("content")?.text("image")
      return content
    })

  /// Returns the first batch of the request for `system`.
  private static func batch(_ system: String, _ message: PushMap) -> PushMap? {
    message.map("push_batch_request")?.maps("batch")?.first.flatMap(\.self)?.map("messages", system)
  }

  private static func appMetrica(_ system: String, _ message: PushMap) -> PushContent {
    let batch = batch(system, message)
    let action = batch?.map("open_action")
    let deeplink = action?.text("deeplink")
    return PushContent(
      title: batch?.map("content")?.text("title"), body: batch?.map("content")?.text("text"),
      clickURL: action?.text("url") ?? deeplink, silent: batch?.flag("silent"), deeplink: deeplink,
      color: batch?.map("content")?.text("icon_background"))
  }
}

// Firebase, Huawei and RuStore.
extension PushRow {
  private static let hmsIOS = PushRow(
    .hmsIOS, reads: payloadNames,
    data: { message in
      message.map("message", "apns", "hms_options").map { _ in
        PushData(message.map("message", "apns", "payload"))
      }
    },
    content: { _, data in payload(data.map) })

  private static let fcmV1IOS = PushRow(
    .fcmV1IOS, reads: payloadNames,
    data: { message in
      message.map("message", "apns").map { PushData($0.map("payload")) }
    },
    content: { message, data in
      var content = payload(data.map)
      content.media =
        content.media ?? message.map("message", "apns", "fcm_options")?.text("image")
      return content
    })

  private static let hmsAndroid = PushRow(
    .hmsAndroid, reads: [],
    data: { $0.map("message", "android", "params").map { PushData($0) } },
    content: { message, _ in
      let shown = message.map("message", "android", "notification")
      return PushContent(
        title: shown?.text("title"), body: shown?.text("body"), icon: shown?.text("icon"),
        clickURL: shown?.map("click_action")?.text("url"),
        badge: shown?.map("badges")?.integer("set_num"), sound: shown?.text("sound"),
        intent: shown?.map("click_action")?.text("intent"), color: shown?.text("color"),
        channelId: shown?.text("channel_id"), importance: shown?.text("importance"))
    })

  private static let fcmV1Android = PushRow(
    .fcmV1Android, reads: [],
    data: { $0.map("message", "android", "data").map { PushData($0) } },
    content: { message, _ in
      let shown = message.map("message", "android", "notification")
      return PushContent(
        title: shown?.text("title"), body: shown?.text("body"), media: shown?.text("image"),
        icon: shown?.text("icon"), clickURL: shown?.text("click_action"),
        badge: shown?.integer("notification_count"), sound: shown?.text("sound"),
        color: shown?.text("color"), channelId: shown?.text("channel_id"))
    })

  private static let ruStore = PushRow(
    .ruStore, reads: ["message", "image", "mediaUrl"],
    data: { $0.map("message", "data").map { PushData($0) } },
    content: { message, data in
      let shown = message.map("message", "android", "notification")
      var content = legacy(shown, data, media: data.text("image") ?? shown?.text("image"))
      content.badge = shown?.integer("notification_count")
      content.channelId = shown?.text("channel_id")
      return content
    })

  private static let fcmLegacyIOS = PushRow(
    .fcmLegacyIOS, reads: ["message", "media", "mediaUrl"],
    data: { message in
      // A message without an image has the member too, empty.
      guard message.has("to"), let data = message.map("data"), data.has("media") else { return nil }
      return PushData(data)
    },
    content: { message, data in
      firebase(message, data, media: data.text("media"))
    })

  private static let fcmLegacyAndroid = PushRow(
    .fcmLegacyAndroid, reads: ["message", "image", "mediaUrl"],
    data: { message in
      guard message.has("to") else { return nil }
      return message.map("data").map { PushData($0) }
    },
    content: { message, data in
      firebase(message, data, media: data.text("image"))
    })

  private static func firebase(
    _ message: PushMap, _ data: PushData, media: String?
  ) -> PushContent {
    let shown = message.map("notification")
    var content = legacy(shown, data, media: media)
    content.contentAvailable = message.flag("content_available")
    content.channelId = shown?.text("android_channel_id")
    return content
  }

  private static func legacy(
    _ shown: PushMap?, _ data: PushData, media: String?
  ) -> PushContent {
    PushContent(
      title: shown?.text("title"), body: shown?.text("body") ?? data.text("message"),
      media: media, icon: shown?.text("icon") ?? data.text("mediaUrl"),
      clickURL: shown?.text("click_action"), sound: shown?.text("sound"),
      color: shown?.text("color"))
  }
}
