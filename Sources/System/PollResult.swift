import Glibc

/// The result of a wait. Both are false after a signal or a timeout.
package struct PollResult {
  package let ready: Bool
  package let woken: Bool
}

/// Waits until `descriptor` is ready for `events`, `event` has fired, or the deadline has passed. Errors
/// and hang-ups count as ready: the next call returns the error.
package func waitFor(
  _ descriptor: Int32, _ events: Int32, or event: EventFD?,
  until deadline: ContinuousClock.Instant?
) -> PollResult {
  var polled = (
    pollfd(fd: descriptor, events: Int16(events), revents: 0),
    // A negative descriptor is skipped by the kernel.
    pollfd(fd: event?.number ?? -1, events: Int16(POLLIN), revents: 0)
  )
  let timeout = pollTimeout(until: deadline)
  let found = withUnsafeMutableBytes(of: &polled) { bytes in
    poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, timeout)
  }
  guard found > 0 else { return PollResult(ready: false, woken: false) }
  return PollResult(ready: polled.0.revents != 0, woken: polled.1.revents != 0)
}

/// Returns true if `descriptor` is ready for `events` now.
package func isReady(_ descriptor: Int32, _ events: Int32) -> Bool {
  var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return poll(&polled, 1, 0) > 0
}

/// Returns the timeout of `poll` in milliseconds, -1 without a deadline. Rounded up, so that the deadline has
/// passed when `poll` times out.
package func pollTimeout(until deadline: ContinuousClock.Instant?) -> Int32 {
  guard let deadline else { return -1 }
  let left = ContinuousClock.now.duration(to: deadline)
  guard left > .zero else { return 0 }
  let (seconds, attoseconds) = left.components
  guard seconds < 1_000_000 else { return 1_000_000_000 }
  return Int32(seconds) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
}
