import Glibc
import Synchronization

/// The way in of one connection: blocking reads by one thread, which any thread can interrupt for good.
final class Input: Sendable {
  enum Arrival {
    case bytes(Int)
    /// The peer has ended its output, the connection is gone, or `interrupt` was called.
    case ended
    case timedOut
  }

  private enum Interruption {
    /// Every read waits in `poll`, which can be left without touching the connection.
    case occasion(Occasion)
    /// One system call a read.
    case replacement(StreamReplacement)
  }

  private let interruption: Interruption
  private let descriptor: Mutex<SharedFD?>
  private let interrupted = Atomic(false)

  init(socket descriptor: SharedFD) throws(SystemError) {
    self.descriptor = Mutex(descriptor)
    interruption = .occasion(try Occasion())
  }

  /// Standard input, or what takes its place.
  init(stream descriptor: consuming OwnedFD) throws(SystemError) {
    let shared = SharedFD(descriptor)
    self.descriptor = Mutex(shared)
    interruption = .replacement(try StreamReplacement(of: shared))
  }

  var isInterrupted: Bool { interrupted.load(ordering: .acquiring) }

  /// Ends the read that is running and all to come. The peer does not notice.
  func interrupt() {
    guard !interrupted.exchange(true, ordering: .acquiringAndReleasing) else { return }
    switch interruption {
    case .occasion(let occasion): occasion.happen()
    case .replacement(let replacement): replacement.happen()
    }
  }

  /// What to read from, for the one who reads: a socket is closed when that one lets go of it.
  func claim() -> SharedFD {
    let claimed = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    guard let claimed else { preconditionFailure("a connection is run once") }
    return claimed
  }

  /// Runs `body`, which alone may read, on this thread.
  func whileReadingHere(_ body: () -> Void) {
    switch interruption {
    case .occasion: body()
    case .replacement(let replacement): replacement.whileReadingHere(body)
    }
  }

  func read(
    from descriptor: SharedFD, into space: UnsafeMutableRawBufferPointer,
    until deadline: ContinuousClock.Instant?
  ) -> Arrival {
    while !isInterrupted {
      if case .occasion(let occasion) = interruption {
        let readiness = descriptor.wait(for: POLLIN, or: occasion, until: deadline)
        if readiness.woken { return .ended }
        guard readiness.ready else {
          if let deadline, deadline <= .now { return .timedOut }
          continue
        }
      }
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

/// Puts an empty file in the place of a stream, which ends a blocking read of it.
///
/// A signal alone would not do: it may come just before the read begins. With the replacement, a read
/// that begins later finds the end of the input, and one that has begun is interrupted and tried again.
private final class StreamReplacement: Sendable {
  private struct State: ~Copyable {
    var reader: pthread_t?
    /// The stream itself stays open: a peer that goes on writing must not be told so by SIGPIPE.
    var stream: OwnedFD?
  }

  /// The one signal that does nothing to a process that does not expect it.
  private static let signal = SIGURG

  private let descriptor: SharedFD
  private let emptyFile: OwnedFD
  private let state = Mutex(State())

  init(of descriptor: SharedFD) throws(SystemError) {
    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(call: "open /dev/null") }
    emptyFile = OwnedFD(owning: number)
    self.descriptor = descriptor
    // Without SA_RESTART, and with a handler, a signal makes a system call return.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(Self.signal, &action, nil)
  }

  func whileReadingHere(_ body: () -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, Self.signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    state.withLock { $0.reader = pthread_self() }
    body()
    state.withLock { $0.reader = nil }
  }

  func happen() {
    state.withLock { state in
      let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
      if copy >= 0 { state.stream = OwnedFD(owning: copy) }
      dup2(emptyFile.number, descriptor.number)
      // The thread is known to exist while it is written down here.
      if let reader = state.reader { pthread_kill(reader, Self.signal) }
    }
  }
}
