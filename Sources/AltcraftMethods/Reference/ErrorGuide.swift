/// What a person who got an error wants to know of it: when it comes, what to do, what else is in its `data`.
package struct ErrorGuide: Sendable {
  package let when: String
  package let advice: String
  /// The members of `data` besides `reason` and `retryable`, each with its meaning.
  package private(set) var data: [(member: String, meaning: String)] = []

  /// By reason. A test holds that no error is without.
  package static let all: [String: ErrorGuide] = protocolErrors.merging(ownErrors) { first, _ in
    first
  }
  .merging(refusals) { first, _ in first }

  private static let protocolErrors: [String: ErrorGuide] = [
    "parseError": ErrorGuide(
      when:
        "A message is not JSON, or not UTF-8. The id of the answer is null: none could be read.",
      advice:
        "Mend what writes the message. With newlines between messages each must be on one line.",
      data: [("offset", "How many bytes into the message it stops being JSON.")]),
    "invalidRequest": ErrorGuide(
      when: """
        A message is JSON but no JSON-RPC 2.0 request: `jsonrpc` is missing, `params` is neither object nor array, a \
        member stands twice, the id is in flight already; or a limit such as `depth` was passed.
        """,
      advice:
        "Mend the message. Where a limit is named, send less at once or raise it with `--limit`.",
      data: [
        ("limit", "The limit that was passed; only then."), ("max", "Its value; only then."),
      ]),
    "methodNotFound": ErrorGuide(
      when: "There is no method of that name.",
      advice: "Look at the suggestions. Letter case counts.",
      data: [("suggestions", "Up to three names that are near.")]),
    "invalidParams": ErrorGuide(
      when: "A parameter is missing, unknown, given twice, or of another type than it should be.",
      advice: "Mend the call. `bridge.check` tells the same without doing anything.",
      data: [
        ("parameter", "Its name or path, as `cats[0].name`; of one position too many, its index."),
        ("expected", "What should have been there."),
      ]),
    "internalError": ErrorGuide(
      when: "The bridge failed at this call. That is a fault of ours.",
      advice:
        "Report it with the log of that moment. Calling again with the same `requestId` is safe."),
    "requestCancelled": ErrorGuide(
      when: "`$/cancelRequest` named this request.",
      advice: """
        Nothing. Work that was on disk already is not undone: `outbox.get` tells what becomes of it.
        """),
  ]

  private static let ownErrors: [String: ErrorGuide] = [
    "unauthorized": ErrorGuide(
      when: """
        A TCP connection has not proven who it is, or the token is wrong. The connection is closed where a token is \
        demanded.
        """,
      advice: """
        Call `bridge.authenticate` first, with what is in `rpc.token` in the data directory. The token is new at each \
        start. Over a Unix socket there is none.
        """),
    "busy": ErrorGuide(
      when: """
        More requests wait than the bridge will hold; or, with `limit`, more app groups are open than `setAppGroup` may \
        open.
        """,
      advice: """
        Call again in a moment, and have fewer calls in flight. An app group that was left is closed after a minute; \
        the limit is set with `--limit`.
        """),
    "tooLarge": ErrorGuide(
      when: "A message, or one piece of work, is longer than allowed.",
      advice: "Send less at once, or raise the limit with `--limit`.",
      data: [
        ("limit", "`frameBytes` for the message, with id null, or `recordBytes` for the work."),
        ("max", "Its value, in bytes."),
      ]),
    "outboxFull": ErrorGuide(
      when: "So much work is pending that no more fits. Nothing of the call is kept.",
      advice: """
        Call again after `retryAfterMs`, with the same `requestId`. If it stays so the platform is unreachable, or \
        refuses: see `bridge.stats` and `outbox.list`.
        """,
      data: [
        ("limit", "`outboxBytes` or `outboxRecords`."), ("max", "Its value."),
        ("used", "How much of it is in use."),
        ("retryAfterMs", "When it is worth calling again, in milliseconds."),
      ]),
    "storageFailed": ErrorGuide(
      when: "The disk did not take the work.",
      advice: """
        Make room, or see why the file system is read-only; `altcraft-bridge doctor` looks. Call again with the same \
        `requestId`: the bridge goes on by itself when the disk does.
        """,
      data: [("cause", "`noSpace`, `readOnly` or `ioError`.")]),
    "callbackTimeout": ErrorGuide(
      when: "The host was asked for something the call needs, and did not answer in time.",
      advice: """
        See why the host does not answer that callback; it may not be waiting for the answer to this very call before \
        it does. Then call again.
        """,
      data: [("callback", "The method that the host was asked.")]),
    "notInitialized": ErrorGuide(
      when: "A method of the bridge's own needs a configuration, and there is none.",
      advice: "Call `initialization` first. It is kept, so once for each data directory is enough."),
    "shuttingDown": ErrorGuide(
      when: "The bridge is going, and ends what waits.",
      advice: "Call again when it is back, with the same `requestId`. What was accepted is kept."),
    "duplicateRequestId": ErrorGuide(
      when: "This `requestId` names other work: the method or the parameters differ.",
      advice: "Give each piece of work an id of its own; the same id means the same call again."),
  ]

  private static let refusals: [String: ErrorGuide] = [
    "configurationNotSet": ErrorGuide(
      when: "The configuration is null.",
      advice: "Give one with at least `apiUrl`. To forget the one there is, call `clear`."),
    "userTagMissing": ErrorGuide(
      when: "Nobody can say who the user is: there is no usable JWT, and no `rToken`.",
      advice: """
        Configure an `rToken`, or register with `setJWTProvider` and answer `provider.getJWT`. `cause` says what was \
        wrong with the JWT.
        """,
      data: [
        (
          "cause",
          "540: there is none. 541: it cannot be read. 542: its claim `matching` names nobody."
        )
      ]),
    "appGroupMissing": ErrorGuide(
      when: "The name of the app group is empty.", advice: "Give it a name."),
    "tokenUpdateUnsupported": ErrorGuide(
      when: "The push provider in use is `ios-apns`, which does not delete tokens.",
      advice: "Nothing to do: with APNs the operating system renews tokens."),
    "pushUidMissing": ErrorGuide(
      when: "The push has no uid, so nothing can be reported of it.",
      advice: "Hand over the whole message as it came, or its uid as `messageUID`."),
    "apiUrlInvalid": ErrorGuide(
      when:
        "`apiUrl` is missing, or no address of a platform; the message says what is wrong with it.",
      advice: """
        Give an `https` address without user, query or fragment. `http` is taken for this machine only, unless the \
        bridge was started with `--allow-insecure-http`.
        """),
    "rTokenInvalid": ErrorGuide(
      when: "The resource token is longer than 512 characters, or holds more than printable ASCII.",
      advice: "Copy it again, without line break and spaces."),
    "providerInvalid": ErrorGuide(
      when: "There is no push provider of that name.",
      advice: "Use `ios-apns`, `ios-firebase` or `ios-huawei`."),
    "valuesNotScalar": ErrorGuide(
      when:
        "A value is a list or an object where only strings, numbers, booleans and null are taken.",
      advice: "Send single values. What changes a field of the profile is made by `actionField`."),
    "subscriptionTypeUnsupported": ErrorGuide(
      when: "The `channel` of the subscription is missing or none there is.",
      advice: "Use `email`, `sms`, `push`, `telegram_bot`, `whatsapp`, `viber` or `notify`."),
    "configurationMissing": ErrorGuide(
      when: "The call needs a configuration, and there is none in this app group.",
      advice: "Call `initialization` first. It is kept, so once for each data directory is enough."),
    "pushTokenMissing": ErrorGuide(
      when: "There is no push token to work with.",
      advice:
        "Give one with `setPushToken`, or register a provider that answers `provider.getToken`."),
  ]
}
