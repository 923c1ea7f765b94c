import Glibc
import Synchronization

/// The way in of one connection: blocking reads by one thread, which any thread can interrupt for good.
final class Input: Sendable {
  enum Arrival {
    case bytes(Int)
    /// The peer has ended its output, the connection is gone, or `interrupt` was called.
    case ended
  }

  /// What the one who reads holds on to, and lets go of at the end.
  private struct Held {
    /// What the connection is; a socket is closed with it.
    let whole: SharedFD
    /// What is read from: of a socket a descriptor of its own, which can be replaced without a loss.
    let reading: SharedFD
  }

  private let replacement: StreamReplacement
  private let held: Mutex<Held?>
  private let interrupted = Atomic(false)

  init(socket descriptor: SharedFD) throws(SystemError) {
    let reading = SharedFD(try OwnedFD(duplicating: descriptor.number))
    replacement = try StreamReplacement(of: reading, outlivesReader: false)
    held = Mutex(Held(whole: descriptor, reading: reading))
  }

  /// Standard input, or what takes its place.
  init(stream descriptor: consuming OwnedFD) throws(SystemError) {
    let shared = SharedFD(descriptor)
    replacement = try StreamReplacement(of: shared, outlivesReader: true)
    held = Mutex(Held(whole: shared, reading: shared))
  }

  var isInterrupted: Bool { interrupted.load(ordering: .acquiring) }

  /// Ends the read that is running and all to come. The peer does not notice.
  func interrupt() {
    guard !interrupted.exchange(true, ordering: .acquiringAndReleasing) else { return }
    replacement.happen()
  }

  /// Runs `body`, which alone may read, on this thread, with what to read from. Returns what the connection
  /// is: a socket is closed when the caller lets go of it.
  func whileReadingHere(_ body: (SharedFD) -> Void) -> SharedFD {
    let claimed = held.withLock { held in
      defer { held = nil }
      return held
    }
    guard let claimed else { preconditionFailure("a connection is run once") }
    replacement.whileReadingHere { body(claimed.reading) }
    return claimed.whole
  }

  /// Blocks until there is something to read or `interrupt` is called.
  func read(
    from descriptor: SharedFD, into space: UnsafeMutableRawBufferPointer
  ) -> Arrival {
    while !isInterrupted {
      let count = Glibc.read(descriptor.number, space.baseAddress, space.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: break
      // Whoever shares the stream has made it non-blocking.
      case EAGAIN: _ = descriptor.wait(for: POLLIN, or: nil, until: nil)
      default: return .ended
      }
    }
    return .ended
  }
}

extension SharedFD {
  /// Ends our output, then reads and forgets what still comes, until the peer ends too or the deadline:
  /// input that nobody read would turn our end into a reset, and the peer may have answers to read.
  func endGently(until deadline: ContinuousClock.Instant) {
    shutdown(number, Int32(SHUT_WR))
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { space in
      while deadline > .now, wait(for: POLLIN, or: nil, until: deadline).ready {
        let count = Glibc.read(number, space.baseAddress, space.count)
        if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { return }
      }
    }
  }
}

/// Puts an empty file in the place of what is read, which ends a blocking read of it.
///
/// A signal alone would not do: it may come just before the read begins. With the replacement, a read
/// that begins later finds the end of the input, and one that has begun is interrupted and tried again.
private final class StreamReplacement: Sendable {
  private struct State: ~Copyable {
    var reader: pthread_t?
    var descriptor: SharedFD?
    /// The stream itself stays open: a peer that goes on writing must not be told so by SIGPIPE.
    var stream: OwnedFD?
  }

  /// The one signal that does nothing to a process that does not expect it.
  private static let signal = SIGURG
  /// One for all of them, which must not need a descriptor at the moment of an interruption.
  private static let emptyFile = Mutex<SharedFD?>(nil)

  private let emptyFile: SharedFD
  private let outlivesReader: Bool
  private let state: Mutex<State>

  /// `outlivesReader` is whether what is read stays open, as standard input does, when nobody reads it any
  /// more.
  init(of descriptor: SharedFD, outlivesReader: Bool) throws(SystemError) {
    emptyFile = try Self.sharedEmptyFile()
    self.outlivesReader = outlivesReader
    state = Mutex(State(descriptor: descriptor))
    // Without SA_RESTART, and with a handler, a signal makes a system call return.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(Self.signal, &action, nil)
  }

  private static func sharedEmptyFile() throws(SystemError) -> SharedFD {
    try emptyFile.withLock { file throws(SystemError) in
      if let file { return file }
      let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { throw SystemError(call: "open /dev/null") }
      let new = SharedFD(OwnedFD(owning: number))
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

  func happen() {
    state.withLock { state in
      guard let descriptor = state.descriptor else { return }
      if outlivesReader {
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
        if copy >= 0 { state.stream = OwnedFD(owning: copy) }
      }
      dup2(emptyFile.number, descriptor.number)
      // The thread is known to exist while it is written down here.
      if let reader = state.reader { pthread_kill(reader, Self.signal) }
    }
  }
}
