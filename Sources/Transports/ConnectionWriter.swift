import Glibc
import JSONRPC
import Synchronization
import System

/// The write half of a connection: whole messages, in the order of the calls, within the limits.
///
/// The sending thread writes as much as it can without blocking. A writer thread writes the rest, and exists
/// only while the peer is slow. It writes everything to a descriptor that may block, without the lock. Only
/// `awaitRoom` and `finish` block.
final class ConnectionWriter: Sendable {
  private enum Phase {
    case open
    /// `close` was called: queued messages may still be written until the deadline.
    case closing(Deadline)
    case over
  }

  private struct State: ~Copyable {
    var queue: OutgoingQueue
    var writer: NonblockingWriter?
    var phase = Phase.open
    /// The number of running `sendTogether` calls.
    var holds = 0
    var hasWriter = false
    var hasWritten = false
    /// True after the end for answers that found no room.
    var hasOverflowed = false
    /// The `errno` of the write that ended the connection.
    var failure: Int32?

    var isOpen: Bool {
      if case .open = phase { true } else { false }
    }
    var isOver: Bool {
      if case .over = phase { true } else { false }
    }
    var deadline: Deadline? {
      if case .closing(let deadline) = phase { deadline } else { nil }
    }
  }

  /// The action that follows a state change, performed outside the lock.
  private enum WriterAction {
    case none
    case startWriter(NonblockingWriter)
    case announceEnd
  }

  /// The number of queued bytes that are written even while the reader sends more.
  private static let flushBytes = 64 << 10
  private static let flushMessages = 256

  private let grace: Duration
  private let traffic: Traffic
  private let state: Mutex<State>
  /// The reader thread, while it processes the bytes of one read; else 0. Each thread compares it with itself only.
  private let corkedBy = Atomic<pthread_t>(0)
  /// The framing of the last message read.
  private let style = Atomic(FramingStyle.lines)
  /// True if `awaitRoom` must check the state: set when the queue gets half full and, permanently, when the
  /// connection is to end. Written under the lock.
  private let needsAttention = Atomic(false)
  /// An event that fires when the connection is to end or has ended.
  private let ending: EventFD
  private let onEnd: @Sendable () -> Void
  private let onCaughtUp: @Sendable () -> Void

  /// Creates the write half. `onEnd` is called when nothing more can be sent: the input is then useless.
  /// `onCaughtUp` is called when a peer that was slow has read everything.
  init(
    to descriptor: SharedFD, limits: TransportLimits, traffic: Traffic,
    onCaughtUp: @escaping @Sendable () -> Void = {}, onEnd: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    grace = limits.closeGrace
    self.traffic = traffic
    self.onEnd = onEnd
    self.onCaughtUp = onCaughtUp
    ending = try EventFD()
    state = Mutex(
      State(
        queue: OutgoingQueue(
          maxBytes: limits.outQueueBytes, maxMessages: limits.outQueueMessages),
        writer: try NonblockingWriter(descriptor)))
  }

  /// See `Channel.send`.
  func send(_ message: UnsafeRawBufferPointer, as kind: OutboundKind) -> Bool {
    send(message, as: kind, framed: style.load(ordering: .acquiring))
  }

  /// Sends bytes that already have their framing.
  @discardableResult
  func send(bare bytes: [UInt8], as kind: OutboundKind) -> Bool {
    bytes.withUnsafeBytes { send($0, as: kind, framed: .bare) }
  }

  private func send(
    _ message: UnsafeRawBufferPointer, as kind: OutboundKind, framed style: FramingStyle
  ) -> Bool {
    let message = OutgoingQueue.Message(bytes: message)
    let (isTaken, action) = state.withLock { state -> (Bool, WriterAction) in
      guard state.isOpen else { return (false, .none) }
      guard state.queue.hasRoom(for: message.count, kind) else {
        return (false, kind == .required ? overflow(&state) : .none)
      }
      state.queue.append(message, framed: style, kind)
      if state.queue.isHalfFull { needsAttention.store(true, ordering: .releasing) }
      guard !state.hasWriter, !isHeldBack(state) else { return (true, .none) }
      return (true, pump(&state))
    }
    perform(action)
    return isTaken
  }

  /// See `Channel.send`. Sends all messages with one lock, and in one write if they fit.
  func send(_ messages: MessageSequence) {
    let style = style.load(ordering: .acquiring)
    let action = state.withLock { state -> WriterAction in
      var action = WriterAction.none
      for (index, range) in messages.ranges.enumerated() {
        guard state.isOpen else { break }
        guard state.queue.hasRoom(for: range.count, .required) else { return overflow(&state) }
        let bytes = UnsafeRawBufferPointer(rebasing: messages.bytes[range])
        state.queue.append(OutgoingQueue.Message(bytes: bytes), framed: style, .required)
        let isLast = index == messages.ranges.count - 1
        guard !state.hasWriter, isLast ? !isHeldBack(state) : isDue(state) else { continue }
        action = pump(&state)
      }
      if state.queue.isHalfFull { needsAttention.store(true, ordering: .releasing) }
      return action
    }
    perform(action)
  }

  /// True when nothing can be sent any more.
  var hasEnded: Bool { state.withLock { $0.isOver } }

  /// True if the connection ended because its peer did not read the answers.
  var hasOverflowed: Bool { state.withLock { $0.hasOverflowed } }

  /// The `errno` because of which the output cannot be written; nil if there is none, or only its
  /// reader has gone.
  var failure: Int32? {
    state.withLock { $0.failure.flatMap { [EPIPE, ECONNRESET].contains($0) ? nil : $0 } }
  }

  func sendTogether(_ body: () -> Void) {
    state.withLock { $0.holds += 1 }
    body()
    perform(
      state.withLock { state in
        state.holds -= 1
        return state.hasWriter || isHeldBack(state) ? .none : pump(&state)
      })
  }

  /// Holds back the messages of this thread until `uncork`.
  func cork(answeringIn style: FramingStyle?) {
    corkedBy.store(pthread_self(), ordering: .relaxed)
    if let style { answer(in: style) }
  }

  /// Sets the framing of the messages that follow.
  func answer(in style: FramingStyle) {
    self.style.store(style, ordering: .releasing)
  }

  func uncork() {
    corkedBy.store(0, ordering: .relaxed)
    perform(state.withLock { $0.hasWriter ? .none : pump(&$0) })
  }

  /// Blocks while messages that may not be dropped take more than half of the limit. Returns false when the
  /// connection is to end: nothing more should be read.
  func awaitRoom() -> Bool {
    while needsAttention.load(ordering: .acquiring) {
      var action = WriterAction.none
      let (isOpen, full) = state.withLock { state -> (Bool, NonblockingWriter?) in
        if state.queue.isHalfFull { action = pump(&state) }
        let isQuiet = state.isOpen && !state.queue.isHalfFull
        needsAttention.store(!isQuiet, ordering: .releasing)
        return (state.isOpen, state.queue.isHalfFull ? state.writer : nil)
      }
      perform(action)
      guard isOpen, let full else { return isOpen }
      full.wait(or: ending, until: nil)
    }
    return true
  }

  /// Stops accepting messages. Queued ones, and then the bytes of `last`, are still sent if the peer reads them
  /// within the grace period.
  func close(after last: [UInt8] = []) {
    let action = state.withLock { state -> WriterAction in
      guard state.isOpen else { return .none }
      state.queue.append(bare: last)
      state.phase = .closing(.after(grace))
      needsAttention.store(true, ordering: .releasing)
      return state.hasWriter ? .none : pump(&state)
    }
    ending.fire()
    perform(action)
    onEnd()
  }

  /// Ends at once. Queued messages are lost. The bytes of `last` are sent if that needs no wait.
  func abort(after last: [UInt8] = []) {
    perform(
      state.withLock { state in
        if state.isOpen, state.queue.isEmpty {
          state.queue.append(bare: last)
          _ = last.isEmpty ? .none : state.writer?.write(state.queue.bytes)
        }
        return abort(&state)
      })
  }

  /// True if no message waits to be sent.
  var isCaughtUp: Bool { state.withLock { $0.queue.isEmpty } }

  /// The way a connection ended.
  enum Ending {
    case allWritten, nothingWasSent, aborted
  }

  /// Blocks until `close` was called and the queue was written or dropped. Releases the descriptor.
  func finish() -> Ending {
    while true {
      var action = WriterAction.none
      let wait = state.withLock { state in
        if !state.isOpen { action = pump(&state) }
        return nextWait(&state)
      }
      perform(action)
      switch wait {
      case .ended(let ending):
        return ending
      case .forClose:
        _ = waitFor(-1, 0, or: ending, until: nil)
      case .forPeer(let writer, let deadline):
        writer.wait(or: nil, until: deadline.instant)
        if deadline.hasPassed { abort() }
      }
    }
  }

  private enum Wait {
    case forClose
    case forPeer(NonblockingWriter, until: Deadline)
    case ended(Ending)
  }

  private func nextWait(_ state: inout State) -> Wait {
    switch state.phase {
    case .open:
      return .forClose
    case .closing(let deadline):
      if let writer = state.writer, !state.queue.isEmpty {
        return .forPeer(writer, until: deadline)
      }
      state.phase = .over
      state.writer = nil
      return .ended(state.hasWritten ? .allWritten : .nothingWasSent)
    case .over:
      return .ended(.aborted)
    }
  }

  private func isHeldBack(_ state: borrowing State) -> Bool {
    let isHeld = state.holds > 0 || corkedBy.load(ordering: .relaxed) == pthread_self()
    return isHeld && !isDue(state)
  }

  /// Returns true if so much is queued that it is written even if more follows.
  private func isDue(_ state: borrowing State) -> Bool {
    state.queue.bytes.count >= Self.flushBytes || state.queue.messages >= Self.flushMessages
  }

  /// Writes as much as possible without waiting.
  private func pump(_ state: inout State) -> WriterAction {
    guard let writer = state.writer else { return .none }
    while !state.queue.isEmpty {
      switch writer.mayBlock ? .notReady : writer.write(state.queue.bytes) {
      case .wrote(let count):
        record(count, &state)
      case .notReady:
        if state.hasWriter { return .none }
        state.hasWriter = true
        return .startWriter(writer)
      case .broken(let code):
        return abort(&state, because: code)
      }
    }
    return .none
  }

  private func record(_ written: Int, _ state: inout State) {
    state.queue.drop(written)
    state.hasWritten = true
    traffic.sent(written)
  }

  private func overflow(_ state: inout State) -> WriterAction {
    state.hasOverflowed = true
    return abort(&state)
  }

  private func abort(_ state: inout State, because failure: Int32? = nil) -> WriterAction {
    if state.isOver { return .none }
    state.failure = failure
    state.phase = .over
    needsAttention.store(true, ordering: .releasing)
    state.queue.clear()
    // Shut down at once: the reader, which releases the descriptor, may be busy with a message.
    state.writer?.shutDown()
    state.writer = nil
    return .announceEnd
  }

  private func perform(_ action: WriterAction) {
    switch action {
    case .none:
      break
    case .startWriter(let writer):
      do throws(SystemError) {
        try PosixThread { [self] in writeUntilEmpty(to: writer) }.detach()
      } catch {
        abort()
      }
    case .announceEnd:
      ending.fire()
      onEnd()
    }
  }

  /// Runs the writer thread: waits for the peer and writes until the queue is empty.
  private func writeUntilEmpty(to writer: NonblockingWriter) {
    while true {
      var action = WriterAction.none
      let result = writer.mayBlock ? writePiece(to: writer) : nil
      let wait = state.withLock { state -> (isOpen: Bool, deadline: Deadline?)? in
        switch result {
        case nil: action = pump(&state)
        // If the connection was ended during the write, its queue is empty.
        case .wrote(let count): if !state.isOver { record(count, &state) }
        case .notReady: break
        case .broken(let code): action = abort(&state, because: code)
        }
        if state.deadline?.hasPassed == true { action = abort(&state) }
        state.hasWriter = !state.queue.isEmpty
        return state.hasWriter ? (state.isOpen, state.deadline) : nil
      }
      writer.progressed()
      perform(action)
      guard let wait else { return onCaughtUp() }
      _ = writer.descriptor.wait(
        for: POLLOUT, or: wait.isOpen ? ending : nil, until: wait.deadline?.instant)
    }
  }

  /// Writes the first bytes of the queue without the lock. They stay in the queue.
  private func writePiece(to writer: NonblockingWriter) -> NonblockingWriter.Result {
    let piece = state.withLock { Array($0.queue.bytes.prefix(4096)) }
    return piece.withUnsafeBytes { $0.isEmpty ? .notReady : writer.write($0) }
  }
}

extension Deadline {
  /// The time on the clock of the waits, rounded up to a millisecond.
  fileprivate var instant: ContinuousClock.Instant { .now + .milliseconds(1) * millisecondsLeft }
}
