import AltcraftEngine
import JSONCodec
import JSONRPC
import Tracing
import Transports

// The log entries for connections and calls. They have no parameters and no results, which may contain
// secrets unknown to the log.
extension ServiceLog {
  func opened(_ id: ConnectionID, _ connection: Connection) {
    log.info(
      "connection opened",
      [
        "connection": .number(id.value), "transport": .text("\(connection.transport)"),
        "pid": connection.peer.pid.map { .number($0) },
        "uid": connection.peer.user.map { .number($0) },
        "trusted": .text(connection.trust == .trusted ? "yes" : "not yet"),
        "role": connection.role == .observer ? .text("observer") : nil,
      ])
  }

  func ended(_ id: ConnectionID, _ connection: Connection) {
    if connection.hasOverflowed {
      log.notice(
        "a client did not read its answers; its connection ended",
        ["connection": .number(id.value), "limit": .text("outQueueBytes")])
    }
    log.info("connection ended", ["connection": .number(id.value)])
  }
}

extension Log {
  func record(_ report: CallReport, _ connection: ConnectionID) {
    let log = self
    switch report {
    case .ended(let method, let id, let time, let error?, let trace):
      log.info(
        "call refused",
        [
          "connection": .number(connection.value), "id": id.map { .text($0.shown) },
          "method": method.map(Log.Value.text), "code": .number(error.code),
          "reason": .text(error.reason),
          "limit": error.data["limit"]?.stringValue.map(Log.Value.text),
          "ms": time.map(Log.Value.milliseconds),
          "trace": trace.map { .text(String($0.traceID)) },
        ])
    case .ended(let method, let id, let time, nil, let trace):
      log.debug(
        "call answered",
        [
          "connection": .number(connection.value), "id": id.map { .text($0.shown) },
          "method": method.map(Log.Value.text), "ms": time.map(Log.Value.milliseconds),
          "trace": trace.map { .text(String($0.traceID)) },
        ])
    case .asked(let method, let time, let failure, let trace):
      log.debug(
        "callback ended",
        [
          "connection": .number(connection.value), "method": .text(method),
          "failure": failure.map { .text("\($0)") }, "ms": .milliseconds(time),
          "trace": trace.map { .text(String($0.traceID)) },
        ])
    case .tooSlow:
      log.notice(
        "a message was not complete in time; the connection ends",
        ["connection": .number(connection.value), "limit": .text("frameSeconds")])
    case .invalidTrace(let method, let id):
      log.debug(
        "a trace context is not valid and was ignored",
        [
          "connection": .number(connection.value), "id": id.map { .text($0.shown) },
          "method": .text(method),
        ])
    }
  }
}

extension RequestID {
  /// The id as it was written, shortened if it is long.
  fileprivate var shown: String {
    let text = json.stringValue ?? json.text
    return text.utf8.count <= 64 ? text : text.prefix(61) + "…"
  }
}
