import CLibraries
import Glibc

/// A running thread. It must be joined or detached, once.
package struct PosixThread: Sendable {
  private let handle: pthread_t

  /// Runs `body` on a new thread, whose stack has the default size if `stackBytes` is nil.
  package init(
    stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    let argument = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard failure == 0 else {
      argument.release()
      throw SystemError("pthread_create", code: failure)
    }
    handle = thread
  }

  /// Runs `body` on a new detached thread, without which the program cannot continue: a failure ends it.
  package static func require(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      try PosixThread(body).detach()
    } catch {
      preconditionFailure("cannot create a thread: errno \(error.code)")
    }
  }

  /// Lets the kernel end the waits of this thread so much later, together with those of other
  /// threads.
  package static func allowLateWakeUps(nanoseconds: UInt) {
    _ = set_timer_slack(nanoseconds)
  }

  package var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

  package func join() { pthread_join(handle, nil) }
  package func detach() { pthread_detach(handle) }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}
