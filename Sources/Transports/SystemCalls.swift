import Glibc
import System

// The Glibc module hides eventfd and the declarations behind _GNU_SOURCE. Their symbols are still in the C
// library, and for integers and pointers Swift's calling convention equals C's.

/// Accepts a connection and sets close-on-exec in one step: between two steps another thread may start a
/// child, which would then hold the connection open.
@_silgen_name("accept4")
func acceptWithFlags(
  _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>?,
  _ length: UnsafeMutablePointer<socklen_t>?, _ flags: Int32
) -> Int32

@_silgen_name("eventfd")
private func makeEventDescriptor(_ initial: UInt32, _ flags: Int32) -> Int32

/// An event for threads that wait in `poll`: the descriptor is readable from `happen` until `forget`.
final class EventFD: Sendable {
  private let descriptor: OwnedFD

  init() throws(SystemError) {
    let number = makeEventDescriptor(0, O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw SystemError("eventfd") }
    descriptor = OwnedFD(owning: number)
  }

  var number: Int32 { descriptor.number }

  /// Fires the event. Safe in a signal handler.
  func happen() {
    var one: UInt64 = 1
    write(descriptor.number, &one, 8)
  }

  /// Resets the event, so that it may fire again.
  func forget() {
    var count: UInt64 = 0
    read(descriptor.number, &count, 8)
  }
}

/// The result of a wait. Both are false after a signal or a timeout.
struct PollResult {
  let ready: Bool
  let woken: Bool
}

/// Waits until `descriptor` is ready for `events`, `occasion` has fired, or the deadline has passed. Errors
/// and hang-ups count as ready: the next call returns the error.
func waitFor(
  _ descriptor: Int32, _ events: Int32, or occasion: EventFD?,
  until deadline: ContinuousClock.Instant?
) -> PollResult {
  var polled = (
    pollfd(fd: descriptor, events: Int16(events), revents: 0),
    // A negative descriptor is skipped by the kernel.
    pollfd(fd: occasion?.number ?? -1, events: Int16(POLLIN), revents: 0)
  )
  let timeout = pollTimeout(until: deadline)
  let found = withUnsafeMutableBytes(of: &polled) { bytes in
    poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, timeout)
  }
  guard found > 0 else { return PollResult(ready: false, woken: false) }
  return PollResult(ready: polled.0.revents != 0, woken: polled.1.revents != 0)
}

/// Returns true if `descriptor` is ready for `events` now.
func isReady(_ descriptor: Int32, _ events: Int32) -> Bool {
  var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return poll(&polled, 1, 0) > 0
}

/// Returns the timeout of `poll` in milliseconds, -1 without a deadline. Rounded up, so that the deadline has
/// passed when `poll` times out.
func pollTimeout(until deadline: ContinuousClock.Instant?) -> Int32 {
  guard let deadline else { return -1 }
  let left = ContinuousClock.now.duration(to: deadline)
  guard left > .zero else { return 0 }
  let (seconds, attoseconds) = left.components
  guard seconds < 1_000_000 else { return 1_000_000_000 }
  return Int32(seconds) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
}
