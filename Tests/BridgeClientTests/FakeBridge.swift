import Glibc
import JSONCodec
import System
import TestSupport
import Testing

@testable import BridgeClient

/// The peer of a client's connection, played by the test.
final class FakeBridge {
  let client: BridgeConnection
  private let socket: Int32
  private var received = LineSplitter()
  private var waiting: [JSON] = []
  private var isOpen = true
  /// POLLRDHUP of Linux, which Glibc does not declare here.
  private static let readHangUp: Int16 = 0x2000

  init(
    _ handlers: BridgeConnection.Handlers = BridgeConnection.Handlers(), maxOpenCalls: Int = .max
  ) throws {
    var ends: [Int32] = [0, 0]
    try #require(
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    // A silent client is a failure; the test does not wait forever.
    var testTimeout = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
      ends[1], SOL_SOCKET, SO_RCVTIMEO, &testTimeout, socklen_t(MemoryLayout<timeval>.size))
    client = BridgeConnection(
      try Wire(socket: ends[0]), handlers, maxOpenCalls: maxOpenCalls)
    socket = ends[1]
  }

  deinit { end() }

  /// Returns the next message of the client, without blocking a thread that tasks need.
  func arrival() async throws -> JSON? {
    try await eventually {
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      return !waiting.isEmpty || poll(&ready, 1, 0) > 0
    }
    return try next()
  }

  /// Returns the next message with that method. A call that is over while it is sent may be cancelled twice.
  func arrival(of method: String) async throws -> JSON {
    while true {
      let message = try #require(try await arrival())
      if message["method"]?.stringValue == method { return message }
    }
  }

  /// Returns the next message of the client; nil at the end of its output.
  func next() throws -> JSON? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while waiting.isEmpty {
      let count = read(socket, &buffer, buffer.count)
      guard count > 0 else {
        try #require(count == 0, "the client sent nothing")
        return nil
      }
      for line in received.lines(adding: Array(buffer[..<count])) {
        waiting.append(try JSONParser.parse(line).value)
      }
    }
    return waiting.removeFirst()
  }

  /// True if a part of a message can be read.
  var hasInput: Bool {
    var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// Reads all messages on a thread, and calls `found` with the beginning of each, and with an empty text at the end.
  func readHeads(_ found: @escaping @Sendable (String) -> Void) {
    PosixThread.require { [socket] in
      var head: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = read(socket, &buffer, buffer.count)
        if count < 0, errno == EAGAIN { continue }
        guard count > 0 else { break }
        var start = 0
        while start < count {
          // The loop of an array takes long in a build without optimisation.
          let end = buffer.withUnsafeBytes { bytes in
            memchr(bytes.baseAddress! + start, 0x0A, count - start).map {
              UnsafeRawPointer($0) - bytes.baseAddress!
            }
          }
          head += buffer[start..<min(end ?? count, start + 100 - head.count)]
          if end != nil {
            found(String(decoding: head, as: UTF8.self))
            head = []
          }
          start = (end ?? count) + 1
        }
      }
      found("")
    }
  }

  /// True if the client has closed its output, whether all of it was read or not.
  var isEnded: Bool {
    var state = pollfd(fd: socket, events: Self.readHangUp, revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Self.readHangUp != 0
  }

  func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func say(_ message: JSON) { say(message.text + "\n") }

  func answer(_ request: JSON?, _ result: JSON) {
    say(["jsonrpc": "2.0", "id": request?["id"] ?? nil, "result": result])
  }

  func end() {
    if isOpen { close(socket) }
    isOpen = false
  }
}

/// A call that runs on a thread of its own.
final class PendingCall: Sendable {
  private let outcome = Monitor<Result<JSON, CallFailure>?>(nil)

  init(_ client: BridgeConnection, _ method: String, _ params: JSON? = nil) {
    PosixThread.require { [outcome] in
      let result = Result { () throws(CallFailure) in
        try client.call(method, params, until: .after(testTimeout))
      }
      outcome.update { $0 = result }
    }
  }

  func get() throws -> JSON {
    let result = outcome.wait(until: .after(testTimeout * 2)) { $0 }
    return try #require(result).get()
  }
}
