import Foundation
import Glibc
import JSONRPC
import Synchronization
import System
import TestSupport
import Testing
import Tracing

@testable import Transports

/// A reader that records the input of a transport, and handles it as the test requires.
final class TestReader: ChannelReader {
  struct Record {
    var messages: [String] = []
    var faults: [FramingFault] = []
    var batches = 0
    var hasEnded = false
    var callsAfterEnd = 0
  }

  private let record = Mutex(Record())
  private let onMessage: @Sendable (String) -> Void
  private let onFault: @Sendable (FramingFault) -> Void
  private let onEnd: @Sendable () -> Void

  init(
    onMessage: @escaping @Sendable (String) -> Void = { _ in },
    onFault: @escaping @Sendable (FramingFault) -> Void = { _ in },
    onEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.onMessage = onMessage
    self.onFault = onFault
    self.onEnd = onEnd
  }

  /// Answers each message with itself, and closes after the peer's end.
  static func echo(on channel: some Channel) -> TestReader {
    TestReader(
      onMessage: { channel.send(Array($0.utf8), as: .required) },
      onFault: { channel.send(Array("fault \($0)".utf8), as: .required) },
      onEnd: { channel.close() })
  }

  var messages: [String] { record.withLock { $0.messages } }
  var faults: [FramingFault] { record.withLock { $0.faults } }
  var batches: Int { record.withLock { $0.batches } }
  var hasEnded: Bool { record.withLock { $0.hasEnded } }
  var callsAfterEnd: Int { record.withLock { $0.callsAfterEnd } }

  func received(_ message: UnsafeRawBufferPointer) {
    let text = String(decoding: message, as: UTF8.self)
    update { $0.messages.append(text) }
    onMessage(text)
  }

  func drained() {
    update { $0.batches += 1 }
  }

  func unframed(_ fault: FramingFault) {
    update { $0.faults.append(fault) }
    onFault(fault)
  }

  func ended() {
    update { _ in }
    record.withLock { $0.hasEnded = true }
    onEnd()
  }

  private func update(_ change: (inout sending Record) -> Void) {
    record.withLock { record in
      if record.hasEnded { record.callsAfterEnd += 1 }
      change(&record)
    }
  }
}

/// The peer's end: blocking calls that fail the test instead of waiting forever.
final class TestPeer: Sendable {
  private let input: SharedFD
  private let output: Mutex<SharedFD?>

  init(reading input: SharedFD, writing output: SharedFD) {
    signal(SIGPIPE, SIG_IGN)
    self.input = input
    self.output = Mutex(output)
  }

  convenience init(socket: consuming FileDescriptor) {
    let shared = SharedFD(socket)
    self.init(reading: shared, writing: shared)
  }

  var number: Int32 { input.number }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    let number = output.withLock { $0?.number ?? -1 }
    while !rest.isEmpty {
      // The deadline prevents a peer without a reader from stopping the whole test run.
      guard waitFor(number, POLLOUT, or: nil, until: .now + testTimeout).ready else { return }
      let piece = rest.prefix(4096)
      let count = piece.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Returns the input until `count` lines were complete, or the other end closed.
  func lines(_ count: Int) -> [String] {
    var text: [UInt8] = []
    var found = 0
    while found < count, let bytes = readSome(65536) {
      found += bytes.count { $0 == 0x0A }
      text += bytes
    }
    return text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns all input until the other end closed, or nil if it did not.
  func rest(within limit: Duration = testTimeout) -> String? {
    var text: [UInt8] = []
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      guard waitFor(input.number, POLLIN, or: nil, until: deadline).ready else { break }
      guard let bytes = readSome(65536) else { return String(decoding: text, as: UTF8.self) }
      text += bytes
    }
    return nil
  }

  /// Returns nil at the end.
  func readSome(_ limit: Int) -> [UInt8]? {
    guard waitFor(input.number, POLLIN, or: nil, until: .now + testTimeout).ready else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(input.number, &bytes, limit)
    guard count > 0 else {
      // Like a client that closes after the end. The other end of a socket waits for it.
      shutdown(input.number, Int32(SHUT_WR))
      return nil
    }
    return Array(bytes.prefix(count))
  }

  func endOutput() {
    let number = output.withLock { output in
      defer { output = nil }
      return output?.number ?? -1
    }
    shutdown(number, Int32(SHUT_WR))
  }
}

/// Returns two descriptor numbers; their user creates an owner for each.
func pipe() -> (reading: Int32, writing: Int32) {
  var numbers: [Int32] = [-1, -1]
  precondition(Glibc.pipe(&numbers) == 0)
  for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
  return (numbers[0], numbers[1])
}

func socketPair() -> (Int32, Int32) {
  var numbers: [Int32] = [-1, -1]
  precondition(
    Glibc.socketpair(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &numbers) == 0)
  return (numbers[0], numbers[1])
}

extension Connection {
  convenience init(
    reading input: Int32, writing output: Int32, in connections: Connections
  ) throws(SystemError) {
    try self.init(
      reading: FileDescriptor(owning: input), writing: FileDescriptor(owning: output),
      in: connections)
  }
}

extension TestPeer {
  convenience init(reading input: Int32, writing output: Int32) {
    self.init(
      reading: SharedFD(FileDescriptor(owning: input)),
      writing: SharedFD(FileDescriptor(owning: output)))
  }

  convenience init(socket: Int32) {
    self.init(socket: FileDescriptor(owning: socket))
  }
}

func connectTCP(_ endpoint: Endpoint, through family: Int32? = nil) throws -> TestPeer {
  let plain: SocketAddress
  switch endpoint {
  case .tcp(let host, let port), .webSocket(let host, let port):
    plain = SocketAddress(host, port: port)
  case .stdio, .unix: preconditionFailure()
  }
  let address = family == AF_INET6 ? plain.mapped : plain
  let socket = FileDescriptor(
    owning: Glibc.socket(
      address.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
  let number = socket.number
  guard address.withPointer({ Glibc.connect(number, $0, $1) }) == 0 else {
    throw SystemError("connect")
  }
  return TestPeer(socket: socket)
}

func connectUnix(_ path: String) throws -> TestPeer {
  let address = try #require(SocketAddress(path: path))
  let socket = FileDescriptor(
    owning: Glibc.socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0))
  let number = socket.number
  guard address.withPointer({ Glibc.connect(number, $0, $1) }) == 0 else {
    throw SystemError("connect")
  }
  return TestPeer(socket: socket)
}

/// A connection over two pipes, like standard input and output, and its peer.
struct PipeConnection {
  let connection: Connection
  let connections: Connections
  let peer: TestPeer

  init(
    _ limits: TransportLimits = TransportLimits(), recording: RecordingSwitch = RecordingSwitch()
  ) throws {
    signal(SIGPIPE, SIG_IGN)
    let toService = pipe()
    let fromService = pipe()
    connections = try Connections(limits: limits, recording: recording)
    connection = try Connection(
      reading: toService.reading, writing: fromService.writing, in: connections)
    peer = TestPeer(reading: fromService.reading, writing: toService.writing)
  }

  /// Serves on a separate thread, as the main thread of the program does.
  func run(_ reader: TestReader) -> Served {
    Served { connection.run(reader) }
  }
}

/// A task that runs on a thread until it is done.
final class Served: Sendable {
  private let done = Atomic(false)

  init(_ body: @escaping @Sendable () -> Void) {
    PosixThread.require { [self] in
      body()
      done.store(true, ordering: .releasing)
    }
  }

  var isDone: Bool { done.load(ordering: .acquiring) }
}
