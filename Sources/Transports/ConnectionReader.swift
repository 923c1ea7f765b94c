import Glibc
import Synchronization
import System

/// The read half of a connection: blocking reads on one thread, which any thread can interrupt permanently.
final class ConnectionReader: Sendable {
  enum Arrival {
    case bytes(Int)
    /// The peer has ended its output, the connection is gone, or `interrupt` was called.
    case ended
  }

  /// The descriptors that the reading thread holds until the end.
  private struct Held {
    /// The descriptor of the connection; a socket is closed with it.
    let whole: SharedFD
    /// The descriptor to read from. For a socket it is a duplicate, which can be replaced without a loss.
    let reading: SharedFD
  }

  private let replacement: StreamReplacement
  private let held: Mutex<Held?>
  private let interrupted = Atomic(false)

  init(socket descriptor: SharedFD) throws(SystemError) {
    let reading = SharedFD(try FileDescriptor(duplicating: descriptor.number))
    replacement = try StreamReplacement(of: reading, outlivesReader: false)
    held = Mutex(Held(whole: descriptor, reading: reading))
  }

  /// Creates the input of a stream: standard input, or its replacement.
  init(stream descriptor: consuming FileDescriptor) throws(SystemError) {
    let shared = SharedFD(descriptor)
    replacement = try StreamReplacement(of: shared, outlivesReader: true)
    held = Mutex(Held(whole: shared, reading: shared))
  }

  var isInterrupted: Bool { interrupted.load(ordering: .acquiring) }

  /// Ends the current read and all later ones. The peer does not notice.
  func interrupt() {
    guard !interrupted.exchange(true, ordering: .acquiringAndReleasing) else { return }
    replacement.fire()
  }

  /// Runs `body` on this thread with the descriptor to read from; only `body` may read. Returns the
  /// descriptor of the connection: a socket is closed when the caller releases it.
  func whileReadingHere(_ body: (SharedFD) -> Void) -> SharedFD {
    let claimed = held.withLock { held in
      defer { held = nil }
      return held
    }
    guard let claimed else { preconditionFailure("a connection is run once") }
    replacement.whileReadingHere { body(claimed.reading) }
    return claimed.whole
  }

  /// Blocks until bytes arrive, the input ends or `interrupt` is called.
  func read(
    from descriptor: SharedFD, into space: UnsafeMutableRawBufferPointer
  ) -> Arrival {
    while !isInterrupted {
      let count = Glibc.read(descriptor.number, space.baseAddress, space.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: break
      // Another process that shares the stream has made it non-blocking.
      case EAGAIN: _ = descriptor.wait(for: POLLIN, or: nil, until: nil)
      default: return .ended
      }
    }
    return .ended
  }
}

extension SharedFD {
  /// Shuts down the output, then reads and discards input until the peer ends too or the deadline passes.
  /// Unread input would turn the close into a reset, and the peer may have answers to read. During a stop, a peer
  /// that has everything and sends nothing is not waited for: it may notice the end much later, or never.
  func endGently(until deadline: ContinuousClock.Instant, isStopping: () -> Bool) {
    shutdown(number, Int32(SHUT_WR))
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { space in
      while deadline > .now {
        let isReady = wait(for: POLLIN, or: nil, until: min(deadline, .now + Self.silence)).ready
        guard isReady else {
          if isStopping(), undeliveredBytes == 0 { return }
          continue
        }
        let count = Glibc.read(number, space.baseAddress, space.count)
        if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return }
      }
    }
  }

  /// The time after which a peer that sends nothing counts as idle.
  private static let silence = Duration.milliseconds(100)
}

/// A switch that replaces the input with an empty file, which ends a blocking read.
///
/// A signal alone is not enough: it may arrive just before the read begins. With the replacement, a read that
/// begins later finds the end of the input, and a running one is interrupted and retried.
private final class StreamReplacement: Sendable {
  private struct State: ~Copyable {
    var reader: pthread_t?
    var descriptor: SharedFD?
    /// A copy of the stream, which stays open: a peer that still writes must not get SIGPIPE.
    var stream: FileDescriptor?
  }

  /// The one signal that has no effect on a process that does not expect it.
  private static let signal = SIGURG
  /// An empty file shared by all: an interruption must not need a new descriptor.
  private static let emptyFile = Mutex<SharedFD?>(nil)

  private let emptyFile: SharedFD
  private let outlivesReader: Bool
  private let state: Mutex<State>

  /// Prepares the replacement of `descriptor`. With `outlivesReader` the stream stays open after the reading
  /// ends, as standard input does.
  init(of descriptor: SharedFD, outlivesReader: Bool) throws(SystemError) {
    emptyFile = try Self.sharedEmptyFile()
    self.outlivesReader = outlivesReader
    state = Mutex(State(descriptor: descriptor))
    // With a handler and without SA_RESTART, a signal makes a system call return.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(Self.signal, &action, nil)
  }

  private static func sharedEmptyFile() throws(SystemError) -> SharedFD {
    try emptyFile.withLock { file throws(SystemError) in
      if let file { return file }
      let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { throw SystemError("open /dev/null") }
      let new = SharedFD(FileDescriptor(owning: number))
      file = new
      return new
    }
  }

  func whileReadingHere(_ body: () -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, Self.signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    state.withLock { $0.reader = pthread_self() }
    body()
    state.withLock { state in
      state.reader = nil
      if !outlivesReader { state.descriptor = nil }
    }
  }

  func fire() {
    state.withLock { state in
      guard let descriptor = state.descriptor else { return }
      if outlivesReader {
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
        if copy >= 0 { state.stream = FileDescriptor(owning: copy) }
      }
      dup2(emptyFile.number, descriptor.number)
      // The thread exists as long as `reader` is set.
      if let reader = state.reader { pthread_kill(reader, Self.signal) }
    }
  }
}
