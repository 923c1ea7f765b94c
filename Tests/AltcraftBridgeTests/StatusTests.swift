import JSONCodec
import Testing

@testable import BridgeCommandLine
@testable import altcraft_bridge

@Suite("The commands status, top and endpoint") struct StatusTests {
  static let info: JSON = [
    "version": "0.1.0", "pid": 4711, "dataDir": "/d", "appGroup": "default",
    "transports": ["stdio", "unix:/run/s", "tcp:127.0.0.1:8091"],
  ]
  static let stats: JSON = [
    "outbox": [
      "accepted": 12, "delivered": 8, "rejected": 1, "expired": 0, "cleared": 2, "lost": 0,
      "pending": 1, "bytes": 312,
    ],
    "uptimeSeconds": 7300, "calls": ["requests": 40],
    "platform": ["url": "https://e", "state": "failing"],
  ]
  static let oldest: JSON = [
    "requestId": "0123456789", "method": "mobileEvent", "createdAt": "2026-11-20T12:00:00.123Z",
    "waitingFor": "retry", "lastError": ["message": "HTTP 503"],
  ]
  static let lastError: JSON = [
    "code": 531, "message": "server error", "date": "2026-11-20T12:00:10.000Z",
  ]

  /// 30 seconds after the job was accepted.
  private let now = LocalTime.sinceEpoch("2026-11-20T12:00:30.123Z") ?? 0
  private let pipe = Terminal.output

  @Test("ten lines tell a person the state of the bridge")
  func text() {
    let status = BridgeStatus(
      info: Self.info, stats: Self.stats, oldest: Self.oldest, lastError: Self.lastError,
      storageProblem: nil)

    #expect(
      status.text(now: now, pipe) == """
        bridge     0.1.0, process 4711, up 2 h
        listens    stdio, unix:/run/s, tcp:127.0.0.1:8091
        data       /d, group default
        platform   https://e, answers with errors
        accepted   12
        delivered  8
        rejected   1, 2 cleared
        pending    1 (312 bytes)
        oldest     mobileEvent 01234567, accepted 30 s ago, waits for a retry: HTTP 503
        last error 531 server error, 20 s ago

        """)
  }

  @Test(
    "a bridge is ready while the metrics of its storage report no failure",
    arguments: [
      ("altcraft_bridge_storage_failing{app_group=\"a\"} 0\n", true),
      ("altcraft_bridge_storage_failing{app_group=\"a\"} 1\n", false), ("", false),
    ])
  func readiness(line: String, isReady: Bool) {
    let metrics = "# TYPE altcraft_bridge_storage_failing gauge\n" + line

    #expect(StatusCommand.acceptsJobs(metrics) == isReady)
  }

  @Test(
    "the line of the data directory says why no jobs are accepted",
    arguments: [
      ("storage_failing{app_group=\"a\"} 0", "storage_gone{app_group=\"a\"} 0", ""),
      (
        "storage_failing{app_group=\"a\"} 1", "storage_gone{app_group=\"a\"} 0",
        ": no new jobs are accepted"
      ),
      (
        "storage_failing{app_group=\"a\"} 1", "storage_gone{app_group=\"a\"} 1",
        ": removed or replaced, no new jobs are accepted"
      ),
    ])
  func storage(failing: String, gone: String, shown: String) {
    let metrics = "altcraft_bridge_\(failing)\naltcraft_bridge_\(gone)\n"
    let status = BridgeStatus(
      info: Self.info, stats: Self.stats, oldest: .null, lastError: .null,
      storageProblem: StatusCommand.storageProblem(metrics))

    #expect(
      status.text(now: now, pipe).contains("\ndata       /d, group default\(shown)\n"))
  }

  @Test("a message that is a sentence loses its period in the last line")
  func sentence() {
    let error: JSON = [
      "code": 504, "message": "permission denied.", "date": "2026-11-20T12:00:29.000Z",
    ]
    let status = BridgeStatus(
      info: [:], stats: [:], oldest: .null, lastError: error, storageProblem: nil)

    #expect(status.text(now: now, pipe).contains("last error 504 permission denied, 1 s ago\n"))
  }

  @Test("after a restart the last error is that of the last job that failed")
  func lastFailure() {
    let outcomes: JSON = [
      ["eventCode": 600, "name": "work.expired", "endedAt": "2026-11-20T11:00:00.000Z"],
      [
        "eventCode": 430, "name": "pushSubscribe.failed", "requestId": "r",
        "endedAt": "2026-11-20T12:00:10.000Z",
        "response": ["httpCode": 400, "response": ["error": 5, "errorText": "no such field"]],
      ],
    ]
    let error = BridgeStatus.lastError([["type": "event"]], outcomes)
    let status = BridgeStatus(
      info: [:], stats: [:], oldest: Self.oldest, lastError: error, storageProblem: nil)

    #expect(status.text(now: now, pipe).hasSuffix("last error 430 no such field, 20 s ago\n"))
    #expect(BridgeStatus.lastError([["type": "error", "code": 1]], outcomes)["code"] == 1)
    let expired = BridgeStatus.lastError([], .array([outcomes.arrayValue?.first ?? .null]))
    #expect(expired["message"] == "work.expired")
    #expect(BridgeStatus.lastError([], []) == .null)
  }

  @Test("without a failed job the last error after a restart is that of the oldest pending job")
  func restarted() {
    let status = BridgeStatus(
      info: [:], stats: [:], oldest: Self.oldest, lastError: .null, storageProblem: nil)

    #expect(status.text(now: now, pipe).hasSuffix("last error HTTP 503\n"))
  }

  @Test("on a terminal no line is wider than 80 columns, and a line that fits is whole")
  func width() throws {
    let terminal = Terminal(isTerminal: true, width: 80, style: TextStyle(hasColours: false))
    let long = String(repeating: "x", count: 69)
    let info: JSON = ["version": "1", "transports": [.string(long)], "dataDir": .string(long)]
    let old: JSON = ["calls": ["requests": 0]]
    let counter: JSON = .int(123_456_789)
    let new: JSON = [
      "calls": ["requests": counter], "outbox": ["accepted": counter, "delivered": counter],
      "delivery": ["attempts": counter], "events": ["emitted": counter],
    ]

    let text =
      BridgeStatus(
        info: info, stats: new, oldest: Self.oldest, lastError: Self.lastError, storageProblem: nil
      )
      .text(now: now, terminal) + Rates(from: old, to: new, seconds: 1).text(terminal)

    let lines = text.split(separator: "\n")
    #expect(lines.count == 11 && lines.allSatisfy { $0.count <= 80 })
    #expect(lines[1] == "listens    \(long)")
    #expect(lines[2].count == 80 && lines[2].hasSuffix("…"))
  }

  @Test("rates have plain labels")
  func labels() {
    let new: JSON = [
      "calls": ["requests": .int(BridgeStatus.calls + 5)], "outbox": ["accepted": 3],
    ]

    #expect(
      Rates(from: [:], to: new, seconds: 1).text(pipe)
        == "per second 5 calls, 3 accepted, 0 delivered, 0 attempts, 0 events\n")
  }

  @Test("a bridge without jobs and configuration has ten lines too")
  func idle() {
    let status = BridgeStatus(
      info: [:], stats: [:], oldest: .null, lastError: .null, storageProblem: nil)
    let text = status.text(now: now, pipe)

    #expect(text.split(separator: "\n").count == 10)
    #expect(text.contains("platform   not configured\n") && text.contains("oldest     -\n"))
  }

  @Test(
    "a rate is the change of a counter per second, without the calls of top itself, and never negative",
    arguments: [(40, 2.0, 20), (40, 0.5, 80), (-40, 1, 0), (0, 1, 0)])
  func rates(_ change: Int, _ seconds: Double, _ rate: Int) {
    let old: JSON = ["calls": ["requests": 100]]
    let new: JSON = ["calls": ["requests": .int(100 + BridgeStatus.calls + change)]]

    #expect(Rates(from: old, to: new, seconds: seconds).json["calls"] == .int(rate))
    #expect(Rates(from: nil, to: new, seconds: seconds).json == [:])
    #expect(Rates(from: old, to: new, seconds: 0).json == [:])
  }

  @Test("the addresses of a bridge are listed with the token files that its ports need")
  func addresses() {
    let addresses = BridgeAddresses([
      "transports": ["stdio", "unix:/run/s", "tcp:127.0.0.1:8091", "ws:127.0.0.1:8092"],
      "dataDir": "/d",
    ])
    let local = BridgeAddresses(["transports": ["unix:/run/s"], "dataDir": "/d"])

    #expect(
      addresses.text
        == "socket     /run/s\ntcp        127.0.0.1:8091\nwebsocket  ws://127.0.0.1:8092/rpc\n"
        + "token file /d/rpc.token\nread only  /d/rpc.observer-token\n")
    #expect(
      addresses.json == [
        "socket": "/run/s", "tcp": "127.0.0.1:8091", "webSocket": "ws://127.0.0.1:8092/rpc",
        "tokenFile": "/d/rpc.token", "observerTokenFile": "/d/rpc.observer-token",
      ])
    #expect(local.text == "socket     /run/s\n")
  }

  @Test("a duration has the largest unit of which it has at least two")
  func ages() {
    let texts = [-5, 0, 119, 120, 7199, 7200, 172_799, 172_800].map(Age.text)

    #expect(texts == ["0 s", "0 s", "119 s", "2 min", "119 min", "2 h", "47 h", "2 days"])
  }
}
