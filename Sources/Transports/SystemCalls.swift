import Glibc

// The Glibc module hides what the headers keep behind _GNU_SOURCE, and eventfd. Their symbols are in the
// C library all the same, and for integers and pointers Swift's calling convention is C's.

/// `accept` that marks the new descriptor as private to this process in the same step: between two steps
/// another thread may start a child, which would then hold the connection open.
@_silgen_name("accept4")
func acceptWithFlags(
  _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>?,
  _ length: UnsafeMutablePointer<socklen_t>?, _ flags: Int32
) -> Int32

@_silgen_name("eventfd")
private func makeEventDescriptor(_ initial: UInt32, _ flags: Int32) -> Int32

/// Something that happens once, for threads that wait in `poll`: the descriptor is readable from then on.
final class Occasion: Sendable {
  private let descriptor: OwnedFD

  init() throws(SystemError) {
    let number = makeEventDescriptor(0, O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw SystemError(call: "eventfd") }
    descriptor = OwnedFD(owning: number)
  }

  var number: Int32 { descriptor.number }

  /// Safe in a signal handler.
  func happen() {
    var one: UInt64 = 1
    write(descriptor.number, &one, 8)
  }

  /// Makes it something that may happen again.
  func forget() {
    var count: UInt64 = 0
    read(descriptor.number, &count, 8)
  }
}

/// What ended a wait. Neither: a signal, or the time ran out.
struct Readiness {
  let ready: Bool
  let woken: Bool
}

/// Waits until `descriptor` is ready for `events`, `occasion` has happened, or the deadline has passed.
/// Errors and hang-ups count as ready: the call that follows learns what it was.
func waitFor(
  _ descriptor: Int32, _ events: Int32, or occasion: Occasion?,
  until deadline: ContinuousClock.Instant?
) -> Readiness {
  var polled = (
    pollfd(fd: descriptor, events: Int16(events), revents: 0),
    // A negative descriptor is skipped by the kernel.
    pollfd(fd: occasion?.number ?? -1, events: Int16(POLLIN), revents: 0)
  )
  let timeout = pollTimeout(until: deadline)
  let found = withUnsafeMutableBytes(of: &polled) { bytes in
    poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, timeout)
  }
  guard found > 0 else { return Readiness(ready: false, woken: false) }
  return Readiness(ready: polled.0.revents != 0, woken: polled.1.revents != 0)
}

/// Whether `descriptor` would take or give something now.
func isReady(_ descriptor: Int32, _ events: Int32) -> Bool {
  var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return poll(&polled, 1, 0) > 0
}

/// In milliseconds, as `poll` takes it, -1 without a deadline. Rounded up, so that a deadline has passed when
/// `poll` says it has.
func pollTimeout(until deadline: ContinuousClock.Instant?) -> Int32 {
  guard let deadline else { return -1 }
  let left = ContinuousClock.now.duration(to: deadline)
  guard left > .zero else { return 0 }
  let (seconds, attoseconds) = left.components
  guard seconds < 1_000_000 else { return 1_000_000_000 }
  return Int32(seconds) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
}

/// Runs `body` on a new thread of its own and returns its handle, or nil when the system has no more.
@discardableResult
func startThread(_ body: @escaping @Sendable () -> Void) -> Thread? {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var thread = pthread_t()
  let argument = Unmanaged.passRetained(Body(body))
  let failure = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
      return nil
    }, argument.toOpaque())
  guard failure == 0 else {
    argument.release()
    return nil
  }
  return Thread(handle: thread)
}

/// A running thread. It must be joined or detached, once.
struct Thread: Sendable {
  fileprivate let handle: pthread_t

  func join() { pthread_join(handle, nil) }
  func detach() { pthread_detach(handle) }
}
