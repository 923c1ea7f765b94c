import Foundation
import Glibc
import JSONCodec
import Synchronization

/// The host's end of one connection: calls, pipelined calls, raw bytes, and the answers to callbacks. The log
/// records every message. Every wait has a time limit.
package final class WireConnection: Sendable {
  package enum Framing: String, Sendable, CaseIterable { case lines, headers }

  /// The error of a response.
  package struct Refused: Error, CustomStringConvertible {
    package let error: JSON
    package var code: Int { error["code"]?.intValue ?? 0 }
    package var reason: String { error["data"]?["reason"]?.stringValue ?? "" }
    package var data: JSON { error["data"] ?? .null }
    package var description: String { error.text }
  }

  /// The answer to a callback. Nil leaves the callback unanswered.
  package typealias Answer = @Sendable (_ parameters: JSON) -> JSON?

  private struct State {
    /// The messages in order of arrival.
    var messages: [JSON] = []
    var answers: [String: JSON] = [:]
    var handlers: [String: Answer] = [:]
    var callbacks: [JSON] = []
    var bytes: [UInt8] = []
    var hasEnded = false
    var lastID = 0
    var isPaused = false
  }

  private static let numbers = Atomic(0)

  package let framing: Framing
  package let log: WireLog
  private let number: Int
  private let output: Mutex<Int32>
  private let isSocket: Bool
  private let state = Mutex(State())

  /// Takes ownership of the descriptors, which are equal for a socket.
  package init(reading input: Int32, writing output: Int32, _ framing: Framing, _ log: WireLog) {
    self.framing = framing
    self.log = log
    self.output = Mutex(output)
    isSocket = input == output
    number = Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue
    signal(SIGPIPE, SIG_IGN)
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    let reading = isSocket ? fcntl(input, F_DUPFD_CLOEXEC, 3) : input
    Thread.detachNewThread { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var reader = MessageReader(framing: framing)
      while true {
        var waiting = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        // Poll with a time limit: the connection may have been released.
        let ready = poll(&waiting, 1, 200)
        guard let self else { break }
        if ready <= 0 || self.state.withLock({ $0.isPaused }) {
          if ready > 0 { usleep(1000) }
          continue
        }
        let count = read(reading, &buffer, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { continue }
        guard count > 0 else {
          self.ended(reader.rest)
          break
        }
        self.received(Array(buffer[..<count]), &reader)
      }
      close(reading)
    }
  }

  deinit {
    output.withLock { if $0 >= 0 { close($0) } }
  }
}

// Calls.
extension WireConnection {
  /// Calls a method and waits for the result. Throws `Refused` for an error.
  @discardableResult
  package func call(
    _ method: String, _ parameters: JSON? = nil, within limit: Duration = testTimeout
  ) async throws -> JSON {
    try await answer(to: begin(method, parameters), within: limit)
  }

  /// Sends a request and returns its id; `answer` waits for the result.
  @discardableResult
  package func begin(_ method: String, _ parameters: JSON? = nil) throws -> JSON {
    let id = state.withLock { state -> JSON in
      state.lastID += 1
      return .int(state.lastID)
    }
    var message: JSONObject = ["jsonrpc": "2.0", "id": id, "method": .string(method)]
    message["params"] = parameters
    try send(JSON.object(message).text)
    return id
  }

  @discardableResult
  package func answer(to id: JSON, within limit: Duration = testTimeout) async throws -> JSON {
    let answer = try await until("an answer to \(id.text)", within: limit) { $0.answers[id.text] }
    if let error = answer["error"] { throw Refused(error: error) }
    return answer["result"] ?? .null
  }

  /// Returns the error of a call that must be refused.
  package func refusal(
    of method: String, _ parameters: JSON? = nil, within limit: Duration = testTimeout
  ) async throws -> Refused {
    do {
      let result = try await call(method, parameters, within: limit)
      throw Overdue("\(method) was not refused: \(result.text)")
    } catch let refused as Refused {
      return refused
    }
  }

  package func notify(_ method: String, _ parameters: JSON? = nil) throws {
    var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method)]
    message["params"] = parameters
    try send(JSON.object(message).text)
  }

  /// Returns true if that call has been answered.
  package func hasAnswer(to id: JSON) -> Bool { state.withLock { $0.answers[id.text] != nil } }

  /// Answers these requests of the bridge from now on.
  package func onCallback(_ method: String, _ answer: @escaping Answer) {
    state.withLock { $0.handlers[method] = answer }
  }

  /// The requests of the bridge so far.
  package var callbacks: [JSON] { state.withLock { $0.callbacks } }
}

// Received messages.
extension WireConnection {
  /// All messages, in order.
  package var messages: [JSON] { state.withLock { $0.messages } }
  /// The parameters of all SDK event notifications, in order.
  package var events: [JSON] { notifications("event") }
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }
  /// All bytes, in order.
  package var bytes: [UInt8] { state.withLock { $0.bytes } }

  package func notifications(_ method: String) -> [JSON] {
    messages.filter { $0["method"]?.stringValue == method && $0["id"] == nil }
      .compactMap { $0["params"] }
  }

  /// Waits until this many messages have arrived, and returns all.
  package func messages(
    _ count: Int, within limit: Duration = testTimeout
  ) async throws -> [JSON] {
    try await until("\(count) messages", within: limit) {
      $0.messages.count >= count ? $0.messages : nil
    }
  }

  /// Waits for an event that fits.
  @discardableResult
  package func event(
    _ what: String, within limit: Duration = testTimeout, _ fits: @Sendable (JSON) -> Bool
  ) async throws -> JSON {
    try await until("an event: \(what)", within: limit) { state in
      state.messages.lazy.filter { $0["method"] == "event" }.compactMap { $0["params"] }
        .first(where: fits)
    }
  }

  @discardableResult
  package func event(_ code: Int, within limit: Duration = testTimeout) async throws -> JSON {
    try await event("\(code)", within: limit) { $0["code"]?.intValue == code }
  }

  /// Waits until the bridge has closed the connection.
  package func waitForEnd(within limit: Duration = testTimeout) async throws {
    _ = try await until("the end of the connection", within: limit) { $0.hasEnded ? true : nil }
  }

  private func until<Value: Sendable>(
    _ what: String, within limit: Duration, _ find: (State) -> Value?
  ) async throws -> Value {
    let deadline = ContinuousClock.now + limit
    let pace = PollPace()
    while true {
      let (found, hasEnded) = state.withLock { (find($0), $0.hasEnded) }
      if let found { return found }
      guard !hasEnded, ContinuousClock.now < deadline else {
        let why = hasEnded ? "the connection ended" : "not within \(limit)"
        throw Overdue("\(what): \(why)\n\(log.tail)")
      }
      try await Task.sleep(for: pace.pause)
    }
  }
}

// Bytes.
extension WireConnection {
  /// Sends one message unchanged, with its framing.
  package func send(_ message: String) throws { try send(Array(message.utf8)) }

  package func send(_ message: [UInt8]) throws {
    log.sent(message, on: number)
    switch framing {
    case .lines: try write(message + [UInt8(ascii: "\n")])
    case .headers: try write(Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message)
    }
  }

  /// Sends several messages in one write.
  package func sendTogether(_ messages: [String]) throws {
    var bytes: [UInt8] = []
    for message in messages.map({ Array($0.utf8) }) {
      log.sent(message, on: number)
      switch framing {
      case .lines: bytes += message + [UInt8(ascii: "\n")]
      case .headers: bytes += Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
      }
    }
    try write(bytes)
  }

  /// Records in the log a message that `write` sends in pieces.
  package func announce(_ message: String) { log.sent(Array(message.utf8), on: number) }

  /// Writes bytes unchanged.
  package func write(_ bytes: [UInt8]) throws {
    let failure = output.withLock { output -> String? in
      var rest = bytes[...]
      while !rest.isEmpty {
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, 10_000) > 0 else { return "the bridge does not read" }
        let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { continue }
        guard count > 0 else { return "write: errno \(errno)" }
        rest = rest.dropFirst(count)
      }
      return nil
    }
    if let failure { throw Overdue(failure) }
  }

  /// Closes the sending direction. The bridge can still send.
  package func endOutput() {
    output.withLock { output in
      if isSocket {
        shutdown(output, Int32(SHUT_WR))
      } else {
        if output >= 0 { close(output) }
        output = -1
      }
    }
  }

  /// Closes the connection without notice.
  package func abandon() {
    output.withLock { output in
      if isSocket { shutdown(output, Int32(SHUT_RDWR)) }
      if output >= 0 { close(output) }
      output = -1
    }
  }

  /// Stops reading until `resumeReading`.
  package func pauseReading() { state.withLock { $0.isPaused = true } }
  package func resumeReading() { state.withLock { $0.isPaused = false } }

  private func received(_ bytes: [UInt8], _ reader: inout MessageReader) {
    state.withLock { $0.bytes += bytes }
    for message in reader.take(bytes) { received(message) }
    if let problem = reader.problem {
      log.record(problem: problem)
      reader.problem = nil
    }
  }

  private func received(_ message: [UInt8]) {
    log.received(message, on: number)
    guard
      case .success(let document) = Result(catching: {
        try JSONParser.parse(message, limits: .generous)
      })
    else { return }
    let value = document.value
    for item in value.arrayValue ?? [value] where item["method"] != nil && item["id"] != nil {
      answerCallback(item)
    }
    state.withLock { state in
      state.messages.append(value)
      for item in value.arrayValue ?? [value] where item["method"] == nil {
        if let id = item["id"] { state.answers[id.text] = item }
      }
    }
  }

  private func answerCallback(_ request: JSON) {
    let handler = state.withLock { state in
      state.callbacks.append(request)
      return state.handlers[request["method"]?.stringValue ?? ""]
    }
    guard let result = handler?(request["params"] ?? .null) else { return }
    let answer: JSON = ["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result]
    // The bridge may have exited; the test will detect that.
    do { try send(answer.text) } catch {}
  }

  private func ended(_ rest: [UInt8]) {
    if !rest.isEmpty { log.record(problem: "ended within a message of \(rest.count) bytes") }
    state.withLock { $0.hasEnded = true }
  }
}

/// A reader that splits a stream of bytes into messages.
package struct MessageReader {
  let framing: WireConnection.Framing
  private(set) var rest: [UInt8] = []
  var problem: String?

  package init(framing: WireConnection.Framing) { self.framing = framing }

  package mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
    rest += bytes
    var messages: [[UInt8]] = []
    var start = 0
    while let (message, next) = message(from: start) {
      messages.append(message)
      start = next
    }
    rest.removeFirst(start)
    return messages
  }

  private mutating func message(from start: Int) -> ([UInt8], Int)? {
    switch framing {
    case .lines:
      let length = rest.withUnsafeBytes { bytes -> Int? in
        guard let first = bytes.baseAddress, start < bytes.count else { return nil }
        let end = memchr(first + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
        return end.map { UnsafeRawPointer($0) - (first + start) }
      }
      guard let length else { return nil }
      return (Array(rest[start..<start + length]), start + length + 1)
    case .headers:
      let mark = Array("\r\n\r\n".utf8)
      guard let end = rest[start...].firstRange(of: mark) else { return nil }
      let head = String(decoding: rest[start..<end.lowerBound], as: UTF8.self)
      guard head.hasPrefix("Content-Length: "), let length = Int(head.dropFirst(16)) else {
        problem = "a header that is none: \(head.prefix(100))"
        return nil
      }
      guard rest.count - end.upperBound >= length else { return nil }
      return (Array(rest[end.upperBound..<end.upperBound + length]), end.upperBound + length)
    }
  }
}
