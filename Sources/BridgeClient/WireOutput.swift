import Glibc
import System

/// The output of a connection. It writes at once what the other side takes, and the rest on a thread that exists only while
/// the other side is slow. No function waits for the other side, and none raises SIGPIPE.
final class WireOutput: Sendable {
  private enum Phase { case open, closing, closed }

  private struct State {
    /// The bytes to write, from the index `start` on.
    var bytes: [UInt8] = []
    var start = 0
    var hasThread = false
    var phase = Phase.open
    /// True if the end of a socket is announced to the other side.
    var shutsDown = true
  }

  /// The bytes that may wait when a call is made: as many as the longest line that is read.
  static let limit = 64 << 20
  /// The written bytes that are kept before the rest is moved to the front.
  private static let longestPrefix = 1 << 20

  private let descriptor: Int32
  private let isSocket: Bool
  private let state = Monitor(State())

  /// Takes ownership of the descriptor: a socket, or the only one of the writing end of a pipe.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    isSocket = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    // A socket shares its flags with the descriptor that reads.
    if !isSocket { _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_NONBLOCK) }
  }

  /// False if the other side is so slow that no call should be added.
  var hasRoom: Bool { state.withLock { $0.bytes.count - $0.start < Self.limit } }

  /// Queues bytes. Returns false after `close`. The reader notices if the other side no longer reads.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    add(bytes) { _ in }
  }

  /// Closes the descriptor when all bytes are written. A WebSocket gets a last frame in place of the end of the output: the
  /// other side ends the connection.
  func close(after frame: [UInt8]? = nil) {
    add(frame ?? []) { state in
      state.phase = .closing
      state.shutsDown = frame == nil
    }
  }

  /// Drops the bytes that wait, and closes the descriptor; that of a full pipe only when its other side reads or ends. A
  /// socket is ended in both directions.
  func abandon() {
    state.update { state in
      guard state.phase != .closed else { return }
      (state.bytes, state.start) = ([], 0)
      state.phase = .closing
      // This wakes the thread.
      if isSocket { shutdown(descriptor, Int32(SHUT_RDWR)) }
      if !state.hasThread { _ = isDone(&state) }
    }
  }

  /// Waits until no bytes wait for the other side. Returns false if the deadline passes first.
  func waitUntilWritten(until deadline: Deadline) -> Bool {
    state.wait(until: deadline) { $0.bytes.isEmpty ? true : nil } ?? false
  }

  @discardableResult
  private func add(_ bytes: [UInt8], _ change: (inout State) -> Void) -> Bool {
    let (isTaken, needsThread) = state.withLock { state in
      guard state.phase == .open else { return (false, false) }
      if state.bytes.isEmpty { state.bytes = bytes } else { state.bytes += bytes }
      change(&state)
      guard !state.hasThread else { return (true, false) }
      state.hasThread = !isDone(&state)
      return (true, state.hasThread)
    }
    if needsThread { PosixThread.require { self.drain() } }
    return isTaken
  }

  private func drain() {
    var isDone = false
    while !isDone {
      // While this thread runs, no other one closes the descriptor.
      _ = waitFor(descriptor, POLLOUT, or: nil, until: nil)
      isDone = state.update { state in
        state.hasThread = !self.isDone(&state)
        return !state.hasThread
      }
    }
  }

  /// Writes what the other side takes now. Returns whether nothing is left to do.
  private func isDone(_ state: inout State) -> Bool {
    while state.start < state.bytes.count {
      let count = state.bytes.withUnsafeBytes { bytes in
        writeSome(UnsafeRawBufferPointer(rebasing: bytes[state.start...]))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return false }
      // The other side no longer reads. The reader reports why.
      guard count > 0 else { break }
      state.start += count
      if state.start > Self.longestPrefix {
        state.bytes.removeFirst(state.start)
        state.start = 0
      }
    }
    (state.bytes, state.start) = ([], 0)
    guard state.phase == .closing else { return true }
    // Closing alone does not shut down a socket: the descriptor for reading keeps it open.
    if state.shutsDown { shutdown(descriptor, Int32(SHUT_WR)) }
    Glibc.close(descriptor)
    state.phase = .closed
    return true
  }

  private func writeSome(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard !isSocket else {
      return send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    // Without this, a bridge that has ended would end a program that does not ignore the signal.
    var signals = sigset_t()
    var previous = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &previous)
    let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    let code = errno
    if count < 0, code == EPIPE {
      var now = timespec()
      sigtimedwait(&signals, nil, &now)
    }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    errno = code
    return count
  }
}
