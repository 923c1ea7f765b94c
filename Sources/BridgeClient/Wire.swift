import Glibc
import System

/// The two descriptors of a connection. One thread reads, and blocks; any thread writes. Over WebSocket it reads and
/// writes lines too, each of which is a message.
package struct Wire: Sendable {
  private let input: Int32
  private let output: WireOutput
  private var webSocket: WebSocketStream?

  /// Takes ownership of both descriptors. They must differ, so that each can be closed separately.
  package init(input: Int32, output: Int32) {
    precondition(input != output)
    self.input = input
    self.output = WireOutput(output)
  }

  /// Takes ownership of one end of a connected socket.
  package init(socket: Int32) throws(SystemError) {
    let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else {
      let error = SystemError("cannot duplicate a descriptor")
      close(socket)
      throw error
    }
    self.init(input: socket, output: copy)
  }

  /// Returns the same connection after the handshake of a WebSocket. `received` are the bytes that followed it.
  func asWebSocket(received: [UInt8]) -> Wire {
    var copy = self
    copy.webSocket = WebSocketStream(output: output, received: received)
    return copy
  }

  func hangupWatch() throws(SystemError) -> HangupWatch {
    HangupWatch(try FileDescriptor(duplicating: input))
  }

  func waitForInput(until deadline: ContinuousClock.Instant) -> Bool {
    waitFor(input, POLLIN, or: nil, until: deadline).ready
  }

  /// Waits for input and returns it; nil at end of file.
  package func read() -> [UInt8]? {
    guard let webSocket else { return readBytes() }
    return webSocket.lines(readBytes)
  }

  private func readBytes() -> [UInt8]? {
    let chunk = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
      var result: Int
      repeat {
        result = Glibc.read(input, buffer.baseAddress, buffer.count)
      } while result < 0
        && errno == EINTR
      count = max(result, 0)
    }
    return chunk.isEmpty ? nil : chunk
  }

  /// The code and the reason with which the other side closed a WebSocket; nil for any other end.
  var closure: String? { webSocket?.closure }

  /// Queues bytes. Returns false after `finishWriting`.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    webSocket?.write(bytes) ?? output.write(bytes)
  }

  /// False if so many bytes wait for the other side that no call should be added.
  var hasRoom: Bool { output.hasRoom }

  /// Ends the output behind the written bytes, and does not wait for that.
  package func finishWriting() {
    if let webSocket { webSocket.close() } else { output.close() }
  }

  /// Ends the output without the bytes that wait.
  package func abandonWriting() { output.abandon() }

  /// Waits until the other side has taken the written bytes, or reads no more. Returns false if the deadline passes first.
  package func waitUntilWritten(until deadline: Deadline) -> Bool {
    output.waitUntilWritten(until: deadline)
  }

  /// Ends a socket in both directions, so that `read` returns nil. Not after `finishReading`.
  func interrupt() {
    shutdown(input, Int32(SHUT_RDWR))
    output.abandon()
  }

  package func finishReading() { close(input) }
}

/// A splitter of a byte stream into lines. Keeps an incomplete line.
package struct LineSplitter {

  private var rest: [UInt8] = []

  /// The limit of a line. The largest answers are a few MiB, so a longer line is not our protocol.
  private static let longest = 64 * 1024 * 1024

  package init() {}

  package var isTooLong: Bool { rest.count > LineSplitter.longest }

  /// Returns the lines that `chunk` completes, without line ends; blank lines are dropped.
  package mutating func lines(adding chunk: [UInt8]) -> [[UInt8]] {
    guard chunk.contains(UInt8(ascii: "\n")) else {
      rest += chunk
      return []
    }
    var pieces = chunk.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = pieces.removeLast()
    var lines = pieces.map(Array.init)
    lines[0] = rest + lines[0]
    rest = Array(last)
    return lines.filter { line in line.contains { $0 > UInt8(ascii: " ") } }
  }
}
