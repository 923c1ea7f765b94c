import JSONCodec

/// The content of a notification after the platform's part has been added.
struct ShownContent: Sendable {
  struct Attachment: Sendable {
    var identifier: String
    var url: String

    static let codec = Codec.result(
      "Attachment", "An image to attach to a notification.", Attachment.init,
      Field("identifier", \.identifier, .string, "The identifier of the attachment: always img."),
      Field("url", \.url, .string, "The address of the image. The bridge does not fetch it."))
  }

  struct Action: Sendable {
    var identifier: String
    var title: String
    var options: [String]

    static let codec = Codec.result(
      "Action", "A button of a notification.", Action.init,
      Field(
        "identifier", \.identifier, .string,
        "The identifier: button0 for the first button of the push."),
      Field("title", \.title, .string, "The label of the button."),
      Field(
        "options", \.options, .list(of: .string),
        "The options of the button: foreground opens the app."))
  }

  struct Category: Sendable {
    var identifier: String
    var actions: [Action]

    static let codec = Codec.result(
      "NotificationCategory", "The buttons of a notification, as a category to register.",
      Category.init,
      Field(
        "identifier", \.identifier, .string,
        "The identifier of the category: always Altcraft."),
      Field("actions", \.actions, .list(of: Action.codec), "The actions, one for each button."))
  }

  var content: NotificationContent
  var attachments: [Attachment]
  var category: Category?

  static let codec = NotificationContent.fields.joined(
    ObjectCodec(
      { ($0, $1) as ([Attachment], Category?) },
      Field(
        "attachments", \.0, .list(of: Attachment.codec),
        "The image of the push; empty if it has none."),
      Field(
        "category", \.1, optional: Category.codec,
        "The category to register, named by `categoryIdentifier`; null without buttons."))
  ).map(
    to: { ShownContent(content: $0, attachments: $1.0, category: $1.1) },
    from: { ($0.content, ($0.attachments, $0.category)) }
  ).codec(isResult: true).named(
    "ShownContent",
    "The content to show for a push: that of its request, with its image and buttons.")
}

extension ShownContent {
  /// Creates the content of a request, with the buttons and the image of its push.
  init(_ content: NotificationContent, _ push: ParsedPush) {
    let actions = push.buttons.map {
      Action(identifier: $0.identifier, title: $0.label ?? "", options: ["foreground"])
    }
    self.content = content
    attachments = push.mediaURL.map { [Attachment(identifier: "img", url: $0)] } ?? []
    if !actions.isEmpty {
      category = Category(identifier: "Altcraft", actions: actions)
      self.content.categoryIdentifier = "Altcraft"
    }
  }
}

extension ParsedPush {
  /// The media if it is an absolute URL.
  var mediaURL: String? {
    guard let media, let colon = media.utf8.firstIndex(of: UInt8(ascii: ":")),
      colon != media.startIndex
    else { return nil }
    let scheme = media.utf8[..<colon]
    let rest = media.utf8[media.utf8.index(after: colon)...]
    // A scheme begins with a letter, so `12:30` has none.
    let isScheme = scheme.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        index > 0
      default: false
      }
    }
    let isPlain = rest.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    return isScheme && isPlain && !rest.isEmpty ? media : nil
  }
}
