import Glibc
import Synchronization

/// A counter that four threads change, with the lock or without it.
final class Counter: @unchecked Sendable {
  let locked = Mutex(0)
  var unlocked = 0
}

/// A program that shows a contended lock or a race to the thread sanitizer: `race locked|unlocked`.
@main struct Race {
  static func main() {
    let usesLock = CommandLine.arguments.last == "locked"
    let counter = Counter()
    var threads: [pthread_t] = []
    for _ in 0..<4 { threads.append(Work(counter: counter, usesLock: usesLock).start()) }
    for thread in threads { pthread_join(thread, nil) }
  }
}

/// The work of one thread.
final class Work: Sendable {
  private let counter: Counter
  private let usesLock: Bool

  init(counter: Counter, usesLock: Bool) {
    self.counter = counter
    self.usesLock = usesLock
  }

  func start() -> pthread_t {
    var thread = pthread_t()
    let body: @Sendable @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
      work in
      Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().run()
      return nil
    }
    pthread_create(&thread, nil, body, Unmanaged.passRetained(self).toOpaque())
    return thread
  }

  private func run() {
    for _ in 0..<20_000 {
      if usesLock {
        counter.locked.withLock { value in
          value += 1
          // Other threads wait meanwhile, so the lock takes its slow path.
          if value % 100 == 0 { usleep(10) }
        }
      } else {
        counter.unlocked += 1
      }
    }
  }
}
