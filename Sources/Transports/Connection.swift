import Glibc
import JSONRPC
import Synchronization
import System

/// The process at the other end of a connection.
package struct PeerProcess: Sendable, Equatable {
  package let pid: Int32?
  package let user: UInt32?
}

/// A connection to one peer, over standard input and output or a socket. Any thread may send whole messages;
/// the one thread that calls `run` reads.
package final class Connection: Channel {
  package enum Transport: Sendable, Equatable {
    case stdio, unix, tcp, webSocket
  }

  package let transport: Transport
  /// The process at the other end, as far as it is known.
  package let peer: PeerProcess
  private let connections: Connections
  private let limits: TransportLimits
  private let input: ConnectionReader
  private let outbound: ConnectionWriter
  private let standing: Atomic<Standing>
  private let grantedRole = Atomic(Role.control)
  /// The socket, or nil over standard input and output, whose end is the end of the service.
  private let socket: Mutex<SharedFD?>
  private let presence = Mutex(Presence())

  /// The place of the connection in `connections`. One atomic exchange decides every race between the
  /// authentication, its deadline and the end.
  private enum Standing: UInt8, AtomicRepresentable {
    case unauthenticated, trusted
    /// The connection has left, and cannot be trusted any more.
    case left

    init(_ trust: AuthenticationState) { self = trust == .trusted ? .trusted : .unauthenticated }
  }

  private struct Presence {
    var isGone = false
    var hasEndedInput = false
    /// True if a message was not complete in time.
    var isTooSlow = false
    var onLoss: (@Sendable () -> Void)?
  }

  /// Creates a connection over a pair of descriptors such as standard input and output; see
  /// `StandardStreams`.
  package init(
    reading input: consuming FileDescriptor, writing output: consuming FileDescriptor,
    in connections: Connections
  ) throws(SystemError) {
    transport = .stdio
    peer = PeerProcess(pid: getppid(), user: nil)
    self.connections = connections
    limits = connections.limits
    let input = try ConnectionReader(stream: input)
    self.input = input
    outbound = try ConnectionWriter(
      to: SharedFD(output), limits: limits, traffic: connections.traffic,
      onEnd: { input.interrupt() })
    standing = Atomic(.trusted)
    socket = Mutex(nil)
    connections.enter()
  }

  /// Creates a connection over a socket that was admitted to `connections`. `run` frees its place there.
  init(
    socket: SharedFD, _ transport: Transport, _ trust: AuthenticationState,
    in connections: Connections
  ) throws(SystemError) {
    self.transport = transport
    peer =
      transport == .unix
      ? UnixSocket.peer(of: socket.number)
      : PeerProcess(pid: nil, user: trust == .trusted ? geteuid() : nil)
    self.connections = connections
    limits = connections.limits
    let input = try ConnectionReader(socket: socket)
    self.input = input
    outbound = try ConnectionWriter(
      to: socket, limits: limits, traffic: connections.traffic,
      onEnd: { input.interrupt() })
    standing = Atomic(Standing(trust))
    self.socket = Mutex(socket)
  }

  /// Queues a message. After `close`, no message is accepted and nothing is read.
  @discardableResult
  package func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    outbound.send(message, as: kind)
  }

  package func sendTogether(_ body: () -> Void) {
    outbound.sendTogether(body)
  }

  package func close() {
    outbound.close()
  }

  /// Ends the input as if the peer had done so. Pending requests can still be answered.
  package func stopReading() {
    input.interrupt()
  }

  package var trust: AuthenticationState {
    standing.load(ordering: .acquiring) == .trusted ? .trusted : .unauthenticated
  }

  /// The rights of the peer, once it is authenticated.
  package var role: Role { grantedRole.load(ordering: .acquiring) }

  /// Marks the peer as authenticated, with the rights of `role`. Ends the time limit for it, and frees its
  /// place among the unauthenticated peers. Has no effect after the time limit.
  package func becomeTrusted(as role: Role = .control) {
    if trust == .unauthenticated { grantedRole.store(role, ordering: .releasing) }
    if move(from: .unauthenticated, to: .trusted) { connections.authenticated() }
  }

  private func move(from old: Standing, to new: Standing) -> Bool {
    standing.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing)
      .exchanged
  }

  /// Runs `body` once, on any thread, when the peer of a socket has hung up: it will read nothing more, so
  /// pending answers need not be waited for. Runs it at once if the peer has already hung up. Must be called
  /// before `run`.
  package func onPeerLoss(_ body: @escaping @Sendable () -> Void) {
    let isLate = presence.withLock { presence in
      if !presence.isGone { presence.onLoss = body }
      return presence.isGone
    }
    if isLate { body() }
  }

  /// Serves the connection on this thread, from the first byte to its end. The steps: `readMessages` until
  /// the input ends, then `ended`, then a wait for `close` and until the answers are written.
  package func run(_ reader: any ChannelReader) {
    connections.began(self)
    if let socket = socket.withLock({ $0.take() }) {
      connections.watch.add(
        self, socket, authDeadline: trust == .unauthenticated ? .now + limits.authSeconds : nil)
    }
    serve(with: reader)
    leave()
    presence.withLock { $0.onLoss = nil }
  }

  /// Removes the connection from `connections`, unless `authTimeIsUp` has done so.
  func leave() {
    switch standing.exchange(.left, ordering: .acquiringAndReleasing) {
    case .unauthenticated: connections.ended(self, .unauthenticated)
    case .trusted: connections.ended(self, .trusted)
    case .left: break
    }
  }

  private func serve(with reader: any ChannelReader) {
    let descriptor = input.whileReadingHere { readMessages(from: $0, for: reader) }
    // Nothing can be answered any more, also over standard output.
    if outbound.hasEnded { peerIsGone() }
    reader.ended()
    let isGone = presence.withLock { presence in
      presence.hasEndedInput = true
      return presence.isGone
    }
    if isGone { outbound.abort() }
    let ending = outbound.finish()
    if transport != .stdio, ending == .allWritten {
      descriptor.endGently(until: .now + limits.closeGrace)
    }
  }

  private func readMessages(from descriptor: SharedFD, for reader: any ChannelReader) {
    var buffer = MessageBuffer(maxBytes: limits.frameBytes, rule: FirstByteRule(transport))
    var messageDeadline: ContinuousClock.Instant?
    while outbound.awaitRoom() {
      // The deadline applies only while this thread waits for the peer, not while the peer waits for this
      // thread.
      if messageDeadline != nil { connections.watch.setFrameDeadline(messageDeadline, of: self) }
      let arrival = input.read(from: descriptor, into: buffer.space())
      if messageDeadline != nil { connections.watch.setFrameDeadline(nil, of: self) }
      switch arrival {
      case .bytes(let count):
        connections.traffic.received(count)
        buffer.filled(count)
        let batch = deliver(&buffer, to: reader, atEnd: false)
        guard batch.goesOn else { return }
        messageDeadline = nextDeadline(messageDeadline, after: batch, of: buffer)
        if let messageDeadline {
          guard messageDeadline > .now else {
            timeIsUp()
            return reportSlowMessage(to: reader)
          }
          // A peer that writes a message in two pieces may hold back the second until the first is acknowledged.
          if transport == .tcp { descriptor.acknowledgeAtOnce() }
        }
      case .ended:
        if !input.isInterrupted { _ = deliver(&buffer, to: reader, atEnd: true) }
        return reportSlowMessage(to: reader)
      }
    }
  }

  /// Reports a message that was not complete in time, if that is the reason for the end of the input.
  private func reportSlowMessage(to reader: any ChannelReader) {
    guard presence.withLock({ $0.isTooSlow }) else { return }
    reader.unframed(.tooSlow(seconds: limits.frameSeconds / .seconds(1)))
  }

  private struct Batch {
    var messages = 0
    /// True if there is more to read after it.
    var goesOn = true
  }

  /// Passes every whole message of one read to `reader`. The answers are sent together.
  private func deliver(
    _ buffer: inout MessageBuffer, to reader: any ChannelReader, atEnd: Bool
  ) -> Batch {
    var batch = Batch()
    var isCorked = false
    batching: while outbound.awaitRoom(), !input.isInterrupted {
      let delivery = buffer.next(atEnd: atEnd)
      if !isCorked {
        outbound.cork(answeringIn: buffer.style)
        isCorked = true
      }
      switch delivery {
      case .message(let message):
        reader.received(message)
        batch.messages += 1
      case .fault(let fault):
        batch.goesOn = !isLast(fault)
        guard isAnswered(fault) else {
          if trust == .unauthenticated { outbound.abort() }
          break batching
        }
        reader.unframed(fault)
        batch.messages += 1
        if !batch.goesOn { break batching }
      case .refused:
        connections.refused()
        outbound.abort()
        batch.goesOn = false
      case .nothing:
        break batching
      }
    }
    if batch.messages > 0 { reader.drained() }
    outbound.uncork()
    return batch
  }

  /// Returns true if the fault ends the connection. Standard input cannot be reopened, so a message that is
  /// too long is skipped there; after a malformed header no message can be found.
  private func isLast(_ fault: FramingFault) -> Bool {
    switch fault {
    case .tooLong: transport != .stdio
    case .malformedHeader, .tooSlow, .foreignProtocol: true
    }
  }

  /// Returns true if the fault is answered. Over TCP, a peer that is not authenticated, or does not speak the
  /// protocol, gets no answer.
  private func isAnswered(_ fault: FramingFault) -> Bool {
    guard transport == .tcp else { return true }
    switch fault {
    case .tooLong, .tooSlow: return trust == .trusted
    case .malformedHeader, .foreignProtocol: return false
    }
  }

  /// Returns the deadline of the message being read. A message gets its time once, over all reads it
  /// takes.
  private func nextDeadline(
    _ current: ContinuousClock.Instant?, after batch: Batch, of buffer: borrowing MessageBuffer
  ) -> ContinuousClock.Instant? {
    guard transport != .stdio, buffer.isMidMessage else { return nil }
    if let current, batch.messages == 0 { return current }
    return .now + limits.frameSeconds
  }
}

// The calls of the `PeerWatch` thread, which may come while the reader thread is busy.
extension Connection {
  /// Ends a connection whose peer did not authenticate in time. Its place is free at once, even while the
  /// reader is busy with its messages.
  func authTimeIsUp() {
    guard move(from: .unauthenticated, to: .left) else { return }
    connections.ended(self, .unauthenticated)
    outbound.abort()
  }

  /// Ends the input of a connection whose message was not complete in time. The reader thread reports it.
  func timeIsUp() {
    guard trust == .trusted else { return outbound.abort() }
    presence.withLock { $0.isTooSlow = true }
    input.interrupt()
  }

  /// Notes that the peer has hung up. Its earlier messages are still read.
  func peerIsGone() {
    let (onLoss, hasEndedInput) = presence.withLock { presence in
      defer { presence.onLoss = nil }
      presence.isGone = true
      return (presence.onLoss, presence.hasEndedInput)
    }
    onLoss?()
    if hasEndedInput { outbound.abort() }
  }
}

extension FirstByteRule {
  fileprivate init(_ transport: Connection.Transport) {
    switch transport {
    case .stdio: self = .open
    case .unix: self = .explained
    case .tcp, .webSocket: self = .guarded
    }
  }
}
