import Glibc
import JSONCodec
import JSONRPC
import System

/// A connection to a bridge, from the side of the host: a `Peer` with blocking calls, and handlers for the
/// notifications and callbacks of the bridge. Newline framing.
package final class BridgeConnection: Sendable {
  package struct Handlers: Sendable {
    /// The handler of a notification, with its method and parameters. Called on the reader's thread, in order
    /// of arrival.
    package let notification: @Sendable (String, JSON) -> Void
    /// The handler of a callback; nil is returned to the bridge as an unknown method. Called on the reader's
    /// thread, so it must not make a call itself.
    let callback: @Sendable (String, JSON) -> JSON?
    /// The handler of a callback in a task; a failure is returned to the bridge as an error. Replaces `callback`.
    let answer: (@Sendable (String, JSON) async throws -> JSON?)?
    /// Called once on the reader's thread, after the last message.
    package let ended: @Sendable () -> Void

    package init(
      notification: @escaping @Sendable (String, JSON) -> Void = { _, _ in },
      callback: @escaping @Sendable (String, JSON) -> JSON? = { _, _ in nil },
      answer: (@Sendable (String, JSON) async throws -> JSON?)? = nil,
      ended: @escaping @Sendable () -> Void = {}
    ) {
      self.notification = notification
      self.callback = callback
      self.answer = answer
      self.ended = ended
    }
  }

  private struct State {
    var lastID = 0
    var failure: CallFailure?
    var hasStoppedReading = false
    var hasEnded = false
  }

  private let wire: Wire
  private let peer: Peer
  private let state: Monitor<State>
  private let ended: @Sendable () -> Void
  private let reader = ReaderThread()

  /// Takes ownership of the descriptors of `wire` and starts to read. At most `maxOpenCalls` calls wait for their
  /// answers at any time.
  package init(_ wire: Wire, _ handlers: Handlers = Handlers(), maxOpenCalls: Int = .max) {
    self.wire = wire
    ended = handlers.ended
    let state = Monitor(State())
    self.state = state
    var options = PeerOptions(
      authenticationMethod: nil, closesOnOversize: true, clock: ProcessClock(),
      counters: RPCCounters())
    options.limits.json = .generous
    options.limits.callbacks = maxOpenCalls
    options.onInvalidMessage = { state.update { $0.failure = $0.failure ?? .unintelligible("") } }
    peer = Peer(WireChannel(wire), handlers.dispatcher, options: options) { $0 }
    PosixThread.require { self.read() }
  }

  /// Makes one call and waits for its answer, the end of the connection or the deadline.
  package func call(_ method: String, _ params: JSON? = nil, until deadline: Deadline = .never)
    throws(CallFailure) -> JSON
  {
    guard wire.hasRoom else { throw .tooManyCalls }
    let request = request(method, params?.bytes)
    let answer = Monitor<Result<JSON, CallbackFailure>?>(nil)
    peer.remote.begin(request.id, request.message) { result in answer.update { $0 = result } }
    if answer.wait(until: deadline, for: { $0 }) == nil { peer.remote.cancel(request.id) }
    // An answer may have arrived just before the cancellation.
    return try value(of: answer.update { $0 } ?? .failure(.timeout))
  }

  /// An encoded call.
  package struct Request: Sendable {
    fileprivate let id: RequestID
    package let message: [UInt8]
  }

  package func request(_ method: String, _ params: [UInt8]? = nil) -> Request {
    let id = nextID()
    return Request(id: id, message: Remote.request(id, method, params))
  }

  /// Makes a call, once, and suspends until its answer, or for `time`. Then, or if the task is cancelled, the bridge is told to
  /// cancel the call; a task that is cancelled before makes none. `answered` gets the result on the reader's thread, before the
  /// next message is read.
  package func call(
    _ request: Request, within time: Duration,
    answered: @escaping @Sendable (JSON) -> Void = { _ in }
  ) async throws(CallFailure) -> JSON {
    guard !Task.isCancelled else { throw .notAnswered }
    guard wire.hasRoom else { throw .tooManyCalls }
    let id = request.id
    let deadline = Deadline.after(time)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<JSON, CallbackFailure>, Never>) in
        let alarm = ProcessTimer.shared.add(after: time) { self.giveUp(id) }
        let isWaiting = peer.remote.begin(id, request.message) { result in
          ProcessTimer.shared.remove(alarm)
          if case .success(let value) = result { answered(value) }
          continuation.resume(returning: result)
        }
        // A cancellation or the timer may have found no call yet, or may have overtaken it on the way to the bridge.
        if isWaiting, Task.isCancelled || deadline.hasPassed {
          peer.remote.cancel(id)
          requestCancellation(of: id)
        }
      }
    } onCancel: {
      giveUp(id)
    }
    return try value(of: answer)
  }

  private func nextID() -> RequestID {
    .number(
      JSONNumber(
        state.withLock { state in
          state.lastID += 1
          return state.lastID
        }))
  }

  private func value(of answer: Result<JSON, CallbackFailure>) throws(CallFailure) -> JSON {
    switch answer {
    case .success(let value): return value
    case .failure(.refused(let error)): throw .refused(error.object)
    case .failure(.gone): throw state.withLock { $0.failure } ?? .disconnected
    case .failure(.busy): throw .tooManyCalls
    case .failure(.timeout), .failure(.cancelled): throw .notAnswered
    }
  }

  private func giveUp(_ id: RequestID) {
    if peer.remote.cancel(id) { requestCancellation(of: id) }
  }

  private func requestCancellation(of id: RequestID) {
    let parameters: JSON = ["id": id.json]
    peer.remote.notify("$/cancelRequest", parameters.bytes, as: .required)
  }

  /// Closes the write side, as netcat does at the end of its input. Answers still arrive.
  package func finishSending() { wire.finishWriting() }

  /// Ends a connection over a socket that the bridge does not end.
  package func abort() {
    state.withLock { if !$0.hasStoppedReading { wire.interrupt() } }
  }

  /// Makes a watch for the end of the bridge, which the reader notices only after it has handled
  /// all messages.
  package func hangupWatch() throws(SystemError) -> HangupWatch {
    try state.withLock { state throws(SystemError) in
      state.hasStoppedReading ? HangupWatch(nil) : try wire.hangupWatch()
    }
  }

  /// True on the reader's thread, which cannot wait for the end.
  package var isReadingHere: Bool { reader.isCurrent }

  /// True after the bridge has closed the connection.
  package var hasEnded: Bool { state.update { $0.hasEnded } }

  /// Waits until the bridge has closed the connection. Returns false if the deadline passes first.
  package func waitForEnd(until deadline: Deadline = .never) -> Bool {
    state.wait(until: deadline) { $0.hasEnded ? true : nil } ?? false
  }

  private func read() {
    reader.begin()
    var lines = LineSplitter()
    reading: while let chunk = wire.read() {
      for line in lines.lines(adding: chunk) {
        line.withUnsafeBytes { peer.received($0) }
        let isInvalid = state.update { state in
          guard state.failure != nil else { return false }
          state.failure = .unintelligible(String(decoding: line.prefix(80), as: UTF8.self))
          return true
        }
        if isInvalid { break reading }
      }
      peer.drained()
      if lines.isTooLong {
        state.update { $0.failure = .unintelligible("a line of more than 64 MiB") }
        break
      }
    }
    state.update { state in
      state.failure = state.failure ?? wire.closure.map(CallFailure.closed)
      state.hasStoppedReading = true
    }
    wire.finishReading()
    // After the bridge closes its output, treat its input as closed too. It may not read what still waits.
    finishSending()
    wire.abandonWriting()
    peer.ended()
    state.update { $0.hasEnded = true }
    ended()
  }
}

/// The write half of a connection to a bridge, in newline framing.
private final class WireChannel: Channel {
  private let wire: Wire

  init(_ wire: Wire) { self.wire = wire }

  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    wire.write(Array(message) + [UInt8(ascii: "\n")])
  }

  func close() { wire.finishWriting() }
}

extension BridgeConnection.Handlers {
  /// The methods of the client: each name is a callback or a notification.
  fileprivate var dispatcher: Dispatcher {
    Dispatcher(
      [],
      otherwise: { method in
        MethodEntry(
          name: method, order: .ordered,
          start: { call, parameters in
            .now { () throws(RPCError) in
              guard call.isNotification else {
                guard let answer else {
                  return .result(try bytes(callback(method, parameters.json), method))
                }
                return .task { () async throws(RPCError) in
                  let result: JSON?
                  do {
                    result = try await answer(method, parameters.json)
                  } catch {
                    throw .refused(code: -32000, reason: "handlerFailed", message: "\(error)")
                  }
                  return try bytes(result, method)
                }
              }
              notification(method, parameters.json)
              return .result([])
            }
          })
      })
  }

  private func bytes(_ result: JSON?, _ method: String) throws(RPCError) -> [UInt8] {
    guard let result else { throw .methodNotFound(method, suggestions: []) }
    return result.bytes
  }
}

extension RawParams {
  fileprivate var json: JSON {
    switch self {
    case .none: .null
    case .named(let object): .object(object)
    case .positional(let values): .array(values)
    }
  }
}

/// The reason why a call has no result.
package enum CallFailure: Error, Equatable {
  /// The error object of the answer.
  case refused(JSON)
  /// The connection ended or could not be opened.
  case disconnected
  /// The bridge closed the WebSocket, with that code and reason.
  case closed(String)
  /// The deadline passed.
  case notAnswered
  /// As many calls as allowed wait for their answers, or as many bytes for a slow bridge.
  case tooManyCalls
  /// The received text is not JSON-RPC; the value is its beginning.
  case unintelligible(String)

  package var message: String {
    switch self {
    case .refused(let error): error.text
    case .disconnected: "the connection was closed before the answer"
    case .closed(let closure): "the bridge closed the WebSocket before the answer: \(closure)"
    case .notAnswered: "no answer in time"
    case .tooManyCalls: "too many calls wait for their answers"
    case .unintelligible(let excerpt): "not JSON-RPC: \(excerpt)"
    }
  }
}
