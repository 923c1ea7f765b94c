import AltcraftEngine
import AltcraftMethods
import HTTP
import JSONCodec
import JSONRPC
import Transports
import WireRecording

/// The loggers of `--trace-wire` and `--record`, if requested.
struct WireLoggers: Sendable {
  private let trace: WireLogger?
  private let recording: WireLogger?

  /// The longest wait for a disk when the process ends.
  private static let grace = Duration.seconds(1)

  init(_ options: ServeOptions) throws(StartError) {
    guard options.traceWire != nil || options.record != nil else {
      trace = nil
      recording = nil
      return
    }
    let marks = RedactionRules(
      document: .object(Catalog.openRPC(version: Version.current).document))
    let wallTime = Environment.real.wallTime
    trace = try Self.tap(
      options.traceWire, TraceText(marks) { Timestamp(milliseconds: $0).text })
    let standIns = Pseudonymizer(now: { wallTime() / 1000 }, digest: { SHA256.digest($0) })
    recording = try Self.tap(
      options.record, RecordingText(marks, standIns, facts: Self.facts(options)))
  }

  private static func tap(
    _ path: String?, _ text: any WireText
  ) throws(StartError) -> WireLogger? {
    guard let path else { return nil }
    do throws(WireFileError) {
      return try WireLogger(path: path, wallTime: Environment.real.wallTime, text: text)
    } catch {
      throw StartError(status: .configuration, message: error.message)
    }
  }

  /// Returns the facts that a replay needs to start from the same state.
  private static func facts(_ options: ServeOptions) -> JSONObject {
    let limits = options.limits.map { limit in
      JSONObject.Member(
        key: limit.name, value: .number(JSONNumber(checkedText: "\(limit.value)")))
    }
    var all: JSONObject = [
      "durability": .string(options.durability.rawValue),
      "limits": .object(JSONObject(limits)),
      "requireToken": .bool(options.requireToken),
      "allowInsecureHTTP": .bool(options.allowInsecureHTTP),
    ]
    all["appGroup"] = options.appGroup.map(JSON.string)
    return [
      "version": .string(Version.current),
      "schemaDigest": .string(
        "sha256:" + SHA256.hex(Catalog.schemaText(version: Version.current).utf8)),
      "options": .object(all),
    ]
  }

  private var all: [WireLogger] { [trace, recording].compactMap(\.self) }

  /// Wraps a connection for logging. Returns nil if no logger is active.
  func tapped(_ id: ConnectionID, _ connection: Connection) -> LoggedConnection? {
    guard trace != nil || recording != nil else { return nil }
    let transport = "\(connection.transport)"
    var peer: JSONObject = [:]
    peer["pid"] = connection.peer.pid.map { .int($0) }
    peer["uid"] = connection.peer.user.map { .int($0) }
    return LoggedConnection(id.value, transport: transport, peer: peer, all)
  }

  /// Wraps an HTTP client so that the recording also gets the outcome of each request.
  func client(_ client: any HTTPClient) -> any HTTPClient {
    recording.map { RecordedClient(client: client, recording: $0) } ?? client
  }

  /// Opens new files at the configured paths after the old ones were moved away.
  func reopen() { for tap in all { tap.reopen() } }

  func close() { for tap in all { tap.close(within: Self.grace) } }
}

private struct RecordedClient: HTTPClient {
  let client: any HTTPClient
  let recording: WireLogger

  /// The longest recorded body; the relevant responses of the platform are much smaller.
  private static let longestBody = 64 << 10

  var executor: (any TaskExecutor)? { client.executor }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    do throws(HTTPFailure) {
      let response = try await client.send(request)
      record(request, response, nil)
      return response
    } catch {
      record(request, nil, error)
      throw error
    }
  }

  private func record(_ request: HTTPRequest, _ response: HTTPResponse?, _ failure: HTTPFailure?) {
    let body = response?.body ?? []
    recording.put(
      0,
      .exchange(
        WireItem.Exchange(
          method: request.method, path: Self.path(of: request.url), status: response?.status,
          failure: failure.map(Self.kind), retryAfter: response?[header: "Retry-After"],
          body: body.count <= Self.longestBody ? body : [])))
  }

  /// Returns the path after `apiUrl`, without the query: both may contain data of the user.
  private static func path(of url: String) -> String {
    let path = url.prefix { $0 != "?" }
    let starts = ["/subscription/", "/event/", "/profile/"].compactMap { path.firstRange(of: $0) }
    return starts.map(\.lowerBound).max().map { String(path[$0...]) } ?? "/"
  }

  private static func kind(_ failure: HTTPFailure) -> String {
    switch failure {
    case .transport: "transport"
    case .worker: "worker"
    case .cancelled: "cancelled"
    }
  }
}
