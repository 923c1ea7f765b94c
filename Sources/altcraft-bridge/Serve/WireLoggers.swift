import AltcraftEngine
import AltcraftMethods
import BridgeCommandLine
import HTTP
import JSONCodec
import JSONRPC
import Tracing
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
    let rules = RedactionRules(
      document: .object(Catalog.openRPC(version: BridgeVersion.current).document))
    let wallTime = Environment.real.wallTime
    trace = try Self.logger(
      options.traceWire, TraceText(rules) { Timestamp(milliseconds: $0).text })
    let pseudonyms = Pseudonymizer(now: { wallTime() / 1000 }, digest: { SHA256.digest($0) })
    recording = try Self.logger(
      options.record, RecordingText(rules, pseudonyms, facts: Self.facts(options)))
  }

  private static func logger(
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
      "version": .string(BridgeVersion.current),
      "schemaDigest": .string(Catalog.schemaDigest),
      "options": .object(all),
    ]
  }

  private var all: [WireLogger] { [trace, recording].compactMap(\.self) }

  /// Returns the switch of the recorders of connections: `tap` is that of the trace; the loggers are never off.
  func recordingSwitch(_ tap: RecordingSwitch) -> RecordingSwitch {
    all.isEmpty ? tap : RecordingSwitch(isOn: true)
  }

  /// Has the messages of a connection recorded: by the loggers, and by the tap while it is on.
  func record(_ id: ConnectionID, _ connection: Connection, _ tap: some WireTap) {
    let transport = "\(connection.transport)" + Self.role(connection)
    var peer: JSONObject = [:]
    peer["pid"] = connection.peer.pid.map { .int($0) }
    peer["uid"] = connection.peer.user.map { .int($0) }
    connection.record(
      by: LoggedConnection(id.value, transport: transport, peer: peer, all, tap))
  }

  /// Returns the role of a token in the handshake, which a replay needs; no message shows it.
  private static func role(_ connection: Connection) -> String {
    guard connection.transport == .webSocket, connection.trust == .trusted else { return "" }
    return " " + connection.role.rawValue
  }

  /// Writes the result of each HTTP request to the recording; nil without one.
  var httpReport: HTTPObserver.Report? {
    guard let recording else { return nil }
    return { request, result in recording.put(0, .exchange(WireItem.Exchange(request, result))) }
  }

  /// Opens new files at the configured paths after the old ones were moved away.
  func reopen() { for logger in all { logger.reopen() } }

  func close() { for logger in all { logger.close(within: Self.grace) } }
}

extension WireItem.Exchange {
  /// The longest recorded body; the relevant responses of the platform are much smaller.
  private static let longestBody = 64 << 10

  fileprivate init(_ request: HTTPRequest, _ result: Result<HTTPResponse, HTTPFailure>) {
    let response = try? result.get()
    let body = response?.body ?? []
    self.init(
      method: request.method, path: Self.path(of: request.url), status: response?.status,
      failure: result.failure.map(Self.kind), retryAfter: response?[header: "Retry-After"],
      body: body.count <= Self.longestBody ? body : [])
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
    case .cancelled: "cancelled"
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
