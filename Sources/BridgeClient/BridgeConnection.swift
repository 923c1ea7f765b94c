import Glibc
import JSONCodec
import Synchronization
import System

/// A connection to a bridge, from the side of the host: blocking calls, and handlers for the notifications
/// and callbacks of the bridge. Newline framing.
package final class BridgeConnection: Sendable {
  package struct Handlers: Sendable {
    /// The handler of a notification, with its method and parameters. Called on the reader's thread, in order
    /// of arrival.
    let notification: @Sendable (String, JSON) -> Void
    /// The handler of a callback; nil is returned to the bridge as an unknown method. Called on the reader's
    /// thread, so it must not make a call itself.
    let callback: @Sendable (String, JSON) -> JSON?

    package init(
      notification: @escaping @Sendable (String, JSON) -> Void = { _, _ in },
      callback: @escaping @Sendable (String, JSON) -> JSON? = { _, _ in nil }
    ) {
      self.notification = notification
      self.callback = callback
    }
  }

  private struct State {
    var lastID = 0
    /// The answers by call id; nil for a call without an answer.
    var answers: [Int: Answer?] = [:]
    var ending: CallFailure?
  }

  private enum Answer {
    case result(JSON)
    case error(JSON)
  }

  private let wire: Wire
  private let handlers: Handlers
  private let state = Monitor(State())
  private let isSendingOver = Mutex(false)

  /// Takes ownership of the descriptors of `wire` and starts to read.
  package init(_ wire: Wire, _ handlers: Handlers = Handlers()) {
    self.wire = wire
    self.handlers = handlers
    PosixThread.require { self.read() }
  }

  /// Makes one call and waits for its answer, the end of the connection or the deadline.
  package func call(_ method: String, _ params: JSON? = nil, until deadline: Deadline = .never)
    throws(CallFailure) -> JSON
  {
    let id = try begin()
    var request: JSONObject = ["jsonrpc": "2.0", "id": .int(id), "method": .string(method)]
    if let params { request["params"] = params }
    send(.object(request))
    return try answer(to: id, until: deadline)
  }

  /// Closes the write side, as netcat does at the end of its input. Answers still arrive.
  package func finishSending() {
    isSendingOver.withLock { isOver in
      if !isOver { wire.finishWriting() }
      isOver = true
    }
  }

  /// Waits until the bridge has closed the connection. Returns false if the deadline passes first.
  package func waitForEnd(until deadline: Deadline = .never) -> Bool {
    state.wait(until: deadline) { $0.ending == nil ? nil : true } ?? false
  }

  private func begin() throws(CallFailure) -> Int {
    let begun = state.update { state -> Result<Int, CallFailure> in
      if let ending = state.ending { return .failure(ending) }
      state.lastID += 1
      state.answers.updateValue(nil, forKey: state.lastID)
      return .success(state.lastID)
    }
    return try begun.get()
  }

  private func answer(to id: Int, until deadline: Deadline) throws(CallFailure) -> JSON {
    let outcome = state.wait(until: deadline) { state -> Result<JSON, CallFailure>? in
      switch state.answers[id] {
      case .some(.some(.result(let value))):
        state.answers[id] = nil
        return .success(value)
      case .some(.some(.error(let error))):
        state.answers[id] = nil
        return .failure(.refused(error))
      default: return state.ending.map { .failure($0) }
      }
    }
    guard let outcome else {
      _ = state.update { $0.answers.removeValue(forKey: id) }
      throw .notAnswered
    }
    return try outcome.get()
  }

  private func send(_ message: JSON) {
    isSendingOver.withLock { isOver in
      // Ignore EPIPE: the reader sees end of file and fails all pending calls.
      if !isOver { wire.write(message.bytes + [UInt8(ascii: "\n")]) }
    }
  }

  private func read() {
    var lines = LineSplitter()
    var failure: CallFailure?
    reading: while failure == nil, let chunk = wire.read() {
      for line in lines.lines(adding: chunk) {
        failure = receive(line)
        if failure != nil { break reading }
      }
      if lines.isTooLong { failure = .unintelligible("a line of more than 64 MiB") }
    }
    wire.finishReading()
    // After the bridge closes its output, treat its input as closed too.
    finishSending()
    let ending = failure ?? .disconnected
    state.update { $0.ending = ending }
  }

  /// Processes a line. Returns nil if it was valid.
  private func receive(_ line: [UInt8]) -> CallFailure? {
    guard let message = parse(line) else {
      return .unintelligible(String(decoding: line.prefix(80), as: UTF8.self))
    }
    if let method = message["method"]?.stringValue {
      let params = message["params"] ?? .null
      if let id = message["id"] {
        send(reply(to: id, handlers.callback(method, params)))
      } else {
        handlers.notification(method, params)
      }
      return nil
    }
    let answer = message["error"].map(Answer.error) ?? message["result"].map(Answer.result)
    guard let answer, let id = message["id"] else {
      return .unintelligible(String(decoding: line.prefix(80), as: UTF8.self))
    }
    state.update { state in
      if let id = id.intValue, state.answers.keys.contains(id) {
        state.answers.updateValue(answer, forKey: id)
      } else if id.isNull {
        // The bridge could not read the id of the call that it rejects, so all pending calls fail.
        for id in state.answers.keys { state.answers.updateValue(answer, forKey: id) }
      }
    }
    return nil
  }

  private func parse(_ line: [UInt8]) -> JSON? {
    do {
      return try JSONParser.parse(line, limits: .generous).value
    } catch {
      return nil
    }
  }

  private func reply(to id: JSON, _ result: JSON?) -> JSON {
    guard let result else {
      return [
        "jsonrpc": "2.0", "id": id, "error": ["code": -32601, "message": "method not found"],
      ]
    }
    return ["jsonrpc": "2.0", "id": id, "result": result]
  }
}

/// The reason why a call has no result.
package enum CallFailure: Error, Equatable {
  /// The error object of the answer.
  case refused(JSON)
  /// The connection ended or could not be opened.
  case disconnected
  /// The deadline passed.
  case notAnswered
  /// The received text is not JSON-RPC; the value is its beginning.
  case unintelligible(String)

  package var message: String {
    switch self {
    case .refused(let error): error.text
    case .disconnected: "the connection was closed before the answer"
    case .notAnswered: "no answer in time"
    case .unintelligible(let excerpt): "not JSON-RPC: \(excerpt)"
    }
  }
}
