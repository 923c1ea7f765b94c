/// The explanation of an error: when it occurs, what to do, and the members of its `data`.
package struct ErrorGuide: Sendable {
  package let when: String
  package let advice: String
  /// The members of `data` besides `reason` and `retryable`, each with its meaning.
  package private(set) var data: [(member: String, meaning: String)] = []

  /// The guides by reason. A test checks that every error has one.
  package static let all: [String: ErrorGuide] = protocolErrors.merging(ownErrors) { first, _ in
    first
  }
  .merging(refusals) { first, _ in first }

  private static let protocolErrors: [String: ErrorGuide] = [
    "parseError": ErrorGuide(
      when:
        "A message is not JSON, or not UTF-8. The id of the answer is null: none could be read.",
      advice:
        "Fix the program that writes the message. With newline framing each message must be on one line.",
      data: [("offset", "The offset of the first invalid byte in the message.")]),
    "invalidRequest": ErrorGuide(
      when: """
        A message is JSON but not a JSON-RPC 2.0 request: `jsonrpc` is missing, `params` is neither object nor array, a \
        member occurs twice, the id is already in flight; or the message exceeds a limit such as `depth`.
        """,
      advice:
        "Fix the message. If `limit` is present, send less at once or raise that limit with `--limit`.",
      data: [
        ("limit", "The limit that was exceeded; only then."), ("max", "Its value; only then."),
      ]),
    "methodNotFound": ErrorGuide(
      when: "No method has that name.",
      advice:
        "Use one of the suggestions. Names are case-sensitive. For a function of the Altcraft SDK the first suggestion is its counterpart.",
      data: [("suggestions", "Up to three similar names.")]),
    "invalidParams": ErrorGuide(
      when: "A parameter is missing, unknown, given twice, or of another type than it should be.",
      advice: "Fix the request; `bridge.check` validates it without side effects.",
      data: [
        (
          "parameter",
          "Its name or path, such as `cats[0].name`; for a surplus parameter, its index."
        ),
        ("expected", "The expected value or type."),
      ]),
    "internalError": ErrorGuide(
      when: "The bridge failed during this call. This is a bug in altcraft-bridge.",
      advice:
        "Report it with the log of that time. A repeated call with the same `requestId` is safe."),
    "requestCancelled": ErrorGuide(
      when: "`$/cancelRequest` named this request.",
      advice: """
        No action is needed. A job that is already on disk is not undone: `outbox.get` returns its state.
        """),
  ]

  private static let ownErrors: [String: ErrorGuide] = [
    "unauthorized": ErrorGuide(
      when: """
        A TCP or WebSocket connection is not authenticated, or its token or ticket is wrong: if one is required, the \
        connection is closed. Or the connection has the role observer, and the method may do more than read.
        """,
      advice: """
        Call `bridge.authenticate` first, with the content of `rpc.token` in the data directory. The token changes at each start. A Unix socket needs none. The token in `rpc.observer-token` allows only the methods with `x-observer` in the schema.
        """),
    "busy": ErrorGuide(
      when: """
        More requests wait than the limit allows; or, if `limit` is present, as many app groups are open, or as many \
        tickets unused, as that limit allows.
        """,
      advice: """
        Repeat the call a moment later, and keep fewer calls in flight. An app group is closed one minute after another \
        one was selected, unless it is in use; a ticket expires after one minute. Both limits are set with `--limit`.
        """,
      data: [
        ("limit", "`appGroups` or `tickets`, if that limit was reached; only then."),
        ("max", "Its value; only then."),
      ]),
    "tooLarge": ErrorGuide(
      when: "A message, or one job, is longer than the limit allows.",
      advice: "Send less at once, or raise the limit with `--limit`.",
      data: [
        ("limit", "`frameBytes` for the message, with id null, or `recordBytes` for the job."),
        ("max", "Its value, in bytes."),
      ]),
    "outboxFull": ErrorGuide(
      when: "The outbox has no room for another job. Nothing of the call is stored.",
      advice: """
        Repeat the call after `retryAfterMs` with the same `requestId`. If the error persists, the platform is unreachable or fails: see `bridge.stats` and `outbox.list`.
        """,
      data: [
        ("limit", "`outboxBytes` or `outboxRecords`."), ("max", "Its value."),
        ("used", "The part in use."),
        ("retryAfterMs", "The time to wait before the next call, in milliseconds."),
      ]),
    "storageFailed": ErrorGuide(
      when: "The job, or another change, could not be written to disk.",
      advice: """
        Free space, or find out why the file system is read-only; `altcraft-bridge doctor` checks both. Repeat the call with the same `requestId`: the bridge recovers when the disk works again.
        """,
      data: [("cause", "`noSpace`, `readOnly` or `ioError`.")]),
    "callbackTimeout": ErrorGuide(
      when: "The call needed an answer of the host to a callback, and none came in time.",
      advice: """
        Check why the host does not answer that callback. A common cause: it waits for the answer to this call first. Then repeat the call.
        """,
      data: [("callback", "The method of the callback.")]),
    "notInitialized": ErrorGuide(
      when: "A method of the bridge needs a configuration, and there is none.",
      advice:
        "Call `initialization` first. The configuration is stored: one call for each app group is enough."
    ),
    "shuttingDown": ErrorGuide(
      when: "The bridge is shutting down and ends waiting calls.",
      advice: "Repeat the call after the restart with the same `requestId`. Accepted jobs are kept."
    ),
    "noWebSocket": ErrorGuide(
      when: "A ticket needs the address of a WebSocket listener, and the bridge has none.",
      advice: "Start the bridge with `--websocket 127.0.0.1:PORT`."),
    "noSimulator": ErrorGuide(
      when:
        "Simulated pushes are asked for, and `apiUrl` is not the address of a simulated platform on this machine.",
      advice:
        "Start `altcraft-bridge platform`, and call `initialization` with the address that it prints as `apiUrl`."
    ),
    "duplicateRequestId": ErrorGuide(
      when: "This `requestId` belongs to another job: the method or the parameters differ.",
      advice: "Use a new id for each job; the same id means a repetition of the same call."),
  ]

  private static let refusals: [String: ErrorGuide] = [
    "configurationNotSet": ErrorGuide(
      when: "The configuration is null.",
      advice: "Pass one with at least `apiUrl`. To delete the stored one, call `clear`."),
    "userTagMissing": ErrorGuide(
      when: "The user cannot be determined: there is no valid JWT, and no `rToken`.",
      advice: """
        Configure an `rToken`, or register with `setJWTProvider` and answer `provider.getJWT`. `cause` says what is wrong with the JWT.
        """,
      data: [
        (
          "cause",
          "540: there is none. 541: it cannot be read. 542: its `matching` claim identifies no user."
        )
      ]),
    "appGroupMissing": ErrorGuide(
      when: "The name of the app group is empty.", advice: "Pass a name."),
    "tokenUpdateUnsupported": ErrorGuide(
      when: "The push provider in use is `ios-apns`, which does not delete tokens.",
      advice: "No action is needed: with APNs the operating system renews tokens."),
    "pushUidMissing": ErrorGuide(
      when: "The push has no uid, so it cannot be reported.",
      advice: "Pass the whole message as it arrived, or its uid as `messageUID`."),
    "apiUrlInvalid": ErrorGuide(
      when:
        "`apiUrl` is missing or not a valid address of a platform; the message gives the reason.",
      advice: """
        Pass an `https` address without user, query or fragment. `http` is accepted for this machine only, unless the bridge was started with `--allow-insecure-http`.
        """),
    "rTokenInvalid": ErrorGuide(
      when:
        "The resource token is longer than 512 characters, or has characters other than printable ASCII.",
      advice: "Copy it again, without line breaks and spaces."),
    "providerInvalid": ErrorGuide(
      when: "No push provider has that name.",
      advice: "Use `ios-apns`, `ios-firebase` or `ios-huawei`."),
    "valuesNotScalar": ErrorGuide(
      when:
        "A value is a list or an object; only strings, numbers, booleans and null are allowed.",
      advice:
        "Pass single values. For operations on a profile field use the answer of `actionField`.",
      data: [("parameter", "The path of the refused member, such as `payload.items`.")]),
    "subscriptionTypeUnsupported": ErrorGuide(
      when: "The `channel` of the subscription is missing or unknown.",
      advice: "Use `email`, `sms`, `push`, `telegram_bot`, `whatsapp`, `viber` or `notify`.",
      data: [("accepted", "The channels that a subscription may have.")]),
    "configurationMissing": ErrorGuide(
      when: "The call needs a configuration, and there is none in this app group.",
      advice:
        "Call `initialization` first. The configuration is stored: one call for each app group is enough."
    ),
    "pushTokenMissing": ErrorGuide(
      when: "There is no push token.",
      advice:
        "Pass one with `setPushToken`, or register a provider that answers `provider.getToken`."),
  ]
}
