/// The introduction of the reference: the form of messages, and how to read the rest.
enum ReferenceIntroduction {
  enum Block {
    case paragraph(String)
    case list([String])
    case code(String)
  }

  static let title = "Protocol basics"

  static let blocks: [Block] = [
    .paragraph(
      """
      JSON-RPC 2.0, one message a line, over standard input and output (`serve --stdio`), a Unix socket \
      (`--socket PATH`) or TCP on the loopback interface (`--listen 127.0.0.1:PORT`); and one message a text message, over \
      WebSocket (`--websocket 127.0.0.1:PORT`, path `/rpc`, subprotocol `altcraft-bridge.v1`). `Content-Length` headers, as \
      language servers use them, are accepted too: the first byte of a connection selects the framing, and answers use it. Batches, notifications and parameters by position work as JSON-RPC 2.0 defines them.
      """),
    .code(
      """
      → {"jsonrpc": "2.0", "id": 1, "method": "mobileEvent",
         "params": {"sid": "site-1", "eventName": "login", "wait": "outcome"}}
      ← {"jsonrpc": "2.0", "id": 1, "result": {"requestId": "5e2b…",
         "outcome": {"state": "delivered", "eventCode": 237, "response": {"httpCode": 200, …}}}}
      """),
    .paragraph("The messages are wrapped here; on the wire each is one line. The rules:"),
    .list([
      """
      A call marked durable creates a job for the platform. It is answered with a `Receipt` when the job is on disk. \
      From then on the bridge delivers it, across restarts too, until the platform has answered. With `wait` \
      "outcome" the answer contains the outcome; `outbox.get` returns it at any time.
      """,
      """
      `requestId` makes a repeated call safe: the same id with the same call is the same job, and gets the same answer.
      """,
      "Requests of one connection start in the order in which they were sent. They need not wait for earlier answers.",
      "Null for an optional parameter means that it is not given. An unknown parameter is refused with `invalidParams`.",
      """
      Handle an error by its `data.reason`. If `data.retryable` is true, the same call may succeed later without a \
      change.
      """,
      """
      A connection with the token in `rpc.observer-token` may call only the methods marked observer, which read. Its \
      other requests are answered with `unauthorized`, and its other notifications are dropped.
      """,
      "After `events.subscribe` the bridge reports events as the notification `event`.",
      "Times are ISO 8601 in UTC, with milliseconds.",
    ]),
  ]

  static let notificationsSummary =
    "Messages of the bridge that need no answer; never reply to them."
  static let callbacksSummary = """
    Requests from the bridge to the host: to the connection that registered for them, or to the latest one if there \
    are several. The host has ten seconds to answer (limit `callbackSeconds`); an error, or an answer of another type, \
    counts as null.
    """
  static let clientNotificationsSummary = "Messages of a client that get no answer."
  static let errorsSummary = """
    Every error with its code, its `data.reason`, and what to do. Negative codes are those of JSON-RPC and of the \
    bridge. Positive ones are refusals of the SDK; the code is that of the event with the same meaning.
    """
  static let eventsSummary = """
    The events that the notification `event` reports. `code` is the number in today's SDKs; with `eventCodes` "legacy" \
    in the configuration it is the number in the older table of the documentation. The names are the same in both.
    """
  static let limitsSummary = """
    Everything that grows has a limit. `--limit NAME=VALUE`, or `limit` in the configuration file, changes it; \
    `bridge.info` returns the limits in force.
    """
  static let typesSummary = "The named types of parameters, results, callbacks and events."
}
