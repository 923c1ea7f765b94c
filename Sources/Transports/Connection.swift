import Glibc
import JSONRPC
import Synchronization
import System
import Tracing

/// A connection to one peer, over standard input and output or a socket. Any thread may send whole messages;
/// the one thread that calls `run` reads.
package final class Connection: Channel {
  package enum Transport: Sendable, Equatable {
    case stdio, unix, tcp, webSocket
  }

  package let transport: Transport
  /// The process at the other end, as far as it is known.
  package let peer: PeerProcess
  let connections: Connections
  let limits: TransportLimits
  let input: ConnectionReader
  let outbound: ConnectionWriter
  private let standing: Atomic<Standing>
  private let grantedRole = Atomic(Role.control)
  /// The socket, until the connection ends; nil over standard input and output, whose end is the end of the
  /// service.
  private let socket: Mutex<SharedFD?>
  private let recording: RecordingSwitch
  /// Set before the connection has a reader, and not changed later.
  nonisolated(unsafe) private var recorder: (any ConnectionRecorder)?
  let presence = Mutex(Presence())
  /// The time of the last read of a WebSocket.
  private let inputTime = Mutex(ContinuousClock.now)

  /// The place of the connection in `connections`. One atomic exchange decides every race between the
  /// authentication, its deadline and the end.
  private enum Standing: UInt8, AtomicRepresentable {
    case unauthenticated, trusted
    /// The connection has left, and cannot be trusted any more.
    case left

    init(_ trust: AuthenticationState) { self = trust == .trusted ? .trusted : .unauthenticated }
  }

  struct Presence {
    var isGone = false
    var hasEndedInput = false
    /// The reason for which the input was interrupted; nil for the stop of the service.
    var interruption: Interruption?
    var onLoss: (@Sendable () -> Void)?
    /// True if the connection is a WebSocket after its handshake.
    var isUpgraded = false
    /// The Close frame to send when the reader closes a WebSocket.
    var close: WebSocketClose?
    /// True if the peer of a WebSocket has closed it, or has broken its protocol.
    var isClosing = false
  }

  /// The reason for which `PeerWatch` interrupts the input.
  enum Interruption {
    /// A message was not complete in time.
    case tooSlow
    /// The peer did not authenticate in time.
    case unauthenticated
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
    recording = connections.recording
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
    recording = connections.recording
    limits = connections.limits
    let input = try ConnectionReader(socket: socket)
    self.input = input
    outbound = try ConnectionWriter(
      to: socket, limits: limits, traffic: connections.traffic,
      onEnd: { input.interrupt() })
    standing = Atomic(Standing(trust))
    self.socket = Mutex(socket)
  }

  /// Records the connection while the switch of `Connections` is on. Call it before the connection has a reader.
  package func record(by recorder: any ConnectionRecorder) { self.recorder = recorder }

  /// Queues a message. After `close`, no message is accepted and nothing is read.
  @discardableResult
  package func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    guard recording.isOn else { return outbound.send(message, as: kind) }
    return sendRecorded(message, as: kind)
  }

  private func sendRecorded(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    guard let recorder, kind != .trace else { return outbound.send(message, as: kind) }
    recorder.sends(message)
    let isTaken = outbound.send(message, as: kind)
    if !isTaken { recorder.dropped() }
    return isTaken
  }

  package func send(_ messages: MessageSequence) {
    guard recording.isOn else { return outbound.send(messages) }
    sendTogether { messages.forEach { _ = sendRecorded($0, as: .required) } }
  }

  package func sendTogether(_ body: () -> Void) {
    outbound.sendTogether(body)
  }

  package func close() {
    outbound.close(after: transport == .webSocket ? closeFrame : [])
    recorder?.outputEnded()
  }

  /// Ends the input as if the peer had done so. Pending requests can still be answered.
  package func stopReading() {
    input.interrupt()
  }

  package var trust: AuthenticationState {
    standing.load(ordering: .acquiring) == .trusted ? .trusted : .unauthenticated
  }

  /// True if the connection ended because the peer did not read the answers within the limit `outQueueBytes`.
  package var hasOverflowed: Bool { outbound.hasOverflowed }

  /// The `errno` because of which the answers cannot be written; nil if there is none, or only the
  /// peer has gone.
  package var outputFailure: Int32? { outbound.failure }

  /// The rights of the peer, once it is authenticated.
  package var role: Role { grantedRole.load(ordering: .acquiring) }

  /// Marks the peer as authenticated, with the rights of `role`. Ends the time limit for it, and frees its
  /// place among the unauthenticated peers. Has no effect after the time limit.
  package func becomeTrusted(as role: Role = .control) {
    if markTrusted(as: role) { connections.authenticated(self) }
  }

  /// Returns false without an effect if the peer is authenticated already, or if the connection has left.
  func markTrusted(as role: Role) -> Bool {
    if trust == .unauthenticated { grantedRole.store(role, ordering: .releasing) }
    return move(from: .unauthenticated, to: .trusted)
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
    startWatch(authDeadline: trust == .unauthenticated ? .now + limits.authSeconds : nil)
    serve(
      { descriptor in
        var buffer = MessageBuffer(maxBytes: limits.frameBytes, rule: FirstByteRule(transport))
        readMessages(from: descriptor, into: &buffer, for: reader)
      }, ended: { reader.ended() })
  }

  /// Has the deadlines of a socket watched, and its peer.
  func startWatch(authDeadline: ContinuousClock.Instant?) {
    guard let socket = socket.withLock({ $0 }) else { return }
    connections.watch.add(self, socket, authDeadline: authDeadline)
    // A WebSocket may have been displaced before.
    if standing.load(ordering: .acquiring) == .left { connections.watch.forget(self) }
  }

  func shutDownSocket() {
    socket.withLock { $0 }.map { _ = shutdown($0.number, Int32(SHUT_RDWR)) }
  }

  /// Removes the connection from `connections`, unless `authTimeIsUp` has done so.
  func leave() {
    switch standing.exchange(.left, ordering: .acquiringAndReleasing) {
    case .unauthenticated: connections.ended(self, .unauthenticated)
    case .trusted: connections.ended(self, .trusted)
    case .left: break
    }
  }

  /// Runs `read` with the descriptor of the input, then `ended`, and waits until everything is written.
  func serve(_ read: (SharedFD) -> Void, ended: () -> Void) {
    finish(input.whileReadingHere(read), ended: ended)
    leave()
    presence.withLock { $0.onLoss = nil }
  }

  private func finish(_ descriptor: SharedFD, ended: () -> Void) {
    // Nothing can be answered any more, also over standard output.
    if outbound.hasEnded { peerIsGone() }
    recorder?.inputEnds()
    ended()
    recorder?.inputEnded()
    let isGone = presence.withLock { presence in
      presence.hasEndedInput = true
      return presence.isGone
    }
    if isGone { outbound.abort() }
    let ending = outbound.finish()
    if transport != .stdio, ending == .allWritten {
      descriptor.endGently(
        until: .now + limits.closeGrace, isStopping: { connections.isStopping })
    }
    socket.withLock { $0 = nil }
  }

  /// Reads until the input ends. Bytes that are in `buffer` already are delivered first.
  func readMessages<Buffer: InputBuffer & ~Copyable>(
    from descriptor: SharedFD, into buffer: inout Buffer, for reader: any ChannelReader
  ) {
    var messageDeadline: ContinuousClock.Instant?
    var isBounded = trust == .unauthenticated
    if isBounded { buffer.accept(upTo: boundBeforeTrust) }
    if buffer.isMidMessage {
      let batch = deliver(&buffer, to: reader, atEnd: false, &isBounded)
      guard batch.goesOn else { return }
      messageDeadline = nextDeadline(nil, after: batch, of: buffer)
    }
    while outbound.awaitRoom() {
      // The deadline applies only while this thread waits for the peer, not while the peer waits for this
      // thread.
      if messageDeadline != nil { connections.watch.setFrameDeadline(messageDeadline, of: self) }
      let arrival = input.read(from: descriptor, into: buffer.space())
      if messageDeadline != nil { connections.watch.setFrameDeadline(nil, of: self) }
      switch arrival {
      case .bytes(let count):
        connections.traffic.received(count)
        if transport == .webSocket { recordInput() }
        buffer.filled(count)
        let batch = deliver(&buffer, to: reader, atEnd: false, &isBounded)
        guard batch.goesOn else { return }
        messageDeadline = nextDeadline(messageDeadline, after: batch, of: buffer)
        if let messageDeadline {
          guard messageDeadline > .now else {
            timeIsUp()
            return reportInterruption(to: reader)
          }
          // A peer that writes a message in two pieces may hold back the second until the first is acknowledged.
          if transport == .tcp || transport == .webSocket { descriptor.acknowledgeAtOnce() }
        }
      case .ended:
        if !input.isInterrupted {
          if transport == .webSocket { recordInputEnd() }
          _ = deliver(&buffer, to: reader, atEnd: true, &isBounded)
        }
        return reportInterruption(to: reader)
      }
    }
  }

  /// Reports the deadline that ended the input, if one did.
  private func reportInterruption(to reader: any ChannelReader) {
    switch presence.withLock({ $0.interruption }) {
    case .tooSlow: report(.tooSlow(seconds: limits.frameSeconds / .seconds(1)), to: reader)
    case .unauthenticated: report(.unauthenticated, to: reader)
    case nil: break
    }
  }

  private func report(_ fault: FramingFault, to reader: any ChannelReader) {
    if transport == .webSocket { recordClose(for: fault) }
    if recording.isOn { recorder?.unframed(fault) }
    reader.unframed(fault)
    // The Close frame must not wait for calls that wait for an outcome.
    if transport == .webSocket { abandon() }
  }

  /// The longest message before the peer is authenticated.
  private var boundBeforeTrust: Int {
    min(limits.frameBytes, TransportLimits.unauthenticatedBytes)
  }

  private struct Batch {
    /// The changes of the buffer before it.
    let changesBefore: Int
    var messages = 0
    /// True if there is more to read after it.
    var goesOn = true
    /// The Close frame that ends a WebSocket after the answers.
    var close: WebSocketClose?
  }

  /// Passes every whole message of one read to `reader`. The answers are sent together. `isBounded` is true while messages
  /// have the bound of an unauthenticated peer.
  private func deliver<Buffer: InputBuffer & ~Copyable>(
    _ buffer: inout Buffer, to reader: any ChannelReader, atEnd: Bool, _ isBounded: inout Bool
  ) -> Batch {
    var batch = Batch(changesBefore: buffer.changes)
    var isCorked = false
    batching: while outbound.awaitRoom(), !input.isInterrupted {
      let delivery = buffer.next(atEnd: atEnd)
      if !isCorked {
        outbound.cork(answeringIn: buffer.style)
        isCorked = true
      }
      switch delivery {
      case .message(let message):
        if recording.isOn { recorder?.received(message) }
        reader.received(message)
        batch.messages += 1
        if isBounded, trust == .trusted {
          isBounded = false
          buffer.accept(upTo: limits.frameBytes)
        }
      case .binary(let message):
        outbound.answer(in: .binaryFrames)
        if recording.isOn { recorder?.received(message) }
        reader.received(message)
        outbound.answer(in: .textFrames)
        batch.messages += 1
      case .ping(let payload):
        outbound.send(bare: WebSocketFrame.control(.pong, payload), as: .required)
      case .closed(let answer):
        batch.goesOn = false
        batch.close = answer
        break batching
      case .fault(let fault):
        batch.goesOn = !isLast(fault)
        guard isAnswered(fault) else {
          if trust == .unauthenticated { outbound.abort() }
          break batching
        }
        report(fault, to: reader)
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
    if let close = batch.close { peerCloses(with: close) }
    outbound.uncork()
    return batch
  }

  /// Returns true if the fault ends the connection. Standard input cannot be reopened, so a message that is
  /// too long is skipped there; after a malformed header no message can be found.
  private func isLast(_ fault: FramingFault) -> Bool {
    switch fault {
    case .tooLong: transport != .stdio
    case .malformedHeader, .tooSlow, .foreignProtocol, .unauthenticated: true
    }
  }

  /// Returns true if the fault is answered. Over TCP, a peer that is not authenticated, or does not speak the
  /// protocol, gets no answer.
  private func isAnswered(_ fault: FramingFault) -> Bool {
    guard transport == .tcp else { return true }
    switch fault {
    case .tooLong, .tooSlow: return trust == .trusted
    case .malformedHeader, .foreignProtocol, .unauthenticated: return false
    }
  }

  /// Returns the deadline of the message being read. A message gets its time once, over all reads it
  /// takes.
  private func nextDeadline<Buffer: InputBuffer & ~Copyable>(
    _ current: ContinuousClock.Instant?, after batch: Batch, of buffer: borrowing Buffer
  ) -> ContinuousClock.Instant? {
    guard transport != .stdio, buffer.isMidMessage else { return nil }
    if let current, batch.messages == 0, batch.changesBefore == buffer.changes { return current }
    return .now + limits.frameSeconds
  }
}

/// The process at the other end of a connection.
package struct PeerProcess: Sendable, Equatable {
  package let pid: Int32?
  package let user: UInt32?
}

// The calls of the `PeerWatch` thread, which may come while the reader thread is busy.
extension Connection {
  /// Ends a connection whose peer did not authenticate in time. Its place is free at once, even while the
  /// reader is busy with its messages.
  func authTimeIsUp() {
    guard leaveUnauthenticated() else { return }
    transport == .webSocket ? authTimeOfWebSocketIsUp() : outbound.abort()
  }

  /// Frees the place of a connection, unless its peer is authenticated or it has left.
  func leaveUnauthenticated() -> Bool {
    guard move(from: .unauthenticated, to: .left) else { return false }
    connections.ended(self, .unauthenticated)
    return true
  }

  /// Ends the input of a connection whose message was not complete in time. The reader thread reports it.
  func timeIsUp() {
    guard trust == .trusted || transport == .webSocket else { return outbound.abort() }
    interrupt(because: .tooSlow)
  }

  func interrupt(because reason: Interruption) {
    presence.withLock { $0.interruption = reason }
    input.interrupt()
  }

  /// Notes that the peer has hung up. Its earlier messages are still read.
  func peerIsGone() {
    let hasEndedInput = presence.withLock { presence in
      presence.isGone = true
      return presence.hasEndedInput
    }
    abandon()
    if hasEndedInput { outbound.abort() }
  }

  /// Runs the body of `onPeerLoss`, once.
  func abandon() {
    let onLoss = presence.withLock { presence in
      defer { presence.onLoss = nil }
      return presence.onLoss
    }
    onLoss?()
  }

  /// The time of the last read.
  var lastInput: ContinuousClock.Instant { inputTime.withLock { $0 } }

  func recordInput() { inputTime.withLock { $0 = .now } }
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
