import Glibc
import System
import TestSupport
import Testing

@Suite("An event for threads that poll") struct EventFDTests {
  @Test("it is ready from the time it fires until it is reset")
  func fires() throws {
    let event = try EventFD()
    #expect(!isReady(event.number, POLLIN))

    event.fire()
    event.fire()
    #expect(isReady(event.number, POLLIN))

    event.forget()
    #expect(!isReady(event.number, POLLIN))
  }

  @Test("it ends the wait of another thread for a descriptor")
  func wakes() throws {
    let event = try EventFD()
    let other = try EventFD()
    let thread = try PosixThread { event.fire() }

    let result = waitFor(other.number, POLLIN, or: event, until: .now + testTimeout)

    #expect(result.woken && !result.ready)
    thread.join()
  }

  @Test("a wait ends at its deadline, and its timeout is rounded up")
  func deadline() {
    #expect(!waitFor(-1, 0, or: nil, until: .now + .milliseconds(5)).ready)
    #expect(pollTimeout(until: nil) == -1)
    #expect(pollTimeout(until: .now - .seconds(1)) == 0)
    #expect((9_001...10_001).contains(pollTimeout(until: .now + .seconds(10))))
    #expect(pollTimeout(until: .now + .seconds(10_000_000)) == 1_000_000_000)
  }
}
