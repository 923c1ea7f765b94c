/// What must be known before the methods: how messages are written, and how to read the rest.
enum ReferenceIntroduction {
  enum Block {
    case paragraph(String)
    case list([String])
    case code(String)
  }

  static let title = "How to speak it"

  static let blocks: [Block] = [
    .paragraph(
      """
      JSON-RPC 2.0, one message a line, over standard input and output (`serve --stdio`), a Unix socket \
      (`--socket PATH`) or TCP on the loopback interface (`--listen 127.0.0.1:PORT`). `Content-Length` headers, as \
      language servers use them, are understood too: the first byte of a connection decides, and answers come as the \
      questions did. Batches, notifications and parameters by position are all of JSON-RPC 2.0.
      """),
    .code(
      """
      → {"jsonrpc": "2.0", "id": 1, "method": "mobileEvent",
         "params": {"sid": "site-1", "eventName": "login", "wait": "outcome"}}
      ← {"jsonrpc": "2.0", "id": 1, "result": {"requestId": "5e2b…",
         "outcome": {"state": "delivered", "eventCode": 237, "response": {"httpCode": 200, …}}}}
      """),
    .paragraph("Here broken for reading; on the wire each is one line. What to know:"),
    .list([
      "A call marked durable makes work for the platform. It is answered with a `Receipt` when the work is "
        + "safely on disk; from then on the bridge delivers it, over restarts too, until the platform has answered. "
        + "With `wait` \"outcome\" the answer comes with the outcome instead; `outbox.get` tells it at any time.",
      "`requestId` makes calling again safe: the same id with the same call is the same work, and is answered as the "
        + "first time.",
      "Requests of one connection start in the order in which they were sent, and need not wait for each other's "
        + "answer.",
      "Null for an optional parameter means not given. What is not listed is refused with `invalidParams`.",
      "Of an error look at `data.reason`, and at `data.retryable`: true means that the same call may succeed later "
        + "with nothing else changed.",
      "What happens without being asked for comes as notification `event`, after `events.subscribe`.",
      "Times are ISO 8601 in UTC, with milliseconds.",
    ]),
  ]

  static let notificationsSummary =
    "What the bridge tells without being asked; never to be answered."
  static let callbacksSummary = """
    Requests from the bridge to the host: to the connection that registered for them, the latest if there are \
    several. Each has ten seconds (limit `callbackSeconds`); an error, or an answer of another type, counts as null.
    """
  static let clientNotificationsSummary = "What a client may send without wanting an answer."
  static let errorsSummary = """
    Every error with its code, its `data.reason`, and what to do. The negative ones are those of JSON-RPC and of the \
    bridge, the others refusals of the SDK, with the code of the event that tells the same.
    """
  static let eventsSummary = """
    What the notification `event` can tell. `code` is today's numbering; with `eventCodes` "legacy" in the \
    configuration that of the documentation's older table is used. Names are the same in both.
    """
  static let limitsSummary = """
    Everything that grows is bounded. `--limit NAME=VALUE` sets another bound, or `limit` in the configuration file; \
    `bridge.info` tells those in force.
    """
  static let typesSummary = "The named types of parameters, results, callbacks and events."
}
